// Eight floats in a register of AVX2.
#pragma once

#include <immintrin.h>
#include <stdint.h>

namespace kerf::portable {

// Also an argument of a map.
struct EightFloats {
  static constexpr int32_t kLanes = 8;
  static constexpr int32_t kRegisters = 16;
  using Mask = __m256i;  // lanes outside of it are not read

  __m256 v;

  // The lanes from `begin` on that are below `end`.
  static Mask within(int32_t begin, int32_t end) {
    return _mm256_andnot_si256(below(begin), below(end));
  }
  static Mask below(int32_t end) {
    return _mm256_cmpgt_epi32(_mm256_set1_epi32(end), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
  }

  static EightFloats all(float x) { return {_mm256_set1_ps(x)}; }
  static EightFloats read(const float* from) { return {_mm256_loadu_ps(from)}; }
  static EightFloats read(const float* from, Mask mask) { return {_mm256_maskload_ps(from, mask)}; }
  // Lanes that are not read are those of `other`.
  static EightFloats read_or(EightFloats other, const float* from, Mask mask) {
    return {_mm256_blendv_ps(other.v, _mm256_maskload_ps(from, mask), _mm256_castsi256_ps(mask))};
  }
  void write(float* to) const { _mm256_storeu_ps(to, v); }
  // Writes the lanes below `count`, in pieces: processors of AMD take tens of cycles for a store
  // with a mask.
  void write(float* to, int32_t count) const {
    if (count >= kLanes) return write(to);
    __m128 left = _mm256_castps256_ps128(v);
    if ((count & 4) != 0) {
      _mm_storeu_ps(to, left);
      left = _mm256_extractf128_ps(v, 1);
      to += 4;
    }
    if ((count & 2) != 0) {
      _mm_storel_pi(reinterpret_cast<__m64*>(to), left);
      left = _mm_movehl_ps(left, left);
      to += 2;
    }
    if ((count & 1) != 0) _mm_store_ss(to, left);
  }
};

inline EightFloats operator+(EightFloats a, EightFloats b) { return {_mm256_add_ps(a.v, b.v)}; }
inline EightFloats operator-(EightFloats a, EightFloats b) { return {_mm256_sub_ps(a.v, b.v)}; }
inline EightFloats operator*(EightFloats a, EightFloats b) { return {_mm256_mul_ps(a.v, b.v)}; }

inline EightFloats operator/(EightFloats a, EightFloats b) { return {_mm256_div_ps(a.v, b.v)}; }
inline EightFloats operator-(EightFloats a) { return {_mm256_xor_ps(a.v, _mm256_set1_ps(-0.0f))}; }

// sum + x * y, rounded once.
inline EightFloats multiply_add(EightFloats sum, EightFloats x, EightFloats y) {
  return {_mm256_fmadd_ps(x.v, y.v, sum.v)};
}

// The instructions for the larger and the smaller return their second operand where one is a NaN,
// or where both are 0.
inline EightFloats at_least(EightFloats x, float low) {
  return {_mm256_max_ps(_mm256_set1_ps(low), x.v)};
}
inline EightFloats clamp(EightFloats x, float low, float high) {
  const __m256 most = _mm256_min_ps(_mm256_set1_ps(high), x.v);
  // Does what the scalar form does where low > high: below low, an element is low.
  const __m256 least = _mm256_set1_ps(low);
  return {_mm256_blendv_ps(most, least, _mm256_cmp_ps(x.v, least, _CMP_LT_OQ))};
}

// Lanes of x that are more than those of y, or a NaN.
inline EightFloats::Mask more_or_nan(EightFloats x, EightFloats y) {
  const __m256 nan = _mm256_cmp_ps(x.v, x.v, _CMP_UNORD_Q);
  return _mm256_castps_si256(_mm256_or_ps(_mm256_cmp_ps(x.v, y.v, _CMP_GT_OQ), nan));
}
// Lanes of x inside of the mask, of y outside.
inline EightFloats select(EightFloats::Mask mask, EightFloats x, EightFloats y) {
  return {_mm256_blendv_ps(y.v, x.v, _mm256_castsi256_ps(mask))};
}

// See vector_maths.h.
inline EightFloats select_below(EightFloats x, float limit, EightFloats a, EightFloats b) {
  return {_mm256_blendv_ps(b.v, a.v, _mm256_cmp_ps(x.v, _mm256_set1_ps(limit), _CMP_LT_OQ))};
}
inline EightFloats size_of(EightFloats x) { return {_mm256_andnot_ps(_mm256_set1_ps(-0.0f), x.v)}; }
inline EightFloats with_sign(EightFloats size, EightFloats x) {
  const __m256 sign = _mm256_set1_ps(-0.0f);
  return {_mm256_or_ps(_mm256_andnot_ps(sign, size.v), _mm256_and_ps(sign, x.v))};
}
inline EightFloats times_power(EightFloats x, EightFloats sum) {
  // The bits of 12582912, the sum of n = 0.
  const __m256i n = _mm256_sub_epi32(_mm256_castps_si256(sum.v), _mm256_set1_epi32(0x4B400000));
  const __m256i half = _mm256_srai_epi32(n, 1);
  const auto power = [](__m256i exponent) {
    const __m256i biased = _mm256_add_epi32(exponent, _mm256_set1_epi32(127));
    return _mm256_castsi256_ps(_mm256_slli_epi32(biased, 23));
  };
  return {_mm256_mul_ps(_mm256_mul_ps(x.v, power(half)), power(_mm256_sub_epi32(n, half)))};
}

// Elements 0, 2, 4 .. of sixteen, of which `low` are the first.
inline EightFloats every_second(EightFloats low, EightFloats high) {
  const __m256 even = _mm256_shuffle_ps(low.v, high.v, 0x88);
  return {_mm256_castpd_ps(_mm256_permute4x64_pd(_mm256_castps_pd(even), 0xD8))};
}

// Elements 1, 3, 5 .. of them.
inline EightFloats every_other(EightFloats low, EightFloats high) {
  const __m256 odd = _mm256_shuffle_ps(low.v, high.v, 0xDD);
  return {_mm256_castpd_ps(_mm256_permute4x64_pd(_mm256_castps_pd(odd), 0xD8))};
}

// The sums of the two halves.
inline __m128 sum_halves(EightFloats lanes) {
  return _mm_add_ps(_mm256_castps256_ps128(lanes.v), _mm256_extractf128_ps(lanes.v, 1));
}

// The sum of all lanes, by halves.
inline float sum_lanes(EightFloats lanes) {
  __m128 half = sum_halves(lanes);
  half = _mm_add_ps(half, _mm_movehl_ps(half, half));
  return _mm_cvtss_f32(_mm_add_ss(half, _mm_movehdup_ps(half)));
}

}  // namespace kerf::portable
