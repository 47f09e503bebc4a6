// Dot products of int8 by AVX2, sixteen terms at a time.
#pragma once

#include <immintrin.h>
#include <stdint.h>

namespace kerf::integers {

// The sum of a[i] * b[i] over i < count, modulo 2^32.
inline uint32_t dot_int8(const int8_t* a, const int8_t* b, int32_t count) {
  __m256i sums = _mm256_setzero_si256();
  for (; count >= 16; count -= 16, a += 16, b += 16) {
    const auto wide = [](const int8_t* from) {
      return _mm256_cvtepi8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from)));
    };
    sums = _mm256_add_epi32(sums, _mm256_madd_epi16(wide(a), wide(b)));
  }
  __m128i half = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
  half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4E));
  half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0xB1));
  auto sum = static_cast<uint32_t>(_mm_cvtsi128_si32(half));
  for (; count > 0; --count) sum += static_cast<uint32_t>(*a++ * *b++);
  return sum;
}

}  // namespace kerf::integers
