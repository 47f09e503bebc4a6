// Pooling of quantized images.
#pragma once

#include <stdint.h>

#include "core/fault.h"
#include "core/libc.h"
#include "core/small.h"
#include "core/span.h"
#include "kernels/context.h"
#include "kernels/cortex_m/quantize.h"
#include "kernels/portable/pooling.h"
#include "kernels/support/image.h"
#include "kernels/support/scale.h"
#include "loops/int8_maxima.h"
#include "loops/int8_strided_sum.h"

namespace kerf::cortex_m {

// The inputs of one channel that an output sees: one at least, as padding is at most half a kernel.
struct Pane {
  const int8_t* first;
  portable::Terms rows;
  portable::Terms columns;

  int32_t size() const { return rows.count * columns.count; }

  template <typename Visit>
  void each(Visit visit) const {
    const int8_t* row = first;
    const int32_t count = columns.count;
    const int32_t step = columns.input;
    for (int32_t v = rows.count; v > 0; --v, row += rows.input) {
      const int8_t* at = row;
      for (int32_t u = count; u > 0; --u, at += step) visit(*at);
    }
  }

  // The sum of all. Apart from its caller, which has no registers left.
  [[gnu::noinline]] uint32_t sum() const {
    uint32_t total = 0;
    const int8_t* row = first;
    for (int32_t v = rows.count; v > 0; --v, row += rows.input)
      total += integers::sum_strided(row, columns.input, columns.count);
    return total;
  }
};

struct ImagePool : integers::ImageWindow {
  // Reads and checks the arguments and resizes `out`. Errors: InvalidArgument.
  template <bool kChecks>
  Error read(const Tensor& input, const integers::ImageDims& dims, Span<const int64_t> kernel_size,
             Span<const int64_t> stride, Span<const int64_t> padding, bool ceil_mode, Tensor& out) {
    static constexpr int64_t kOne = 1;
    KERF_TRY(read_image<kChecks>(input, dims, {stride, padding, {&kOne, 1}}, out));
    for (size_t i = 0; i < 2; ++i) {
      axes[i].weight_stride = 0;
      KERF_TRY(portable::read_axis<kChecks>(kernel_size, i, 2, 1, axes[i].kernel));
      if constexpr (kChecks) KERF_TRY(portable::set_pool_output(axes[i], ceil_mode));
    }
    if constexpr (!kChecks) return Error::Ok;
    return resize_image(out, dims, channels);
  }

  // Each output from `to` to `end` = reduce(the inputs that it sees, of one channel); kTogether: of
  // all channels at once.
  template <typename Reduce>
  void run(const int8_t* image, int8_t* to, const int8_t* end, Reduce reduce) const {
    Pane pane;
    for (; to != end; image += axes[0].in * axes[0].input_stride) {
      for (int32_t y = 0; y < axes[0].out; ++y) {
        const portable::Taps down = axes[0].taps(y);
        for (int32_t x = 0; x < axes[1].out; ++x) {
          const portable::Taps across = axes[1].taps(x);
          pane.rows = down.terms;
          pane.columns = across.terms;
          if (pane.rows.input == pane.columns.count * pane.columns.input) {
            pane.columns.count *= pane.rows.count;
            pane.rows.count = 1;
          }
          pane.first = image + (down.input + across.input);
          if constexpr (Reduce::kTogether) {
            reduce(pane, channels, to);
            to += channels;
          } else {
            for (int32_t c = channels; c > 0; --c, ++pane.first) *to++ = reduce(pane);
          }
        }
      }
    }
  }
};

// How inputs of an average are quantized: only what is halfway between two numbers depends on it.
struct AverageScale {
  int32_t zero_point;
  float scale;
};

// The mean of a pane in float, as the exporter computes it: the inputs are dequantized, added up in
// order and quantized again, halves to even.
inline int8_t float_mean(const Pane& pane, const AverageScale& quantized) {
  float sum = 0.0f;
  pane.each(
      [&](int32_t x) { sum += static_cast<float>(x - quantized.zero_point) * quantized.scale; });
  // Between two of the inputs, unless the scale is so small or large that nothing is left of it.
  return static_cast<int8_t>(
      quantized.zero_point +
      integers::round_to_even(sum / static_cast<float>(pane.size()) / quantized.scale));
}

// The mean of the inputs that an output sees, padding left out, rounded to the nearest. Where two
// are equally near, arm_avgpool_s8 of CMSIS-NN takes the one away from zero, but the exporter's
// reference, from which programs have their expected outputs, what float_mean() gives: so does
// this.
struct Average {
  static constexpr bool kTogether = false;

