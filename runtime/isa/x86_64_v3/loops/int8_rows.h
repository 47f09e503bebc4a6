// Rows of sums and products of int8 by vectors where operands are adjacent. Others are computed as
// by scalar instructions.
#pragma once

#include <immintrin.h>
#include <stdint.h>

#include "isa/scalar/loops/int8_rows.h"
#include "isa/x86_64_v3/loops/int8_results.h"
#include "loops/int8_addition.h"

namespace kerf::integers {

inline int8_t* map_row(int8_t* to, const int8_t* a, int32_t a_step, const int8_t* b, int32_t b_step,
                       int32_t count, Int8Adder f) {
  const int32_t done = a_step == 1 && b_step == 1 ? add_adjacent(to, a, b, count, f.by) : 0;
  return portable::map_row<int8_t, Int8Adder>(to + done, a + done, a_step, b + done, b_step,
                                              count - done, f);
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
