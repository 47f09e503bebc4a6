// Rows of Half that become float, four at a time.
#pragma once

#include <arm_neon.h>
#include <stdint.h>

#include "tensor/half.h"

namespace kerf::portable {

// to[i] = from[i] for i < count: the same number. The rows do not overlap.
[[gnu::noinline]] inline void widen_row(float* to, const Half* from, int32_t count) {
  for (; count >= 4; count -= 4, to += 4, from += 4) {
    const uint16x4_t bits = vld1_u16(&from->bits);
    vst1q_f32(to, vcvt_f32_f16(vreinterpret_f16_u16(bits)));
  }
  for (; count > 0; --count) *to++ = to_float(*from++);
}

}  // namespace kerf::portable