  AverageScale quantized;

  Average(int32_t zero_point, const integers::Scale& scale) {
    // multiplier * 2^(shift - 31), rounded once.
    const int32_t bits = (127 + scale.shift - 31) << 23;
    float power;
    libc::copy(&power, &bits, sizeof power);
    quantized = {zero_point, static_cast<float>(scale.multiplier) * power};
  }

  int8_t operator()(const Pane& pane) const {
    const auto count = static_cast<uint32_t>(pane.size());
    const uint32_t total = pane.sum() - count * static_cast<uint32_t>(INT8_MIN);
    const uint32_t mean = total / count;
    const uint32_t twice = 2 * (total - mean * count);
    const auto lower = static_cast<int32_t>(mean) + INT8_MIN;
    if (twice == count) return float_mean(pane, quantized);
    return static_cast<int8_t>(lower + (twice > count ? 1 : 0));
  }
};

// The largest of the inputs that an output sees, clamped.
struct Maximum {
  static constexpr bool kTogether = !kSmall && integers::kHasMaxima;

  int32_t low;
  int32_t high;

  // Of `channels` adjacent channels.
  void operator()(const Pane& pane, int32_t channels, int8_t* to) const {
    libc::copy(to, pane.first, static_cast<size_t>(channels));
    const int8_t* row = pane.first;
    for (int32_t v = 0; v < pane.rows.count; ++v, row += pane.rows.input) {
      for (int32_t u = v == 0 ? 1 : 0; u < pane.columns.count; ++u)
        integers::keep_larger(to, row + u * pane.columns.input, channels);
    }
    if (low == INT8_MIN && high == INT8_MAX) return;
    for (int32_t c = 0; c < channels; ++c) to[c] = integers::narrow(to[c], 0, low, high);
  }

