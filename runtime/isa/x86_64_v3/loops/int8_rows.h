// Rows of sums and products of int8 by AVX2, eight elements at a time, where operands are adjacent.
// Others are computed as by scalar instructions.
#pragma once

#include <immintrin.h>
#include <stdint.h>

#include "isa/scalar/loops/int8_rows.h"
#include "isa/x86_64_v3/loops/int8_results.h"

namespace kerf::integers {

// One scale for all lanes.
inline EightScales scales_of(const Scale& scale) {
  return {_mm256_set1_epi32(scale.multiplier), _mm256_set1_epi32(scale.shift)};
}

// Eight elements, without their zero point.
[[gnu::always_inline]] inline __m256i load_shifted(const int8_t* from, int32_t zero) {
  const __m128i bytes = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(from));
  return _mm256_sub_epi32(_mm256_cvtepi8_epi32(bytes), _mm256_set1_epi32(zero));
}

inline int8_t* map_row(int8_t* to, const int8_t* a, int32_t a_step, const int8_t* b, int32_t b_step,
                       int32_t count, Int8Adder f) {
  if (a_step == 1 && b_step == 1) {
    const EightScales scale_a = scales_of(f.by.scales[0]);
    const EightScales scale_b = scales_of(f.by.scales[1]);
    const EightScales scale = scales_of(f.by.scales[2]);
    for (; count >= 8; count -= 8, a += 8, b += 8, to += 8) {
      const __m256i x = _mm256_slli_epi32(load_shifted(a, f.by.zeros[0]), 20);
      const __m256i y = _mm256_slli_epi32(load_shifted(b, f.by.zeros[1]), 20);
      const __m256i sum = _mm256_add_epi32(scale_a.rescale(x), scale_b.rescale(y));
      const __m256i whole = scale.rescale(sum);
      store_eight(to, narrow_lanes(whole, whole, f.by));
    }
  }
  return portable::map_row<int8_t, Int8Adder>(to, a, a_step, b, b_step, count, f);
}

inline int8_t* map_row(int8_t* to, const int8_t* a, int32_t a_step, const int8_t* b, int32_t b_step,
                       int32_t count, Int8Multiplier f) {
  if (a_step == 1 && b_step == 1) {
    const EightScales scale = scales_of(f.by.scale);
    const struct {
      int32_t offset;
      int32_t low;
      int32_t high;
    } result{f.by.offset, INT8_MIN, INT8_MAX};
    for (; count >= 8; count -= 8, a += 8, b += 8, to += 8) {
      const __m256i product =
          _mm256_mullo_epi32(load_shifted(a, f.by.zeros[0]), load_shifted(b, f.by.zeros[1]));
      const __m256i whole = scale.rescale(product);
      store_eight(to, narrow_lanes(whole, whole, result));
    }
  }
  return portable::map_row<int8_t, Int8Multiplier>(to, a, a_step, b, b_step, count, f);
}

}  // namespace kerf::integers
