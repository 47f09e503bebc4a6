// What a convolution's input, weights and bias change.
#pragma once

#include <stdint.h>

#include "core/fault.h"
#include "core/libc.h"
#include "core/optional.h"
#include "core/span.h"
#include "kernels/context.h"
#include "kernels/dispatch.h"
#include "kernels/facts.h"
#include "kernels/portable/convolution.h"
#include "kernels/support/window.h"
#include "loops/sums.h"

namespace kerf::portable {

// The convolution whose result is the gradient of the input: transposed where `forward` is not.
template <typename Forms>
ConvolutionShape<Forms> reversed(const ConvolutionShape<Forms>& forward) {
  ConvolutionShape<Forms> shape = forward;
  shape.group_inputs = forward.group_outputs;
  shape.group_outputs = forward.group_inputs;
  shape.transposed_ = !forward.transposed_;
  for (auto& axis : shape.axes) {
    const int32_t in = axis.in;
    axis.in = axis.out;
    axis.out = in;
    // Output padding may be more than what the outputs see.
    const int64_t seen = int64_t{axis.out - 1} * axis.stride - axis.padding +
                         int64_t{axis.kernel - 1} * axis.spread() + 1;
    if (!shape.transposed_ && axis.in > seen) axis.in = seen < 0 ? 0 : static_cast<int32_t>(seen);
  }
  return shape;
}

// Which positions of the smaller tensor meet the larger one at place `k` of a kernel, along an
// axis, and where the first of them does.
struct Meeting {
  int32_t first;
  int32_t count;
  int32_t place;
};

template <bool kDilated>
Meeting meeting_of(const Window<kDilated>& axis, int32_t small, int32_t large, int32_t k) {
  const int32_t shift = k * axis.spread() - axis.padding;  // of place 0
  const int32_t first = shift < 0 ? ceil_div(-shift, axis.stride) : 0;
  int32_t end = large > shift ? ceil_div(large - shift, axis.stride) : 0;
  if (end > small) end = small;
  if (end <= first) return {0, 0, 0};
  return {first, end - first, first * axis.stride + shift};
}

// weight[s,b,v,u] = sum_{n,y,x} small[n,s,y,x] * large[n, g(s) B + b, y s - p + v d, x s - p + u d]
template <typename T, typename Forms>
void correlate(const ConvolutionShape<Forms>& shape, const Tensor& small, const Tensor& large,
               int32_t small_group, int32_t large_group, Tensor& weight) {
  const PlaneStrides by(small, Forms::kOneDimensional);
  const PlaneStrides in(large, Forms::kOneDimensional);
  const PlaneStrides to(weight, Forms::kOneDimensional);
  const auto& rows = shape.axes[0];
  const auto& columns = shape.axes[1];
  const bool back = shape.transposed();
  constexpr T kZero{};
  Sums<T> sums;
  sums.row = {};
  sums.column = {in.channel, 0, to.channel};
  sums.terms[0] = {small.size(0), in.outer, by.outer};
  for (int32_t s = 0; s < weight.size(0); ++s) {
    const T* x = large.const_data_ptr<T>() + s / small_group * large_group * in.channel;
    const T* w = small.const_data_ptr<T>() + s * by.channel;
    for (int32_t v = 0; v < rows.kernel; ++v) {
      const Meeting down =
          meeting_of(rows, back ? rows.in : rows.out, back ? rows.out : rows.in, v);
      sums.terms[1] = {down.count, down.count > 1 ? rows.stride * in.row : 0, by.row};
      for (int32_t u = 0; u < columns.kernel; ++u) {
        const Meeting across = meeting_of(columns, back ? columns.in : columns.out,
                                          back ? columns.out : columns.in, u);
        sums.terms[2] = {across.count, across.count > 1 ? columns.stride * in.column : 0,
                         by.column};
        sums.input = x + down.place * in.row + across.place * in.column;
        sums.weight = w + down.first * by.row + across.first * by.column;
        sums.start = &kZero;
        sums.out = weight.mutable_data_ptr<T>() + s * to.outer + v * to.row + u * to.column;
        sums.run(1, large_group);
      }
    }
  }
}

// out[c] = sum_{n,y,x} gradient[n,c,y,x]
template <typename T, typename Forms>
void sum_channels(const Tensor& gradient, Tensor& out) {
  const PlaneStrides in(gradient, Forms::kOneDimensional);
  const size_t last = gradient.dim() - 1;
  constexpr T kZero{};
  T one;
  store(&one, static_cast<WrapOf<T>>(1));
  Sums<T> sums;
  sums.row = {};
  sums.column = {in.channel, 0, 1};
  sums.terms[0] = {gradient.size(0), in.outer, 0};
  sums.terms[1] = {last == 3 ? gradient.size(2) : 1, in.row, 0};
  sums.terms[2] = {gradient.size(last), in.column, 0};
  sums.input = gradient.const_data_ptr<T>();
  sums.weight = &one;
  sums.start = &kZero;
  sums.out = out.mutable_data_ptr<T>();
  sums.run(1, out.size(0));
}

// Computes, for a convolution whose output changes by grad_output, the changes of
//   out0: its input; out1: its weight; out2: its bias, the sums of grad_output over a channel
// Each only where output_mask has it: other outputs are left as they are. Any dim orders; Half and
// BFloat16 are summed in float; outputs must not alias. The other arguments are those of
// convolution.out, and `bias_sizes` follows from them.
// Errors: those of convolution.out; InvalidArgument also where grad_output does not have the shape
// of the convolution's output, or output_mask not three values.
// Source: aten::convolution_backward.out
template <typename Facts>
Error convolution_backward_out(KernelContext&, const Tensor& grad_output, const Tensor& input,
                               const Tensor& weight,
                               const Optional<Span<const int64_t>>& /*bias_sizes*/,
                               Span<const int64_t> stride, Span<const int64_t> padding,
                               Span<const int64_t> dilation, bool transposed,
                               Span<const int64_t> output_padding, int64_t groups,
                               Span<const bool> output_mask, Tensor& out0, Tensor& out1,
                               Tensor& out2) {
  using Forms = ConvolutionForms<!Facts::dilation.is(1), true, Facts::input.may_have_rank(3)>;
  if (output_mask.size() != 3) return fault(Error::InvalidArgument, "a mask of another length");
  const ScalarType type = grad_output.scalar_type();
  Tensor* const results[] = {&out0, &out1, &out2};
  for (size_t i = 0; i < 3; ++i) {
    if (output_mask[i] && results[i]->scalar_type() != type)
      return fault(Error::InvalidType, "gradients of several dtypes");
  }
  if (input.scalar_type() != type || weight.scalar_type() != type)
    return fault(Error::InvalidType, "a convolution of several dtypes");
  const size_t rank = input.dim();
  if (rank != 4 && !(Forms::kOneDimensional && rank == 3)) {
    return fault(Error::NotSupported,
                 "a convolution over a number of dimensions that was not selected");
  }
  if (weight.dim() != rank || grad_output.dim() != rank)
    return fault(Error::InvalidArgument, "weights whose rank is not the input's");
  ConvolutionShape<Forms> shape;
  shape.transposed_ = transposed;
  int32_t sizes[4];
  sizes[0] = input.size(0);
  KERF_TRY(read_groups(input, weight, groups, shape, sizes[1]));
  const AxisLists lists{stride, padding, dilation, output_padding};
  const size_t axes = rank - 2;
  if (axes == 1) shape.axes[0] = {1, 1, 1, 1, 0, 1, 0, 0};
  for (size_t axis = 0; axis < axes; ++axis) {
    auto& window = shape.axes[2 - axes + axis];
    window.in = input.size(2 + axis);
    window.kernel = weight.size(2 + axis);
    KERF_TRY(read_window(lists, axis, axes, shape.transposed(), window));
    sizes[2 + axis] = window.out;
  }
  for (size_t i = 0; i < rank; ++i) {
    if (grad_output.size(i) != sizes[i])
      return fault(Error::InvalidArgument, "gradients that are not those of the output");
  }
  if (output_mask[0]) KERF_TRY(resize(out0, input.sizes()));
  if (output_mask[1]) KERF_TRY(resize(out1, weight.sizes()));
  if (output_mask[2]) KERF_TRY(resize(out2, {sizes + 1, 1}));
  if (grad_output.numel() == 0 || weight.numel() == 0) {
    for (size_t i = 0; i < 3; ++i) {
      if (output_mask[i] && results[i]->numel() != 0)
        libc::fill(results[i]->mutable_data_ptr(), 0, results[i]->nbytes());
    }
    return Error::Ok;
  }
  return dispatch<Facts::grad_output.dtypes>(type, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    if (output_mask[0]) {
      ConvolutionShape<Forms> back = reversed(shape);
      convolve<T>(back, grad_output, weight, static_cast<const T*>(nullptr), out0,
                  WholeConvolution{});
    }
    if (output_mask[1]) {
      if (shape.transposed()) {
        correlate<T>(shape, input, grad_output, shape.group_inputs, shape.group_outputs, out1);
      } else {
        correlate<T>(shape, grad_output, input, shape.group_outputs, shape.group_inputs, out1);
      }
    }
    if (output_mask[2]) sum_channels<T, Forms>(grad_output, out2);
    return Error::Ok;
  });
}

}  // namespace kerf::portable
