// Rows of float that become int8 or int16 on cores without an FPU: with the same bits as in float
// arithmetic, but subnormal numbers count as 0.
#pragma once

#include <stdint.h>

#include "isa/scalar/loops/int8_quantize.h"

namespace kerf::integers {

// A float in parts. Its mantissa has 24 bits; that of 0 and of subnormal numbers is 0.
struct FloatParts {
  uint32_t mantissa;
  int32_t exponent;

  explicit FloatParts(uint32_t bits)
      : mantissa(bits & 0x7FFFFF), exponent(static_cast<int32_t>(bits << 1 >> 24)) {
    mantissa = exponent == 0 ? 0 : mantissa | 0x800000;
    if (exponent == 255) exponent = kInfinite;
  }

  bool is_finite() const { return exponent != kInfinite; }
  bool is_nan() const { return !is_finite() && mantissa != 0x800000; }

 private:
  static constexpr int32_t kInfinite = 1024;  // times any number: beyond 2^23
};

// x / 2^bits rounded to the nearest, halves to even; 1 <= bits <= 31, no sum exceeds 32 bits.
inline uint32_t round_bits(uint32_t x, int32_t bits) {
  return (x + (uint32_t{1} << (bits - 1)) - 1 + ((x >> bits) & 1)) >> bits;
}

// |x * factor| rounded to float, then to an integer; 2^24 where it is no less than 2^23.
[[gnu::always_inline]] inline uint32_t whole_product(const FloatParts& x, uint32_t low,
                                                     uint32_t high, int32_t exponent) {
  // In products of 12 bits: the upper 32 of 48, the lowest one set where any below is.
  const uint32_t x_low = x.mantissa & 0xFFF;
  const uint32_t x_high = x.mantissa >> 12;
  const uint32_t lowest = x_low * low;
  const uint32_t middle = x_low * high + x_high * low + (lowest >> 12);
  uint32_t product = ((x_high * high) << 8) + (middle >> 4);
  if ((((lowest & 0xFFF) | (middle & 15))) != 0) product |= 1;
  // How many bits of the 24 that a float keeps are behind the point.
  int32_t fraction = 277 - exponent - x.exponent;
  if (product >> 31 != 0) {
    product = (product >> 1) | (product & 1);
    --fraction;
  }
  if (fraction >= 25) return 0;
  if (fraction <= 0) return 1 << 24;
  return round_bits(round_bits(product, 7), fraction);
}

// quantize_ints()
template <typename T>
[[gnu::noinline]] void quantize_parts(T* to, const float* from, int32_t step, int32_t count,
                                      const Quantization& by) {
  uint32_t bits;
  libc::copy(&bits, &by.factor, sizeof bits);
  const FloatParts factor(bits);
  const uint32_t low = factor.mantissa & 0xFFF;
  const uint32_t high = factor.mantissa >> 12;
  for (; count > 0; --count, from += step) {
    uint32_t its;
    libc::copy(&its, from, sizeof its);
    const FloatParts x(its);
    int32_t whole = 0;
    if (x.mantissa != 0 && factor.mantissa != 0)
      whole = static_cast<int32_t>(whole_product(x, low, high, factor.exponent));
    if (static_cast<int32_t>(its ^ bits) < 0) whole = -whole;
    whole = whole < by.low ? by.low : whole;
    whole = (whole > by.high ? by.high : whole) + by.zero;
    // Infinity times 0 is no number, either.
    if (!x.is_finite() || !factor.is_finite()) {
      if (x.is_nan() || factor.is_nan() || x.mantissa == 0 || factor.mantissa == 0) whole = 0;
    }
    *to++ = static_cast<T>(whole);
  }
}

inline void quantize_ints(int8_t* to, const float* from, int32_t step, int32_t count,
                          const Quantization& by) {
  quantize_parts(to, from, step, count, by);
}

inline void quantize_ints(int16_t* to, const float* from, int32_t step, int32_t count,
                          const Quantization& by) {
  quantize_parts(to, from, step, count, by);
}

}  // namespace kerf::integers
