// Moves channels into the plane and back.
#include "kernels/portable/pixel_shuffle.h"

#include "kernels/portable/transfer.h"
#include "selected/dtypes.h"
#include "selected/operators.h"

namespace kerf::portable {
namespace {

// Shapes [.., channels * factor * factor, rows, columns] and [.., channels, rows * factor, columns
// * factor], as six dimensions: batch, channel, the two of a block, row, column. Strides of the one
// and the other form.
struct Blocks {
  int32_t sizes[6];
  int32_t deep[6];
  int32_t wide[6];
};

Error check(const Tensor& self, int64_t factor, const Tensor& out) {
  if (self.dim() < 3) return fault(Error::InvalidArgument, "an image of fewer than 3 dimensions");
  // Its square is an int32; a larger one divides the sizes of no tensor but an empty one.
  if (factor < 1 || factor > 46340)
    return fault(Error::InvalidArgument, "a factor that divides nothing");
  if (self.scalar_type() != out.scalar_type()) {
    return fault(Error::InvalidType, "the output's dtype is not the input's");
  }
  TRY(row_major(self));
  return row_major(out);
}

// Resizes `out` to self's shape with those last three sizes. InvalidArgument beyond int32.
Error resize_image(const Tensor& self, int64_t channels, int64_t rows, int64_t columns,
                   Tensor& out) {
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

// Of a tensor that is not empty; channels, rows and columns are those of the deep form over
// factor^2.
Blocks blocks_of(int32_t count, int32_t channels, int32_t factor, int32_t rows, int32_t columns) {
  const int32_t area = rows * columns;
  const int32_t block = factor * factor * area;
  const int32_t row = factor * columns;
  return {{count / (channels * block), channels, factor, factor, rows, columns},
          {channels * block, block, factor * area, area, columns, 1},
          {channels * block, block, row, 1, factor * row, factor}};
}

template <DtypeSet kTypes>
Error move_blocks(const Blocks& blocks, const int32_t* from, const int32_t* to, const Tensor& self,
                  Tensor& out) {
  Transfer part;
  part.rank = 6;
  for (size_t i = 0; i < 6; ++i) {
    part.sizes[i] = blocks.sizes[i];
    part.strides[kFrom][i] = from[i];
    part.strides[kTo][i] = to[i];
  }
  // In the order of six dimensions, even where `out` has six as well: both are row-major.
  return move_part<kTypes>(part, self, out);
}

}  // namespace

// out[.., c, h * r + i, w * r + j] = self[.., (c * r + i) * r + j, h, w]
// Row-major; out must not alias.   Source: aten::pixel_shuffle.out
Error pixel_shuffle_out(KernelContext&, const Tensor& self, int64_t upscale_factor, Tensor& out) {
  TRY(check(self, upscale_factor, out));
  const auto factor = static_cast<int32_t>(upscale_factor);
  const size_t lead = self.dim() - 3;
  const int32_t channels = self.size(lead) / (factor * factor);
  const int32_t rows = self.size(lead + 1);
  const int32_t columns = self.size(lead + 2);
  if (channels * (factor * factor) != self.size(lead))
    return fault(Error::InvalidArgument, "channels that the factor does not divide");
  TRY(resize_image(self, channels, rows * upscale_factor, columns * upscale_factor, out));
  const auto count = static_cast<int32_t>(out.numel());
  if (count == 0) return Error::Ok;
  const Blocks blocks = blocks_of(count, channels, factor, rows, columns);
  return move_blocks<selected::outputs(Operator::aten_pixel_shuffle_out)>(blocks, blocks.deep,
                                                                          blocks.wide, self, out);
}

// out[.., (c * r + i) * r + j, h, w] = self[.., c, h * r + i, w * r + j]
// Row-major; out must not alias.   Source: aten::pixel_unshuffle.out
Error pixel_unshuffle_out(KernelContext&, const Tensor& self, int64_t downscale_factor,
                          Tensor& out) {
  TRY(check(self, downscale_factor, out));
  const auto factor = static_cast<int32_t>(downscale_factor);
  const size_t lead = self.dim() - 3;
  const int32_t channels = self.size(lead);
  const int32_t rows = self.size(lead + 1) / factor;
  const int32_t columns = self.size(lead + 2) / factor;
  if (rows * factor != self.size(lead + 1) || columns * factor != self.size(lead + 2))
    return fault(Error::InvalidArgument, "a plane that the factor does not divide");
  TRY(resize_image(self, channels * downscale_factor * downscale_factor, rows, columns, out));
  const auto count = static_cast<int32_t>(out.numel());
  if (count == 0) return Error::Ok;
  const Blocks blocks = blocks_of(count, channels, factor, rows, columns);
  return move_blocks<selected::outputs(Operator::aten_pixel_unshuffle_out)>(blocks, blocks.wide,
                                                                            blocks.deep, self, out);
}

}  // namespace kerf::portable
