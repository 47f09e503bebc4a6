// Convolutions of quantized images.
#pragma once

#include <stdint.h>

#include "core/libc.h"
#include "core/optional.h"
#include "core/span.h"
#include "kernels/context.h"
#include "kernels/cortex_m/image.h"
#include "kernels/cortex_m/products.h"
#include "kernels/cortex_m/sums.h"
#include "kernels/facts.h"

namespace kerf::cortex_m {

// The arguments that all convolutions have.
struct ConvolutionArguments {
  const Tensor& input;
  const Tensor& weight;
  const Optional<Tensor>& bias;
  Span<const int64_t> stride;
  Span<const int64_t> padding;
  Span<const int64_t> output_padding;  // of a transposed one
  Span<const int64_t> dilation;
  int64_t input_offset;
  int64_t output_offset;
  const Tensor& multipliers;
  const Tensor& shifts;
  int64_t activation_min;
  int64_t activation_max;
};

// A convolution whose arguments are checked. Pixels have `channels` adjacent channels.
struct Convolution {
  Axis axes[2];  // rows, columns
  int32_t batches;
  int32_t channels;
  int32_t filters;
  int32_t offset;  // minus the zero point of inputs
  const int8_t* input;
  const int8_t* weight;
  int8_t* out;
  int32_t* start;
  const int8_t** inputs;  // of the taps of one output: pixels of the image, or `padding`
  int8_t* padding;        // a pixel of zeros
  Int8Result result;

  int32_t taps() const { return axes[0].kernel * axes[1].kernel; }

  // Reads and checks what all have in common and resizes `out`; `weight` has dimensions (.., rows,
  // columns, ..). Errors: InvalidArgument.
  template <bool kTransposed>
  [[gnu::noinline]] Error read(const ConvolutionArguments& arguments, const ImageDims& dims,
                               size_t filter_dim, Tensor& to) {
    const Tensor& image = arguments.input;
    KERF_TRY(check_image(image, dims));
    KERF_TRY(check_image(arguments.weight, kChannelsLast));
    for (size_t i = 0; i < 2; ++i) {
      Axis& axis = axes[i];
      axis.in = image.size(dims.at[1 + i]);
      axis.kernel = arguments.weight.size(1 + i);
      KERF_TRY(portable::read_axis(arguments.stride, i, 2, 1, axis.stride));
      KERF_TRY(portable::read_axis(arguments.padding, i, 2, 0, axis.padding));
      KERF_TRY(portable::read_axis(arguments.dilation, i, 2, 1, axis.dilation));
      if constexpr (kTransposed) {
        int32_t extra;
        KERF_TRY(portable::read_axis(arguments.output_padding, i, 2, 0, extra));
        if (extra >= axis.stride && extra >= axis.dilation)
          return fault(Error::InvalidArgument, "an output padding that is not possible");
        KERF_TRY(axis.set_transposed_output(extra));
      } else {
        KERF_TRY(axis.set_output());
      }
    }
    batches = image.size(dims.at[0]);
    channels = image.size(dims.at[3]);
    filters = arguments.weight.size(filter_dim);
    KERF_TRY(read_input_offset(arguments.input_offset, offset));
    KERF_TRY(read_bounds(arguments.output_offset, arguments.activation_min,
                         arguments.activation_max, result));
    KERF_TRY(check_scales(arguments.multipliers, arguments.shifts, filters));
    KERF_TRY(resize_image(to, dims, batches, axes[0].out, axes[1].out, filters));
    input = image.const_data_ptr<int8_t>();
    weight = arguments.weight.const_data_ptr<int8_t>();
    out = to.mutable_data_ptr<int8_t>();
    result.multiplier = arguments.multipliers.const_data_ptr<int32_t>();
    result.shift = arguments.shifts.const_data_ptr<int32_t>();
    return Error::Ok;
  }

  // Sets `start`. Errors: InvalidArgument (a bias of another length); MemoryAllocationFailed.
  [[gnu::noinline]] Error fold(KernelContext& context, const Optional<Tensor>& bias, int32_t terms,
                               FilterSteps step) {
    const int32_t* begin = nullptr;
    if (bias) {
      KERF_TRY(check_per_filter(*bias, filters));
      begin = bias->const_data_ptr<int32_t>();
    }
    start = context.scratch<int32_t>(static_cast<size_t>(filters));
    if (start == nullptr) return Error::MemoryAllocationFailed;
    fold_offsets(start, begin, weight, step, filters, terms, offset, 0);
    result.start = start;
    return Error::Ok;
  }

