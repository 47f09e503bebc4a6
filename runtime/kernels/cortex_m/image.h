// Images whose channels are adjacent in memory, and what an output pixel sees of one.
#pragma once

#include <stdint.h>

#include "core/fault.h"
#include "kernels/portable/window.h"
#include "tensor/tensor.h"

namespace kerf::cortex_m {

using Axis = portable::Window<true>;

// The dimensions of batches, rows, columns and channels in a tensor.
struct ImageDims {
  uint8_t at[4];
};
inline constexpr ImageDims kChannelsSecond = {{0, 2, 3, 1}};
inline constexpr ImageDims kChannelsLast = {{0, 1, 2, 3}};

// Ok where `tensor` is four-dimensional and batches, rows, columns and channels are nested so in
// memory; else InvalidArgument.
[[gnu::noinline]] inline Error check_image(const Tensor& tensor, const ImageDims& dims) {
  int32_t strides[kMaxRank];
  bool nested = tensor.dim() == 4;
  if (nested) {
    compute_strides(tensor, strides);
    int32_t stride = 1;
    for (size_t i = 4; i-- > 0;) {
      const uint8_t dim = dims.at[i];
      // Where a dimension is of one element its stride does not matter.
      if (tensor.size(dim) == 1) continue;
      nested = nested && strides[dim] == stride;
      stride *= tensor.size(dim);
    }
  }
  if (!nested) return fault(Error::InvalidArgument, "an image whose channels are not adjacent");
  return Error::Ok;
}

// Resizes `out` to those sizes: batches, rows, columns, channels. Errors: InvalidArgument as
// resize() and check_image().
[[gnu::noinline]] inline Error resize_image(Tensor& out, const ImageDims& dims, int32_t batches,
                                            int32_t rows, int32_t columns, int32_t channels) {
  if (out.dim() != 4) return fault(Error::InvalidArgument, "an output that is not an image");
  int32_t sizes[4];
  sizes[dims.at[0]] = batches;
  sizes[dims.at[1]] = rows;
  sizes[dims.at[2]] = columns;
  sizes[dims.at[3]] = channels;
  KERF_TRY(resize(out, {sizes, 4}));
  return check_image(out, dims);
}

}  // namespace kerf::cortex_m
