// Rows of maps of float, four elements at a time, where operands are adjacent. Others are computed
// as by scalar instructions, with the same results: but subnormal numbers count as 0 here.
#pragma once

#include <arm_mve.h>

#include "isa/scalar/loops/map.h"

namespace kerf::portable {

// Four elements, as an argument of a map.
struct Floats {
  float32x4_t v;
};

inline Floats operator+(Floats a, Floats b) { return {vaddq_f32(a.v, b.v)}; }
inline Floats operator+(Floats a, float b) { return {vaddq_n_f32(a.v, b)}; }
inline Floats operator+(float a, Floats b) { return b + a; }
inline Floats operator-(Floats a, Floats b) { return {vsubq_f32(a.v, b.v)}; }
inline Floats operator-(Floats a, float b) { return {vsubq_n_f32(a.v, b)}; }
inline Floats operator-(float a, Floats b) { return {vsubq_f32(vdupq_n_f32(a), b.v)}; }
inline Floats operator*(Floats a, Floats b) { return {vmulq_f32(a.v, b.v)}; }
inline Floats operator*(Floats a, float b) { return {vmulq_n_f32(a.v, b)}; }
inline Floats operator*(float a, Floats b) { return b * a; }

// sum + x * y, rounded once.
inline Floats multiply_add(float sum, Floats x, float y) {
  return {vfmasq_n_f32(x.v, vdupq_n_f32(y), sum)};
}

// In assembly, because GCC 12 moves each predicate through a register. No other predicate is live
// meanwhile: a map has none. Compared by `gt`, which is false for a NaN; `lt` is true.
inline Floats at_least(Floats x, float low) {
  Floats least;
  __asm__(
      "vcmp.f32 gt, %q[low], %q[x]\n"
      "vpsel %q[least], %q[low], %q[x]\n"
      : [least] "=w"(least.v)
      : [x] "w"(x.v), [low] "w"(vdupq_n_f32(low)));
  return least;
}
inline Floats clamp(Floats x, float low, float high) {
  Floats most;
  __asm__(
      "vcmp.f32 gt, %q[x], %q[high]\n"
      "vpsel %q[most], %q[high], %q[x]\n"
      "vcmp.f32 gt, %q[low], %q[x]\n"
      "vpsel %q[most], %q[low], %q[most]\n"
      : [most] "=&w"(most.v)
      : [x] "w"(x.v), [low] "w"(vdupq_n_f32(low)), [high] "w"(vdupq_n_f32(high)));
  return most;
}

// The next four elements, past which `from` is advanced. In assembly, because GCC 12 advances
// pointers with instructions of their own.
inline Floats next_floats(const float*& from) {
  Floats next;
  __asm__ volatile("vldrw.32 %q[next], [%[from]], #16"
                   : [next] "=w"(next.v), [from] "+r"(from)
                   :
                   : "memory");
  return next;
}

// Stores four elements, and advances `to` past them.
inline void put_floats(float*& to, Floats x) {
  __asm__ volatile("vstrw.32 %q[x], [%[to]], #16" : [to] "+r"(to) : [x] "w"(x.v) : "memory");
}

// Computes the whole vectors of a row of `count`, and advances `to` and `from` past them. Returns
// how many elements are left.
template <typename F, typename... From>
int32_t map_vectors(float*& to, int32_t count, F f, From*&... from) {
  for (int32_t vectors = count >> 2; vectors != 0; --vectors)
    put_floats(to, f(next_floats(from)...));
  return count & 3;
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
