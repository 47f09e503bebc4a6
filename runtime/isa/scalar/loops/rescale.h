// Fixed-point numbers times a scale, with the two roundings of CMSIS-NN.
#pragma once

#include <stdint.h>

namespace kerf::cortex_m {

// x * multiplier / 2^31 * 2^shift, rounded as arm_nn_requantize() does: the left shift wraps, the
// product is rounded to the nearest, halves up, and the quotient by 2^-shift to the nearest, halves
// away from zero. multiplier >= 0, -31 <= shift <= 31.
// Source: arm_nn_requantize (CMSIS-NN, without CMSIS_NN_USE_SINGLE_ROUNDING)
inline int32_t rescale(int32_t x, int32_t multiplier, int32_t shift) {
  if (shift < -1) {
    // Both roundings are one sum, as floor(floor(a) / n) = floor(a / n): 2^30 and half of 2^-shift,
    // less one where x is negative, times 2^31. Its low word is 2^30, and 2^31 where x is negative.
    const uint32_t high = (uint32_t{1} << (-2 - shift)) + static_cast<uint32_t>(x >> 31);
    const uint32_t low = (uint32_t{1} << 30) | (static_cast<uint32_t>(x) & (uint32_t{1} << 31));
    const auto nudge = static_cast<int64_t>(uint64_t{high} << 32 | low);
    return static_cast<int32_t>((int64_t{x} * multiplier + nudge) >> 32) >> (-1 - shift);
  }
  if (shift > 0) x = static_cast<int32_t>(static_cast<uint32_t>(x) << shift);
  const auto y = static_cast<int32_t>((int64_t{x} * multiplier + (int64_t{1} << 30)) >> 31);
  if (shift >= 0) return y;
  return (y >> 1) + (y > 0 ? y & 1 : 0);
}

// x + offset within [low, high]; the sum wraps.
inline int8_t narrow(int32_t x, int32_t offset, int32_t low, int32_t high) {
  x = static_cast<int32_t>(static_cast<uint32_t>(x) + static_cast<uint32_t>(offset));
  x = x < low ? low : x;
  return static_cast<int8_t>(x > high ? high : x);
}

// How sums become int8. `multiplier` and `shift` are those of rescale().
struct Int8Result {
  const int32_t* start;  // what each sum begins with
  const int32_t* multiplier;
  const int32_t* shift;
  int32_t base;  // added to every sum
  int32_t offset;
  int32_t low;
  int32_t high;
};

// Where the results of adjacent sums are, and what they are made with, in elements.
struct Int8Places {
  int32_t start;
  int32_t start_step;
  int32_t scale;
  int32_t scale_step;
  int8_t* out;
  int32_t out_step;
};

}  // namespace kerf::cortex_m
