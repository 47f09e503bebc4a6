// Rows of float that become int8 or int16 on cores with a scalar FPU of Arm: with the same bits as
// by scalar instructions.
#pragma once

#include <stdint.h>

#include "isa/scalar/loops/int8_quantize.h"

namespace kerf::integers {

// to[i] = round(from[i * step] * factor) + zero for i < count, count > 0, saturated by T. Returns
// whether any product is NaN, or farther from 0 than int32 reaches: VCVTR, which rounds as the FPU
// does, halves to even, saturates such numbers and leaves its mark, bit 0 of FPSCR.
template <typename T>
bool quantize_saturated(T* to, const float* from, int32_t step, int32_t count,
                        const Quantization& by) {
  uint32_t flags;
  float x;
  int32_t whole;
  __asm__ volatile(
      "vmrs %[flags], fpscr\n"
      "bic %[flags], #1\n"
      "vmsr fpscr, %[flags]\n"
      "1: vldr %[x], [%[from]]\n"
      "add %[from], %[next]\n"
      "vmul.f32 %[x], %[x], %[factor]\n"
      "vcvtr.s32.f32 %[x], %[x]\n"
      "vmov %[whole], %[x]\n"
      "qadd %[whole], %[whole], %[zero]\n"
      "ssat %[whole], %[bits], %[whole]\n"
      "subs %[count], #1\n"
      ".if %c[bits] == 8\n"
      "strb %[whole], [%[to]], #1\n"
      ".else\n"
      "strh %[whole], [%[to]], #2\n"
      ".endif\n"
      "bne 1b\n"
      "vmrs %[flags], fpscr\n"
      : [flags] "=&r"(flags), [to] "+r"(to), [from] "+r"(from), [count] "+l"(count), [x] "=&t"(x),
        [whole] "=&r"(whole)
      :
      [next] "r"(4 * step), [factor] "t"(by.factor), [zero] "r"(by.zero), [bits] "i"(8 * sizeof(T))
      : "cc", "memory");
  return (flags & 1) != 0;
}

// quantize_ints()
template <typename T>
[[gnu::always_inline]] inline void quantize_by_fpu(T* to, const float* from, int32_t step,
                                                   int32_t count, const Quantization& by) {
  constexpr int32_t kMost = (1 << (8 * sizeof(T) - 1)) - 1;
  if (count < 1) return;
  const bool exceptional = quantize_saturated(to, from, step, count, by);
  const int32_t low = by.low + by.zero;
  const int32_t high = by.high + by.zero;
  if (!exceptional && low == -kMost - 1 && high == kMost) return;
  for (; count > 0; --count, ++to, from += step) {
    const float x = *from * by.factor;
    int32_t y = *to;
    y = y < low ? low : y;
    y = y > high ? high : y;
    *to = static_cast<T>(x == x ? y : 0);
  }
}

inline void quantize_ints(int8_t* to, const float* from, int32_t step, int32_t count,
                          const Quantization& by) {
  quantize_by_fpu(to, from, step, count, by);
}

inline void quantize_ints(int16_t* to, const float* from, int32_t step, int32_t count,
                          const Quantization& by) {
  quantize_by_fpu(to, from, step, count, by);
}

}  // namespace kerf::integers
