// Convolutions of quantized images with weights of four bits, two in a byte.
#pragma once

#include <stdint.h>

#include "core/optional.h"
#include "core/span.h"
#include "kernels/context.h"
#include "kernels/cortex_m/convolution.h"
#include "kernels/facts.h"
#include "loops/unpack_int4.h"

namespace kerf::fused {

// Results are those of the operators of cortex_m with the same weights in int8. `kernel` has the
// rows, columns and channels of a filter; the weights of channels that are adjacent there are so
// here, and each row of `weight` begins with a byte of its own.

// The most filters whose weights are unpacked at a time, where outputs see one pixel each and the
// image has so few that all weights would take more memory than it.
inline constexpr int32_t kUnpacked = 16;

// Sets sizes[4] to `first` and those of `kernel`. InvalidArgument where one is not possible, or
// `weight` has other rows than `rows` of `row` weights; else Ok.
[[gnu::noinline]] inline Error read_kernel(Span<const int64_t> kernel, int32_t first,
                                           int32_t* sizes) {
  if (kernel.size() != 3) return fault(Error::InvalidArgument, "a kernel of other dimensions");
  sizes[0] = first;
  int64_t all = first < 1 ? 1 : first;
  for (size_t i = 0; i < 3; ++i) {
    const int64_t size = kernel[i];
    if (size < 1 || size > portable::kLargestExtent || (all *= size) > INT32_MAX)
      return fault(Error::InvalidArgument, "a kernel that is not possible");
    sizes[1 + i] = static_cast<int32_t>(size);
  }
  return Error::Ok;
}

// Unpacks `rows` rows of `count` weights each. Null where there is no memory.
[[gnu::noinline]] inline int8_t* unpack_rows(KernelContext& context, const uint8_t* packed,
                                             int32_t rows, int32_t count) {
  auto* const weights = context.scratch<int8_t>(static_cast<size_t>(rows * count));
  if (weights == nullptr) return nullptr;
  for (int32_t i = 0; i < rows; ++i, packed += portable::ceil_div(count, 2))
    unpack_int4(packed, weights + i * count, count);
  return weights;
}

// Convolves where outputs see one pixel each: some filters after the others.
// Errors: as cortex_m::convolve(); no output may overlap the input.
template <DtypeSet kShifts, bool kChecks, bool kOverlaps>
Error convolve_pixels(KernelContext& context, const integers::ConvolutionArguments& arguments,
                      const uint8_t* packed, Tensor& out) {
  integers::Convolution convolution;
  KERF_TRY((convolution.read<integers::Windows, kShifts, kChecks>(
      context, arguments, integers::kChannelsSecond, 0, out)));
  if (out.numel() == 0) return Error::Ok;
  if constexpr (kChecks && kOverlaps) KERF_TRY(convolution.check_overlap(false, false, 1));
  const int32_t filters = convolution.filters;
  const int32_t terms = convolution.channels;
  const int32_t* bias = nullptr;
  if (arguments.bias) {
    KERF_TRY(integers::check_per_filter<kChecks>(*arguments.bias, filters));
    bias = arguments.bias->const_data_ptr<int32_t>();
  }
  const int32_t together = filters < kUnpacked ? filters : kUnpacked;
  auto* const weights = context.scratch<int8_t>(static_cast<size_t>(together * terms));
  if (weights == nullptr) return Error::MemoryAllocationFailed;
  const int32_t pixels = convolution.pixels();
  KERF_TRY(integers::allocate_scratch(context, integers::product_scratch_bytes(terms, pixels),
                                      convolution.scratch));
  int32_t start[kUnpacked];
  integers::Int8Product product{
      weights, 0, terms, filters, convolution.result, convolution.scratch};
  if constexpr (integers::kAddsOffset) product.offset = convolution.offset;
  const int32_t offset = integers::kAddsOffset ? 0 : convolution.offset;
  for (int32_t m = 0; m < filters; m += together) {
    product.filters = filters - m < together ? filters - m : together;
    for (int32_t i = 0; i < product.filters; ++i, packed += portable::ceil_div(terms, 2))
      unpack_int4(packed, weights + i * terms, terms);
    integers::fold_offsets(start, bias == nullptr ? nullptr : bias + m, weights, product.filters,
                           terms, offset, 0);
    product.result.start = start;
    product.run(convolution.input, terms, pixels, convolution.out + m);
    product.result.skip(product.filters);
  }
  return Error::Ok;
}

// Source: kerf::int4_conv2d.out, cortex_m::quantized_conv2d.out
// Errors: those of the latter, and InvalidArgument where weights do not fit `kernel`.
template <typename Facts>
Error int4_conv2d_out(KernelContext& context, const Tensor& input, const Tensor& weight,
                      Span<const int64_t> kernel, const Optional<Tensor>& bias,
                      Span<const int64_t> stride, Span<const int64_t> padding,
                      Span<const int64_t> dilation, Int32 input_offset, Int32 output_offset,
                      const Tensor& requantize_multipliers, const Tensor& requantize_shifts,
                      Int32 activation_min, Int32 activation_max, Tensor& out) {
  static constexpr uint8_t kOrder[] = {0, 1, 2, 3};
  constexpr bool kChecks = !proves<Facts>(Proof::checked);
  if (weight.dim() != 2 || input.dim() != 4)
    return fault(Error::InvalidArgument, "a convolution of other ranks");
  int32_t sizes[4];
  KERF_TRY(read_kernel(kernel, weight.size(0), sizes));
  const int32_t taps = sizes[1] * sizes[2];
  const int32_t terms = taps * sizes[3];
  if (weight.size(1) != portable::ceil_div(terms, 2) || !is_contiguous(weight))
    return fault(Error::InvalidArgument, "weights that do not fit their kernel");
  const int32_t most = sizes[0] < sizes[3] ? sizes[3] : sizes[0];
  bool few_at_a_time = taps == 1 && sizes[3] == input.size(1) &&
                       input.numel() / static_cast<size_t>(sizes[3]) < static_cast<size_t>(most);
  for (size_t i = 0; i < 2; ++i) {
    int32_t step = 0;
    int32_t border = 0;
    KERF_TRY(portable::read_axis(stride, i, 2, 1, step));
    KERF_TRY(portable::read_axis(padding, i, 2, 0, border));
    few_at_a_time = few_at_a_time && step == 1 && border == 0;
  }
  const auto* const packed = weight.const_data_ptr<uint8_t>();
  int8_t* weights = nullptr;
  if (!few_at_a_time) {
    weights = unpack_rows(context, packed, sizes[0], terms);
    if (weights == nullptr) return Error::MemoryAllocationFailed;
  }
  const Tensor whole(ScalarType::Char, 4, sizes, kOrder, weights);
  const integers::ConvolutionArguments arguments{input,
                                                 whole,
                                                 bias,
                                                 {stride, padding, dilation},
                                                 {},
                                                 input_offset,
                                                 output_offset,
                                                 requantize_multipliers,
                                                 requantize_shifts,
                                                 activation_min,
                                                 activation_max};
  if (few_at_a_time) {
    constexpr DtypeSet kShifts = Facts::requantize_shifts.dtypes;
    return convolve_pixels<kShifts, kChecks, needs<Facts>(Trait::overlap)>(context, arguments,
                                                                           packed, out);
  }
  return cortex_m::convolve<integers::Windows, Facts>(context, arguments, integers::kChannelsSecond,
                                                      out);
}

// Source: kerf::int4_depthwise_conv2d.out, cortex_m::quantized_depthwise_conv2d.out
// Errors: those of the latter, and InvalidArgument where weights do not fit `kernel`.
template <typename Facts>
Error int4_depthwise_conv2d_out(KernelContext& context, const Tensor& input, const Tensor& weight,
                                Span<const int64_t> kernel, const Optional<Tensor>& bias,
                                Span<const int64_t> stride, Span<const int64_t> padding,
                                Span<const int64_t> dilation, Int32 depth_multiplier,
                                Int32 input_offset, Int32 output_offset,
                                const Tensor& requantize_multipliers,
                                const Tensor& requantize_shifts, Int32 activation_min,
                                Int32 activation_max, Tensor& out) {
  static constexpr uint8_t kOrder[] = {0, 1, 2, 3};
  if (weight.dim() != 2) return fault(Error::InvalidArgument, "a convolution of other ranks");
  int32_t sizes[4];
  KERF_TRY(read_kernel(kernel, 1, sizes));
  if (weight.size(0) != sizes[1] * sizes[2] || weight.size(1) != portable::ceil_div(sizes[3], 2) ||
      !is_contiguous(weight))
    return fault(Error::InvalidArgument, "weights that do not fit their kernel");
  int8_t* const weights =
      unpack_rows(context, weight.const_data_ptr<uint8_t>(), weight.size(0), sizes[3]);
  if (weights == nullptr) return Error::MemoryAllocationFailed;
  const Tensor whole(ScalarType::Char, 4, sizes, kOrder, weights);
  return cortex_m::convolve_channels<Facts>(context,
                                            {input,
                                             whole,
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

}  // namespace kerf::fused
