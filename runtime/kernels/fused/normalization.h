// Normalization of quantized rows.
#pragma once

#include <stdint.h>

#include "core/libc.h"
#include "core/optional.h"
#include "kernels/context.h"
#include "kernels/facts.h"
#include "kernels/quantized/parameters.h"
#include "loops/quantize.h"

namespace kerf::fused {

// Most columns of a row, so that sums of squares times their count fit int64.
inline constexpr int32_t kMostColumns = 1 << 20;

// out[r, i] = clamp(round(y / output_scale) + output_zero_point, output_min, output_max) of
// y = (x - mean) / sqrt(variance + eps) * weight[i] + bias[i]
// for x = input[r, i] * input_scale and the mean and variance of row r, which has `columns`
// adjacent elements; a zero point of inputs changes nothing. The sums of a row are exact. out may
// be input. Errors: InvalidArgument (tensors that are not row-major, columns that do not divide the
// input, parameters of another length, a scale of 0, bounds or a zero point beyond int8).
// Source: kerf::quantized_layer_norm.out, aten::native_layer_norm.out
template <typename Facts>
Error quantized_layer_norm_out(KernelContext&, const Tensor& input, double input_scale,
                               const Optional<Tensor>& weight, const Optional<Tensor>& bias,
                               int64_t columns, double eps, double output_scale,
                               int64_t output_zero_point, int64_t output_min, int64_t output_max,
                               Tensor& out) {
  if (columns < 1 || columns > kMostColumns || input.numel() % static_cast<size_t>(columns) != 0)
    return fault(Error::InvalidArgument, "rows that do not fit the input");
  const auto count = static_cast<int32_t>(columns);
  if (!is_contiguous(input) || !is_contiguous(out) ||
      (weight && weight->numel() != static_cast<size_t>(count)) ||
      (bias && bias->numel() != static_cast<size_t>(count)))
    return fault(Error::InvalidArgument, "tensors that do not fit a row");
  const auto fits = [](int64_t n) { return n >= INT8_MIN && n <= INT8_MAX; };
  if (output_scale == 0 || !fits(output_zero_point) || !fits(output_min) || !fits(output_max) ||
      output_min > output_max)
    return fault(Error::InvalidArgument, "a form that int8 cannot have");
  KERF_TRY(resize(out, input.sizes()));
  const auto scale = static_cast<float>(input_scale);
  const auto inverse = static_cast<float>(1 / output_scale);
  const auto least = static_cast<float>(eps);
  const portable::Quantizer<int8_t, float> quantizer(static_cast<int32_t>(output_zero_point),
                                                     static_cast<int32_t>(output_min),
                                                     static_cast<int32_t>(output_max));
  const float* const factors =
      Facts::weight.present() && weight ? weight->template const_data_ptr<float>() : nullptr;
  const float* const terms =
      Facts::bias.present() && bias ? bias->template const_data_ptr<float>() : nullptr;
  const auto* from = input.const_data_ptr<int8_t>();
  auto* to = out.mutable_data_ptr<int8_t>();
  const auto whole = static_cast<float>(count);
  for (size_t left = input.numel(); left > 0; left -= static_cast<size_t>(count)) {
    int32_t sum = 0;
    int64_t squares = 0;
    for (int32_t i = 0; i < count; ++i) {
      const int32_t x = from[i];
      sum += x;
      squares += x * x;
    }
    const float mean = static_cast<float>(sum) / whole;
    const int64_t spread = squares * count - int64_t{sum} * sum;
    const float variance = static_cast<float>(spread) / (whole * whole);
    const float factor = scale / libc::sqrt(variance * (scale * scale) + least);
    for (int32_t i = 0; i < count; ++i) {
      float y = (static_cast<float>(from[i]) - mean) * factor;
      if (factors != nullptr) y *= factors[i];
      if (terms != nullptr) y += terms[i];
      to[i] = quantizer(y * inverse);
    }
    from += count;
    to += count;
  }
  return Error::Ok;
}

}  // namespace kerf::fused
