// Sums of int8.
#pragma once

#include <stdint.h>

namespace kerf::integers {

// The sum of values[i] over i < count, modulo 2^32.
inline uint32_t sum_int8(const int8_t* values, int32_t count) {
  uint32_t sum = 0;
  for (; count > 0; --count) sum += static_cast<uint32_t>(*values++);
  return sum;
}

}  // namespace kerf::integers
