// Copies of adjacent bytes, four at a time: the C library's, made for size, copy one.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/libc.h"
#include "core/small.h"

namespace kerf::portable {

[[gnu::noinline]] inline void copy_bytes(void* to, const void* from, size_t count) {
  uint32_t x;
  if constexpr (!kSmall) {
    uint32_t y;
    uint32_t z;
    __asm__ volatile(
        "subs %[count], #12\n"
        "bmi 2f\n"
        "1: ldr %[x], [%[from]], #4\n"
        "ldr %[y], [%[from]], #4\n"
        "ldr %[z], [%[from]], #4\n"
        "str %[x], [%[to]], #4\n"
        "str %[y], [%[to]], #4\n"
        "str %[z], [%[to]], #4\n"
        "subs %[count], #12\n"
        "bpl 1b\n"
        "2: adds %[count], #12\n"
        : [to] "+l"(to), [from] "+l"(from), [count] "+l"(count), [x] "=&l"(x), [y] "=&l"(y),
          [z] "=&l"(z)
        :
        : "cc", "memory");
  }
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

// Sets `count` bytes to `value`, as libc::fill().
[[gnu::noinline]] inline void fill_bytes_in_words(void* to, int32_t value, size_t count) {
  const uint32_t word = (static_cast<uint32_t>(value) & 0xFF) * 0x01010101;
  __asm__ volatile(
      "subs %[count], #8\n"
      "bmi 2f\n"
      "1: str %[word], [%[to]], #4\n"
      "subs %[count], #8\n"
      "str %[word], [%[to]], #4\n"
      "bpl 1b\n"
      "2: adds %[count], #8\n"
      "beq 4f\n"
      "3: strb %[word], [%[to]], #1\n"
      "subs %[count], #1\n"
      "bne 3b\n"
      "4:\n"
      : [to] "+l"(to), [count] "+l"(count)
      : [word] "l"(word)
      : "cc", "memory");
}
inline void fill_bytes(void* to, int32_t value, size_t count) {
  if constexpr (kSmall) {
    libc::fill(to, value, count);
  } else {
    fill_bytes_in_words(to, value, count);
  }
}

}  // namespace kerf::portable
