// Weights of four bits as int8, 32 at a time.
#pragma once

#include <arm_neon.h>
#include <stdint.h>

namespace kerf::fused {

// Unpacks values[i], the signed number in four bits i of `packed`, the lower four of a byte first.
[[gnu::noinline]] inline void unpack_int4(const uint8_t* packed, int8_t* values, int32_t count) {
  for (; count >= 32; count -= 32, packed += 16, values += 32) {
    const int8x16_t x = vreinterpretq_s8_u8(vld1q_u8(packed));
    const int8x16_t even = vshrq_n_s8(vshlq_n_s8(x, 4), 4);
    const int8x16_t odd = vshrq_n_s8(x, 4);
    vst2q_s8(values, (int8x16x2_t{{even, odd}}));
  }
  for (; count > 1; count -= 2) {
    const int32_t byte = *packed++;
    *values++ = static_cast<int8_t>(((byte & 15) ^ 8) - 8);
    *values++ = static_cast<int8_t>(((byte >> 4) ^ 8) - 8);
  }
  if (count > 0) *values = static_cast<int8_t>(((*packed & 15) ^ 8) - 8);
}

}  // namespace kerf::fused
