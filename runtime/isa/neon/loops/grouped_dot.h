// Dot products of float with int8 whose terms are in groups, each with a factor.
#pragma once

#include <arm_neon.h>
#include <stdint.h>

namespace kerf::fused {

inline float dot_by_groups(const float* a, const int8_t* b, int32_t count, int32_t group,
                           const float* factors) {
  float32x4_t totals = vdupq_n_f32(0);
  float total = 0;
  while (count > 0) {
    int32_t left = count < group ? count : group;
    count -= left;
    float32x4_t parts = vdupq_n_f32(0);
    float32x4_t more = parts;
    for (; left >= 8; left -= 8, a += 8, b += 8) {
      const int16x8_t wide = vmovl_s8(vld1_s8(b));
      parts = vfmaq_f32(parts, vld1q_f32(a), vcvtq_f32_s32(vmovl_s16(vget_low_s16(wide))));
      more = vfmaq_f32(more, vld1q_f32(a + 4), vcvtq_f32_s32(vmovl_high_s16(wide)));
    }
    float rest = 0;
    for (; left > 0; --left) rest += *a++ * static_cast<float>(*b++);
    totals = vfmaq_n_f32(totals, vaddq_f32(parts, more), *factors);
    total += rest * *factors++;
  }
  return total + vaddvq_f32(totals);
}

}  // namespace kerf::fused
