// Weights of four bits as int8.
#pragma once

#include <stdint.h>

namespace kerf::fused {

// Unpacks values[i], the signed number in four bits i of `packed`, the lower four of a byte first.
[[gnu::noinline]] inline void unpack_int4(const uint8_t* packed, int8_t* values, int32_t count) {
  for (; count > 1; count -= 2) {
    const int32_t byte = *packed++;
    *values++ = static_cast<int8_t>(((byte & 15) ^ 8) - 8);
    *values++ = static_cast<int8_t>(((byte >> 4) ^ 8) - 8);
  }
  if (count > 0) *values = static_cast<int8_t>(((*packed & 15) ^ 8) - 8);
}

}  // namespace kerf::fused
