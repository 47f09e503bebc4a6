// Sums of int8, four at a time.
#pragma once

#include <stdint.h>

namespace kerf::integers {

// The sum of values[i] over i < count, modulo 2^32.
inline uint32_t sum_int8(const int8_t* values, int32_t count) {
  uint32_t sum = 0;
  for (; count > 3; count -= 4, values += 4)
    sum += static_cast<uint32_t>(values[0] + values[1] + values[2] + values[3]);
  for (; count > 0; --count) sum += static_cast<uint32_t>(*values++);
  return sum;
}

}  // namespace kerf::integers
