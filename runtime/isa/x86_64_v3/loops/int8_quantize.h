// Rows of adjacent float that become int8 by AVX2, eight at a time. Others are quantized as by
// scalar instructions, with the same results.
#pragma once

#include <immintrin.h>
#include <stdint.h>

#include "isa/scalar/loops/int8_quantize.h"

namespace kerf::integers {

inline void quantize_ints(int8_t* to, const float* from, int32_t step, int32_t count,
                          const Quantization& by) {
  if (step == 1) {
    const __m256 low = _mm256_set1_ps(static_cast<float>(by.low));
    const __m256 high = _mm256_set1_ps(static_cast<float>(by.high));
    const __m256 factor = _mm256_set1_ps(by.factor);
    const __m256i zero = _mm256_set1_epi32(by.zero);
    for (; count >= 8; count -= 8, from += 8, to += 8) {
      const __m256 x = _mm256_mul_ps(_mm256_loadu_ps(from), factor);
      const __m256 within = _mm256_min_ps(_mm256_max_ps(x, low), high);
      const __m256i whole = _mm256_add_epi32(_mm256_cvtps_epi32(within), zero);
      const __m256i numbers = _mm256_castps_si256(_mm256_cmp_ps(x, x, _CMP_ORD_Q));
      const __m256i valid = _mm256_and_si256(whole, numbers);
      const __m128i words =
          _mm_packs_epi32(_mm256_castsi256_si128(valid), _mm256_extracti128_si256(valid, 1));
      _mm_storel_epi64(reinterpret_cast<__m128i*>(to), _mm_packs_epi16(words, words));
    }
  }
  quantize_ints<int8_t>(to, from, step, count, by);
}

}  // namespace kerf::integers
