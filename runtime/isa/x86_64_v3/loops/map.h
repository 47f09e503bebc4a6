// Rows of maps of float, a register of elements at a time, where operands are adjacent or one for
// all. Others are computed as by scalar instructions, with the same results.
#pragma once

#include "isa/scalar/loops/map.h"
#include "loops/floats.h"

namespace kerf::portable {

inline Floats operator+(Floats a, float b) { return a + Floats::all(b); }
inline Floats operator+(float a, Floats b) { return b + a; }
inline Floats operator-(Floats a, float b) { return a - Floats::all(b); }
inline Floats operator-(float a, Floats b) { return Floats::all(a) - b; }
inline Floats operator*(Floats a, float b) { return a * Floats::all(b); }
inline Floats operator*(float a, Floats b) { return b * a; }
inline Floats operator/(float a, Floats b) { return Floats::all(a) / b; }

// sum + x * y, rounded once.
inline Floats multiply_add(float sum, Floats x, float y) {
  return multiply_add(Floats::all(sum), x, Floats::all(y));
}

// to[i] = f(from[i]..) for i < count. Returns to + count.
template <typename F, typename... From>
float* map_vectors(float* to, int32_t count, F f, const From*... from) {
  constexpr int32_t kLanes = Floats::kLanes;
  for (; count >= kLanes; count -= kLanes) {
    f(Floats::read(from)...).write(to);
    to += kLanes;
    ((from += kLanes), ...);
  }
  if (count <= 0) return to;
  const Floats::Mask mask = Floats::below(count);
  f(Floats::read(from, mask)...).write(to, count);
  return to + count;
}

template <typename F>
float* map_row(float* to, const float* a, int32_t a_step, int32_t count, F f) {
  if constexpr (takes<F, Floats>(0)) {
    if (a_step == 1) return map_vectors(to, count, f, a);
  }
  return map_row<float, F>(to, a, a_step, count, f);
}

template <typename F>
float* map_row(float* to, const float* a, int32_t a_step, const float* b, int32_t b_step,
               int32_t count, F f) {
  if constexpr (takes<F, Floats, Floats>(0)) {
    if (a_step == 1 && b_step == 1) return map_vectors(to, count, f, a, b);
    if (a_step == 1 && b_step == 0 && count > 0) {
      const Floats all = Floats::all(*b);
      return map_vectors(to, count, [=](Floats x) { return f(x, all); }, a);
    }
  }
  return map_row<float, F>(to, a, a_step, b, b_step, count, f);
}

}  // namespace kerf::portable
