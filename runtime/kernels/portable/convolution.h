// Convolutions over one or two spatial dimensions.
#pragma once

#include "core/optional.h"
#include "core/span.h"
#include "kernels/context.h"
#include "kernels/dispatch.h"
#include "kernels/facts.h"
#include "kernels/portable/window.h"
#include "loops/sums.h"

namespace kerf::portable {
// The forms of convolution that some selected call has: operators that have the same share loops.
template <bool kDilatedSome, bool kTransposedSome, bool kOneDimensionalSome>
struct ConvolutionForms {
  static constexpr bool kDilated = kDilatedSome;
  static constexpr bool kTransposed = kTransposedSome;
  static constexpr bool kOneDimensional = kOneDimensionalSome;
};

// A convolution without its tensors. One spatial dimension is a plane of one row.
template <typename Forms>
struct ConvolutionShape {
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

// A tensor's strides by meaning: batch (of a weight: outer channel), channel, row, column.
struct PlaneStrides {
  PlaneStrides(const Tensor& tensor, bool one_dimensional) {
    compute_strides(tensor, &outer);
    if (one_dimensional && tensor.dim() == 3) column = row;
  }
  int32_t outer;
  int32_t channel;
  int32_t row;
  int32_t column;
};

template <typename T, typename Forms>
void convolve(ConvolutionShape<Forms>& shape, const Tensor& input, const Tensor& weight,
              const T* bias, Tensor& out) {
  const PlaneStrides in(input, Forms::kOneDimensional);
  const PlaneStrides by(weight, Forms::kOneDimensional);
  const PlaneStrides to(out, Forms::kOneDimensional);
  auto& rows = shape.axes[0];
  auto& columns = shape.axes[1];
  rows.input_stride = in.row;
  rows.weight_stride = by.row;
  columns.input_stride = in.column;
  columns.weight_stride = by.column;
  if (shape.is_pointwise() && in.row == columns.in * in.column &&
      to.row == columns.in * to.column) {
    columns.in = columns.out = columns.in * rows.in;
    rows.in = rows.out = 1;
  }
  constexpr T kZero{};
  Sums<T> sums;
  sums.step.start = 0;
  // The loop over channels is the innermost where the kernel has one column.
  const size_t channel_loop = columns.kernel == 1 ? 2 : 0;
  sums.terms[channel_loop] = {shape.group_inputs, in.channel,
                              shape.transposed() ? by.outer : by.channel};
  for (int32_t n = 0; n < out.size(0); ++n) {
    for (int32_t c = 0; c < out.size(1); ++c) {
      const int32_t group = c / shape.group_outputs;
      const int32_t first_input = group * shape.group_inputs;
      const T* x = input.const_data_ptr<T>() + n * in.outer + first_input * in.channel;
      const T* w = weight.const_data_ptr<T>() +
                   (shape.transposed()
                        ? first_input * by.outer + (c - group * shape.group_outputs) * by.channel
                        : c * by.outer);
      for (int32_t column = 0; column < columns.out;) {
        const Taps across = shape.taps(1, column);
        sums.terms[2 - channel_loop] = across.terms;
        for (int32_t row = 0; row < rows.out;) {
          const Taps down = shape.taps(0, row);
          sums.terms[1] = down.terms;
          // Outputs whose columns differ in their terms are computed column by column.
          const bool by_column = across.outputs == 1;
          const auto& along = by_column ? rows : columns;
          const int32_t count = by_column ? down.outputs : across.outputs;
          sums.step.input = count > 1 ? along.stride * along.input_stride : 0;  // fits if used
          sums.step.out = by_column ? to.row : to.column;
          sums.input = x + down.input + across.input;
          sums.weight = w + down.weight + across.weight;
          sums.start = bias == nullptr ? &kZero : bias + c;
          sums.out = out.mutable_data_ptr<T>() + n * to.outer + c * to.channel + row * to.row +
                     column * to.column;
          sums.run(count);
          row += by_column ? count : 1;
        }
        column += across.outputs;
      }
    }
  }
}

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

// out[n,o,y,x] = bias[o]
//     + sum_{i,v,u} input[n, g(o) I + i, y s - p + v d, x s - p + u d] * weight[o,i,v,u]
// I: input channels of a group, g(o): the group of o; s stride, p padding, d dilation of the axis;
// terms outside the input are 0.
// Transposed: input[n,i,y,x] * weight[i,o,v,u] is a term of out[n, o, y s - p + v d, x s - p + u
// d]. Any dim orders; Half and BFloat16 are summed in float, integers wrap; `out` must not
// alias. One or two spatial dimensions; lists have one number for each of them, or one for all.
// Errors: InvalidArgument (ranks, channels, groups or sizes that do not fit, a negative or zero
// parameter, out cannot have the shape); InvalidType (dtypes that differ); NotSupported (form not
// selected).   Source: aten::convolution.out
template <typename Facts>
Error convolution_out(KernelContext&, const Tensor& input, const Tensor& weight,
                      const Optional<Tensor>& bias, Span<const int64_t> stride,
                      Span<const int64_t> padding, Span<const int64_t> dilation, bool transposed,
                      Span<const int64_t> output_padding, int64_t groups, Tensor& out) {
  using Forms = ConvolutionForms<!Facts::dilation.is(1), !Facts::transposed.is(0),
                                 Facts::input.may_have_rank(3)>;
  constexpr bool kBias = Facts::bias.present();
  constexpr bool kOneDtype =
      one_dtype(Facts::input.dtypes, Facts::weight.dtypes,
                kBias ? Facts::bias.dtypes : Facts::input.dtypes, Facts::out.dtypes);
  if (transposed && !Forms::kTransposed) {
    return fault(Error::NotSupported, "a transposed convolution was not selected");
  }
  if (bias && !kBias) {
    return fault(Error::NotSupported, "a convolution with bias was not selected");
  }
  if (input.dim() != 4 && !(Forms::kOneDimensional && input.dim() == 3)) {
    return fault(Error::NotSupported,
                 "a convolution over a number of dimensions that was not selected");
  }
  if (weight.dim() != input.dim())
    return fault(Error::InvalidArgument, "weights whose rank is not the input's");
  ConvolutionShape<Forms> shape;
  shape.transposed_ = transposed;
  int32_t sizes[4];
  sizes[0] = input.size(0);
  KERF_TRY(read_groups(input, weight, groups, shape, sizes[1]));
  const AxisLists lists{stride, padding, dilation, output_padding};
  const size_t axes = Forms::kOneDimensional ? input.dim() - 2 : 2;
  if (Forms::kOneDimensional && axes == 1) shape.axes[0] = {1, 1, 1, 1, 0, 1, 0, 0};
  for (size_t axis = 0; axis < axes; ++axis) {
    auto& window = shape.axes[2 - axes + axis];
    window.in = input.size(2 + axis);
    window.kernel = weight.size(2 + axis);
    KERF_TRY(read_window(lists, axis, axes, shape.transposed(), window));
    sizes[2 + axis] = window.out;
  }
  KERF_TRY(resize(out, {sizes, input.dim()}));
  if (out.numel() == 0) return Error::Ok;
  if (kBias && bias && (bias->dim() != 1 || bias->size(0) != sizes[1])) {
    return fault(Error::InvalidArgument, "a bias that is not one number for each channel");
  }
  const ScalarType type = out.scalar_type();
  if (!kOneDtype && (input.scalar_type() != type || weight.scalar_type() != type ||
                     (kBias && bias && bias->scalar_type() != type))) {
    return fault(Error::InvalidType, "a convolution of several dtypes");
  }
  return dispatch<Facts::out.dtypes>(type, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    const bool biased = kBias && bias;
    convolve<T>(shape, input, weight, biased ? bias->const_data_ptr<T>() : nullptr, out);
    return Error::Ok;
  });
}

}  // namespace kerf::portable
