// Copies of adjacent int8, mostly of few: sixteen at a time.
#pragma once

#include <arm_mve.h>
#include <stdint.h>

namespace kerf::cortex_m {

inline void copy_int8(int8_t* to, const int8_t* from, int32_t count) {
  int8x16_t x;
  // In assembly, because GCC 12 predicates no loop by its tail.
  __asm__ volatile(
      "wlstp.8 lr, %[count], 2f\n"
      "1: vldrb.8 %q[x], [%[from]], #16\n"
      "vstrb.8 %q[x], [%[to]], #16\n"
      "letp lr, 1b\n"
      "2:\n"
      : [to] "+r"(to), [from] "+r"(from), [x] "=&w"(x)
      : [count] "r"(count)
      : "lr", "memory");
}

}  // namespace kerf::cortex_m
