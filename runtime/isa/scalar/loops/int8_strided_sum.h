// Sums of int8 that are not adjacent.
#pragma once

#include <stdint.h>

namespace kerf::integers {

// The sum of values[i * step] over i < count, modulo 2^32.
inline uint32_t sum_strided(const int8_t* values, int32_t step, int32_t count) {
  uint32_t sum = 0;
  for (; count > 0; --count, values += step) sum += static_cast<uint32_t>(*values);
  return sum;
}

}  // namespace kerf::integers
