// Dot products of float with int8 whose terms are in groups, each with a factor, by AVX2 and FMA.
#pragma once

#include <immintrin.h>
#include <stdint.h>

#include "isa/x86_64_v3/loops/eight_floats.h"

namespace kerf::fused {

inline float dot_by_groups(const float* a, const int8_t* b, int32_t count, int32_t group,
                           const float* factors) {
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
  return total + portable::sum_lanes({totals});
}

}  // namespace kerf::fused
