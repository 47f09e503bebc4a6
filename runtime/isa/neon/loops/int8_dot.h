// Dot products of int8, sixteen terms at a time.
#pragma once

#include <arm_neon.h>
#include <stdint.h>

namespace kerf::integers {

// The sum of a[i] * b[i] over i < count, modulo 2^32.
inline uint32_t dot_int8(const int8_t* a, const int8_t* b, int32_t count) {
  int32x4_t parts = vdupq_n_s32(0);
  for (; count >= 16; count -= 16, a += 16, b += 16) {
    const int8x16_t x = vld1q_s8(a);
    const int8x16_t y = vld1q_s8(b);
    parts = vpadalq_s16(parts, vmull_s8(vget_low_s8(x), vget_low_s8(y)));
    parts = vpadalq_s16(parts, vmull_high_s8(x, y));
  }
  auto sum = static_cast<uint32_t>(vaddvq_s32(parts));
  for (; count > 0; --count) sum += static_cast<uint32_t>(*a++ * *b++);
  return sum;
}

}  // namespace kerf::integers
