// Sums, products, quotients, extremes and tables of quantized elements.
#pragma once

#include <stdint.h>

#include "kernels/context.h"
#include "kernels/cortex_m/quantize.h"
#include "kernels/support/binary.h"
#include "kernels/support/copy.h"
#include "kernels/support/elementwise.h"
#include "kernels/support/scale.h"
#include "loops/int8_rows.h"

namespace kerf::cortex_m {

// As Int8Adder, of terms whose multipliers may have been negative: x * -m is -x * m, and rescale()
// takes m.
struct Int8Subtracter {
  const integers::Int8Addition& by;
  bool negates[2];

  int8_t operator()(uint32_t a, uint32_t b) const {
    const uint32_t sum = term(a, 0) + term(b, 1);
    return integers::narrow(integers::rescaled(static_cast<int32_t>(sum), by.scales[2]), by.offset,
                            by.low, by.high);
  }
  uint32_t term(uint32_t x, int i) const {
    x -= static_cast<uint32_t>(by.zeros[i]);
    if (negates[i]) x = 0 - x;
    return static_cast<uint32_t>(integers::rescaled(static_cast<int32_t>(x << 20), by.scales[i]));
  }
};

// portable::map_row(), in the loop of the instruction set where nothing is subtracted.
inline int8_t* map_row(int8_t* to, const int8_t* a, int32_t a_step, const int8_t* b, int32_t b_step,
                       int32_t count, Int8Subtracter f) {
  using portable::map_row;
  if (!f.negates[0] && !f.negates[1])
    return map_row(to, a, a_step, b, b_step, count, integers::Int8Adder{f.by});
  return map_row<int8_t, Int8Subtracter>(to, a, a_step, b, b_step, count, f);
}

// out = clamp(rescale(s + o, output) + output_zero_point) with
// s = rescale((self - self_zero_point) * 2^20, self_multiplier, self_shift), o likewise; negative
// multipliers of terms are those of a difference.
// out may be self or other where shapes are equal. Errors: InvalidArgument (a scale, zero point or
// bound that is not possible, a negative multiplier that was not selected); others as
// portable::binary_with().
// Source: cortex_m::quantized_add.out, arm_elementwise_add_s8 of CMSIS-NN
template <typename Facts>
Error quantized_add_out(KernelContext&, const Tensor& self, Int32 self_zero_point,
                        Int32 self_multiplier, Int32 self_shift, const Tensor& other,
                        Int32 other_zero_point, Int32 other_multiplier, Int32 other_shift,
                        Int32 output_zero_point, Int32 output_multiplier, Int32 output_shift,
                        Int32 activation_min, Int32 activation_max, Tensor& out) {
  constexpr bool kChecks = !proves<Facts>(Proof::checked);
  integers::Int8Addition sum;
  if constexpr (kChecks) {
    KERF_TRY(integers::check_int8(self_zero_point, other_zero_point, output_zero_point,
                                  activation_min, activation_max));
  }
  sum.zeros[0] = self_zero_point;
  sum.zeros[1] = other_zero_point;
  sum.offset = output_zero_point;
  sum.low = activation_min;
  sum.high = activation_max;
  sum.scales[0] = {self_multiplier, self_shift};
  sum.scales[1] = {other_multiplier, other_shift};
  sum.scales[2] = {output_multiplier, output_shift};
  constexpr bool kSubtracts = needs<Facts>(Trait::negative_multiplier);
  [[maybe_unused]] bool negates[2] = {};
  for (size_t i = 0; kSubtracts && i < 2; ++i) {
    int32_t& multiplier = sum.scales[i].multiplier;
    negates[i] = multiplier < 0;
    if (negates[i]) multiplier = integers::negative(multiplier);
  }
  for (size_t i = 0; kChecks && i < 3; ++i) KERF_TRY(integers::check_scale(sum.scales[i]));
  return portable::binary_with<Facts>(self, other, out, [&](auto) {
    if constexpr (kSubtracts) {
      return Int8Subtracter{sum, {negates[0], negates[1]}};
    } else {
      return integers::Int8Adder{sum};
    }
  });
}

// out = clamp(rescale((self - self_zero_point) * (other - other_zero_point)) + output_zero_point)
// out may be self or other where shapes are equal. Errors as quantized_add_out().
// Source: cortex_m::quantized_mul.out, arm_elementwise_mul_s8 of CMSIS-NN
template <typename Facts>
Error quantized_mul_out(KernelContext&, const Tensor& self, Int32 self_zero_point,
                        const Tensor& other, Int32 other_zero_point, Int32 output_zero_point,
                        Int32 output_multiplier, Int32 output_shift, Tensor& out) {
  constexpr bool kChecks = !proves<Facts>(Proof::checked);
  integers::Int8Multiplication product;
  product.zeros[0] = self_zero_point;
  product.zeros[1] = other_zero_point;
  product.offset = output_zero_point;
  product.scale = {output_multiplier, output_shift};
  if constexpr (kChecks) {
    KERF_TRY(integers::check_factor_zeros(self_zero_point, other_zero_point));
    KERF_TRY(integers::check_int8(output_zero_point));
    KERF_TRY(integers::check_scale(product.scale));
  }
  return portable::binary_with<Facts>(self, other, out,
                                      [&](auto) { return integers::Int8Multiplier{product}; });
}

// out = clamp(round((self - self_zero_point) / (other - other_zero_point) * output_scale) +
// output_zero_point), in float, halves to even; a quotient by 0 is 0.
// out may be self or other where shapes are equal. Errors: InvalidArgument (a zero point that the
// dtype does not allow); others as portable::binary_with().   Source: cortex_m::quantized_div.out
template <typename Facts>
Error quantized_div_out(KernelContext&, const Tensor& self, Int32 self_zero_point,
                        const Tensor& other, Int32 other_zero_point, Int32 output_zero_point,
                        double output_scale, Tensor& out) {
  const ScalarType type = out.scalar_type();
  const int32_t zeros[] = {self_zero_point, other_zero_point, output_zero_point};
  KERF_TRY(integers::check_quantized<Facts::out.dtypes>(type, zeros[0], zeros[1], zeros[2]));
  const int32_t lowest = type == ScalarType::Char ? INT8_MIN : INT16_MIN;
  const auto factor = static_cast<float>(output_scale);
  const auto low = static_cast<float>(lowest - zeros[2]);
  const auto high = static_cast<float>(-1 - lowest - zeros[2]);
  return portable::binary_with<Facts>(self, other, out, [&](auto) {
    return [&](uint32_t a, uint32_t b) {
      // Chosen before they are converted: the GNU assembler takes a conversion that GCC makes
      // conditional (`vcvtne`) for another instruction (`vcvtn`).
      uint32_t divisor = b - static_cast<uint32_t>(zeros[1]);
      uint32_t dividend = a - static_cast<uint32_t>(zeros[0]);
      if (divisor == 0) {
        dividend = 0;
        divisor = 1;
      }
      const float quotient = static_cast<float>(static_cast<int32_t>(dividend)) /
                             static_cast<float>(static_cast<int32_t>(divisor));
      return integers::round_within(quotient * factor, low, high) + zeros[2];
    };
  });
}

// out = the smaller one of self and other. out may be self or other where shapes are equal.
// Errors as portable::binary_with().   Source: cortex_m::minimum.out
template <typename Facts>
Error minimum_out(KernelContext&, const Tensor& self, const Tensor& other, Tensor& out) {
  return portable::binary_with<Facts>(self, other, out, [](auto) {
    return [](uint32_t a, uint32_t b) {
      return static_cast<int32_t>(b) < static_cast<int32_t>(a) ? b : a;
    };
  });
}

// out = the larger one of self and other. out may be self or other where shapes are equal.
// Errors as portable::binary_with().   Source: cortex_m::maximum.out
template <typename Facts>
Error maximum_out(KernelContext&, const Tensor& self, const Tensor& other, Tensor& out) {
  return portable::binary_with<Facts>(self, other, out, [](auto) {
    return [](uint32_t a, uint32_t b) {
      return static_cast<int32_t>(b) > static_cast<int32_t>(a) ? b : a;
    };
  });
}

// out[i] = lut[input[i] + 128]. out may be input. Errors: InvalidArgument (a table of other than
// 256 elements, out cannot have the shape); NotSupported (dim orders that were not selected).
// Source: cortex_m::quantized_activation.out
template <typename Facts>
Error quantized_activation_out(KernelContext&, const Tensor& input, const Tensor& lut,
                               Tensor& out) {
  if (!proves<Facts>(Proof::checked) && lut.numel() != 256)
    return fault(Error::InvalidArgument, "a table of other than 256 numbers");
  KERF_TRY(take_shape<Facts>(input, out));
  const int8_t* centre = lut.const_data_ptr<int8_t>() + 128;
  map_types<portable::LayoutsOf<Facts>, int8_t, int8_t>(input, out,
                                                        [centre](int8_t x) { return centre[x]; });
  return Error::Ok;
}

}  // namespace kerf::cortex_m
