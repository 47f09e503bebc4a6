// Sums that become int8 by AVX2, eight at a time.
#pragma once

#include <immintrin.h>
#include <stdint.h>

#include "core/libc.h"
#include "isa/scalar/loops/int8_results.h"

namespace kerf::integers {

// Scales of eight lanes, and what all numbers need of them.
struct EightScales {
  __m256i multiplier;
  __m256i odd;    // multipliers of lanes 1, 3, 5, 7
  __m256i left;   // bits that a number is shifted before it is multiplied
  __m256i right;  // bits that it is shifted back afterwards
  __m256i mask;   // those bits
  __m256i most;   // of them that is rounded down where the number is not negative

  EightScales() = default;
  EightScales(__m256i multipliers, __m256i shift)
      : multiplier(multipliers), odd(_mm256_srli_epi64(multipliers, 32)) {
    const __m256i zero = _mm256_setzero_si256();
    const __m256i one = _mm256_set1_epi32(1);
    left = _mm256_max_epi32(shift, zero);
    right = _mm256_max_epi32(_mm256_sub_epi32(zero, shift), zero);
    mask = _mm256_sub_epi32(_mm256_sllv_epi32(one, right), one);
    most = _mm256_srli_epi32(mask, 1);
  }

  // Applies rescale() to each lane, with both roundings.
  [[gnu::always_inline]] __m256i rescale(__m256i x) const {
    x = _mm256_sllv_epi32(x, left);
    const __m256i half = _mm256_set1_epi64x(int64_t{1} << 30);
    const __m256i evens = _mm256_add_epi64(_mm256_mul_epi32(x, multiplier), half);
    const __m256i odds = _mm256_add_epi64(_mm256_mul_epi32(_mm256_srli_epi64(x, 32), odd), half);
    const __m256i y =
        _mm256_blend_epi32(_mm256_srli_epi64(evens, 31), _mm256_slli_epi64(odds, 1), 0xAA);
    // Less than half is rounded down, or half where y is negative.
    const __m256i down = _mm256_add_epi32(most, _mm256_srli_epi32(y, 31));
    const __m256i up = _mm256_cmpgt_epi32(_mm256_and_si256(y, mask), down);
    return _mm256_sub_epi32(_mm256_srav_epi32(y, right), up);
  }
};

// Applies narrow() to each lane, with the offset and bounds of `result`, and packs the low bytes of
// the eight int32: lanes 0 to 3 in the low four bytes, 4 to 7 in those from byte 8 on.
template <typename Result>
[[gnu::always_inline]] inline __m128i narrow_lanes(__m256i x, const Result& result) {
  x = _mm256_add_epi32(x, _mm256_set1_epi32(result.offset));
  x = _mm256_max_epi32(x, _mm256_set1_epi32(result.low));
  x = _mm256_min_epi32(x, _mm256_set1_epi32(result.high));
  const __m256i words = _mm256_packs_epi32(x, x);
  const __m256i bytes = _mm256_packs_epi16(words, words);
  return _mm_unpacklo_epi64(_mm256_castsi256_si128(bytes), _mm256_extracti128_si256(bytes, 1));
}

// Stores the bytes of narrow_lanes().
[[gnu::always_inline]] inline void store_eight(int8_t* to, __m128i bytes) {
  const __m128i eight = _mm_shuffle_epi32(bytes, 0xE8);
  _mm_storel_epi64(reinterpret_cast<__m128i*>(to), eight);
}

// Stores the `count` lowest of four bytes.
[[gnu::always_inline]] inline void store_bytes(int8_t* to, int32_t word, int32_t count) {
  if (count >= 4) {
    libc::copy(to, &word, 4);
    return;
  }
  for (int32_t i = 0; i < count; ++i) to[i] = static_cast<int8_t>(word >> (8 * i));
}

}  // namespace kerf::integers
