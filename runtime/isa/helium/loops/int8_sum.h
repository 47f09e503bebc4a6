// Sums of int8, sixteen at a time.
#pragma once

#include <arm_mve.h>
#include <stdint.h>

namespace kerf::integers {

inline uint32_t sum_int8(const int8_t* values, int32_t count) {
  uint32_t sum = 0;
  int8x16_t x;
  // In assembly, because GCC 12 predicates no loop by its tail.
  __asm__ volatile(
      "wlstp.8 lr, %[count], 2f\n"
      "1: vldrb.8 %q[x], [%[values]], #16\n"
      "vaddva.s8 %[sum], %q[x]\n"
      "letp lr, 1b\n"
      "2:\n"
      : [sum] "+Te"(sum), [values] "+r"(values), [x] "=&w"(x)
      : [count] "r"(count)
      : "lr", "memory");
  return sum;
}

}  // namespace kerf::integers
