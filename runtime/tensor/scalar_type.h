// Element types of tensors; the numbers are those of ExecuTorch's files.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "selected/features.h"

namespace kerf {

enum class ScalarType : int8_t {
  Byte = 0,
  Char = 1,
  Short = 2,
  Int = 3,
  Long = 4,
  Half = 5,
  Float = 6,
  Double = 7,
  ComplexFloat = 9,
  ComplexDouble = 10,
  Bool = 11,
  BFloat16 = 15,
  UInt16 = 27,
  UInt32 = 28,
  UInt64 = 29,
};

// Source: https://en.wikipedia.org/wiki/Half-precision_floating-point_format (IEEE 754 binary16);
// bits only.
struct Half {
  uint16_t bits;
};

// The upper half of an IEEE 754 binary32; bits only.
struct BFloat16 {
  uint16_t bits;
};

// Two of R, without padding: a real and an imaginary part.
template <typename R>
struct Complex {
  R real;
  R imag;
};

// A set of dtypes in 16 bits: a number below 16 is its own bit, UInt16/32/64 (27 to 29) are bits 12
// to 14, which no supported dtype uses. Bit 8, that of ComplexHalf, marks the end of a list of sets
// in runtime/executor/kernel.h: no tensor here has that dtype.
using DtypeSet = uint16_t;

constexpr unsigned dtype_bit(ScalarType type) {
  const unsigned number = static_cast<unsigned>(static_cast<uint8_t>(type));
  return number < 16 ? number : number - 15;
}
constexpr DtypeSet dtype_set(ScalarType type) {
  return static_cast<DtypeSet>(1u << dtype_bit(type));
}
constexpr bool contains(DtypeSet set, ScalarType type) {
  return (set >> dtype_bit(type) & 1u) != 0;
}

inline constexpr DtypeSet kComplexTypes =
    selected::features::complex_dtypes
        ? dtype_set(ScalarType::ComplexFloat) | dtype_set(ScalarType::ComplexDouble)
        : 0;

// Whether elements have an imaginary part: constant where no selected call has such tensors.
constexpr bool is_complex(ScalarType type) {
  if constexpr (kComplexTypes == 0) return false;
  return contains(kComplexTypes, type);
}

// Whether `number`, from a file, is a dtype that tensors here may have.
constexpr bool is_scalar_type(int number) {
  constexpr uint32_t kKnown =
      0xFFu | kComplexTypes | 1u << 11 | 1u << 15 | 1u << 27 | 1u << 28 | 1u << 29;
  return number >= 0 && number < 32 && (kKnown >> number & 1u) != 0;
}

// Bytes of one element, as a power of two: 0 to 3, and 4 of ComplexDouble.
constexpr unsigned element_shift(ScalarType type) {
  // Two bits for each dtype_bit(): Byte 0, Char 0, Short 1, Int 2, Long 3, Half 1, Float 2, Double
  // 3, Bool (11) 0, UInt16 (12) 1, UInt32 (13) 2, UInt64 (14) 3, BFloat16 (15) 1.
  if constexpr (kComplexTypes != 0) {
    if (is_complex(type)) return type == ScalarType::ComplexDouble ? 4 : 3;
  }
  constexpr uint32_t kShifts = 1u << 4 | 2u << 6 | 3u << 8 | 1u << 10 | 2u << 12 | 3u << 14 |
                               1u << 24 | 2u << 26 | 3u << 28 | 1u << 30;
  return kShifts >> (2 * dtype_bit(type)) & 3u;
}
constexpr size_t element_bytes(ScalarType type) { return size_t{1} << element_shift(type); }

// What the addresses of elements of so many bytes are multiples of: at most 8, since ComplexDouble
// is two doubles.
constexpr size_t element_alignment(size_t bytes) {
  return kComplexTypes != 0 && bytes > 8 ? 8 : bytes;
}

// The dtype of the parts of a complex dtype.
constexpr ScalarType part_type(ScalarType complex) {
  return static_cast<ScalarType>(static_cast<int8_t>(complex) - 3);
}

static_assert(element_bytes(ScalarType::Bool) == 1 && element_bytes(ScalarType::Long) == 8);
static_assert(element_bytes(ScalarType::BFloat16) == 2 && element_bytes(ScalarType::UInt32) == 4);

}  // namespace kerf
