// Sums of int8 by AVX2, 32 at a time.
#pragma once

#include <immintrin.h>
#include <stdint.h>

namespace kerf::integers {

// The sum of values[i] over i < count, modulo 2^32.
inline uint32_t sum_int8(const int8_t* values, int32_t count) {
  // Sums bytes moved up by 128, which are not negative: eight of them in each lane of 64 bits.
  constexpr auto kEightMoved = static_cast<int64_t>(0x8080808080808080);
  __m256i sums = _mm256_setzero_si256();
  int32_t whole = 0;
  for (; count - whole >= 32; whole += 32) {
    const __m256i some = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(values + whole));
    const __m256i moved = _mm256_xor_si256(some, _mm256_set1_epi8(INT8_MIN));
    sums = _mm256_add_epi64(sums, _mm256_sad_epu8(moved, _mm256_setzero_si256()));
  }
  __m128i half = _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
  for (; count - whole >= 8; whole += 8) {
    const __m128i some = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(values + whole));
    const __m128i moved = _mm_xor_si128(some, _mm_set_epi64x(0, kEightMoved));
    half = _mm_add_epi64(half, _mm_sad_epu8(moved, _mm_setzero_si128()));
  }
  uint32_t sum = static_cast<uint32_t>(_mm_cvtsi128_si32(half)) +
                 static_cast<uint32_t>(_mm_extract_epi32(half, 2)) -
                 static_cast<uint32_t>(whole) * 128;
  for (; whole < count; ++whole) sum += static_cast<uint32_t>(values[whole]);
  return sum;
}

}  // namespace kerf::integers
