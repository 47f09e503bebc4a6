// Sums of adjacent int8 by AVX2, eight at a time.
#pragma once

#include <immintrin.h>
#include <stdint.h>

#include "isa/scalar/loops/int8_rows.h"
#include "isa/x86_64_v3/loops/int8_results.h"

namespace kerf::integers {

// One term of eight sums.
class EightTerms {
 public:
  EightTerms(int32_t zero, const Scale& scale)
      : zero_(zero), scales_(scales_of(scale)), bits_(exact_bits(scale)) {}

  [[gnu::always_inline]] __m256i load(const int8_t* from) const {
    const __m256i x = load_shifted(from, zero_);
    if (bits_ >= 0) return _mm256_slli_epi32(x, bits_);
    return scales_.rescale(_mm256_slli_epi32(x, 20));
  }

 private:
  int32_t zero_;
  EightScales scales_;
  int32_t bits_;
};

// Writes the first of `count` sums of a and b; how many.
inline int32_t add_adjacent(int8_t* to, const int8_t* a, const int8_t* b, int32_t count,
                            const Int8Addition& by) {
  const EightTerms left(by.zeros[0], by.scales[0]);
  const EightTerms right(by.zeros[1], by.scales[1]);
  const EightScales scale = scales_of(by.scales[2]);
  int32_t i = 0;
  for (; i + 8 <= count; i += 8) {
    const __m256i sum = _mm256_add_epi32(left.load(a + i), right.load(b + i));
    const __m256i whole = scale.at_once ? scale.rescale_at_once(sum) : scale.rescale(sum);
    store_eight(to + i, narrow_lanes(whole, whole, by));
  }
  return i;
}

}  // namespace kerf::integers
