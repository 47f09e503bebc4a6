// Between floating numbers and quantized ones.
#pragma once

#include <stdint.h>

#include "kernels/context.h"
#include "kernels/dispatch.h"
#include "kernels/facts.h"
#include "kernels/support/layout.h"
#include "kernels/support/scale.h"
#include "loops/int8_quantize.h"
#include "loops/reciprocal.h"
#include "tensor/scalar_type.h"

namespace kerf::cortex_m {

// Calls row(to, from, step, count) for rows of `self` and what they become in `out`, of the types
// of the tensors. The shapes are equal, with OneLayout the dim orders too.
template <typename Layouts, typename From, typename To, typename Row>
void map_rows(const Tensor& self, Tensor& out, Row row) {
  const From* from = self.const_data_ptr<From>();
  To* to = out.mutable_data_ptr<To>();
  Layouts::for_rows(self, out, [&](int32_t offset, int32_t step, int32_t count) {
    row(to, from + offset, step, count);
    to += count;
  });
}

// out[i] = f(self[i]), as map_rows().
template <typename Layouts, typename From, typename To, typename F>
void map_types(const Tensor& self, Tensor& out, F f) {
  map_rows<Layouts, From, To>(self, out, [f](To* to, const From* at, int32_t step, int32_t count) {
    for (; count > 0; --count, at += step) *to++ = f(*at);
  });
}

// Gives `out` the shape of `self`. Errors: InvalidArgument; NotSupported where the dim orders
// differ and no selected call needs that.
template <typename Facts>
Error take_shape(const Tensor& self, Tensor& out) {
  if constexpr (proves_layout<Facts>() || proves<Facts>(Proof::checked)) return Error::Ok;
  return portable::LayoutsOf<Facts>::template resize<true>(self, out);
}

// Ok where what is written overlaps no number that is still to be read: `overlap` in
// functions.yaml. Else InvalidProgram.
[[gnu::noinline]] inline Error check_overlap(const Tensor& input, const Tensor& out) {
  const auto from = reinterpret_cast<uintptr_t>(input.const_data_ptr());
  const auto to = reinterpret_cast<uintptr_t>(out.const_data_ptr());
  // Modulo the size of the address space: one of the two differences is huge.
  if (to - from >= input.nbytes() && from - to >= out.nbytes()) return Error::Ok;
  if (to < from && out.scalar_type() == ScalarType::Char && out.dim() <= 4 &&
      same_dim_order(input, out))
    return Error::Ok;
  return fault(Error::InvalidProgram, "an output shares memory with another argument");
}

// out[i] = round(input[i] * (1 / scale)) + zero_point within [quant_min, quant_max], in float,
// halves to even; a NaN as 0. Errors: InvalidArgument (a zero point or bound that out's
// dtype does not allow, `dtype` is not out's, out cannot have the shape); NotSupported (dim orders
// or dtypes that were not selected); InvalidProgram (an output that overlaps too much of the
// input). Source: cortex_m::quantize_per_tensor.out, quantized_decomposed::quantize_per_tensor
template <typename Facts>
Error quantize_per_tensor_out(KernelContext&, const Tensor& input, double scale, Int32 zero_point,
                              Int32 quant_min, Int32 quant_max, Int32 dtype, Tensor& out) {
  constexpr bool kChecks = !proves<Facts>(Proof::checked);
  const ScalarType type = out.scalar_type();
  if constexpr (kChecks)
    KERF_TRY(
        (integers::check_quantized<Facts::out.dtypes>(type, zero_point, quant_min, quant_max)));
  if (kChecks && dtype != static_cast<int32_t>(type))
    return fault(Error::InvalidArgument, "a dtype that is not the output's");
  const integers::Quantization by{integers::reciprocal(scale), zero_point, quant_min - zero_point,
                                  quant_max - zero_point};
  KERF_TRY(take_shape<Facts>(input, out));
  if constexpr (kChecks && needs<Facts>(Trait::overlap)) KERF_TRY(check_overlap(input, out));
  return dispatch<Facts::out.dtypes>(type, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    map_rows<portable::LayoutsOf<Facts>, float, T>(
        input, out, [&by](T* to, const float* from, int32_t step, int32_t count) {
          integers::quantize_ints(to, from, step, count, by);
        });
    return Error::Ok;
  });
}

// out[i] = (input[i] - zero_point) * scale, in float. Errors: InvalidArgument (a zero point or
// bound that input's dtype does not allow, `dtype` is not input's, out cannot have the shape);
// NotSupported (dim orders or dtypes that were not selected).
// Source: cortex_m::dequantize_per_tensor.out, quantized_decomposed::dequantize_per_tensor
template <typename Facts>
Error dequantize_per_tensor_out(KernelContext&, const Tensor& input, double scale, Int32 zero_point,
                                Int32, Int32, Int32 dtype, Tensor& out) {
  constexpr bool kChecks = !proves<Facts>(Proof::checked);
  const ScalarType type = input.scalar_type();
  if constexpr (kChecks)
    KERF_TRY((integers::check_quantized<Facts::input.dtypes>(type, zero_point)));
  if (kChecks && dtype != static_cast<int32_t>(type))
    return fault(Error::InvalidArgument, "a dtype that is not the input's");
  KERF_TRY(take_shape<Facts>(input, out));
  return dispatch<Facts::input.dtypes>(type, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    map_types<portable::LayoutsOf<Facts>, T, float>(
        input, out, [factor = static_cast<float>(scale), zero = int32_t{zero_point}](T x) {
          return static_cast<float>(x - zero) * factor;
        });
    return Error::Ok;
  });
}

}  // namespace kerf::cortex_m
