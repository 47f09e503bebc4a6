// Copies of adjacent bytes, four at a time: the C library's, made for size, copy one.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace kerf::portable {

[[gnu::noinline]] inline void copy_bytes(void* to, const void* from, size_t count) {
  uint32_t x;
  __asm__ volatile(
      "subs %[count], #4\n"
      "bmi 2f\n"
      "1: ldr %[x], [%[from]], #4\n"
      "subs %[count], #4\n"
      "str %[x], [%[to]], #4\n"
      "bpl 1b\n"
      "2: adds %[count], #4\n"
      "beq 4f\n"
      "3: ldrb %[x], [%[from]], #1\n"
      "subs %[count], #1\n"
      "strb %[x], [%[to]], #1\n"
      "bne 3b\n"
      "4:\n"
      : [to] "+l"(to), [from] "+l"(from), [count] "+l"(count), [x] "=&l"(x)
      :
      : "cc", "memory");
}

}  // namespace kerf::portable
