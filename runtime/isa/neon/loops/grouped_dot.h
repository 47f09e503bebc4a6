// Dot products of float with int8 whose terms are in groups, each with a factor.
#pragma once

#include <arm_neon.h>
#include <stdint.h>

namespace kerf::fused {

inline constexpr bool kReadsGroupSums = false;

// As the scalar one. Four sums of a group become float on their own.
inline float dot_by_groups(const int8_t* a, const int8_t* b, int32_t count, int32_t group,
                           int32_t zero, const uint32_t*, const float* factors) {
  // Inputs less `zero` are int16 where it is one of int8, as it is of those that exporters write.
  const bool fits = zero >= INT8_MIN && zero <= INT8_MAX;
  const int8x8_t zeros = vdup_n_s8(static_cast<int8_t>(zero));
  float32x4_t totals = vdupq_n_f32(0);
  float total = 0;
  while (count > 0) {
    int32_t left = count < group ? count : group;
    count -= left;
    int32x4_t parts = vdupq_n_s32(0);
    int32x4_t more = parts;
    for (; fits && left >= 16; left -= 16, a += 16, b += 16) {
      const int8x16_t x = vld1q_s8(a);
      const int8x16_t y = vld1q_s8(b);
      const int16x8_t first = vsubl_s8(vget_low_s8(x), zeros);
      const int16x8_t second = vsubl_s8(vget_high_s8(x), zeros);
      const int16x8_t low = vmovl_s8(vget_low_s8(y));
      const int16x8_t high = vmovl_high_s8(y);
      parts = vmlal_s16(parts, vget_low_s16(first), vget_low_s16(low));
      more = vmlal_high_s16(more, first, low);
      parts = vmlal_s16(parts, vget_low_s16(second), vget_low_s16(high));
      more = vmlal_high_s16(more, second, high);
    }
    uint32_t rest = 0;
    for (; left > 0; --left)
      rest +=
          (static_cast<uint32_t>(*a++) - static_cast<uint32_t>(zero)) * static_cast<uint32_t>(*b++);
    totals = vfmaq_n_f32(totals, vcvtq_f32_s32(vaddq_s32(parts, more)), *factors);
    total += static_cast<float>(static_cast<int32_t>(rest)) * *factors++;
  }
  return total + vaddvq_f32(totals);
}
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
