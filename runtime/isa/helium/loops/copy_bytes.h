// Copies of adjacent bytes, sixteen at a time.
#pragma once

#include <arm_mve.h>
#include <stddef.h>
#include <stdint.h>

#include "core/libc.h"
#include "core/small.h"

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
inline void fill_bytes(void* to, int32_t value, size_t count) {
  if constexpr (kSmall) {
    libc::fill(to, value, count);
  } else {
    __asm__ volatile(
        "wlstp.8 lr, %[count], 2f\n"
        "1: vstrb.8 %q[x], [%[to]], #16\n"
        "letp lr, 1b\n"
        "2:\n"
        : [to] "+r"(to)
        : [count] "r"(count), [x] "w"(vdupq_n_u8(static_cast<uint8_t>(value)))
        : "lr", "memory");
  }
}

}  // namespace kerf::portable
