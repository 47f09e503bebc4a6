// Quantized numbers as real ones.
#pragma once

#include <stdint.h>

#include "core/optional.h"
#include "kernels/context.h"
#include "kernels/dispatch.h"
#include "kernels/support/parameters.h"
#include "tensor/scalar.h"

namespace kerf::quantized {

// Errors of all: InvalidArgument (out's dtype is not the requested one, where none is requested not
// Float, `out` cannot have the shape); NotSupported (not selected).

// Ok; InvalidArgument where out's dtype is not `dtype`, Float by default.
inline Error check_out_dtype(const Optional<int64_t>& dtype, const Tensor& out) {
  return check_dtype(dtype ? *dtype : static_cast<int64_t>(ScalarType::Float), out);
}

// out[i] = (input[i] - zero_point) * scale
// Each step, and the zero point, in out's dtype. quant_min and quant_max are not used.
template <typename Facts>
Error dequantize_all(const Tensor& input, double scale, int64_t zero_point, int64_t dtype,
                     const Optional<int64_t>& out_dtype, Tensor& out) {
  using Layouts = portable::LayoutsOf<Facts>;
  KERF_TRY(check_dtype(dtype, input));
  KERF_TRY(check_out_dtype(out_dtype, out));
  KERF_TRY(resize(out, input.sizes()));
  KERF_TRY(Layouts::check(input, out));
  return dispatch<Facts::out.dtypes>(out.scalar_type(), [&](auto to_tag) {
    return dispatch<Facts::input.dtypes>(input.scalar_type(), [&](auto from_tag) {
      using To = typename decltype(to_tag)::Type;
      using From = typename decltype(from_tag)::Type;
      using V = ValueOf<To>;
      To* to = out.mutable_data_ptr<To>();
      const From* from = input.const_data_ptr<From>();
      const V zero = rounded<To>(Scalar(zero_point).to<V>());
      const auto factor = static_cast<V>(scale);
      Layouts::for_rows(input, out, [&](int32_t offset, int32_t step, int32_t count) {
        portable::dequantize_row<To>(to, from + offset, step, count, zero, factor);
        to += count;
      });
      return Error::Ok;
    });
  });
}

// dequantize_all().   Error: InvalidArgument (input's dtype is not `dtype`).
// Source: quantized_decomposed::dequantize_per_tensor.out
template <typename Facts>
Error dequantize_per_tensor_out(KernelContext&, const Tensor& input, double scale,
                                int64_t zero_point, int64_t /*quant_min*/, int64_t /*quant_max*/,
                                int64_t dtype, const Optional<int64_t>& out_dtype, Tensor& out) {
  return dequantize_all<Facts>(input, scale, zero_point, dtype, out_dtype, out);
}

// Takes its numbers in tensors of one element.   Error: InvalidArgument (others).
// Source: quantized_decomposed::dequantize_per_tensor.Tensor_out
template <typename Facts>
Error dequantize_per_tensor_tensor_out(KernelContext&, const Tensor& input, const Tensor& scale,
                                       const Tensor& zero_point, int64_t /*quant_min*/,
                                       int64_t /*quant_max*/, int64_t dtype,
                                       const Optional<int64_t>& out_dtype, Tensor& out) {
  KERF_TRY(check_single(scale, zero_point));
  return dequantize_all<Facts>(input, scale_at<double, Facts::scale.dtypes>(scale, 0),
                               portable::index_at<Facts::zero_point.dtypes>(zero_point, 0), dtype,
                               out_dtype, out);
}

// Dequantizes with scales and zero points, if any, for parts of `input`, in the arithmetic of the
// scales' dtype. `out` has its shape.
template <typename Facts>
Error dequantize_parts(const Tensor& input, const Tensor& scales, const Tensor* zero_points,
                       const Strides& strides, Tensor& out) {
  if (out.numel() == 0) return Error::Ok;
  return dispatch<Facts::scales.dtypes>(scales.scalar_type(), [&](auto type_tag) {
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
              const V scale = scales.const_data_ptr<V>()[scale_at];
              const From* run = from + at;
              int64_t zero = 0;
              if constexpr (Facts::zero_points.present()) {
                if (zero_points != nullptr)
                  zero = portable::index_at<Facts::zero_points.dtypes>(*zero_points, zero_at);
              }
              if constexpr (sizeof(From) == 4 && Facts::zero_points.present()) {
                // Integers of the wider of both dtypes, that wrap.
                if (zero_points != nullptr && zero_points->scalar_type() == ScalarType::Int) {
                  const auto narrow = static_cast<int32_t>(zero);
                  portable::dequantize_row<V>(to, run, step, count, narrow, scale);
                } else {
                  portable::dequantize_row<V>(to, run, step, count, zero, scale);
                }
              } else {
                KERF_TRY(check_zero_point(zero, input.scalar_type()));
                const auto shift = static_cast<V>(static_cast<int32_t>(zero));
                portable::dequantize_row<V>(to, run, step, count, shift, scale);
              }
              to += count;
              return Error::Ok;
            });
      });
    });
  });
}

// out[..,c,..] = (input[..,c,..] - zero_points[c]) * scales[c], c along `axis`
// The difference is exact, the product in the scales' dtype, then rounded to out's. Int wraps with
// zero points of Int. Without zero points they are 0.
// Errors: InvalidArgument (input's dtype is not `dtype`, quant_min or quant_max is not a number of
// it, `axis` does not exist, scales or zero points are not one for each channel, zero points
// further from 0 than 2^21).   Source: quantized_decomposed::dequantize_per_channel.out
template <typename Facts>
Error dequantize_per_channel_out(KernelContext&, const Tensor& input, const Tensor& scales,
                                 const Optional<Tensor>& zero_points, int64_t axis,
                                 int64_t quant_min, int64_t quant_max, int64_t dtype,
                                 const Optional<int64_t>& out_dtype, Tensor& out) {
  Range range;
  KERF_TRY(read_range(quant_min, quant_max, dtype, input, range));
  KERF_TRY(check_out_dtype(out_dtype, out));
  const Tensor* zeros = zero_points ? &*zero_points : nullptr;
  Strides strides;
  KERF_TRY(channel_strides(input, scales, zeros, axis, strides));
  KERF_TRY(resize(out, input.sizes()));
  return dequantize_parts<Facts>(input, scales, zeros, strides, out);
}

// out[..,i] = (input[..,i] - zero_points[..]) * scales[..]
// scales and zero_points have one element for each row of `input` and are expanded to its shape, or
// all to one. Arithmetic as in dequantize_per_channel_out(). quant_min, quant_max and dtype are not
// used.
// Errors: InvalidArgument (other numbers of scales or zero points, shapes that cannot be expanded,
// zero points without dimensions or further from 0 than 2^21).
// Source: quantized_decomposed::dequantize_per_token.out
template <typename Facts>
Error dequantize_per_token_out(KernelContext&, const Tensor& input, const Tensor& scales,
                               const Tensor& zero_points, int64_t /*quant_min*/,
                               int64_t /*quant_max*/, int64_t /*dtype*/, int64_t output_dtype,
                               Tensor& out) {
  KERF_TRY(check_dtype(output_dtype, out));
  if (zero_points.dim() == 0 && input.dim() != 0)
    return fault(Error::InvalidArgument, "zero points without dimensions");
  Strides strides;
  KERF_TRY(token_strides(input, scales, zero_points, out, strides));
  return dequantize_parts<Facts>(input, scales, &zero_points, strides, out);
}

}  // namespace kerf::quantized
