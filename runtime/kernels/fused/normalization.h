// Normalization of quantized rows, by their deviation or to probabilities, and their means.
#pragma once

#include <stdint.h>

#include "core/libc.h"
#include "core/optional.h"
#include "kernels/context.h"
#include "kernels/dispatch.h"
#include "kernels/facts.h"
#include "kernels/support/layout.h"
#include "kernels/support/parameters.h"
#include "loops/quantize.h"

namespace kerf::fused {

// Most columns of a row, so that sums of squares times their count fit int64.
inline constexpr int32_t kMostColumns = 1 << 20;

// How results of type T, int8 or int16, are quantized.
template <typename T>
struct OutputForm {
  float inverse;  // of the scale
  portable::Quantizer<T, float> quantizer;
};

// Ok; InvalidArgument where the scale is 0, or T does not hold the zero point or the bounds.
template <typename T = int8_t>
Error check_form(double scale, int64_t zero_point, int64_t min, int64_t max) {
  const auto fits = [](int64_t n) { return n == static_cast<T>(n); };
  return scale != 0 && fits(zero_point) && fits(min) && fits(max) && min <= max
             ? Error::Ok
             : fault(Error::InvalidArgument, "a form that no result has");
}

// The form of numbers that check_form() accepted.
template <typename T = int8_t>
OutputForm<T> form_of(double scale, int64_t zero_point, int64_t min, int64_t max) {
  return {static_cast<float>(1 / scale),
          portable::Quantizer<T, float>(static_cast<int32_t>(zero_point), static_cast<int32_t>(min),
                                        static_cast<int32_t>(max))};
}

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
  KERF_TRY(check_form(output_scale, output_zero_point, output_min, output_max));
  KERF_TRY(resize(out, input.sizes()));
  const auto scale = static_cast<float>(input_scale);
  const auto least = static_cast<float>(eps);
  const OutputForm<int8_t> form = form_of(output_scale, output_zero_point, output_min, output_max);
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
      to[i] = form.quantizer(y * form.inverse);
    }
    from += count;
    to += count;
  }
  return Error::Ok;
}

// out[o, i] = clamp(round(sum over t of real(input[o, t, i]) / taps / output_scale) +
// output_zero_point, output_min, output_max) for t < taps: real(q) is values[q + 128] of int8,
// whose sums are of float, and q * values[0] of int16. input and out in the order of their memory,
// `inner` the numbers of i; an out of dynamic shape has the first size of input. Errors:
// InvalidArgument (an input that is not a number of outputs, other than 256 values of int8 or one
// of int16, a scale of 0, bounds or a zero point that out's dtype does not hold); InvalidType
// (out's dtype is not input's).   Source: kerf::quantized_mean.out, aten::mean.out
template <typename Facts>
Error quantized_mean_out(KernelContext&, const Tensor& input, const Tensor& values, int64_t inner,
                         double output_scale, int64_t output_zero_point, int64_t output_min,
                         int64_t output_max, Tensor& out) {
  if (!one_dtype(Facts::input.dtypes, Facts::out.dtypes) &&
      input.scalar_type() != out.scalar_type())
    return fault(Error::InvalidType, "an output whose dtype is not the input's");
  const auto given = static_cast<int32_t>(input.numel());
  if constexpr (!proves<Facts>(Proof::facts)) {
    if (out.is_dynamic() && out.dim() > 0 && input.dim() > 0) {
      int32_t sizes[kMaxRank];
      for (size_t i = 0; i < out.dim(); ++i) sizes[i] = i == 0 ? input.size(0) : out.size(i);
      KERF_TRY(resize(out, {sizes, out.dim()}));
      if (given == 0 && out.numel() == 0) return Error::Ok;
    }
  }
  return dispatch<Facts::out.dtypes>(out.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    constexpr bool kTable = sizeof(T) == 1;
    const auto made = static_cast<int32_t>(out.numel());
    if (made == 0 || given == 0 || given % made != 0 || inner < 1 || inner > made ||
        made % static_cast<int32_t>(inner) != 0 || values.numel() != (kTable ? 256 : 1))
      return fault(Error::InvalidArgument, "tensors that are none of a mean");
    KERF_TRY(check_form<T>(output_scale, output_zero_point, output_min, output_max));
    const OutputForm<T> form = form_of<T>(output_scale, output_zero_point, output_min, output_max);
    const float* const real = values.const_data_ptr<float>();
    const auto step = static_cast<int32_t>(inner);
    const int32_t taps = given / made;
    const float factor = form.inverse / static_cast<float>(taps);
    T* to = out.mutable_data_ptr<T>();
    for (int32_t first = 0; first < given; first += taps * step) {
      for (int32_t i = 0; i < step; ++i) {
        const T* from = input.const_data_ptr<T>() + first + i;
        if constexpr (kTable) {
          float sum = 0;
          for (int32_t t = 0; t < taps; ++t, from += step) sum += real[128 + *from];
          *to++ = form.quantizer(sum * factor);
        } else {
          int64_t sum = 0;
          for (int32_t t = 0; t < taps; ++t, from += step) sum += *from;
          *to++ = form.quantizer(static_cast<float>(sum) * *real * factor);
        }
      }
    }
    return Error::Ok;
  });
}

