// Moves elements of an image between its channels and its plane.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/fault.h"
#include "kernels/context.h"
#include "kernels/support/strided_copy.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// Ok where the dtypes, self's rank and the factor are possible; else InvalidType, InvalidArgument.
[[gnu::noinline]] inline Error check_pixels(const Tensor& self, int64_t factor, const Tensor& out) {
  if (self.dim() < 3) return fault(Error::InvalidArgument, "an image of fewer than 3 dimensions");
  // The square of such a factor is an int32; a larger one divides the sizes of empty tensors only.
  if (factor < 1 || factor > 46340)
    return fault(Error::InvalidArgument, "a factor that divides nothing");
  if (self.scalar_type() != out.scalar_type()) {
    return fault(Error::InvalidType, "the output's dtype is not the input's");
  }
  return Error::Ok;
}

// Resizes `out` to self's shape with those last three sizes. InvalidArgument beyond int32.
[[gnu::noinline]] inline Error resize_image(const Tensor& self, int64_t channels, int64_t rows,
                                            int64_t columns, Tensor& out) {
  if (channels > INT32_MAX || rows > INT32_MAX || columns > INT32_MAX)
    return fault(Error::InvalidArgument, "an image that is too large");
  int32_t sizes[kMaxRank];
  const size_t lead = self.dim() - 3;
  for (size_t i = 0; i < lead; ++i) sizes[i] = self.size(i);
  sizes[lead] = static_cast<int32_t>(channels);
  sizes[lead + 1] = static_cast<int32_t>(rows);
  sizes[lead + 2] = static_cast<int32_t>(columns);
  return resize(out, {sizes, self.dim()});
}

// The copy between `deep` [.., channels * factor^2, rows, columns], its operand `deep_operand`, and
// `wide` [.., channels, rows * factor, columns * factor], which are not empty: channel, the two
// dimensions of a block, row, column. NotSupported where those are too many dimensions.
[[gnu::noinline]] inline Error pair_pixels(const Tensor& deep, size_t deep_operand,
                                           const Tensor& wide, int32_t factor, StridedCopy& copy) {
  const size_t lead = deep.dim() - 3;
  copy.rank = lead + 5;
  if (copy.rank > kMaxRank)
    return fault(Error::NotSupported, "an image of a rank that was not selected");
  for (size_t i = 0; i < lead; ++i) copy.sizes[i] = deep.size(i);
  compute_strides(deep, copy.strides[deep_operand]);
  compute_strides(wide, copy.strides[1 - deep_operand]);
  // Three dimensions become five.
  int32_t* d = copy.strides[deep_operand] + lead;
  int32_t* w = copy.strides[1 - deep_operand] + lead;
  const int32_t loops[5][3] = {
      {wide.size(lead), factor * factor * d[0], w[0]},
      {factor, factor * d[0], w[1]},
      {factor, d[0], w[2]},
      {deep.size(lead + 1), d[1], factor * w[1]},
      {deep.size(lead + 2), d[2], factor * w[2]},
  };
  for (size_t i = 0; i < 5; ++i) {
    copy.sizes[lead + i] = loops[i][0];
    d[i] = loops[i][1];
    w[i] = loops[i][2];
  }
  return Error::Ok;
}

// out[.., c, h * r + i, w * r + j] = self[.., (c * r + i) * r + j, h, w]
// Any dim orders; out must not alias. Errors: InvalidArgument (fewer than three dimensions, a
// factor that does not divide, out cannot have the shape); InvalidType (out's dtype is not self's);
// NotSupported (a dtype or a rank that was not selected).   Source: aten::pixel_shuffle.out
template <typename Facts>
Error pixel_shuffle_out(KernelContext&, const Tensor& self, int64_t upscale_factor, Tensor& out) {
  KERF_TRY(check_pixels(self, upscale_factor, out));
  const auto factor = static_cast<int32_t>(upscale_factor);
  const size_t lead = self.dim() - 3;
  const int32_t channels = self.size(lead) / (factor * factor);
  if (channels * (factor * factor) != self.size(lead))
    return fault(Error::InvalidArgument, "channels that the factor does not divide");
  KERF_TRY(resize_image(self, channels, self.size(lead + 1) * upscale_factor,
                        self.size(lead + 2) * upscale_factor, out));
  if (out.numel() == 0) return Error::Ok;
  StridedCopy copy;
  KERF_TRY(pair_pixels(self, kFrom, out, factor, copy));
  return move_part<Facts::out.dtypes>(copy, self, out);
}

// out[.., (c * r + i) * r + j, h, w] = self[.., c, h * r + i, w * r + j]
// Any dim orders; out must not alias. Errors as pixel_shuffle_out().
// Source: aten::pixel_unshuffle.out
template <typename Facts>
Error pixel_unshuffle_out(KernelContext&, const Tensor& self, int64_t downscale_factor,
                          Tensor& out) {
  KERF_TRY(check_pixels(self, downscale_factor, out));
  const auto factor = static_cast<int32_t>(downscale_factor);
  const size_t lead = self.dim() - 3;
  const int32_t rows = self.size(lead + 1) / factor;
  const int32_t columns = self.size(lead + 2) / factor;
  if (rows * factor != self.size(lead + 1) || columns * factor != self.size(lead + 2))
    return fault(Error::InvalidArgument, "a plane that the factor does not divide");
  KERF_TRY(resize_image(self, self.size(lead) * downscale_factor * downscale_factor, rows, columns,
                        out));
  if (out.numel() == 0) return Error::Ok;
  StridedCopy copy;
  KERF_TRY(pair_pixels(out, kTo, self, factor, copy));
  return move_part<Facts::out.dtypes>(copy, self, out);
}

}  // namespace kerf::portable
