// The numbers of a convolution: its axes, channels and groups.
#pragma once

#include <stdint.h>

#include "core/fault.h"
#include "core/span.h"
#include "kernels/support/window.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// The forms of convolution that some selected call has: operators that have the same share loops.
template <bool kDilatedSome, bool kTransposedSome, bool kOneDimensionalSome,
          typename Bounded = Unbounded>
struct ConvolutionForms {
  using Bound = Bounded;  // of outputs
  static constexpr bool kDilated = kDilatedSome;
  static constexpr bool kTransposed = kTransposedSome;
  static constexpr bool kOneDimensional = kOneDimensionalSome;
};

// A convolution without its tensors, and the bounds of its outputs. One spatial dimension is a
// plane of one row.
template <typename Forms>
struct ConvolutionShape : Forms::Bound {
  using Axis = Window<Forms::kDilated>;

  int32_t group_inputs;  // channels of one group
  int32_t group_outputs;
  bool transposed_;
  Axis axes[2];  // rows, columns

  // Constant where it was not selected.
  bool transposed() const { return Forms::kTransposed && transposed_; }

  // Whether outputs are sums over channels alone.
  bool is_pointwise() const {
    const Axis& y = axes[0];
    const Axis& x = axes[1];
    return (y.kernel | x.kernel | y.stride | x.stride) == 1 && (y.padding | x.padding) == 0 &&
           !transposed();
  }

  Taps taps(size_t axis, int32_t output) const {
    return transposed() ? axes[axis].transposed_taps(output) : axes[axis].taps(output);
  }
};

// The arguments of a convolution with one number for each axis.
struct AxisLists {
  Span<const int64_t> stride;
  Span<const int64_t> padding;
  Span<const int64_t> dilation;
  Span<const int64_t> output_padding;
};

// Reads the parameters of one of `axes` axes, and computes its output size.
template <bool kDilated>
Error read_window(const AxisLists& lists, size_t axis, size_t axes, bool transposed,
                  Window<kDilated>& window) {
  KERF_TRY(read_axis(lists.stride, axis, axes, 1, window.stride));
  KERF_TRY(read_axis(lists.padding, axis, axes, 0, window.padding));
  KERF_TRY(read_axis(lists.dilation, axis, axes, 1, window.dilation));
  if (!kDilated && window.dilation != 1) {
    return fault(Error::NotSupported, "a dilation other than 1 was not selected");
  }
  if (!transposed) return window.set_output();
  int32_t extra;
  KERF_TRY(read_axis(lists.output_padding, axis, axes, 0, extra));
  if (extra >= window.stride && extra >= window.dilation) {
    return fault(Error::InvalidArgument,
                 "an output padding that is neither below stride nor dilation");
  }
  return window.set_transposed_output(extra);
}

// Sets the channels of a group. InvalidArgument where `groups` does not divide the channels.
template <typename Forms>
Error read_groups(const Tensor& input, const Tensor& weight, int64_t groups,
                  ConvolutionShape<Forms>& shape, int32_t& outputs) {
  const int32_t inputs = input.size(1);
  if (static_cast<uint64_t>(groups) - 1 >= static_cast<uint32_t>(inputs)) {
    return fault(Error::InvalidArgument, "a convolution with an impossible number of groups");
  }
  const int32_t count = static_cast<int32_t>(groups);
  shape.group_inputs = inputs / count;
  if (shape.group_inputs * count != inputs)
    return fault(Error::InvalidArgument, "channels that cannot be divided into groups");
  if (shape.transposed()) {
    shape.group_outputs = weight.size(1);
    const int64_t all = int64_t{shape.group_outputs} * count;
    if (weight.size(0) != inputs || all > INT32_MAX)
      return fault(Error::InvalidArgument, "weights that do not fit");
    outputs = static_cast<int32_t>(all);
  } else {
    outputs = weight.size(0);
    shape.group_outputs = outputs / count;
    if (weight.size(1) != shape.group_inputs || shape.group_outputs * count != outputs) {
      return fault(Error::InvalidArgument, "weights that do not fit the channels");
    }
  }
  return Error::Ok;
}

}  // namespace kerf::portable
