// Rows of float that become int8, four at a time: as by scalar instructions, but subnormal numbers
// count as 0.
#pragma once

#include <arm_mve.h>
#include <stdint.h>

#include "isa/scalar/loops/int8_quantize.h"

namespace kerf::integers {

inline void quantize_ints(int8_t* to, const float* from, int32_t step, int32_t count,
                          const Quantization& by) {
  const uint32x4_t lanes = vmulq_n_u32(vidupq_n_u32(0, 4), static_cast<uint32_t>(step));
  float32x4_t x;
  int32x4_t whole;
  // In assembly, because GCC 12 predicates no loop by its tail.
  __asm__ volatile(
      "wlstp.32 lr, %[count], 2f\n"
      "1: vldrw.u32 %q[x], [%[from], %q[lanes]]\n"
      "add %[from], %[next]\n"
      "vmul.f32 %q[x], %q[x], %[factor]\n"
      "vcvtn.s32.f32 %q[whole], %q[x]\n"
      "vmax.s32 %q[whole], %q[whole], %q[low]\n"
      "vmin.s32 %q[whole], %q[whole], %q[high]\n"
      "vadd.i32 %q[whole], %q[whole], %[zero]\n"
      "vpt.f32 ne, %q[x], %q[x]\n"
      "vmovt.i32 %q[whole], #0\n"
      "vstrb.32 %q[whole], [%[to]], #4\n"
      "letp lr, 1b\n"
      "2:\n"
      : [from] "+r"(from), [to] "+l"(to), [x] "=&w"(x), [whole] "=&w"(whole)
      : [count] "r"(count), [next] "r"(16 * step), [factor] "r"(by.factor), [zero] "r"(by.zero),
        [low] "w"(vdupq_n_s32(by.low)), [high] "w"(vdupq_n_s32(by.high)), [lanes] "w"(lanes)
      : "lr", "memory");
}

}  // namespace kerf::integers
