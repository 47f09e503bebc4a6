// Dot products of int8, four terms at a time.
#pragma once

#include "isa/dsp/loops/int8_results.h"

namespace kerf::integers {

// The sum of a[i] * b[i] over i < count, modulo 2^32.
inline uint32_t dot_int8(const int8_t* a, const int8_t* b, int32_t count) {
  int32_t sum = 0;
  for (; count > 3; count -= 4, a += 4, b += 4) {
    const uint32_t x = load_word(a);
    const uint32_t y = load_word(b);
    sum =
        __smlad(static_cast<int16x2_t>(even_bytes(x)), static_cast<int16x2_t>(even_bytes(y)), sum);
    sum = __smlad(static_cast<int16x2_t>(odd_bytes(x)), static_cast<int16x2_t>(odd_bytes(y)), sum);
  }
  auto whole = static_cast<uint32_t>(sum);
  for (; count > 0; --count) whole += static_cast<uint32_t>(*a++ * *b++);
  return whole;
}

}  // namespace kerf::integers
