// Floats that become whole numbers.
#pragma once

#include <stdint.h>

#include "core/libc.h"

namespace kerf::cortex_m {

// x rounded to the nearest, halves to even, where it is within 2^22; else any number.
inline int32_t round_to_even(float x) {
  // The sum has no room for a fraction.
  const float sum = x + 12582912.0f;
  uint32_t bits;
  static_assert(sizeof bits == sizeof sum);
  libc::copy(&bits, &sum, sizeof bits);
  return static_cast<int32_t>(bits - 0x4B400000u);
}

// x within [low, high], whole numbers below 2^22, rounded as by round_to_even(); a NaN as `low`.
inline int32_t round_within(float x, float low, float high) {
  if (!(x > low)) x = low;
  return round_to_even(x > high ? high : x);
}

}  // namespace kerf::cortex_m
