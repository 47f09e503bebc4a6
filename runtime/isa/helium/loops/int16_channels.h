// Sums of products of int16 and int8 for each of eight adjacent channels.
#pragma once

#include <arm_mve.h>
#include <stdint.h>

#include "loops/sums.h"

namespace kerf::fused {

// The channels that are summed at a time.
inline constexpr int32_t kInt16Channels = 8;

// sums[c] = sum over j, k of x[j, k, c] * w[j, k, c] for c < count <= kInt16Channels, where `down`
// and `across` have how many j and k there are and their distances; at most 256 terms. `sums` has
// room for kInt16Channels.
inline void sum_channels_int16(const int16_t* x, const int8_t* w, const portable::Terms& down,
                               const portable::Terms& across, int32_t count, int32_t* sums) {
  const mve_pred16_t used = vctp16q(static_cast<uint32_t>(count));
  int32x4x2_t sum = {{vdupq_n_s32(0), vdupq_n_s32(0)}};  // even channels, odd ones
  for (int32_t j = down.count; j > 0; --j) {
    const int16_t* from = x;
    const int8_t* weight = w;
    for (int32_t k = across.count; k > 0; --k) {
      const int16x8_t a = vldrhq_z_s16(from, used);
      const int16x8_t b = vldrbq_z_s16(weight, used);
      sum.val[0] = vaddq_s32(sum.val[0], vmullbq_int_s16(a, b));
      sum.val[1] = vaddq_s32(sum.val[1], vmulltq_int_s16(a, b));
      from += across.input;
      weight += across.weight;
    }
    x += down.input;
    w += down.weight;
  }
  vst2q_s32(sums, sum);
}

}  // namespace kerf::fused
