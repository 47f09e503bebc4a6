// Dot products of int16 and int8, four terms at a time.
#pragma once

#include "isa/dsp/loops/int8_results.h"

namespace kerf::fused {

// The sum of a[i * step] * b[i] over i < count, exactly. count <= 2^23.
inline int64_t dot_int16(const int16_t* a, int32_t step, const int8_t* b, int32_t count) {
  int64_t sum = 0;
  if (step == 1) {
    for (; count > 3; count -= 4, a += 4, b += 4) {
      uint32_t first;  // terms 0 and 1
      uint32_t second;
      libc::copy(&first, a, sizeof first);
      libc::copy(&second, a + 2, sizeof second);
      uint32_t even;
      uint32_t odd;
      __asm__("pkhbt %0, %1, %2, lsl #16" : "=r"(even) : "r"(first), "r"(second));
      __asm__("pkhtb %0, %1, %2, asr #16" : "=r"(odd) : "r"(second), "r"(first));
      const uint32_t y = integers::load_word(b);
      sum = __smlald(static_cast<int16x2_t>(even), static_cast<int16x2_t>(integers::even_bytes(y)),
                     sum);
      sum = __smlald(static_cast<int16x2_t>(odd), static_cast<int16x2_t>(integers::odd_bytes(y)),
                     sum);
    }
  }
  for (; count > 0; --count, a += step) sum += *a * *b++;
  return sum;
}

}  // namespace kerf::fused
