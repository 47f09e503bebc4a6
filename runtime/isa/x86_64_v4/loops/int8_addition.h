// Sums of adjacent int8 by AVX-512, sixteen at a time.
#pragma once

#include <immintrin.h>
#include <stdint.h>

#include "isa/scalar/loops/int8_rows.h"
#include "isa/x86_64_v4/loops/int8_results.h"

namespace kerf::integers {

// One term of sixteen sums.
class SixteenTerms {
 public:
  SixteenTerms(int32_t zero, const Scale& scale)
      : zero_(_mm512_set1_epi32(zero)),
        scales_(_mm512_set1_epi32(scale.multiplier), _mm512_set1_epi32(scale.shift)),
        bits_(exact_bits(scale)) {}

  [[gnu::always_inline]] __m512i load(const int8_t* from) const {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
    const __m512i x = _mm512_sub_epi32(_mm512_maskz_cvtepi8_epi32(kAll, bytes), zero_);
    if (bits_ >= 0) return _mm512_maskz_slli_epi32(kAll, x, static_cast<uint32_t>(bits_));
    return rescale_lanes(_mm512_maskz_slli_epi32(kAll, x, 20), scales_);
  }

 private:
  __m512i zero_;
  SixteenScales scales_;
  int32_t bits_;
};

// Writes the first of `count` sums of a and b; how many.
inline int32_t add_adjacent(int8_t* to, const int8_t* a, const int8_t* b, int32_t count,
                            const Int8Addition& by) {
  const SixteenTerms left(by.zeros[0], by.scales[0]);
  const SixteenTerms right(by.zeros[1], by.scales[1]);
  const SixteenScales scales(_mm512_set1_epi32(by.scales[2].multiplier),
                             _mm512_set1_epi32(by.scales[2].shift));
  const __m512i offset = _mm512_set1_epi32(by.offset);
  const __m128i least = _mm_set1_epi8(static_cast<int8_t>(by.low));
  const __m128i most = _mm_set1_epi8(static_cast<int8_t>(by.high));
  int32_t i = 0;
  for (; i + 16 <= count; i += 16) {
    const __m512i sum = _mm512_add_epi32(left.load(a + i), right.load(b + i));
    const __m512i whole =
        scales.at_once ? rescale_at_once(sum, scales) : rescale_lanes(sum, scales);
    const __m128i bytes = _mm512_maskz_cvtsepi32_epi8(kAll, _mm512_add_epi32(whole, offset));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to + i),
                     _mm_min_epi8(_mm_max_epi8(bytes, least), most));
  }
  return i;
}

}  // namespace kerf::integers
