// Sums of int8 that are not adjacent, four at a time.
#pragma once

#include <arm_mve.h>
#include <stdint.h>

namespace kerf::integers {

inline uint32_t sum_strided(const int8_t* values, int32_t step, int32_t count) {
  const uint32x4_t lanes = vmulq_n_u32(vidupq_n_u32(0, 1), static_cast<uint32_t>(step));
  uint32_t sum = 0;
  int32x4_t x;
  // In assembly, because GCC 12 predicates no loop by its tail.
  __asm__ volatile(
      "wlstp.32 lr, %[count], 2f\n"
      "1: vldrb.s32 %q[x], [%[values], %q[lanes]]\n"
      "add %[values], %[next]\n"
      "vaddva.s32 %[sum], %q[x]\n"
      "letp lr, 1b\n"
      "2:\n"
      : [sum] "+Te"(sum), [values] "+r"(values), [x] "=&w"(x)
      : [count] "r"(count), [next] "r"(4 * step), [lanes] "w"(lanes)
      : "lr", "memory");
  return sum;
}

}  // namespace kerf::integers
