// Between floating numbers and quantized ones.
#pragma once

#include <stdint.h>

#include "kernels/context.h"
#include "kernels/cortex_m/map_types.h"
#include "kernels/cortex_m/scale.h"
#include "kernels/dispatch.h"
#include "kernels/facts.h"
#include "loops/quantize.h"
#include "tensor/scalar_type.h"

namespace kerf::cortex_m {

// out[i] = round(input[i] * (1 / scale)) + zero_point within [quant_min, quant_max], in float,
// halves to even; a NaN as 0. Errors: InvalidArgument (a zero point or bound that out's
// dtype does not allow, `dtype` is not out's, out cannot have the shape); NotSupported (dim orders
// or dtypes that were not selected). Source: cortex_m::quantize_per_tensor.out,
// quantized_decomposed::quantize_per_tensor
template <typename Facts>
Error quantize_per_tensor_out(KernelContext&, const Tensor& input, double scale, int64_t zero_point,
                              int64_t quant_min, int64_t quant_max, int64_t dtype, Tensor& out) {
  const ScalarType type = out.scalar_type();
  int32_t zero;
  int32_t low;
  int32_t high;
  KERF_TRY(read_quantized<Facts::out.dtypes>(zero_point, type, zero));
  KERF_TRY(read_quantized<Facts::out.dtypes>(quant_min, type, low));
  KERF_TRY(read_quantized<Facts::out.dtypes>(quant_max, type, high));
  if (dtype != static_cast<int64_t>(type))
    return fault(Error::InvalidArgument, "a dtype that is not the output's");
  const auto factor = static_cast<float>(1.0 / scale);
  KERF_TRY(take_shape<Facts>(input, out));
  return dispatch<Facts::out.dtypes>(type, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    map_types<needs<Facts>(Trait::mixed_layouts), float, T>(
        input, out, [factor, quantizer = portable::Quantizer<T, float>(zero, low, high)](float x) {
          return quantizer(x * factor);
        });
    return Error::Ok;
  });
}

// out[i] = (input[i] - zero_point) * scale, in float. Errors: InvalidArgument (a zero point or
// bound that input's dtype does not allow, `dtype` is not input's, out cannot have the shape);
// NotSupported (dim orders or dtypes that were not selected).
// Source: cortex_m::dequantize_per_tensor.out, quantized_decomposed::dequantize_per_tensor
template <typename Facts>
Error dequantize_per_tensor_out(KernelContext&, const Tensor& input, double scale,
                                int64_t zero_point, int64_t, int64_t, int64_t dtype, Tensor& out) {
  const ScalarType type = input.scalar_type();
  int32_t zero;
  KERF_TRY(read_quantized<Facts::input.dtypes>(zero_point, type, zero));
  if (dtype != static_cast<int64_t>(type))
    return fault(Error::InvalidArgument, "a dtype that is not the input's");
  KERF_TRY(take_shape<Facts>(input, out));
  return dispatch<Facts::input.dtypes>(type, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    map_types<needs<Facts>(Trait::mixed_layouts), T, float>(
        input, out, [factor = static_cast<float>(scale), zero](T x) {
          return static_cast<float>(x - zero) * factor;
        });
    return Error::Ok;
  });
}

}  // namespace kerf::cortex_m
