// Dot products with int8 whose terms are in groups, each with a factor, by AVX2 and FMA.
#pragma once

#include <immintrin.h>
#include <stdint.h>

namespace kerf::fused {

inline constexpr bool kReadsGroupSums = false;

inline float sum_of_eight(__m256 x) {
  __m128 half = _mm_add_ps(_mm256_castps256_ps128(x), _mm256_extractf128_ps(x, 1));
  half = _mm_add_ps(half, _mm_movehl_ps(half, half));
  return _mm_cvtss_f32(_mm_add_ss(half, _mm_movehdup_ps(half)));
}

// As the scalar one. Eight sums of a group become float on their own.
inline float dot_by_groups(const int8_t* a, const int8_t* b, int32_t count, int32_t group,
                           int32_t zero, const uint32_t*, const float* factors) {
  // Inputs less `zero` are int16 where it is one of int8, as it is of those that exporters write.
  const bool fits = zero >= INT8_MIN && zero <= INT8_MAX;
  const __m256i zeros = _mm256_set1_epi16(static_cast<int16_t>(zero));
  __m256 totals = _mm256_setzero_ps();
  float total = 0;
  while (count > 0) {
    int32_t left = count < group ? count : group;
    count -= left;
    __m256i parts = _mm256_setzero_si256();
    for (; fits && left >= 16; left -= 16, a += 16, b += 16) {
      const auto wide = [](const int8_t* from) {
        return _mm256_cvtepi8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from)));
      };
      parts = _mm256_add_epi32(parts, _mm256_madd_epi16(_mm256_sub_epi16(wide(a), zeros), wide(b)));
    }
    uint32_t rest = 0;
    for (; left > 0; --left)
      rest +=
          (static_cast<uint32_t>(*a++) - static_cast<uint32_t>(zero)) * static_cast<uint32_t>(*b++);
    totals = _mm256_fmadd_ps(_mm256_cvtepi32_ps(parts), _mm256_broadcast_ss(factors), totals);
    total += static_cast<float>(static_cast<int32_t>(rest)) * *factors++;
  }
  return total + sum_of_eight(totals);
}
inline float dot_by_groups(const float* a, const int8_t* b, int32_t count, int32_t group, int32_t,
                           const uint32_t*, const float* factors) {
  __m256 totals = _mm256_setzero_ps();
  float total = 0;
  while (count > 0) {
    int32_t left = count < group ? count : group;
    count -= left;
    __m256 parts = _mm256_setzero_ps();
    for (; left >= 8; left -= 8, a += 8, b += 8) {
      const __m128i words = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(b));
      const __m256 weights = _mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(words));
      parts = _mm256_fmadd_ps(_mm256_loadu_ps(a), weights, parts);
    }
    float rest = 0;
    for (; left > 0; --left) rest += *a++ * static_cast<float>(*b++);
    totals = _mm256_fmadd_ps(parts, _mm256_broadcast_ss(factors), totals);
    total += rest * *factors++;
  }
  return total + sum_of_eight(totals);
}

}  // namespace kerf::fused
