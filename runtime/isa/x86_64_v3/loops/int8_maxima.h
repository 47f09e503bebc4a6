// The larger ones of adjacent int8, by AVX2.
#pragma once

#include <immintrin.h>
#include <stdint.h>

namespace kerf::integers {

inline constexpr bool kHasMaxima = true;

inline void keep_larger(int8_t* to, const int8_t* from, int32_t count) {
  for (; count >= 32; count -= 32, to += 32, from += 32) {
    auto* const both = reinterpret_cast<__m256i*>(to);
    const auto* const others = reinterpret_cast<const __m256i*>(from);
    _mm256_storeu_si256(both,
                        _mm256_max_epi8(_mm256_loadu_si256(both), _mm256_loadu_si256(others)));
  }
  for (; count > 0; --count, ++to, ++from) *to = *from > *to ? *from : *to;
}

}  // namespace kerf::integers