// out[.., i, ..] = clamp(round(e(i) / (sum of e) / output_scale) + output_zero_point, output_min,
// output_max) for e(i) = what a difference of d = m - input[.., i, ..] steps from the largest input
// m along `dim` multiplies a probability by: exponents[d] of int8; exponents[d % 256] *
// exponents[256 + d / 256] of int16. Rows have any length; sums are of float. out may be input.
// Errors: InvalidArgument (a dimension that does not exist, tensors that are not row-major, other
// than 256 exponents for each byte of an input, a scale of 0, bounds or a zero point that out's
// dtype does not hold); InvalidType (out's dtype is not input's). Source:
// kerf::quantized_softmax.out, aten::_softmax.out
template <typename Facts>
Error quantized_softmax_out(KernelContext&, const Tensor& input, const Tensor& exponents,
                            int64_t dim, double output_scale, int64_t output_zero_point,
                            int64_t output_min, int64_t output_max, Tensor& out) {
  if (!one_dtype(Facts::input.dtypes, Facts::out.dtypes) &&
      input.scalar_type() != out.scalar_type())
    return fault(Error::InvalidType, "an output whose dtype is not the input's");
  return dispatch<Facts::out.dtypes>(out.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    if (!is_contiguous(input) || !is_contiguous(out) || exponents.numel() != 256 * sizeof(T))
      return fault(Error::InvalidArgument, "tensors that are none of a softmax");
    KERF_TRY(check_form<T>(output_scale, output_zero_point, output_min, output_max));
    size_t axis;
    KERF_TRY(portable::wrap_dim(dim, input.dim(), axis));
    KERF_TRY(resize(out, input.sizes()));
    if (out.numel() == 0) return Error::Ok;
    portable::DimSplit shape{1, 1, 1};
    if (out.dim() != 0) shape = portable::split_at(out, axis);
    const OutputForm<T> form = form_of<T>(output_scale, output_zero_point, output_min, output_max);
    const float* const exps = exponents.const_data_ptr<float>();
    const auto power = [exps](int32_t steps) {
      if constexpr (sizeof(T) == 1) return exps[steps];
      return exps[steps & 255] * exps[256 + (steps >> 8)];
    };
    const int32_t end = shape.size * shape.inner;
    for (int32_t row = 0; row < shape.outer * shape.inner; ++row) {
      const int32_t first = row / shape.inner * end + row % shape.inner;
      const T* const from = input.const_data_ptr<T>() + first;
      T* const to = out.mutable_data_ptr<T>() + first;
      int32_t most = sizeof(T) == 1 ? INT8_MIN : INT16_MIN;
      for (int32_t i = 0; i < end; i += shape.inner) most = from[i] > most ? from[i] : most;
      float sum = 0;
      for (int32_t i = 0; i < end; i += shape.inner) sum += power(most - from[i]);
      const float factor = form.inverse / sum;
      for (int32_t i = 0; i < end; i += shape.inner)
        to[i] = form.quantizer(power(most - from[i]) * factor);
    }
    return Error::Ok;
  });
}

}  // namespace kerf::fused
