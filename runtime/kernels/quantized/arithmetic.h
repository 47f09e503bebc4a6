// Sums of quantized numbers.
#pragma once

#include <stdint.h>

#include "kernels/context.h"
#include "kernels/dispatch.h"
#include "kernels/support/parameters.h"
#include "tensor/broadcast.h"
#include "tensor/scalar.h"

namespace kerf::quantized {

// The numbers that a quantized operand stands for.
struct Operand {
  float zero_point;
  float scale;

  float operator()(int32_t x) const { return (static_cast<float>(x) - zero_point) * scale; }
};

// out[i] = quantized((a[i] - a_zero_point) * a_scale + (b[i] - b_zero_point) * b_scale)
// quantized(x) = clamp(round(x * (1 / out_scale)) + out_zero_point, out_quant_min, out_quant_max)
// in float, rounded to the even one of two integers; NaN gives 0. a and b are expanded to one
// shape; all have one dtype. Their ranges are not used. Any dim orders; `out` may be an operand of
// its own shape and layout.
// Errors: InvalidArgument (out_scale is 0, the range is beyond that of the dtype, an out_zero_point
// further from 0 than 2^21, shapes that cannot be expanded or that `out` cannot have); InvalidType
// (dtypes that differ); NotSupported (not selected).   Source: quantized_decomposed::add.out
template <typename Facts>
Error add_out(KernelContext&, const Tensor& a, double a_scale, int64_t a_zero_point,
              int64_t /*a_quant_min*/, int64_t /*a_quant_max*/, const Tensor& b, double b_scale,
              int64_t b_zero_point, int64_t /*b_quant_min*/, int64_t /*b_quant_max*/,
              double out_scale, int64_t out_zero_point, int64_t out_quant_min,
              int64_t out_quant_max, Tensor& out) {
  if (!one_dtype(Facts::a.dtypes, Facts::b.dtypes, Facts::out.dtypes) &&
      (a.scalar_type() != out.scalar_type() || b.scalar_type() != out.scalar_type()))
    return fault(Error::InvalidType, "quantized operands whose dtypes differ");
  Range range;
  KERF_TRY(read_range(out_quant_min, out_quant_max, static_cast<int64_t>(out.scalar_type()), out,
                      range));
  KERF_TRY(check_zero_point(out_zero_point, out.scalar_type()));
  if (out_scale == 0) return fault(Error::InvalidArgument, "a scale of 0");
  KERF_TRY(resize_to_broadcast(out, a, b));
  if (out.numel() == 0) return Error::Ok;
  int32_t strides[2][kMaxRank];
  KERF_TRY(expand_strides(a, out.sizes(), strides[0]));
  KERF_TRY(expand_strides(b, out.sizes(), strides[1]));
  Walk<2> walk;
  portable::walk_storage(walk, out, strides);
  const Operand left{Scalar(a_zero_point).to<float>(), static_cast<float>(a_scale)};
  const Operand right{Scalar(b_zero_point).to<float>(), static_cast<float>(b_scale)};
  const auto inverse = static_cast<float>(1 / out_scale);
  return dispatch<Facts::out.dtypes>(out.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    const portable::Quantizer<T, float> quantizer(static_cast<int32_t>(out_zero_point), range.low,
                                                  range.high);
    T* to = out.mutable_data_ptr<T>();
    do {
      const T* x = a.const_data_ptr<T>() + walk.offset(0);
      const T* y = b.const_data_ptr<T>() + walk.offset(1);
      const int32_t x_step = walk.step(0);
      const int32_t y_step = walk.step(1);
      for (int32_t n = walk.count(); n > 0; --n, x += x_step, y += y_step)
        *to++ = quantizer((left(*x) + right(*y)) * inverse);
    } while (walk.next());
    return Error::Ok;
  });
}

}  // namespace kerf::quantized
