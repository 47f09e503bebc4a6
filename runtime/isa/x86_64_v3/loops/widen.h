// Rows of Half that become float by F16C, eight at a time.
#pragma once

#include <immintrin.h>
#include <stdint.h>

#include "tensor/half.h"

namespace kerf::portable {

// to[i] = from[i] for i < count: the same number. The rows do not overlap.
[[gnu::noinline]] inline void widen_row(float* to, const Half* from, int32_t count) {
  for (; count >= 8; count -= 8, to += 8, from += 8) {
    const __m128i bits = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
    _mm256_storeu_ps(to, _mm256_cvtph_ps(bits));
  }
  for (; count > 0; --count) *to++ = to_float(*from++);
}

}  // namespace kerf::portable
