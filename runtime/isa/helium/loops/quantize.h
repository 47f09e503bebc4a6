// Rows of float that are quantized to elements of one or two bytes, and such elements as float,
// four at a time where the operands are adjacent. Others are computed as by scalar instructions,
// with the same results: but subnormal numbers count as 0 here.
#pragma once

#include <arm_mve.h>

#include "isa/scalar/loops/quantize.h"

namespace kerf::portable {

// Elements as lanes and lanes as elements, those of `mask` alone.
inline int32x4_t widen(const int8_t* from, mve_pred16_t mask) { return vldrbq_z_s32(from, mask); }
inline int32x4_t widen(const uint8_t* from, mve_pred16_t mask) {
  return vreinterpretq_s32_u32(vldrbq_z_u32(from, mask));
}
inline int32x4_t widen(const int16_t* from, mve_pred16_t mask) { return vldrhq_z_s32(from, mask); }
inline int32x4_t widen(const uint16_t* from, mve_pred16_t mask) {
  return vreinterpretq_s32_u32(vldrhq_z_u32(from, mask));
}
inline void narrow(int8_t* to, int32x4_t x, mve_pred16_t mask) { vstrbq_p_s32(to, x, mask); }
inline void narrow(uint8_t* to, int32x4_t x, mve_pred16_t mask) {
  vstrbq_p_u32(to, vreinterpretq_u32_s32(x), mask);
}
inline void narrow(int16_t* to, int32x4_t x, mve_pred16_t mask) { vstrhq_p_s32(to, x, mask); }
inline void narrow(uint16_t* to, int32x4_t x, mve_pred16_t mask) {
  vstrhq_p_u32(to, vreinterpretq_u32_s32(x), mask);
}

template <bool kShifts, typename To>
[[gnu::noinline]] void quantize_vectors(To* to, const float* from, int32_t count, float inverse,
                                        float shift, Quantizer<To, float> quantizer) {
  const int32x4_t low = vdupq_n_s32(quantizer.low());
  const int32x4_t high = vdupq_n_s32(quantizer.high());
  const auto difference = static_cast<int32_t>(quantizer.shift());
  for (; count > 0; count -= 4, from += 4, to += 4) {
    const mve_pred16_t mask = vctp32q(static_cast<uint32_t>(count));
    float32x4_t sum = vmulq_n_f32(vldrwq_z_f32(from, mask), inverse);
    if constexpr (kShifts) sum = vaddq_n_f32(sum, shift);
    sum = vaddq_n_f32(sum, Rounding<float>::kWhole);
    int32x4_t whole = vmaxq_s32(vminq_s32(vreinterpretq_s32_f32(sum), high), low);
    whole = vaddq_n_s32(whole, difference);
    // Numbers that are not equal to themselves become 0.
    whole = vpselq_s32(whole, vdupq_n_s32(0), vcmpeqq_f32(sum, sum));
    narrow(to, whole, mask);
  }
}

template <bool kShifts, typename To>
inline auto quantize_row(To* to, const float* from, int32_t step, int32_t count, float inverse,
                         float shift, Quantizer<To, float> quantizer)
    -> decltype(narrow(to, int32x4_t{}, 0)) {
  if (step == 1) return quantize_vectors<kShifts>(to, from, count, inverse, shift, quantizer);
  quantize_row<kShifts, To, float, float>(to, from, step, count, inverse, shift, quantizer);
}

template <typename From>
[[gnu::noinline]] void dequantize_vectors(float* to, const From* from, int32_t count,
                                          float zero_point, float scale) {
  for (; count > 0; count -= 4, from += 4, to += 4) {
    const mve_pred16_t mask = vctp32q(static_cast<uint32_t>(count));
    const float32x4_t x = vcvtq_f32_s32(widen(from, mask));
    vstrwq_p_f32(to, vmulq_n_f32(vsubq_n_f32(x, zero_point), scale), mask);
  }
}

template <typename T, typename From>
inline auto dequantize_row(float* to, const From* from, int32_t step, int32_t count,
                           float zero_point, float scale)
    -> decltype(static_cast<void>(widen(from, 0))) {
  if (step == 1) return dequantize_vectors(to, from, count, zero_point, scale);
  dequantize_row<T, float, From, float, float>(to, from, step, count, zero_point, scale);
}

}  // namespace kerf::portable
