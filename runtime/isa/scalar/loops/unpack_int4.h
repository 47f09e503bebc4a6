// Weights of four bits as int8.
#pragma once

#include <stdint.h>

namespace kerf::fused {

// Unpacks values[i], the signed number in four bits i of `packed`, the lower four of a byte first.
[[gnu::noinline]] inline void unpack_int4(const uint8_t* packed, int8_t* values, int32_t count) {
  // A loop by two is wrong at -Os for a Cortex-M55: GCC 12.2 drops the test of what it leaves.
  for (int32_t i = 0; i < count; ++i) {
    const int32_t four = packed[i >> 1] >> ((i & 1) * 4) & 15;
    values[i] = static_cast<int8_t>((four ^ 8) - 8);
  }
}

}  // namespace kerf::fused
