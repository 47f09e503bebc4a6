// Products of words of four bytes, as grouped_rows.h adds them, by AVX2.
#pragma once

#include <immintrin.h>
#include <stdint.h>

#include "loops/floats.h"

namespace kerf::fused {

// A word of each filter of a panel, or a sum.
using PanelWords = __m256i;
inline PanelWords load_words(const uint8_t* from) {
  return _mm256_load_si256(reinterpret_cast<const __m256i*>(from));
}
inline void store_words(PanelWords words, uint8_t* to) {
  _mm256_store_si256(reinterpret_cast<__m256i*>(to), words);
}
inline PanelWords all_words(int32_t word) { return _mm256_set1_epi32(word); }
// from - a * b
inline PanelWords subtract_products(PanelWords from, PanelWords a, PanelWords b) {
  return _mm256_sub_epi32(from, _mm256_mullo_epi32(a, b));
}
inline portable::Floats to_floats(PanelWords sums) { return {_mm256_cvtepi32_ps(sums)}; }

// Multiplies inputs x + 128 by weights of four bits: int16 holds the sums of 32 products at most.
struct Int4Products {
  static constexpr int32_t kMoved = 128;
  static constexpr int32_t kOnes = 0x01010101;  // inputs of 1 in a word

  static __m256i add(__m256i sums, __m256i x, __m256i w) {
    return _mm256_add_epi16(sums, _mm256_maddubs_epi16(x, w));
  }
  static __m256i finish(__m256i sums) { return _mm256_madd_epi16(sums, _mm256_set1_epi16(1)); }
  // Eight sums of weights.
  static __m256i sum(__m256i even, __m256i odd) {
    return finish(_mm256_maddubs_epi16(_mm256_set1_epi8(1), _mm256_add_epi8(even, odd)));
  }
};

// Multiplies inputs by weights of eight bits, both as int16, of which a register has 16.
struct Int8Products {
  static constexpr int32_t kMoved = 0;
  static constexpr int32_t kOnes = 0x00010001;

  static void store(const int8_t* x, int32_t terms, uint8_t* stored) {
    auto* to = reinterpret_cast<int16_t*>(stored);
    for (; terms >= 16; terms -= 16, x += 16, to += 16)
      _mm256_store_si256(reinterpret_cast<__m256i*>(to), load(reinterpret_cast<const uint8_t*>(x)));
    for (int32_t k = 0; k < terms; ++k) to[k] = x[k];
  }
  static __m256i load(const uint8_t* w) {
    return _mm256_cvtepi8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(w)));
  }
  static __m256i add(__m256i sums, __m256i x, __m256i w) {
    return _mm256_add_epi32(sums, _mm256_madd_epi16(x, w));
  }
  static __m256i finish(__m256i sums) { return sums; }
  static __m256i add_weights(__m256i sums, __m256i w) { return add(sums, _mm256_set1_epi16(1), w); }
};

}  // namespace kerf::fused
