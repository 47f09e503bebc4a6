// Rows of adjacent float that become int8, four at a time. Others are quantized as by scalar
// instructions, with the same results.
#pragma once

#include <arm_neon.h>
#include <stdint.h>

#include "isa/scalar/loops/int8_quantize.h"

namespace kerf::integers {

inline void quantize_ints(int8_t* to, const float* from, int32_t step, int32_t count,
                          const Quantization& by) {
  if (step == 1) {
    const int32x4_t low = vdupq_n_s32(by.low);
    const int32x4_t high = vdupq_n_s32(by.high);
    const int32x4_t zero = vdupq_n_s32(by.zero);
    for (; count >= 4; count -= 4, from += 4, to += 4) {
      const float32x4_t x = vmulq_n_f32(vld1q_f32(from), by.factor);
      const int32x4_t whole = vaddq_s32(vminq_s32(vmaxq_s32(vcvtnq_s32_f32(x), low), high), zero);
      const int32x4_t valid = vandq_s32(whole, vreinterpretq_s32_u32(vceqq_f32(x, x)));
      const int8x8_t bytes = vmovn_s16(vcombine_s16(vmovn_s32(valid), vdup_n_s16(0)));
      const uint32_t word = vget_lane_u32(vreinterpret_u32_s8(bytes), 0);
      libc::copy(to, &word, sizeof word);
    }
  }
  quantize_ints<int8_t>(to, from, step, count, by);
}

}  // namespace kerf::integers