  // The input along `axis` that output `o` multiplies with tap `k`; -1 where that is padding.
  template <bool kTransposed>
  static int32_t place(const Axis& axis, int32_t o, int32_t k) {
    int32_t i;
    if constexpr (kTransposed) {
      const int32_t at = o + axis.padding - k * axis.dilation;
      i = at / axis.stride;
      if (at < 0 || i * axis.stride != at) return -1;
    } else {
      i = o * axis.stride - axis.padding + k * axis.dilation;
    }
    return static_cast<uint32_t>(i) < static_cast<uint32_t>(axis.in) ? i : -1;
  }

  // Allocates `inputs` and `padding`. Error: MemoryAllocationFailed.
  [[gnu::noinline]] Error allocate(KernelContext& context) {
    inputs = context.scratch<const int8_t*>(static_cast<size_t>(taps()));
    padding = context.scratch<int8_t>(static_cast<size_t>(channels));
    if (inputs == nullptr || padding == nullptr) return Error::MemoryAllocationFailed;
    libc::fill(padding, -offset, static_cast<size_t>(channels));
    return Error::Ok;
  }

  // Sets `inputs` to the pixels that each tap of output (n, y, x) sees.
  template <bool kTransposed>
  [[gnu::noinline]] void locate(int32_t n, int32_t y, int32_t x) const {
    const int8_t** at = inputs;
    for (int32_t j = 0; j < axes[0].kernel; ++j) {
      const int32_t v = place<kTransposed>(axes[0], y, j);
      const int32_t row = (n * axes[0].in + v) * axes[1].in;
      for (int32_t k = 0; k < axes[1].kernel; ++k) {
        const int32_t u = place<kTransposed>(axes[1], x, k);
        *at++ = (v | u) < 0 ? padding : input + (row + u) * channels;
      }
    }
  }

  // A place among the outputs, batches, rows and columns.
  struct Place {
    int32_t n = 0;
    int32_t y = 0;
    int32_t x = 0;

    void next(const Axis (&a)[2]) {
      if (++x < a[1].out) return;
      x = 0;
      if (++y < a[0].out) return;
      y = 0;
      ++n;
    }
  };

  // Convolves with filters of `depth` channels: each of the groups with its own. `patch` has room
  // for the inputs of four outputs.
  template <bool kTransposed>
  [[gnu::noinline]] void run(int32_t depth, int8_t* patch) const {
    const int32_t groups = channels / depth;
    const int32_t terms = taps() * depth;
    const int32_t pixels = batches * axes[0].out * axes[1].out;
    Product product{weight, filters / groups, terms, result, 1, filters};
    for (int32_t g = 0; g < groups; ++g) {
      int8_t* to = out + g * product.filters;
      const int8_t* from = input + g * depth;
      Place place;
      for (int32_t rest = pixels; rest > 0; rest -= 4) {
        const int32_t count = rest < 4 ? rest : 4;
        int8_t* gathered = patch;
        for (int32_t i = patch == nullptr ? count : 0; i < count; ++i, place.next(axes)) {
          locate<kTransposed>(place.n, place.y, place.x);
          const int8_t* const* at = inputs;
          for (int32_t t = taps(); t > 0; --t, gathered += depth)
            libc::copy(gathered, *at++ + g * depth, static_cast<size_t>(depth));
        }
        if (patch == nullptr) {
          product.run(from, channels, count, to);
          from += 4 * channels;
        } else {
          product.run(patch, terms, count, to);
        }
        to += 4 * filters;
      }
      product.weights += product.filters * terms;
      product.result.start += product.filters;
      product.result.multiplier += product.filters;
      product.result.shift += product.filters;
    }
  }

  // Whether outputs are inputs: nothing needs to be gathered.
  bool in_place() const {
    for (const Axis& axis : axes) {
      if (axis.kernel != 1 || axis.stride != 1 || axis.padding != 0) return false;
    }
    return true;
  }

