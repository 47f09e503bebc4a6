// The two 16-bit floating formats as numbers: conversions from and to float, in integer arithmetic.
#pragma once

#include <stdint.h>

#include "core/libc.h"
#include "tensor/scalar_type.h"

namespace kerf {

inline uint32_t float_bits(float value) {
  uint32_t bits;
  libc::copy(&bits, &value, sizeof bits);
  return bits;
}

inline float bits_float(uint32_t bits) {
  float value;
  libc::copy(&value, &bits, sizeof value);
  return value;
}

// Exact. The product moves the exponent from the bias of binary16 to that of binary32, subnormals
// included.
[[gnu::noinline]] inline float to_float(Half half) {
  const uint32_t magnitude = half.bits & 0x7FFFu;
  float value = bits_float(magnitude << 13) * 0x1p112f;
  if (magnitude >= 0x7C00u) value = bits_float(magnitude << 13 | 0x7F800000u);
  return (half.bits & 0x8000u) != 0 ? -value : value;
}

// Rounds to nearest, ties to even; beyond 65504 to infinity; a NaN stays one.
[[gnu::noinline]] inline Half to_half(float value) {
  const uint32_t bits = float_bits(value);
  const uint32_t sign = bits >> 16 & 0x8000u;
  uint32_t magnitude = bits & 0x7FFFFFFFu;
  if (magnitude > 0x7F800000u) {
    magnitude = 0x7E00u;
  } else if (magnitude >= 0x47800000u) {
    magnitude = 0x7C00u;
  } else if (magnitude < 0x38800000u) {
    // The sum's unit in the last place is that of a binary16 subnormal: the addition rounds.
    magnitude = float_bits(bits_float(magnitude) + 0.5f) - 0x3F000000u;
  } else {
    magnitude = (magnitude - (112u << 23) + 0xFFFu + (magnitude >> 13 & 1u)) >> 13;
  }
  return Half{static_cast<uint16_t>(sign | magnitude)};
}

inline float to_float(BFloat16 half) { return bits_float(uint32_t{half.bits} << 16); }

// Rounds to nearest, ties to even; a NaN stays one.
inline BFloat16 to_bfloat16(float value) {
  const uint32_t bits = float_bits(value);
  if ((bits & 0x7FFFFFFFu) > 0x7F800000u) return BFloat16{0x7FC0};
  return BFloat16{static_cast<uint16_t>((bits + 0x7FFFu + (bits >> 16 & 1u)) >> 16)};
}

}  // namespace kerf
