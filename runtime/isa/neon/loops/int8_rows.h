// Rows of sums and products of int8, eight elements at a time, where operands are adjacent. Others
// are computed as by scalar instructions.
#pragma once

#include <arm_neon.h>
#include <stdint.h>

#include "isa/neon/loops/int8_results.h"
#include "isa/scalar/loops/int8_rows.h"

namespace kerf::integers {

// One scale for all numbers.
inline Int8Scales scales_of(const Scale& scale) {
  return {vdupq_n_s32(scale.multiplier), vdupq_n_s32(scale.shift)};
}

// Eight elements, without their zero point.
struct Int8Shifted {
  int32x4_t low;
  int32x4_t high;

  Int8Shifted(const int8_t* from, int32_t zero) {
    const int16x8_t x = vsubq_s16(vmovl_s8(vld1_s8(from)), vdupq_n_s16(static_cast<int16_t>(zero)));
    low = vmovl_s16(vget_low_s16(x));
    high = vmovl_high_s16(x);
  }
};

inline int8_t* map_row(int8_t* to, const int8_t* a, int32_t a_step, const int8_t* b, int32_t b_step,
                       int32_t count, Int8Adder f) {
  if (a_step == 1 && b_step == 1) {
    const Int8Scales scale_a = scales_of(f.by.scales[0]);
    const Int8Scales scale_b = scales_of(f.by.scales[1]);
    const Int8Scales scale = scales_of(f.by.scales[2]);
    const Int8Limits limits(f.by.offset, f.by.low, f.by.high);
    const auto add = [&](int32x4_t x, int32x4_t y) {
      const int32x4_t sum =
          vaddq_s32(scale_a.rescale(vshlq_n_s32(x, 20)), scale_b.rescale(vshlq_n_s32(y, 20)));
      return limits.apply(scale.rescale(sum));
    };
    for (; count >= 8; count -= 8, a += 8, b += 8, to += 8) {
      const Int8Shifted x(a, f.by.zeros[0]);
      const Int8Shifted y(b, f.by.zeros[1]);
      vst1_s8(to, narrowed(add(x.low, y.low), add(x.high, y.high)));
    }
  }
  return portable::map_row<int8_t, Int8Adder>(to, a, a_step, b, b_step, count, f);
}

inline int8_t* map_row(int8_t* to, const int8_t* a, int32_t a_step, const int8_t* b, int32_t b_step,
                       int32_t count, Int8Multiplier f) {
  if (a_step == 1 && b_step == 1) {
    const Int8Scales scale = scales_of(f.by.scale);
    const Int8Limits limits(f.by.offset, INT8_MIN, INT8_MAX);
    const auto multiply = [&](int32x4_t x, int32x4_t y) {
      return limits.apply(scale.rescale(vmulq_s32(x, y)));
    };
    for (; count >= 8; count -= 8, a += 8, b += 8, to += 8) {
      const Int8Shifted x(a, f.by.zeros[0]);
      const Int8Shifted y(b, f.by.zeros[1]);
      vst1_s8(to, narrowed(multiply(x.low, y.low), multiply(x.high, y.high)));
    }
  }
  return portable::map_row<int8_t, Int8Multiplier>(to, a, a_step, b, b_step, count, f);
}

}  // namespace kerf::integers
