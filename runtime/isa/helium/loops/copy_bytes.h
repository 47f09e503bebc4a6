// Copies of adjacent bytes, sixteen at a time.
#pragma once

#include <arm_mve.h>
#include <stddef.h>
#include <stdint.h>

#include "core/libc.h"

namespace kerf::portable {

inline void copy_bytes(void* to, const void* from, size_t count) {
  uint8x16_t x;
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

// Sets `count` bytes to `value`.
inline void fill_bytes(void* to, int32_t value, size_t count) { libc::fill(to, value, count); }

}  // namespace kerf::portable
