// Sums of int8, four at a time.
#pragma once

#include "isa/dsp/loops/int8_results.h"

namespace kerf::integers {

// The sum of values[i] over i < count, modulo 2^32.
inline uint32_t sum_int8(const int8_t* values, int32_t count) {
  // The loop adds 128 to each byte; the start takes these away.
  uint32_t sum = static_cast<uint32_t>(count & ~3) * static_cast<uint32_t>(-128);
  for (; count > 3; count -= 4, values += 4) sum = __usada8(load_word(values) ^ 0x80808080, 0, sum);
  for (; count > 0; --count) sum += static_cast<uint32_t>(*values++);
  return sum;
}

}  // namespace kerf::integers
