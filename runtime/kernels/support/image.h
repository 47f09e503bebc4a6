// Images whose channels are adjacent in memory, and what an output pixel sees of one.
#pragma once

#include <stdint.h>

#include "core/fault.h"
#include "core/result.h"
#include "core/span.h"
#include "kernels/support/window.h"
#include "tensor/tensor.h"

namespace kerf::integers {

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

// How a window moves over an image: lists of one number, or two for rows and columns.
struct WindowLists {
  Span<const int64_t> stride;
  Span<const int64_t> padding;
  Span<const int64_t> dilation;
};

// An image, and what outputs see of it. Pixels have `channels` adjacent channels.
struct ImageWindow {
  Axis axes[2];  // rows, columns
  int32_t batches;
  int32_t channels;

  // Reads and checks all but the kernels of the axes and their outputs, which are those of `out`
  // without kChecks. Errors: InvalidArgument.
  template <bool kChecks>
  [[gnu::noinline]] Error read_image(const Tensor& image, const ImageDims& dims,
                                     const WindowLists& lists, [[maybe_unused]] const Tensor& out) {
    if constexpr (kChecks) KERF_TRY(check_image(image, dims));
    batches = image.size(dims.at[0]);
    channels = image.size(dims.at[3]);
    int32_t pitch = channels;
    for (size_t i = 2; i-- > 0;) {
      Axis& axis = axes[i];
      axis.in = image.size(dims.at[1 + i]);
      axis.input_stride = pitch;
      pitch *= axis.in;
      KERF_TRY(portable::read_axis<kChecks>(lists.stride, i, 2, 1, axis.stride));
      KERF_TRY(portable::read_axis<kChecks>(lists.padding, i, 2, 0, axis.padding));
      KERF_TRY(portable::read_axis<kChecks>(lists.dilation, i, 2, 1, axis.dilation));
      if constexpr (!kChecks) axis.out = out.size(dims.at[1 + i]);
    }
    return Error::Ok;
  }

  // Resizes `out` to an image of these outputs. Errors: InvalidArgument as resize() and
  // check_image().
  [[gnu::noinline]] Error resize_image(Tensor& out, const ImageDims& dims, int32_t filters) const {
    if (out.dim() != 4) return fault(Error::InvalidArgument, "an output that is not an image");
    int32_t sizes[4];
    sizes[dims.at[0]] = batches;
    sizes[dims.at[1]] = axes[0].out;
    sizes[dims.at[2]] = axes[1].out;
    sizes[dims.at[3]] = filters;
    KERF_TRY(resize(out, {sizes, 4}));
    return check_image(out, dims);
  }
};

}  // namespace kerf::integers
