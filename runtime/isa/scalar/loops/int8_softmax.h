// Softmax in fixed point, as CMSIS-NN computes it.
#pragma once

#include <stdint.h>

#include "isa/scalar/loops/int8.h"
#include "isa/scalar/loops/int8_fractions.h"

namespace kerf::integers {

// x / 2^shift rounded to the nearest, halves away from zero; 0 <= shift <= 62.
// Source: arm_nn_divide_by_power_of_two of CMSIS-NN
[[gnu::noinline]] inline int32_t divide_by_power(int32_t x, int32_t shift) {
  if (shift == 0) return x;
  const int64_t half = int64_t{1} << (shift - 1);
  return static_cast<int32_t>((int64_t{x} + half - (x < 0 ? 1 : 0)) >> shift);
}

// exp(x / 2^26) as a fraction of 2^31, x <= 0: a polynomial around -1/8, times a factor for each
// bit of what is left in quarters. Source: arm_nn_exp_on_negative_values of CMSIS-NN
inline int32_t exp_of_negative(int32_t x) {
  constexpr int32_t kQuarter = 1 << 24;
  constexpr int32_t kFactors[] = {1672461947, 1302514674, 790015084, 290630308,
                                  39332535,   720401,     242};  // exp(-1/4), exp(-1/2), ..
  if (x == 0) return INT32_MAX;
  const int32_t low = (x & (kQuarter - 1)) - kQuarter;
  const auto rest = static_cast<int32_t>(static_cast<uint32_t>(low) - static_cast<uint32_t>(x));
  const int32_t y = low * 32 + (1 << 28);
  const int32_t y2 = multiply_fractions(y, y);
  const int32_t y4 = divide_by_power(multiply_fractions(y2, y2), 2);
  const int32_t thirds = multiply_fractions(y4 + multiply_fractions(y2, y), 715827883);
  const int32_t series = y + divide_by_power(thirds + y2, 1);
  int32_t result = 1895147668 + multiply_fractions(1895147668, series);
  int32_t bit = kQuarter;
  for (const int32_t factor : kFactors) {
    if ((rest & bit) != 0) result = multiply_fractions(result, factor);
    bit = static_cast<int32_t>(static_cast<uint32_t>(bit) << 1);
  }
  return result;
}

// The exponential of a difference from the largest element; 0 below diff_min.
[[gnu::noinline]] inline int32_t exp_of(const Int8Softmax& softmax, int32_t difference) {
  if (difference < softmax.diff_min) return 0;
  const auto shifted = static_cast<int32_t>(static_cast<uint32_t>(difference)
                                            << static_cast<uint32_t>(softmax.shift));
  const int32_t scaled = multiply_fractions(shifted, softmax.multiplier);
  return exp_of_negative(scaled > 0 ? 0 : scaled);
}

[[gnu::noinline]] inline void Int8Softmax::run(const int8_t* from, int8_t* to, int32_t step,
                                               int32_t count) const {
  int32_t most = INT8_MIN;
  for (int32_t i = 0; i < count; ++i) {
    if (from[i * step] > most) most = from[i * step];
  }
  constexpr int32_t kAccumulatorBits = 12;
  uint32_t sum = 0;
  for (int32_t i = 0; i < count; ++i) {
    sum += static_cast<uint32_t>(
        divide_by_power(exp_of(*this, from[i * step] - most), kAccumulatorBits));
  }
  // The largest element adds 2^19.
  int32_t headroom = 0;
  while (sum < (uint32_t{1} << 31)) {
    sum <<= 1;
    ++headroom;
  }
  const int32_t scale = one_over_one_plus(static_cast<int32_t>(sum - (uint32_t{1} << 31)));
  const int32_t bits = kAccumulatorBits - headroom + 23;
  for (int32_t i = 0; i < count; ++i) {
    const int32_t part = multiply_fractions(scale, exp_of(*this, from[i * step] - most));
    to[i * step] = narrow(divide_by_power(part, bits), INT8_MIN, INT8_MIN, INT8_MAX);
  }
}

}  // namespace kerf::integers
