// Convolutions of quantized images.
#pragma once

#include <stdint.h>

#include "core/optional.h"
#include "core/span.h"
#include "kernels/context.h"
#include "kernels/facts.h"
#include "kernels/support/image_channels.h"
#include "kernels/support/image_convolution.h"
#include "kernels/support/image_products.h"

namespace kerf::cortex_m {

// out[n, m, y, x] = clamp(rescale(bias[m] + sum over c, j, k of
//     (input[n, g * depth + c, y s - p + j d, x s - p + k d] + input_offset) * weight[m, j, k, c])
//     + output_offset)
// s stride, p padding, d dilation of the axis; padding holds -input_offset. Filters of `depth`
// channels in channels / depth groups g; a scale for each filter; sums modulo 2^32.
template <typename Windows, typename Facts>
Error convolve(KernelContext& context, const integers::ConvolutionArguments& arguments,
               const integers::ImageDims& dims, Tensor& out) {
  constexpr bool kChecks = !proves<Facts>(Proof::checked);
  integers::Convolution convolution;
  KERF_TRY((convolution.read<Windows, Facts::requantize_shifts.dtypes, kChecks>(context, arguments,
                                                                                dims, 0, out)));
  const int32_t depth = arguments.weight.size(3);
  if constexpr (kChecks) {
    const int32_t groups = depth < 1 ? 0 : convolution.channels / depth;
    if (groups < 1 || groups * depth != convolution.channels || convolution.filters % groups != 0)
      return fault(Error::InvalidArgument, "channels that the groups do not divide");
    if (out.numel() == 0) return Error::Ok;
  }
  constexpr bool kOverlaps = !Windows::kTransposed && needs<Facts>(Trait::overlap);
  using Product = typename integers::ProductOf<proves<Facts>(Proof::packed),
                                               proves<Facts>(Proof::folded)>::Type;
  return integers::convolve_products<Windows, Product, kChecks, kOverlaps>(context, convolution,
                                                                           arguments.bias, depth);
}

// Errors of all: InvalidArgument (ranks, sizes, dim orders, axes, scales, offsets or bounds that
// are not possible, images whose channels are not adjacent in memory, out cannot have the shape);
// MemoryAllocationFailed; InvalidProgram (an output that overlaps too much of the input). Lists
// have one number, or two: height, width. Tensors named `scratch` are not used. out may begin so
// far before or behind input as `overlap` in functions.yaml says.

// As convolve().   Source: cortex_m::quantized_conv2d.out, arm_convolve_s8 of CMSIS-NN
template <typename Facts>
Error quantized_conv2d_out(KernelContext& context, const Tensor& input, const Tensor& weight,
                           const Optional<Tensor>& bias, Span<const int64_t> stride,
                           Span<const int64_t> padding, Span<const int64_t> dilation,
                           Int32 input_offset, Int32 output_offset,
                           const Tensor& requantize_multipliers, const Tensor& requantize_shifts,
                           Int32 activation_min, Int32 activation_max, const Tensor&, Tensor& out) {
  return convolve<integers::Windows, Facts>(context,
                                            {input,
                                             weight,
                                             bias,
                                             {stride, padding, dilation},
                                             {},
                                             input_offset,
                                             output_offset,
                                             requantize_multipliers,
                                             requantize_shifts,
                                             activation_min,
                                             activation_max},
                                            integers::kChannelsSecond, out);
}

// As convolve() for images whose channels are the last dimension.
// Source: cortex_m::quantized_conv2d_nhwc.out
template <typename Facts>
Error quantized_conv2d_nhwc_out(KernelContext& context, const Tensor& input, const Tensor& weight,
                                const Optional<Tensor>& bias, Span<const int64_t> stride,
                                Span<const int64_t> padding, Span<const int64_t> dilation,
                                Int32 input_offset, Int32 output_offset,
                                const Tensor& requantize_multipliers,
                                const Tensor& requantize_shifts, Int32 activation_min,
                                Int32 activation_max, const Tensor&, Tensor& out) {
  return convolve<integers::Windows, Facts>(context,
                                            {input,
                                             weight,
                                             bias,
                                             {stride, padding, dilation},
                                             {},
                                             input_offset,
                                             output_offset,
                                             requantize_multipliers,
                                             requantize_shifts,
                                             activation_min,
                                             activation_max},
                                            integers::kChannelsLast, out);
}

// out as of convolve(), where an input is multiplied with filter element (j, k) at each output
// whose place (y + p - j d, x + p - k d) is s times the input's; weight[m, j, k, c]. Source:
// cortex_m::quantized_transpose_conv2d.out, arm_transpose_conv_s8 of CMSIS-NN
template <typename Facts>
Error quantized_transpose_conv2d_out(
    KernelContext& context, const Tensor& input, const Tensor& weight, const Optional<Tensor>& bias,
    Span<const int64_t> stride, Span<const int64_t> padding, Span<const int64_t> output_padding,
    Span<const int64_t> dilation, Int32 input_offset, Int32 output_offset,
    const Tensor& requantize_multipliers, const Tensor& requantize_shifts, Int32 activation_min,
    Int32 activation_max, const Tensor&, const Tensor&, Tensor& out) {
  return convolve<integers::TransposedWindows, Facts>(context,
                                                      {input,
                                                       weight,
                                                       bias,
                                                       {stride, padding, dilation},
                                                       output_padding,
                                                       input_offset,
                                                       output_offset,
                                                       requantize_multipliers,
                                                       requantize_shifts,
                                                       activation_min,
                                                       activation_max},
                                                      integers::kChannelsSecond, out);
}

// Takes images whose channels are the last dimension.
// Source: cortex_m::quantized_transpose_conv2d_nhwc.out
template <typename Facts>
Error quantized_transpose_conv2d_nhwc_out(
    KernelContext& context, const Tensor& input, const Tensor& weight, const Optional<Tensor>& bias,
    Span<const int64_t> stride, Span<const int64_t> padding, Span<const int64_t> output_padding,
    Span<const int64_t> dilation, Int32 input_offset, Int32 output_offset,
    const Tensor& requantize_multipliers, const Tensor& requantize_shifts, Int32 activation_min,
    Int32 activation_max, const Tensor&, const Tensor&, Tensor& out) {
  return convolve<integers::TransposedWindows, Facts>(context,
                                                      {input,
                                                       weight,
                                                       bias,
                                                       {stride, padding, dilation},
                                                       output_padding,
                                                       input_offset,
                                                       output_offset,
                                                       requantize_multipliers,
                                                       requantize_shifts,
                                                       activation_min,
                                                       activation_max},
                                                      integers::kChannelsLast, out);
}

// Convolves each channel with several filters: their weights, which are adjacent for each tap, are
// copied so that they are for each filter. Errors: as convolve_products(); no output may overlap
// the input.
template <bool kChecks, bool kOverlaps>
Error run_multiplied(KernelContext& context, integers::Convolution& convolution,
                     const Optional<Tensor>& bias) {
  if constexpr (kChecks && kOverlaps) KERF_TRY(convolution.check_overlap(false, false, 1));
  const int32_t taps = convolution.taps();
  int8_t* to = context.scratch<int8_t>(static_cast<size_t>(taps * convolution.filters));
  if (to == nullptr) return Error::MemoryAllocationFailed;
  const int8_t* from = convolution.weight;
  convolution.weight = to;
  for (int32_t m = 0; m < convolution.filters; ++m) {
    for (int32_t i = 0; i < taps; ++i) *to++ = from[i * convolution.filters + m];
  }
  return integers::convolve_products<integers::Windows, integers::Int8Product, kChecks, kOverlaps>(
      context, convolution, bias, 1);
}

// out[n, m, y, x] = clamp(rescale(bias[m] + sum over j, k of
//     (input[n, m / depth_multiplier, y s - p + j d, x s - p + k d] + input_offset)
//     * weight[0, j, k, m]) + output_offset): as convolve().
template <typename Facts>
Error convolve_channels(KernelContext& context, const integers::ConvolutionArguments& arguments,
                        int32_t depth_multiplier, const integers::ImageDims& dims, Tensor& out) {
  constexpr bool kChecks = !proves<Facts>(Proof::checked);
  integers::Convolution convolution;
  KERF_TRY((convolution.read<integers::Windows, Facts::requantize_shifts.dtypes, kChecks>(
      context, arguments, dims, 3, out)));
  const int32_t filters = convolution.filters;
  if constexpr (kChecks) {
    if (arguments.weight.size(0) != 1 || depth_multiplier < 1 || depth_multiplier > filters ||
        int64_t{depth_multiplier} * convolution.channels != filters)
      return fault(Error::InvalidArgument, "filters that the channels do not divide");
  }
  constexpr bool kOverlaps = needs<Facts>(Trait::overlap);
  if (depth_multiplier != 1) {
    if constexpr (Facts::depth_multiplier.is(1))
      return fault(Error::NotSupported, "a depth multiplier that was not selected");
    return run_multiplied<kChecks, kOverlaps>(context, convolution, arguments.bias);
  }
  if constexpr (kChecks && kOverlaps)
    KERF_TRY(convolution.check_overlap(
        true, false, convolution.axes[0].stride == 1 ? integers::kOverlapLines : 1));
  KERF_TRY(convolution.fold<kChecks>(context, arguments.bias, 0));
  if constexpr (kMostParts > 1) {
    convolution.set_weight_strides(filters);
    if (!kOverlaps || !convolution.overlaps())
      return integers::run_channels_divided(context, convolution);
  }
  KERF_TRY(integers::allocate_scratch(context, integers::channel_scratch_bytes(convolution),
                                      convolution.scratch));
  convolution.set_weight_strides(filters);
  constexpr bool kSigned = !integers::kDepthwise3x3 || !proves<Facts>(Proof::facts) ||
                           !Facts::output_offset.is(INT8_MIN);
  constexpr bool kScaled = !kSigned && proves<Facts>(Proof::scaled);
  integers::run_channels<kOverlaps, true, kSigned, kScaled>(convolution);
  return Error::Ok;
}

// As convolve_channels().
// Source: cortex_m::quantized_depthwise_conv2d.out, arm_depthwise_conv_s8 of CMSIS-NN
template <typename Facts>
Error quantized_depthwise_conv2d_out(KernelContext& context, const Tensor& input,
                                     const Tensor& weight, const Optional<Tensor>& bias,
                                     Span<const int64_t> stride, Span<const int64_t> padding,
                                     Span<const int64_t> dilation, Int32 depth_multiplier,
                                     Int32 input_offset, Int32 output_offset,
                                     const Tensor& requantize_multipliers,
                                     const Tensor& requantize_shifts, Int32 activation_min,
                                     Int32 activation_max, const Tensor&, Tensor& out) {
  return convolve_channels<Facts>(context,
                                  {input,
                                   weight,
                                   bias,
                                   {stride, padding, dilation},
                                   {},
                                   input_offset,
                                   output_offset,
                                   requantize_multipliers,
                                   requantize_shifts,
                                   activation_min,
                                   activation_max},
                                  depth_multiplier, integers::kChannelsSecond, out);
}

// Takes images whose channels are the last dimension.
// Source: cortex_m::quantized_depthwise_conv2d_nhwc.out
template <typename Facts>
Error quantized_depthwise_conv2d_nhwc_out(KernelContext& context, const Tensor& input,
                                          const Tensor& weight, const Optional<Tensor>& bias,
                                          Span<const int64_t> stride, Span<const int64_t> padding,
                                          Span<const int64_t> dilation, Int32 depth_multiplier,
                                          Int32 input_offset, Int32 output_offset,
                                          const Tensor& requantize_multipliers,
                                          const Tensor& requantize_shifts, Int32 activation_min,
                                          Int32 activation_max, const Tensor&, Tensor& out) {
  return convolve_channels<Facts>(context,
                                  {input,
                                   weight,
                                   bias,
                                   {stride, padding, dilation},
                                   {},
                                   input_offset,
                                   output_offset,
                                   requantize_multipliers,
                                   requantize_shifts,
                                   activation_min,
                                   activation_max},
                                  depth_multiplier, integers::kChannelsLast, out);
}

}  // namespace kerf::cortex_m
