// Products of words of four bytes, as grouped_rows.h adds them, by VNNI.
#pragma once

#include <immintrin.h>
#include <stdint.h>

#include "loops/floats.h"

namespace kerf::fused {

// A word of each filter of a panel, or a sum.
using PanelWords = __m512i;
inline PanelWords load_words(const uint8_t* from) { return _mm512_load_si512(from); }
inline void store_words(PanelWords words, uint8_t* to) { _mm512_store_si512(to, words); }
inline PanelWords all_words(int32_t word) { return _mm512_set1_epi32(word); }
// from - a * b
inline PanelWords subtract_products(PanelWords from, PanelWords a, PanelWords b) {
  return _mm512_sub_epi32(from, _mm512_mullo_epi32(a, b));
}
inline portable::Floats to_floats(PanelWords sums) {
  return {_mm512_maskz_cvtepi32_ps(portable::kAllLanes, sums)};
}

// Multiplies inputs x + 128 by weights of four bits; sums are int32.
struct Int4Products {
  static constexpr int32_t kMoved = 128;
  static constexpr int32_t kOnes = 0x01010101;  // inputs of 1 in a word

  static __m256i ones() { return _mm256_set1_epi32(kOnes); }
  static __m256i add(__m256i sums, __m256i x, __m256i w) { return _mm256_dpbusd_epi32(sums, x, w); }
  static __m256i finish(__m256i sums) { return sums; }
  static PanelWords add(PanelWords sums, PanelWords x, PanelWords w) {
    return _mm512_dpbusd_epi32(sums, x, w);
  }
  static PanelWords finish(PanelWords sums) { return sums; }
  // Eight sums of weights.
  static __m256i sum(__m256i even, __m256i odd) {
    return add(add(_mm256_setzero_si256(), ones(), even), ones(), odd);
  }
};

// Multiplies them by weights of eight bits.
struct Int8Products : Int4Products {
  static void store(const int8_t* x, int32_t terms, uint8_t* stored) {
    const __m256i sign = _mm256_set1_epi8(-128);
    for (; terms >= 32; terms -= 32, x += 32, stored += 32)
      _mm256_store_si256(reinterpret_cast<__m256i*>(stored),
                         _mm256_xor_si256(load(reinterpret_cast<const uint8_t*>(x)), sign));
    for (int32_t k = 0; k < terms; ++k) stored[k] = static_cast<uint8_t>(x[k] + 128);
  }
  static __m256i load(const uint8_t* w) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(w));
  }
  static __m256i add_weights(__m256i sums, __m256i w) { return add(sums, ones(), w); }
};

}  // namespace kerf::fused
