// Products of four bytes in each word, as grouped_rows.h adds them, by VNNI.
#pragma once

#include <immintrin.h>
#include <stdint.h>

namespace kerf::fused {

// Multiplies inputs x + 128 by weights of four bits; sums are int32.
struct Int4Products {
  static constexpr int32_t kMoved = 128;
  static constexpr int32_t kOnes = 0x01010101;  // inputs of a word

  static __m256i add(__m256i sums, __m256i x, __m256i w) { return _mm256_dpbusd_epi32(sums, x, w); }
  static __m512i add(__m512i sums, __m512i x, __m512i w) { return _mm512_dpbusd_epi32(sums, x, w); }
  template <typename Sums>
  static Sums finish(Sums sums) {
    return sums;
  }
  static __m256i add_weights(__m256i sums, __m256i w) {
    return add(sums, _mm256_set1_epi32(kOnes), w);
  }
  // Eight sums of weights.
  static __m256i sum(__m256i even, __m256i odd) {
    return add_weights(add_weights(_mm256_setzero_si256(), even), odd);
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
};

}  // namespace kerf::fused
