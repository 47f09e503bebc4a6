// Dot products of int16 and int8 by AVX2, sixteen terms at a time.
#pragma once

#include <immintrin.h>
#include <stdint.h>

namespace kerf::fused {

// The sum of a[i * step] * b[i] over i < count, exactly. count <= 2^23.
inline int64_t dot_int16(const int16_t* a, int32_t step, const int8_t* b, int32_t count) {
  int64_t sum = 0;
  if (step == 1) {
    __m256i sums = _mm256_setzero_si256();
    while (count >= 16) {
      // Two products have 23 bits and a sign, so that 128 of them fit.
      __m256i part = _mm256_setzero_si256();
      for (int32_t left = 128; left > 0 && count >= 16; --left, count -= 16, a += 16, b += 16) {
        const __m256i x = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(a));
        const __m128i y = _mm_loadu_si128(reinterpret_cast<const __m128i*>(b));
        part = _mm256_add_epi32(part, _mm256_madd_epi16(x, _mm256_cvtepi8_epi16(y)));
      }
      sums = _mm256_add_epi64(sums, _mm256_cvtepi32_epi64(_mm256_castsi256_si128(part)));
      sums = _mm256_add_epi64(sums, _mm256_cvtepi32_epi64(_mm256_extracti128_si256(part, 1)));
    }
    __m128i half = _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    half = _mm_add_epi64(half, _mm_unpackhi_epi64(half, half));
    sum = _mm_cvtsi128_si64(half);
  }
  for (; count > 0; --count, a += step) sum += *a * *b++;
  return sum;
}

}  // namespace kerf::fused
