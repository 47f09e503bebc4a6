// The rule by which sums become int8, four at a time.
#pragma once

#include <arm_mve.h>
#include <stdint.h>

#include "isa/scalar/loops/int8.h"

namespace kerf::cortex_m {

// What rescale() does with a shift: left, then a product, then right. Halves go away from zero
// where one less is added to what is negative before it is shifted right: the number shifted by
// `sign`, which leaves -1 or 0, or, where nothing is shifted right, 0.
struct Shifts {
  int32x4_t left;
  int32x4_t sign;
  int32x4_t right;
};

inline Shifts shifts_of(int32x4_t shift) {
  const int32x4_t zero = vdupq_n_s32(0);
  const int32x4_t right = vminq_s32(shift, zero);
  const int32x4_t all = vshrq_n_s32(right, 31);
  return {vmaxq_s32(shift, zero), vaddq_n_s32(vmulq_n_s32(all, 63), 32), right};
}

}  // namespace kerf::cortex_m
