// Sums of products of int8, four at a time, and their results: as by scalar instructions.
#pragma once

#include <arm_mve.h>
#include <stdint.h>

#include "isa/scalar/loops/rescale.h"

namespace kerf::cortex_m {

inline void add_products(uint32_t (&sums)[4], const int8_t* common, const int8_t* lanes,
                         int32_t pitch, int32_t count) {
  const int8_t* lanes1 = lanes + pitch;
  const int8_t* lanes2 = lanes1 + pitch;
  const int8_t* lanes3 = lanes2 + pitch;
  uint32_t a = 0;
  uint32_t b = 0;
  uint32_t c = 0;
  uint32_t d = 0;
  int8x16_t w;
  int8x16_t x;
  // In assembly, because GCC 12 predicates no loop by its tail.
  __asm__ volatile(
      "wlstp.8 lr, %[count], 2f\n"
      "1: vldrb.8 %q[w], [%[common]], #16\n"
      "vldrb.8 %q[x], [%[lanes]], #16\n"
      "vmladava.s8 %[a], %q[w], %q[x]\n"
      "vldrb.8 %q[x], [%[lanes1]], #16\n"
      "vmladava.s8 %[b], %q[w], %q[x]\n"
      "vldrb.8 %q[x], [%[lanes2]], #16\n"
      "vmladava.s8 %[c], %q[w], %q[x]\n"
      "vldrb.8 %q[x], [%[lanes3]], #16\n"
      "vmladava.s8 %[d], %q[w], %q[x]\n"
      "letp lr, 1b\n"
      "2:\n"
      : [a] "+Te"(a), [b] "+Te"(b), [c] "+Te"(c), [d] "+Te"(d), [common] "+r"(common),
        [lanes] "+r"(lanes), [lanes1] "+r"(lanes1), [lanes2] "+r"(lanes2), [lanes3] "+r"(lanes3),
        [w] "=&w"(w), [x] "=&w"(x)
      : [count] "r"(count)
      : "lr", "memory");
  sums[0] = a;
  sums[1] = b;
  sums[2] = c;
  sums[3] = d;
}

inline int32_t add_taps(uint32_t (&sums)[4], const int8_t* const* inputs, int32_t from,
                        int32_t step, const int8_t* weights, int32_t pitch, int32_t count,
                        int32_t lanes) {
  const mve_pred16_t mask = vctp32q(static_cast<uint32_t>(lanes));
  const uint32x4_t offset = vmulq_n_u32(vidupq_n_u32(0, 1), static_cast<uint32_t>(step));
  int32x4_t sum = vdupq_n_s32(0);
  for (; count > 0; --count, weights += pitch) {
    const int32x4_t x = vldrbq_gather_offset_z_s32(*inputs++ + from, offset, mask);
    sum = vaddq_s32(sum, vmulq_s32(x, vldrbq_z_s32(weights, mask)));
  }
  vst1q_u32(sums, vreinterpretq_u32_s32(sum));
  return lanes < 4 ? lanes : 4;
}

[[gnu::noinline]] inline void store_results(const Int8Result& result, const uint32_t (&sums)[4],
                                            Int8Places at, int32_t count) {
  const mve_pred16_t mask = vctp32q(static_cast<uint32_t>(count));
  const uint32x4_t lane = vidupq_n_u32(0, 1);
  const uint32x4_t starts = vmulq_n_u32(lane, static_cast<uint32_t>(at.start_step));
  const uint32x4_t scales = vmulq_n_u32(lane, static_cast<uint32_t>(at.scale_step));
  const uint32x4_t outs = vmulq_n_u32(lane, static_cast<uint32_t>(at.out_step));
  int32x4_t x = vreinterpretq_s32_u32(vld1q_u32(sums));
  x = vaddq_s32(x, vldrwq_gather_shifted_offset_z_s32(result.start + at.start, starts, mask));
  x = vaddq_n_s32(x, result.base);
  const int32x4_t shift = vldrwq_gather_shifted_offset_z_s32(result.shift + at.scale, scales, mask);
  const int32x4_t zero = vdupq_n_s32(0);
  x = vshlq_s32(x, vmaxq_s32(shift, zero));
  x = vqrdmulhq_s32(x,
                    vldrwq_gather_shifted_offset_z_s32(result.multiplier + at.scale, scales, mask));
  // Halves away from zero: one less where x is negative and something is shifted out.
  const int32x4_t right = vminq_s32(shift, zero);
  x = vrshlq_s32(vqaddq_s32(x, vshrq_n_s32(vandq_s32(x, right), 31)), right);
  x = vaddq_n_s32(x, result.offset);
  x = vminq_s32(vmaxq_s32(x, vdupq_n_s32(result.low)), vdupq_n_s32(result.high));
  vstrbq_scatter_offset_p_s32(at.out, outs, x, mask);
}

}  // namespace kerf::cortex_m
