// Rows of float that become int8 or int16.
#pragma once

#include <stdint.h>

#include "core/libc.h"

namespace kerf::integers {

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

// How a float is quantized: round(x * factor), halves to even, within [low, high], plus zero; a NaN
// as 0. The sums are numbers of the result's type.
struct Quantization {
  float factor;
  int32_t zero;
  int32_t low;
  int32_t high;
};

// to[i] = from[i * step], quantized, for i < count.
template <typename T>
void quantize_ints(T* to, const float* from, int32_t step, int32_t count, const Quantization& by) {
  const auto low = static_cast<float>(by.low);
  const auto high = static_cast<float>(by.high);
  for (; count > 0; --count, from += step) {
    const float x = *from * by.factor;
    *to++ = static_cast<T>(x == x ? round_within(x, low, high) + by.zero : 0);
  }
}

}  // namespace kerf::integers
