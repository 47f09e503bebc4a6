// Sixteen floats in a register of AVX-512.
#pragma once

#include <immintrin.h>
#include <stdint.h>

namespace kerf::portable {

struct Floats {
  static constexpr int32_t kLanes = 16;
  static constexpr int32_t kRegisters = 32;
  using Mask = __mmask16;

  __m512 v;

  static Mask within(int32_t begin, int32_t end) {
    return static_cast<Mask>(below(end) & ~below(begin));
  }
  static Mask below(int32_t end) {
    const int32_t most = end < kLanes ? end : kLanes;
    return static_cast<Mask>(_bzhi_u32(0xFFFF, static_cast<uint32_t>(most < 0 ? 0 : most)));
  }

  static Floats all(float x) { return {_mm512_set1_ps(x)}; }
  static Floats read(const float* from) { return {_mm512_loadu_ps(from)}; }
  static Floats read(const float* from, Mask mask) { return {_mm512_maskz_loadu_ps(mask, from)}; }
  // Lanes that are not read are those of `other`.
  static Floats read_or(Floats other, const float* from, Mask mask) {
    return {_mm512_mask_loadu_ps(other.v, mask, from)};
  }
  void write(float* to) const { _mm512_storeu_ps(to, v); }
  // Writes the lanes below `count`.
  void write(float* to, int32_t count) const { _mm512_mask_storeu_ps(to, below(count), v); }
};

inline Floats operator+(Floats a, Floats b) { return {_mm512_add_ps(a.v, b.v)}; }
inline Floats operator-(Floats a, Floats b) { return {_mm512_sub_ps(a.v, b.v)}; }
inline Floats operator*(Floats a, Floats b) { return {_mm512_mul_ps(a.v, b.v)}; }

inline Floats operator/(Floats a, Floats b) { return {_mm512_div_ps(a.v, b.v)}; }
inline Floats operator-(Floats a) { return {_mm512_xor_ps(a.v, _mm512_set1_ps(-0.0f))}; }

// sum + x * y, rounded once.
inline Floats multiply_add(Floats sum, Floats x, Floats y) {
  return {_mm512_fmadd_ps(x.v, y.v, sum.v)};
}

// A mask of all lanes: GCC takes what is behind intrinsics without a mask for uninitialised.
// Source: https://gcc.gnu.org/bugzilla/show_bug.cgi?id=105593
inline constexpr Floats::Mask kAllLanes = 0xFFFF;

// NaN and 0 as of AVX2.
inline Floats at_least(Floats x, float low) {
  return {_mm512_maskz_max_ps(kAllLanes, _mm512_set1_ps(low), x.v)};
}
inline Floats clamp(Floats x, float low, float high) {
  const __m512 most = _mm512_maskz_min_ps(kAllLanes, _mm512_set1_ps(high), x.v);
  const __m512 least = _mm512_set1_ps(low);
  return {_mm512_mask_mov_ps(most, _mm512_cmp_ps_mask(x.v, least, _CMP_LT_OQ), least)};
}

// Lanes of x that are more than those of y, or a NaN.
inline Floats::Mask more_or_nan(Floats x, Floats y) {
  return static_cast<Floats::Mask>(_mm512_cmp_ps_mask(x.v, y.v, _CMP_GT_OQ) |
                                   _mm512_cmp_ps_mask(x.v, x.v, _CMP_UNORD_Q));
}
// Lanes of x inside of the mask, of y outside.
inline Floats select(Floats::Mask mask, Floats x, Floats y) {
  return {_mm512_mask_mov_ps(y.v, mask, x.v)};
}

// See vector_maths.h.
inline Floats select_below(Floats x, float limit, Floats a, Floats b) {
  const Floats::Mask below = _mm512_cmp_ps_mask(x.v, _mm512_set1_ps(limit), _CMP_LT_OQ);
  return {_mm512_mask_mov_ps(b.v, below, a.v)};
}
inline Floats size_of(Floats x) { return {_mm512_andnot_ps(_mm512_set1_ps(-0.0f), x.v)}; }
inline Floats with_sign(Floats size, Floats x) {
  const __m512 sign = _mm512_set1_ps(-0.0f);
  return {_mm512_or_ps(_mm512_andnot_ps(sign, size.v), _mm512_and_ps(sign, x.v))};
}
inline Floats times_power(Floats x, Floats sum) {
  // The bits of 12582912, the sum of n = 0.
  const __m512i n = _mm512_sub_epi32(_mm512_castps_si512(sum.v), _mm512_set1_epi32(0x4B400000));
  const __m512i half = _mm512_maskz_srai_epi32(kAllLanes, n, 1);
  const auto power = [](__m512i exponent) {
    const __m512i biased = _mm512_add_epi32(exponent, _mm512_set1_epi32(127));
    return _mm512_castsi512_ps(_mm512_maskz_slli_epi32(kAllLanes, biased, 23));
  };
  return {_mm512_mul_ps(_mm512_mul_ps(x.v, power(half)), power(_mm512_sub_epi32(n, half)))};
}

// Elements 0, 2, 4 .. of thirty-two, of which `low` are the first.
inline Floats every_second(Floats low, Floats high) {
  const __m512i even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
  return {_mm512_permutex2var_ps(low.v, even, high.v)};
}

// The sums of the halves of the two halves.
inline __m128 sum_halves(Floats lanes) {
  const __m256 high = _mm512_maskz_extractf32x8_ps(0xFF, lanes.v, 1);
  const __m256 eight = _mm256_add_ps(_mm512_castps512_ps256(lanes.v), high);
  return _mm_add_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
}

// The sum of all lanes, by halves.
inline float sum_lanes(Floats lanes) {
  __m128 half = sum_halves(lanes);
  half = _mm_add_ps(half, _mm_movehl_ps(half, half));
  return _mm_cvtss_f32(_mm_add_ss(half, _mm_movehdup_ps(half)));
}

}  // namespace kerf::portable
