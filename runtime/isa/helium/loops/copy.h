// Rows of elements that are copied as words: those of 32 bits four at a time, bytes sixteen.
#pragma once

#include <arm_mve.h>

#include "isa/scalar/loops/copy.h"

namespace kerf::portable {

inline void copy_row(uint32_t* to, int32_t to_step, const uint32_t* from, int32_t from_step,
                     int32_t count) {
  if (to_step != 1) return copy_row<uint32_t>(to, to_step, from, from_step, count);
  if (from_step == 0) {
    __asm__ volatile(
        "wlstp.32 lr, %[count], 2f\n"
        "1: vstrw.32 %q[word], [%[to]], #16\n"
        "letp lr, 1b\n"
        "2:\n"
        : [to] "+r"(to)
        : [count] "r"(count), [word] "w"(vdupq_n_u32(count > 0 ? *from : 0))
        : "lr", "cc", "memory");
    return;
  }
  const uint32x4_t offset = vmulq_n_u32(vidupq_n_u32(0, 1), static_cast<uint32_t>(from_step));
  uint32x4_t words;
  // In assembly, as above, because GCC 12 makes no loop that predicates its tail.
  __asm__ volatile(
      "wlstp.32 lr, %[count], 2f\n"
      "1: vldrw.u32 %q[words], [%[from], %q[offset], uxtw #2]\n"
      "add %[from], %[step]\n"
      "vstrw.32 %q[words], [%[to]], #16\n"
      "letp lr, 1b\n"
      "2:\n"
      : [to] "+r"(to), [from] "+r"(from), [words] "=&w"(words)
      : [count] "r"(count), [step] "r"(16 * from_step), [offset] "w"(offset)
      : "lr", "cc", "memory");
}

// Copies adjacent bytes to places whose sixteen offsets fit eight bits.
inline void copy_row(uint8_t* to, int32_t to_step, const uint8_t* from, int32_t from_step,
                     int32_t count) {
  if (from_step != 1 || to_step < 0 || to_step > 17)
    return copy_row<uint8_t>(to, to_step, from, from_step, count);
  const uint8x16_t offset = vmulq_n_u8(vidupq_n_u8(0, 1), static_cast<uint8_t>(to_step));
  uint8x16_t bytes;
  __asm__ volatile(
      "wlstp.8 lr, %[count], 2f\n"
      "1: vldrb.8 %q[bytes], [%[from]], #16\n"
      "vstrb.8 %q[bytes], [%[to], %q[offset]]\n"
      "add %[to], %[step]\n"
      "letp lr, 1b\n"
      "2:\n"
      : [to] "+r"(to), [from] "+r"(from), [bytes] "=&w"(bytes)
      : [count] "r"(count), [step] "r"(16 * to_step), [offset] "w"(offset)
      : "lr", "cc", "memory");
}

}  // namespace kerf::portable
