// Fractions of 2^31, as CMSIS-NN computes with them.
#pragma once

#include <stdint.h>

namespace kerf::integers {

// a * b / 2^31 rounded to the nearest, halves away from zero; saturates.
// Source: arm_nn_doubling_high_mult of CMSIS-NN
[[gnu::noinline]] inline int32_t multiply_fractions(int32_t a, int32_t b) {
  if (a == INT32_MIN && b == INT32_MIN) return INT32_MAX;
  const int64_t product = int64_t{a} * b;
  constexpr int64_t kHalf = int64_t{1} << 30;
  // The shift rounds towards minus infinity.
  return static_cast<int32_t>((product + kHalf - (product < 0 ? 1 : 0)) >> 31);
}

// 1 / (1 + x) of a fraction x of 2^31 in [0, 1), by three steps of Newton; saturates.
// Source: arm_nn_one_over_one_plus_x_for_x_in_0_1 of CMSIS-NN
inline int32_t one_over_one_plus(int32_t x) {
  const int32_t half = (1 << 30) + x / 2;
  auto y = static_cast<int32_t>(1515870810 + multiply_fractions(half, -1010580540));
  for (int i = 0; i < 3; ++i) {
    const int32_t error = (1 << 29) - multiply_fractions(half, y);
    y += multiply_fractions(y, error) * 4;  // small: CMSIS-NN's saturation has no effect
  }
  return y < 1 << 30 ? 2 * y : INT32_MAX;  // positive
}

}  // namespace kerf::integers
