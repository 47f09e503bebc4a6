// Rows of maps of float by AVX2, eight elements at a time, where operands are adjacent or one for
// all. Others are computed as by scalar instructions, with the same results.
#pragma once

#include <immintrin.h>

#include "isa/scalar/loops/map.h"
#include "isa/x86_64_v3/loops/copy.h"

namespace kerf::portable {

// Eight elements, as an argument of a map.
struct Floats {
  __m256 v;
};

inline Floats operator+(Floats a, Floats b) { return {_mm256_add_ps(a.v, b.v)}; }
inline Floats operator+(Floats a, float b) { return {_mm256_add_ps(a.v, _mm256_set1_ps(b))}; }
inline Floats operator+(float a, Floats b) { return b + a; }
inline Floats operator-(Floats a, Floats b) { return {_mm256_sub_ps(a.v, b.v)}; }
inline Floats operator-(Floats a, float b) { return {_mm256_sub_ps(a.v, _mm256_set1_ps(b))}; }
inline Floats operator-(float a, Floats b) { return {_mm256_sub_ps(_mm256_set1_ps(a), b.v)}; }
inline Floats operator*(Floats a, Floats b) { return {_mm256_mul_ps(a.v, b.v)}; }
inline Floats operator*(Floats a, float b) { return {_mm256_mul_ps(a.v, _mm256_set1_ps(b))}; }
inline Floats operator*(float a, Floats b) { return b * a; }

// sum + x * y, rounded once.
inline Floats multiply_add(float sum, Floats x, float y) {
  return {_mm256_fmadd_ps(x.v, _mm256_set1_ps(y), _mm256_set1_ps(sum))};
}

// The instructions for the larger and the smaller return their second operand where one is a NaN,
// or where both are 0.
inline Floats at_least(Floats x, float low) { return {_mm256_max_ps(_mm256_set1_ps(low), x.v)}; }
inline Floats clamp(Floats x, float low, float high) {
  const __m256 most = _mm256_min_ps(_mm256_set1_ps(high), x.v);
  // As the scalar form where low > high: below low, an element is low.
  const __m256 least = _mm256_set1_ps(low);
  return {_mm256_blendv_ps(most, least, _mm256_cmp_ps(x.v, least, _CMP_LT_OQ))};
}

// Whether a map takes vectors: a call with them compiles.
template <typename F, typename... V>
constexpr auto takes(int) -> decltype(static_cast<F*>(nullptr)->operator()(V{}...), bool()) {
  return true;
}
template <typename F, typename... V>
constexpr bool takes(...) {
  return false;
}

// to[i] = f(from[i]..) for i < count. Returns to + count.
template <typename F, typename... From>
float* map_vectors(float* to, int32_t count, F f, const From*... from) {
  for (; count >= 8; count -= 8) {
    _mm256_storeu_ps(to, f(Floats{_mm256_loadu_ps(from)}...).v);
    to += 8;
    ((from += 8), ...);
  }
  if (count <= 0) return to;
  const __m256i mask = lanes_below(count);
  _mm256_maskstore_ps(to, mask, f(Floats{_mm256_maskload_ps(from, mask)}...).v);
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
      const Floats all{_mm256_set1_ps(*b)};
      return map_vectors(to, count, [=](Floats x) { return f(x, all); }, a);
    }
  }
  return map_row<float, F>(to, a, a_step, b, b_step, count, f);
}

}  // namespace kerf::portable
