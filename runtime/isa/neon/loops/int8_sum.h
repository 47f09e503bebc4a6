// Sums of int8, sixteen at a time.
#pragma once

#include <arm_neon.h>
#include <stdint.h>

namespace kerf::integers {

inline uint32_t sum_int8(const int8_t* values, int32_t count) {
  int32x4_t parts = vdupq_n_s32(0);
  for (; count >= 16; count -= 16, values += 16) {
    parts = vpadalq_s16(parts, vpaddlq_s8(vld1q_s8(values)));
  }
  if (count >= 8) {
    parts = vaddq_s32(parts, vpaddlq_s16(vmovl_s8(vld1_s8(values))));
    count -= 8;
    values += 8;
  }
  auto sum = static_cast<uint32_t>(vaddvq_s32(parts));
  for (; count > 0; --count) sum += static_cast<uint32_t>(*values++);
  return sum;
}

}  // namespace kerf::integers
