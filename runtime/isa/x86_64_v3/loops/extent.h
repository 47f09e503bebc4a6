// The least and the largest of numbers, of adjacent float eight at a time.
#pragma once

#include <immintrin.h>
#include <stdint.h>

#include "core/small.h"
#include "isa/scalar/loops/extent.h"

namespace kerf::portable {

inline void extend(const float* from, int32_t step, int32_t count, float& least, float& most) {
  if (!kSmall && step == 1 && count >= 8) {
    // The instructions return their second operand where both are 0, or one is a NaN.
    __m256 low = _mm256_set1_ps(least);
    __m256 high = _mm256_set1_ps(most);
    __m256 numbers = _mm256_cmp_ps(low, high, _CMP_ORD_Q);
    for (; count >= 8; count -= 8, from += 8) {
      const __m256 x = _mm256_loadu_ps(from);
      low = _mm256_min_ps(x, low);
      high = _mm256_max_ps(x, high);
      numbers = _mm256_and_ps(numbers, _mm256_cmp_ps(x, x, _CMP_ORD_Q));
    }
    float lows[8];
    float highs[8];
    _mm256_storeu_ps(lows, low);
    _mm256_storeu_ps(highs, high);
    extend<float, float>(lows, 1, 8, least, most);
    extend<float, float>(highs, 1, 8, least, most);
    if (_mm256_movemask_ps(numbers) != 0xFF) least = most = __builtin_nanf("");
  }
  extend<float, float>(from, step, count, least, most);
}

}  // namespace kerf::portable
