// Sums of int8 that are not adjacent, four at a time where code need not be small.
#pragma once

#include <stdint.h>

#include "core/small.h"

namespace kerf::integers {

// The sum of values[i * step] over i < count, modulo 2^32.
inline uint32_t sum_strided(const int8_t* values, int32_t step, int32_t count) {
  uint32_t sum = 0;
  if constexpr (!kSmall) {
    const int32_t fours = count >> 2;
    const int8_t* after;
    int32_t left = fours;
    uint32_t a;
    uint32_t b;
    uint32_t c;
    uint32_t d;
    // In assembly: compilers load one at a time.
    __asm__ volatile(
        "cbz %[left], 2f\n"
        "add %[after], %[values], %[step]\n"
        "add %[after], %[after], %[step], lsl #1\n"
        "1: ldrsb %[a], [%[values]]\n"
        "ldrsb %[b], [%[values], %[step]]\n"
        "ldrsb %[c], [%[values], %[step], lsl #1]\n"
        "ldrsb %[d], [%[after]]\n"
        "subs %[left], #1\n"
        "add %[values], %[values], %[step], lsl #2\n"
        "add %[after], %[after], %[step], lsl #2\n"
        "add %[sum], %[a]\n"
        "add %[sum], %[b]\n"
        "add %[sum], %[c]\n"
        "add %[sum], %[d]\n"
        "bne 1b\n"
        "2:\n"
        : [values] "+r"(values), [after] "=&r"(after), [left] "+l"(left), [sum] "+r"(sum),
          [a] "=&r"(a), [b] "=&r"(b), [c] "=&r"(c), [d] "=&r"(d)
        : [step] "r"(step)
        : "cc", "memory");
    count -= 4 * fours;
  }
  for (; count > 0; --count, values += step) sum += static_cast<uint32_t>(*values);
  return sum;
}

}  // namespace kerf::integers