  int8_t operator()(const Pane& pane) const {
    int32_t most = INT8_MIN;
    pane.each([&](int32_t x) { most = x > most ? x : most; });
    return integers::narrow(most, 0, low, high);
  }
};

// Pools the whole of `input`.
template <typename Reduce>
void run_pool(const ImagePool& pool, const Tensor& input, Tensor& out, const Reduce& reduce) {
  int8_t* const to = out.mutable_data_ptr<int8_t>();
  pool.run(input.const_data_ptr<int8_t>(), to, to + out.numel(), reduce);
}

template <bool kChecks>
Error average(const Tensor& input, const integers::ImageDims& dims, Span<const int64_t> kernel_size,
              Span<const int64_t> stride, Span<const int64_t> padding, bool ceil_mode,
              int32_t zero_point, const integers::Scale& scale, Tensor& out) {
  if constexpr (kChecks) {
    KERF_TRY(integers::check_int8(zero_point));
    KERF_TRY(integers::check_scale(scale));
  }
  ImagePool pool;
  KERF_TRY(pool.read<kChecks>(input, dims, kernel_size, stride, padding, ceil_mode, out));
  run_pool(pool, input, out, Average(zero_point, scale));
  return Error::Ok;
}

// Errors of all: InvalidArgument (an input that is not an image, images whose channels are not
// adjacent in memory, a kernel, stride or padding that is not possible, out cannot have the shape).
// Lists have one number, or two: height, width. out must not alias.

// out[n, c, y, x] = the mean as of average(). Errors also: InvalidArgument (a zero point or a scale
// that is not possible).   Source: cortex_m::quantized_avg_pool2d.out
template <typename Facts>
Error quantized_avg_pool2d_out(KernelContext&, const Tensor& input, Span<const int64_t> kernel_size,
                               Span<const int64_t> stride, Span<const int64_t> padding,
                               bool ceil_mode, Int32 zero_point, Int32 multiplier, Int32 shift,
                               const Tensor&, Tensor& out) {
  if (Facts::ceil_mode.is(0) && ceil_mode)
    return fault(Error::NotSupported, "a ceil_mode that was not selected");
  return average<!proves<Facts>(Proof::checked)>(
      input, integers::kChannelsSecond, kernel_size, stride, padding,
      !Facts::ceil_mode.is(0) && ceil_mode, zero_point, {multiplier, shift}, out);
}

// Takes images whose channels are the last dimension.
// Source: cortex_m::quantized_avg_pool2d_nhwc.out
template <typename Facts>
Error quantized_avg_pool2d_nhwc_out(KernelContext&, const Tensor& input,
                                    Span<const int64_t> kernel_size, Span<const int64_t> stride,
                                    Span<const int64_t> padding, bool ceil_mode, Int32 zero_point,
                                    Int32 multiplier, Int32 shift, const Tensor&, Tensor& out) {
  if (Facts::ceil_mode.is(0) && ceil_mode)
    return fault(Error::NotSupported, "a ceil_mode that was not selected");
  return average<!proves<Facts>(Proof::checked)>(
      input, integers::kChannelsLast, kernel_size, stride, padding,
      !Facts::ceil_mode.is(0) && ceil_mode, zero_point, {multiplier, shift}, out);
}

// The arguments of a maximum in addition to those of all pooling.
struct MaximumArguments {
  Span<const int64_t> dilation;
  bool ceil_mode;
  int64_t input_zero_point;
  int64_t output_zero_point;
  int64_t activation_min;
  int64_t activation_max;
};

template <bool kChecks, bool kCeils>
Error maximum_of(const Tensor& input, const integers::ImageDims& dims,
                 Span<const int64_t> kernel_size, Span<const int64_t> stride,
                 Span<const int64_t> padding, const MaximumArguments& arguments, Tensor& out) {
  const bool ceils = kCeils && arguments.ceil_mode;
  if (kChecks &&
      (arguments.ceil_mode != ceils || arguments.input_zero_point != arguments.output_zero_point))
    return fault(Error::InvalidArgument, "a ceil_mode that was not selected, or other zero points");
  const Int32 low = arguments.activation_min;
  const Int32 high = arguments.activation_max;
  if constexpr (kChecks) KERF_TRY(integers::check_int8(low, high));
  for (size_t i = 0; kChecks && i < 2; ++i) {
    int32_t dilation;
    KERF_TRY(portable::read_axis(arguments.dilation, i, 2, 1, dilation));
    if (dilation != 1) return fault(Error::InvalidArgument, "a maximum that is dilated");
  }
  ImagePool pool;
  KERF_TRY(pool.read<kChecks>(input, dims, kernel_size, stride, padding, ceils, out));
  run_pool(pool, input, out, Maximum{low, high});
  return Error::Ok;
}

// out[n, c, y, x] = clamp(the largest input that the output sees). Errors also: InvalidArgument (a
// dilation other than 1, a ceil_mode that was not selected, zero points that differ, bounds that
// are not int8). ExecuTorch's kernel refuses ceil_mode. Source: cortex_m::quantized_max_pool2d.out,
// arm_max_pool_s8 of CMSIS-NN
template <typename Facts>
Error quantized_max_pool2d_out(KernelContext&, const Tensor& input, Span<const int64_t> kernel_size,
                               Span<const int64_t> stride, Span<const int64_t> padding,
                               Span<const int64_t> dilation, bool ceil_mode,
                               int64_t input_zero_point, int64_t output_zero_point,
                               int64_t activation_min, int64_t activation_max, Tensor& out) {
  return maximum_of<!proves<Facts>(Proof::checked), !Facts::ceil_mode.is(0)>(
      input, integers::kChannelsSecond, kernel_size, stride, padding,
      {dilation, ceil_mode, input_zero_point, output_zero_point, activation_min, activation_max},
      out);
}

// Takes images whose channels are the last dimension.
// Source: cortex_m::quantized_max_pool2d_nhwc.out
template <typename Facts>
Error quantized_max_pool2d_nhwc_out(KernelContext&, const Tensor& input,
                                    Span<const int64_t> kernel_size, Span<const int64_t> stride,
                                    Span<const int64_t> padding, Span<const int64_t> dilation,
                                    bool ceil_mode, int64_t input_zero_point,
                                    int64_t output_zero_point, int64_t activation_min,
                                    int64_t activation_max, Tensor& out) {
  return maximum_of<!proves<Facts>(Proof::checked), !Facts::ceil_mode.is(0)>(
      input, integers::kChannelsLast, kernel_size, stride, padding,
      {dilation, ceil_mode, input_zero_point, output_zero_point, activation_min, activation_max},
      out);
}

}  // namespace kerf::cortex_m
