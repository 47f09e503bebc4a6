// Real numbers as quantized ones.
#pragma once

#include <stdint.h>

#include "kernels/context.h"
#include "kernels/dispatch.h"
#include "kernels/support/parameters.h"

namespace kerf::quantized {

// Errors of all: InvalidArgument (out's dtype is not `dtype`, quant_min or quant_max is not a
// number of it, zero points further from 0 than 2^21 or, for Int, 2^31, `out` cannot have the
// shape); NotSupported (not selected).
// Half and BFloat16 are read as float; a quant_max below quant_min is the result of all. NaN gives
// 0, for Int the lowest number.

// out[i] = clamp(round(input[i] * (1 / scale)) + zero_point, quant_min, quant_max)
// round: to the even one of two integers. In float, of a Double in double.
template <typename Facts>
Error quantize_all(const Tensor& input, double scale, int64_t zero_point, int64_t quant_min,
                   int64_t quant_max, int64_t dtype, Tensor& out) {
  using Layouts = portable::LayoutsOf<Facts>;
  Range range;
  KERF_TRY(read_range(quant_min, quant_max, dtype, out, range));
  KERF_TRY(check_zero_point(zero_point, out.scalar_type()));
  if (scale == 0) return fault(Error::InvalidArgument, "a scale of 0");
  KERF_TRY(resize(out, input.sizes()));
  KERF_TRY(Layouts::check(input, out));
  return dispatch<Facts::out.dtypes>(out.scalar_type(), [&](auto to_tag) {
    return dispatch<Facts::input.dtypes>(input.scalar_type(), [&](auto from_tag) {
      using To = typename decltype(to_tag)::Type;
      using From = typename decltype(from_tag)::Type;
      using V = ValueOf<From>;
      To* to = out.mutable_data_ptr<To>();
      const From* from = input.const_data_ptr<From>();
      const auto inverse = static_cast<V>(1 / scale);
      const portable::Quantizer<To, V> quantizer(static_cast<int32_t>(zero_point), range.low,
                                                 range.high);
      Layouts::for_rows(input, out, [&](int32_t offset, int32_t step, int32_t count) {
        portable::quantize_row<false>(to, from + offset, step, count, inverse, V{0}, quantizer);
        to += count;
      });
      return Error::Ok;
    });
  });
}

// quantize_all().   Error: InvalidArgument (a scale of 0).
// Source: quantized_decomposed::quantize_per_tensor.out
template <typename Facts>
Error quantize_per_tensor_out(KernelContext&, const Tensor& input, double scale, int64_t zero_point,
                              int64_t quant_min, int64_t quant_max, int64_t dtype, Tensor& out) {
  return quantize_all<Facts>(input, scale, zero_point, quant_min, quant_max, dtype, out);
}

// Takes its numbers in tensors of one element.   Error: InvalidArgument (others).
// Source: quantized_decomposed::quantize_per_tensor.Tensor_out
template <typename Facts>
Error quantize_per_tensor_tensor_out(KernelContext&, const Tensor& input, const Tensor& scale,
                                     const Tensor& zero_point, int64_t quant_min, int64_t quant_max,
                                     int64_t dtype, Tensor& out) {
  KERF_TRY(check_single(scale, zero_point));
  return quantize_all<Facts>(input, scale_at<double, Facts::scale.dtypes>(scale, 0),
                             portable::index_at<Facts::zero_point.dtypes>(zero_point, 0), quant_min,
                             quant_max, dtype, out);
}

// Quantizes with scales and zero points for parts of `input`, in the arithmetic of `type`. With
// kShifts the zero point is added before the product is rounded. `out` has its shape.
template <typename Facts, bool kShifts, DtypeSet kTypes>
Error quantize_parts(const Tensor& input, const Tensor& scales, const Tensor& zero_points,
                     const Strides& strides, ScalarType type, Range range, Tensor& out) {
  if (out.numel() == 0) return Error::Ok;
  return dispatch<kTypes>(type, [&](auto type_tag) {
    return dispatch<Facts::out.dtypes>(out.scalar_type(), [&](auto to_tag) {
      return dispatch<Facts::input.dtypes>(input.scalar_type(), [&](auto from_tag) {
        using V = typename decltype(type_tag)::Type;
        using To = typename decltype(to_tag)::Type;
        using From = typename decltype(from_tag)::Type;
        To* to = out.mutable_data_ptr<To>();
        const From* from = input.const_data_ptr<From>();
        return for_runs(
            out, strides,
            [&](int32_t at, int32_t step, int32_t count, int32_t scale_at, int32_t zero_at) {
              const int64_t zero =
                  portable::index_at<Facts::zero_points.dtypes>(zero_points, zero_at);
              KERF_TRY(check_zero_point(zero, out.scalar_type()));
              const auto shift = static_cast<int32_t>(zero);
              portable::quantize_row<kShifts>(
                  to, from + at, step, count, inverse_at<V, Facts::scales.dtypes>(scales, scale_at),
                  static_cast<V>(shift),
                  portable::Quantizer<To, V>(kShifts ? 0 : shift, range.low, range.high));
              to += count;
              return Error::Ok;
            });
      });
    });
  });
}

// The dtypes that `scales` and `input` may be multiplied in.
template <typename Facts>
constexpr DtypeSet product_types() {
  constexpr DtypeSet kNarrow = dtype_set(ScalarType::Half) | dtype_set(ScalarType::BFloat16);
  constexpr DtypeSet kBoth = Facts::scales.dtypes | Facts::input.dtypes;
  constexpr DtypeSet kReal = kBoth & ~kNarrow;
  return kReal;
}

// out[..,c,..] = clamp(round(input[..,c,..] * (1 / scales[c])) + zero_points[c], quant_min,
// quant_max), c along `axis`
// In float; in double where input or scales are Double. A scale of 0 counts as an infinite factor.
// Errors: InvalidArgument (`axis` does not exist, scales or zero points are not one for each
// channel).   Source: quantized_decomposed::quantize_per_channel.out
template <typename Facts>
Error quantize_per_channel_out(KernelContext&, const Tensor& input, const Tensor& scales,
                               const Tensor& zero_points, int64_t axis, int64_t quant_min,
                               int64_t quant_max, int64_t dtype, Tensor& out) {
  Range range;
  KERF_TRY(read_range(quant_min, quant_max, dtype, out, range));
  Strides strides;
  KERF_TRY(channel_strides(input, scales, &zero_points, axis, strides));
  KERF_TRY(resize(out, input.sizes()));
  const bool wide = input.scalar_type() == ScalarType::Double;
  return quantize_parts<Facts, false, product_types<Facts>()>(
      input, scales, zero_points, strides, wide ? ScalarType::Double : scales.scalar_type(), range,
      out);
}

// out[..,i] = clamp(round(input[..,i] * (1 / scales[..]) + zero_points[..]), quant_min, quant_max)
// scales and zero_points have one element for each row of `input` and are expanded to its shape, or
// all to one: [.., 1] is a row's. In the dtype that input's and scales' promote to.
// Errors: InvalidArgument (other numbers of scales or zero points, shapes that cannot be expanded);
// NotSupported (a product in Half or BFloat16: scales without dimensions).
// Source: quantized_decomposed::quantize_per_token.out
template <typename Facts>
Error quantize_per_token_out(KernelContext&, const Tensor& input, const Tensor& scales,
                             const Tensor& zero_points, int64_t quant_min, int64_t quant_max,
                             int64_t dtype, Tensor& out) {
  Range range;
  KERF_TRY(read_range(quant_min, quant_max, dtype, out, range));
  Strides strides;
  KERF_TRY(token_strides(input, scales, zero_points, out, strides));
  const Result<ScalarType> type = result_type(input, scales);
  KERF_TRY(type.error());
  if (element_shift(type.get()) == 1)
    return fault(Error::NotSupported, "a quantization in arithmetic of 16 bits");
  return quantize_parts<Facts, true, product_types<Facts>()>(input, scales, zero_points, strides,
                                                             type.get(), range, out);
}

}  // namespace kerf::quantized
