// Rows of numbers that are quantized, of adjacent float in double eight at a time.
#pragma once

#include <immintrin.h>

#include "core/small.h"
#include "isa/scalar/loops/quantize.h"

namespace kerf::portable {

template <bool kShifts>
void quantize_row(int8_t* to, const float* from, int32_t step, int32_t count, double inverse,
                  double shift, Quantizer<int8_t, double> quantizer) {
  if (!kSmall && step == 1) {
    const __m256d low = _mm256_set1_pd(quantizer.least());
    const __m256d high = _mm256_set1_pd(quantizer.most());
    const __m128i zero = _mm_set1_epi32(quantizer.zero_point());
    const auto four = [&](const float* at) {
      __m256d x = _mm256_mul_pd(_mm256_cvtps_pd(_mm_loadu_ps(at)), _mm256_set1_pd(inverse));
      if constexpr (kShifts) x = _mm256_add_pd(x, _mm256_set1_pd(shift));
      const __m256d within = _mm256_min_pd(_mm256_max_pd(x, low), high);
      const __m128i whole = _mm_add_epi32(_mm256_cvtpd_epi32(within), zero);
      // A NaN becomes 0.
      const __m256i numbers = _mm256_castpd_si256(_mm256_cmp_pd(x, x, _CMP_ORD_Q));
      const __m128i kept = _mm_castps_si128(
          _mm_shuffle_ps(_mm_castsi128_ps(_mm256_castsi256_si128(numbers)),
                         _mm_castsi128_ps(_mm256_extracti128_si256(numbers, 1)), 0x88));
      return _mm_and_si128(whole, kept);
    };
    for (; count >= 8; count -= 8, from += 8, to += 8) {
      const __m128i words = _mm_packs_epi32(four(from), four(from + 4));
      _mm_storel_epi64(reinterpret_cast<__m128i*>(to), _mm_packs_epi16(words, words));
    }
  }
  quantize_row<kShifts, int8_t, float, double>(to, from, step, count, inverse, shift, quantizer);
}

}  // namespace kerf::portable