  // Convolves each channel with filters of its own, `multiplier` of them.
  [[gnu::noinline]] void run_channels(int32_t multiplier) const {
    const bool shared = multiplier != 1;
    const int32_t pixels = batches * axes[0].out * axes[1].out;
    Place place;
    Int8Taps sums{inputs, taps(), shared ? 0 : 1, weight, filters, result, out};
    for (int32_t rest = pixels; rest > 0; --rest, place.next(axes)) {
      locate<false>(place.n, place.y, place.x);
      if (!shared) {
        sums.run(0, 0, channels);
      } else {
        for (int32_t c = 0; c < channels; ++c) sums.run(c, c * multiplier, multiplier);
      }
      sums.out += filters;
    }
  }
};

// out[n, m, y, x] = clamp(rescale(bias[m] + sum over c, j, k of
//     (input[n, g * depth + c, y s - p + j d, x s - p + k d] + input_offset) * weight[m, j, k, c])
//     + output_offset)
// s stride, p padding, d dilation of the axis; padding holds -input_offset. Filters of `depth`
// channels in channels / depth groups g; a scale for each filter; sums modulo 2^32.
template <bool kTransposed, typename Facts>
Error convolve(KernelContext& context, const ConvolutionArguments& arguments, const ImageDims& dims,
               Tensor& out) {
  Convolution convolution;
  KERF_TRY(convolution.read<kTransposed>(arguments, dims, 0, out));
  const int32_t depth = arguments.weight.size(3);
  const int32_t groups = depth < 1 ? 0 : convolution.channels / depth;
  if (groups < 1 || groups * depth != convolution.channels || convolution.filters % groups != 0)
    return fault(Error::InvalidArgument, "channels that the groups do not divide");
  if (out.numel() == 0) return Error::Ok;
  const int32_t terms = convolution.taps() * depth;
  KERF_TRY(convolution.fold(context, arguments.bias, terms, {terms, 1}));
  int8_t* patch = nullptr;
  if (!convolution.in_place()) {
    KERF_TRY(convolution.allocate(context));
    patch = context.scratch<int8_t>(4 * static_cast<size_t>(terms));
    if (patch == nullptr) return Error::MemoryAllocationFailed;
  }
  convolution.run<kTransposed>(depth, patch);
  return Error::Ok;
}

// Errors of all: InvalidArgument (ranks, sizes, dim orders, axes, scales, offsets or bounds that
// are not possible, images whose channels are not adjacent in memory, out cannot have the shape);
// MemoryAllocationFailed. Lists have one number, or two: height, width. Tensors named `scratch` are
// not used. out must not alias.

// As convolve().   Source: cortex_m::quantized_conv2d.out, arm_convolve_s8 of CMSIS-NN
template <typename Facts>
Error quantized_conv2d_out(KernelContext& context, const Tensor& input, const Tensor& weight,
                           const Optional<Tensor>& bias, Span<const int64_t> stride,
                           Span<const int64_t> padding, Span<const int64_t> dilation,
                           int64_t input_offset, int64_t output_offset,
                           const Tensor& requantize_multipliers, const Tensor& requantize_shifts,
                           int64_t activation_min, int64_t activation_max, const Tensor&,
                           Tensor& out) {
  return convolve<false, Facts>(context,
                                {input,
                                 weight,
                                 bias,
                                 stride,
                                 padding,
                                 {},
                                 dilation,
                                 input_offset,
                                 output_offset,
                                 requantize_multipliers,
                                 requantize_shifts,
                                 activation_min,
                                 activation_max},
                                kChannelsSecond, out);
}

// As convolve() for images whose channels are the last dimension.
// Source: cortex_m::quantized_conv2d_nhwc.out
template <typename Facts>
Error quantized_conv2d_nhwc_out(KernelContext& context, const Tensor& input, const Tensor& weight,
                                const Optional<Tensor>& bias, Span<const int64_t> stride,
                                Span<const int64_t> padding, Span<const int64_t> dilation,
                                int64_t input_offset, int64_t output_offset,
                                const Tensor& requantize_multipliers,
                                const Tensor& requantize_shifts, int64_t activation_min,
                                int64_t activation_max, const Tensor&, Tensor& out) {
  return convolve<false, Facts>(context,
                                {input,
                                 weight,
                                 bias,
                                 stride,
                                 padding,
                                 {},
                                 dilation,
                                 input_offset,
                                 output_offset,
                                 requantize_multipliers,
                                 requantize_shifts,
                                 activation_min,
                                 activation_max},
                                kChannelsLast, out);
}

// out as of convolve(), where an input is multiplied with filter element (j, k) at each output
// whose place (y + p - j d, x + p - k d) is s times the input's; weight[m, j, k, c]. Source:
// cortex_m::quantized_transpose_conv2d.out, arm_transpose_conv_s8 of CMSIS-NN
template <typename Facts>
Error quantized_transpose_conv2d_out(
    KernelContext& context, const Tensor& input, const Tensor& weight, const Optional<Tensor>& bias,
    Span<const int64_t> stride, Span<const int64_t> padding, Span<const int64_t> output_padding,
    Span<const int64_t> dilation, int64_t input_offset, int64_t output_offset,
    const Tensor& requantize_multipliers, const Tensor& requantize_shifts, int64_t activation_min,
    int64_t activation_max, const Tensor&, const Tensor&, Tensor& out) {
  return convolve<true, Facts>(
      context,
      {input, weight, bias, stride, padding, output_padding, dilation, input_offset, output_offset,
       requantize_multipliers, requantize_shifts, activation_min, activation_max},
      kChannelsSecond, out);
}

// The same for images whose channels are the last dimension.
// Source: cortex_m::quantized_transpose_conv2d_nhwc.out
template <typename Facts>
Error quantized_transpose_conv2d_nhwc_out(
    KernelContext& context, const Tensor& input, const Tensor& weight, const Optional<Tensor>& bias,
    Span<const int64_t> stride, Span<const int64_t> padding, Span<const int64_t> output_padding,
    Span<const int64_t> dilation, int64_t input_offset, int64_t output_offset,
    const Tensor& requantize_multipliers, const Tensor& requantize_shifts, int64_t activation_min,
    int64_t activation_max, const Tensor&, const Tensor&, Tensor& out) {
  return convolve<true, Facts>(
      context,
      {input, weight, bias, stride, padding, output_padding, dilation, input_offset, output_offset,
       requantize_multipliers, requantize_shifts, activation_min, activation_max},
      kChannelsLast, out);
}

// out[n, m, y, x] = clamp(rescale(bias[m] + sum over j, k of
//     (input[n, m / depth_multiplier, y s - p + j d, x s - p + k d] + input_offset)
//     * weight[0, j, k, m]) + output_offset): as convolve().
template <typename Facts>
Error convolve_channels(KernelContext& context, const ConvolutionArguments& arguments,
                        int64_t depth_multiplier, const ImageDims& dims, Tensor& out) {
  Convolution convolution;
  KERF_TRY(convolution.read<false>(arguments, dims, 3, out));
  const int32_t filters = convolution.filters;
  if (arguments.weight.size(0) != 1 || depth_multiplier < 1 || depth_multiplier > filters ||
      depth_multiplier * convolution.channels != filters)
    return fault(Error::InvalidArgument, "filters that the channels do not divide");
  if (out.numel() == 0) return Error::Ok;
  const int32_t taps = convolution.taps();
  KERF_TRY(convolution.fold(context, arguments.bias, taps, {1, filters}));
  KERF_TRY(convolution.allocate(context));
  if constexpr (Facts::depth_multiplier.is(1)) {
    if (depth_multiplier != 1)
      return fault(Error::NotSupported, "a depth multiplier that was not selected");
    convolution.run_channels(1);
  } else {
    convolution.run_channels(static_cast<int32_t>(depth_multiplier));
  }
  return Error::Ok;
}

// As convolve_channels().
// Source: cortex_m::quantized_depthwise_conv2d.out, arm_depthwise_conv_s8 of CMSIS-NN
template <typename Facts>
Error quantized_depthwise_conv2d_out(KernelContext& context, const Tensor& input,
                                     const Tensor& weight, const Optional<Tensor>& bias,
                                     Span<const int64_t> stride, Span<const int64_t> padding,
                                     Span<const int64_t> dilation, int64_t depth_multiplier,
                                     int64_t input_offset, int64_t output_offset,
                                     const Tensor& requantize_multipliers,
                                     const Tensor& requantize_shifts, int64_t activation_min,
                                     int64_t activation_max, const Tensor&, Tensor& out) {
  return convolve_channels<Facts>(context,
                                  {input,
                                   weight,
                                   bias,
                                   stride,
                                   padding,
                                   {},
                                   dilation,
                                   input_offset,
                                   output_offset,
                                   requantize_multipliers,
                                   requantize_shifts,
                                   activation_min,
                                   activation_max},
                                  depth_multiplier, kChannelsSecond, out);
}

// The same for images whose channels are the last dimension.
// Source: cortex_m::quantized_depthwise_conv2d_nhwc.out
template <typename Facts>
Error quantized_depthwise_conv2d_nhwc_out(KernelContext& context, const Tensor& input,
                                          const Tensor& weight, const Optional<Tensor>& bias,
                                          Span<const int64_t> stride, Span<const int64_t> padding,
                                          Span<const int64_t> dilation, int64_t depth_multiplier,
                                          int64_t input_offset, int64_t output_offset,
                                          const Tensor& requantize_multipliers,
                                          const Tensor& requantize_shifts, int64_t activation_min,
                                          int64_t activation_max, const Tensor&, Tensor& out) {
  return convolve_channels<Facts>(context,
                                  {input,
                                   weight,
                                   bias,
                                   stride,
                                   padding,
                                   {},
                                   dilation,
                                   input_offset,
                                   output_offset,
                                   requantize_multipliers,
                                   requantize_shifts,
                                   activation_min,
                                   activation_max},
                                  depth_multiplier, kChannelsLast, out);
}

}  // namespace kerf::cortex_m
