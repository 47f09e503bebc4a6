// Dot products of int16 and int8, eight terms at a time.
#pragma once

#include <arm_mve.h>
#include <stdint.h>

namespace kerf::fused {

// The sum of a[i * step] * b[i] over i < count, exactly. count <= 2^23.
inline int64_t dot_int16(const int16_t* a, int32_t step, const int8_t* b, int32_t count) {
  int64_t sum = 0;
  if (step == 1) {
    int16x8_t x;
    int16x8_t y;
    // In assembly, because GCC 12 predicates no loop by its tail.
    __asm__ volatile(
        "wlstp.16 lr, %[count], 2f\n"
        "1: vldrh.16 %q[x], [%[a]], #16\n"
        "vldrb.s16 %q[y], [%[b]], #8\n"
        "vmlaldava.s16 %Q[sum], %R[sum], %q[x], %q[y]\n"
        "letp lr, 1b\n"
        "2:\n"
        : [sum] "+r"(sum), [a] "+r"(a), [b] "+l"(b), [x] "=&w"(x), [y] "=&w"(y)
        : [count] "r"(count)
        : "lr", "memory");
    return sum;
  }
  for (; count > 0; --count, a += step) sum += *a * *b++;
  return sum;
}

}  // namespace kerf::fused
