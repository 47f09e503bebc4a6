// Dot products of int8, sixteen terms at a time.
#pragma once

#include <arm_mve.h>
#include <stdint.h>

namespace kerf::integers {

inline uint32_t dot_int8(const int8_t* a, const int8_t* b, int32_t count) {
  uint32_t sum = 0;
  int8x16_t x;
  int8x16_t y;
  // In assembly, because GCC 12 predicates no loop by its tail.
  __asm__ volatile(
      "wlstp.8 lr, %[count], 2f\n"
      "1: vldrb.8 %q[x], [%[a]], #16\n"
      "vldrb.8 %q[y], [%[b]], #16\n"
      "vmladava.s8 %[sum], %q[x], %q[y]\n"
      "letp lr, 1b\n"
      "2:\n"
      : [sum] "+Te"(sum), [a] "+r"(a), [b] "+r"(b), [x] "=&w"(x), [y] "=&w"(y)
      : [count] "r"(count)
      : "lr", "memory");
  return sum;
}

}  // namespace kerf::integers
