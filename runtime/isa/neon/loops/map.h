// Rows of maps of float, four elements at a time, where operands are adjacent. Others are computed
// as by scalar instructions, with the same results.
#pragma once

#include <arm_neon.h>

#include "isa/scalar/loops/map.h"

namespace kerf::portable {

// Four elements, as an argument of a map.
struct Floats {
  float32x4_t v;
};

inline Floats operator+(Floats a, Floats b) { return {vaddq_f32(a.v, b.v)}; }
inline Floats operator+(Floats a, float b) { return {vaddq_f32(a.v, vdupq_n_f32(b))}; }
inline Floats operator+(float a, Floats b) { return b + a; }
inline Floats operator-(Floats a, Floats b) { return {vsubq_f32(a.v, b.v)}; }
inline Floats operator-(Floats a, float b) { return {vsubq_f32(a.v, vdupq_n_f32(b))}; }
inline Floats operator-(float a, Floats b) { return {vsubq_f32(vdupq_n_f32(a), b.v)}; }
inline Floats operator*(Floats a, Floats b) { return {vmulq_f32(a.v, b.v)}; }
inline Floats operator*(Floats a, float b) { return {vmulq_n_f32(a.v, b)}; }
inline Floats operator*(float a, Floats b) { return b * a; }
inline Floats operator/(Floats a, Floats b) { return {vdivq_f32(a.v, b.v)}; }
inline Floats operator/(float a, Floats b) { return {vdivq_f32(vdupq_n_f32(a), b.v)}; }
inline Floats operator-(Floats a) { return {vnegq_f32(a.v)}; }

// sum + x * y, rounded once.
inline Floats multiply_add(float sum, Floats x, float y) {
  return {vfmaq_n_f32(vdupq_n_f32(sum), x.v, y)};
}

// Compared, not by FMAX and FMIN: a NaN stays one.
inline Floats at_least(Floats x, float low) {
  const float32x4_t least = vdupq_n_f32(low);
  return {vbslq_f32(vcltq_f32(x.v, least), least, x.v)};
}
inline Floats clamp(Floats x, float low, float high) {
  const float32x4_t least = vdupq_n_f32(low);
  const float32x4_t most = vdupq_n_f32(high);
  const float32x4_t below = vbslq_f32(vcgtq_f32(x.v, most), most, x.v);
  return {vbslq_f32(vcltq_f32(x.v, least), least, below)};
}

// See vector_maths.h.
inline Floats select_below(Floats x, float limit, Floats a, Floats b) {
  return {vbslq_f32(vcltq_f32(x.v, vdupq_n_f32(limit)), a.v, b.v)};
}
inline Floats size_of(Floats x) { return {vabsq_f32(x.v)}; }
inline Floats with_sign(Floats size, Floats x) {
  return {vbslq_f32(vdupq_n_u32(0x80000000), x.v, size.v)};
}
inline Floats times_power(Floats x, Floats sum) {
  // The bits of 12582912, the sum of n = 0.
  const int32x4_t n = vsubq_s32(vreinterpretq_s32_f32(sum.v), vdupq_n_s32(0x4B400000));
  const int32x4_t half = vshrq_n_s32(n, 1);
  const auto power = [](int32x4_t exponent) {
    return vreinterpretq_f32_s32(vshlq_n_s32(vaddq_s32(exponent, vdupq_n_s32(127)), 23));
  };
  return {vmulq_f32(vmulq_f32(x.v, power(half)), power(vsubq_s32(n, half)))};
}

// Not in place: Clang's `vld1q_f32` is a macro, in which a pack cannot be expanded.
inline Floats floats_at(const float* from) { return Floats{vld1q_f32(from)}; }

// Computes the whole vectors of a row of `count`, and advances `to` and `from` past them. Returns
// how many elements are left.
template <typename F, typename... From>
int32_t map_vectors(float*& to, int32_t count, F f, From*&... from) {
  for (; count >= 4; count -= 4) {
    const Floats result = f(floats_at(from)...);
    vst1q_f32(to, result.v);
    to += 4;
    ((from += 4), ...);
  }
  return count;
}

template <typename F>
float* map_row(float* to, const float* a, int32_t a_step, int32_t count, F f) {
  if constexpr (takes<F, Floats>(0)) {
    if (a_step == 1) count = map_vectors(to, count, f, a);
  }
  return map_row<float, F>(to, a, a_step, count, f);
}

template <typename F>
float* map_row(float* to, const float* a, int32_t a_step, const float* b, int32_t b_step,
               int32_t count, F f) {
  if constexpr (takes<F, Floats, Floats>(0)) {
    if (a_step == 1 && b_step == 1) count = map_vectors(to, count, f, a, b);
  }
  return map_row<float, F>(to, a, a_step, b, b_step, count, f);
}

}  // namespace kerf::portable
