// The reciprocal of a number in double, rounded to float, for cores that divide no double: the same
// bits as static_cast<float>(1.0 / x), but some other NaN, in a tenth of the code.
#pragma once

#include <stdint.h>

#include "core/libc.h"

namespace kerf::integers {

[[gnu::noinline]] inline float reciprocal(double x) {
  uint64_t its;
  libc::copy(&its, &x, sizeof its);
  const uint64_t divisor = (its & ((uint64_t{1} << 52) - 1)) | uint64_t{1} << 52;
  const auto exponent = static_cast<int32_t>(its >> 52) & 0x7FF;
  // The exponent field of a quotient in [1, 2).
  const int32_t field = 1149 - exponent;
  uint32_t bits = 0;
  if (field >= 255) {
    bits = 0x7F800000;
  } else if (field > -25) {
    // 2^82 / divisor, a bit at a time: 30 bits, or 2^30.
    uint32_t quotient = 0;
    uint64_t rest = uint64_t{1} << 52;
    for (int32_t i = 0; i < 31; ++i) {
      quotient *= 2;
      if (rest >= divisor) {
        rest -= divisor;
        ++quotient;
      }
      rest *= 2;
    }
    // A double has 23 bits more. Where these are neither rounded to 0 nor to 2^23, the last bit
    // stands for them: a float has six bits less.
    const auto last = static_cast<uint32_t>(divisor >> 23);
    if (rest > last) {
      if (2 * divisor - rest > last) {
        quotient |= 1;
      } else {
        ++quotient;
      }
    }
    // A number of fewer bits is subnormal.
    const int32_t lowest = field < 1 ? 1 : field;
    const int32_t dropped = 6 + lowest - field;
    // To the nearest, halves to even.
    const uint32_t half = (uint32_t{1} << (dropped - 1)) - 1 + (quotient >> dropped & 1);
    bits = (quotient + half) >> dropped;
    bits += static_cast<uint32_t>(lowest - 1) << 23;
  } else if (exponent == 0x7FF && (its << 12) != 0) {
    bits = 0x7FC00000;
  }
  bits |= static_cast<uint32_t>(its >> 32) & 0x80000000;
  float result;
  libc::copy(&result, &bits, sizeof result);
  return result;
}

}  // namespace kerf::integers
