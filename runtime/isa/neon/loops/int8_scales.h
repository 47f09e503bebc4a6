// Scales of filters as exporters store them, eight at a time.
#pragma once

#include <arm_neon.h>
#include <stdint.h>

namespace kerf::integers {

inline constexpr bool kScaleLoops = true;

// Negative lanes where rescale() does not take the scale.
inline int32x4_t wrong_scales(int32x4_t multiplier, int32x4_t shift) {
  const int32x4_t most = vdupq_n_s32(31);
  return vorrq_s32(multiplier, vorrq_s32(vqaddq_s32(shift, most), vqsubq_s32(most, shift)));
}

inline bool possible_scales(const int32_t* multiplier, const int32_t* shift, int32_t count) {
  int32x4_t wrong = vdupq_n_s32(0);
  int32_t i = 0;
  for (; count - i >= 8; i += 8) {
    for (int32_t at = i; at < i + 8; at += 4)
      wrong = vorrq_s32(wrong, wrong_scales(vld1q_s32(multiplier + at), vld1q_s32(shift + at)));
  }
  for (; i < count; ++i)
    wrong = vorrq_s32(wrong, wrong_scales(vdupq_n_s32(multiplier[i]), vdupq_n_s32(shift[i])));
  return vminvq_s32(wrong) >= 0;
}

inline void narrow_shifts(int8_t* to, const int32_t* from, int32_t count) {
  for (; count >= 8; count -= 8, from += 8, to += 8) {
    const int16x8_t both = vcombine_s16(vmovn_s32(vld1q_s32(from)), vmovn_s32(vld1q_s32(from + 4)));
    vst1_s8(to, vmovn_s16(both));
  }
  for (; count > 0; --count) *to++ = static_cast<int8_t>(*from++);
}

}  // namespace kerf::integers
