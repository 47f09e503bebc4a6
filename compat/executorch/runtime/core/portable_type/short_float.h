// Floating numbers of 16 bits: they are computed in float and rounded after each operation.
#pragma once

#include <stdint.h>

#include <cmath>
#include <limits>
#include <type_traits>

#include "tensor/half.h"

namespace kerf::bridge {

// How a format of Kerf is written and read, and the bits of its limits.
struct HalfBits {
  static float load(uint16_t bits) { return to_float(kerf::Half{bits}); }
  static uint16_t store(float value) { return to_half(value).bits; }
  static constexpr int kDigits = 11, kExponent = 16;
  static constexpr uint16_t kLowest = 0xFBFF, kMax = 0x7BFF, kMin = 0x0400, kEpsilon = 0x1400,
                            kInfinity = 0x7C00, kNaN = 0x7E00;
};
struct BFloat16Bits {
  static float load(uint16_t bits) { return to_float(kerf::BFloat16{bits}); }
  static uint16_t store(float value) { return to_bfloat16(value).bits; }
  static constexpr int kDigits = 8, kExponent = 128;
  static constexpr uint16_t kLowest = 0xFF7F, kMax = 0x7F7F, kMin = 0x0080, kEpsilon = 0x3C00,
                            kInfinity = 0x7F80, kNaN = 0x7FC0;
};

template <typename Format>
struct ShortFloat {
  struct from_bits_t {};
  static constexpr from_bits_t from_bits() { return {}; }

  ShortFloat() = default;
  constexpr ShortFloat(uint16_t bits, from_bits_t) : x(bits) {}
  template <typename T, std::enable_if_t<std::is_arithmetic_v<T>, bool> = true>
  ShortFloat(T value) : x(Format::store(static_cast<float>(value))) {}
  template <typename Other>
  explicit ShortFloat(const ShortFloat<Other>& other) : ShortFloat(static_cast<float>(other)) {}

  operator float() const { return Format::load(x); }

  ShortFloat& operator+=(const ShortFloat& other) { return *this = *this + other; }
  ShortFloat& operator-=(const ShortFloat& other) { return *this = *this - other; }
  ShortFloat& operator*=(const ShortFloat& other) { return *this = *this * other; }
  ShortFloat& operator/=(const ShortFloat& other) { return *this = *this / other; }

  uint16_t x;
};

template <typename T>
inline constexpr bool kIsReal = std::is_same_v<T, float> || std::is_same_v<T, double>;

// Two of them give one; with a float or double, that; with an integer, one of them. Each is a
// function of exactly these types, so that no conversion is ambiguous.
#define KERF_SHORT_OPERATOR(op)                                                             \
  template <typename F>                                                                     \
  ShortFloat<F> operator op(const ShortFloat<F>& a, const ShortFloat<F>& b) {               \
    return static_cast<float>(a) op static_cast<float>(b);                                  \
  }                                                                                         \
  template <typename F, typename T, std::enable_if_t<std::is_arithmetic_v<T>, bool> = true> \
  auto operator op(const ShortFloat<F>& a, T b) {                                           \
    if constexpr (kIsReal<T>) {                                                             \
      return static_cast<T>(static_cast<float>(a)) op b;                                    \
    } else {                                                                                \
      return a op ShortFloat<F>(b);                                                         \
    }                                                                                       \
  }                                                                                         \
  template <typename F, typename T, std::enable_if_t<std::is_arithmetic_v<T>, bool> = true> \
  auto operator op(T a, const ShortFloat<F>& b) {                                           \
    if constexpr (kIsReal<T>) {                                                             \
      return a op static_cast<T>(static_cast<float>(b));                                    \
    } else {                                                                                \
      return ShortFloat<F>(a) op b;                                                         \
    }                                                                                       \
  }
KERF_SHORT_OPERATOR(+)
KERF_SHORT_OPERATOR(-)
KERF_SHORT_OPERATOR(*)
KERF_SHORT_OPERATOR(/)
#undef KERF_SHORT_OPERATOR

template <typename F>
ShortFloat<F> operator-(const ShortFloat<F>& a) {
  return ShortFloat<F>(static_cast<uint16_t>(a.x ^ 0x8000u), ShortFloat<F>::from_bits());
}
template <typename F>
float& operator+=(float& a, const ShortFloat<F>& b) {
  return a += static_cast<float>(b);
}
template <typename F>
float& operator-=(float& a, const ShortFloat<F>& b) {
  return a -= static_cast<float>(b);
}
template <typename F>
float& operator*=(float& a, const ShortFloat<F>& b) {
  return a *= static_cast<float>(b);
}
template <typename F>
float& operator/=(float& a, const ShortFloat<F>& b) {
  return a /= static_cast<float>(b);
}

}  // namespace kerf::bridge

namespace c10 {

using Half = ::kerf::bridge::ShortFloat<::kerf::bridge::HalfBits>;
using BFloat16 = ::kerf::bridge::ShortFloat<::kerf::bridge::BFloat16Bits>;

template <typename T>
inline constexpr bool is_reduced_floating_point_v =
    std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>;

}  // namespace c10

namespace std {

template <typename F>
struct numeric_limits<::kerf::bridge::ShortFloat<F>> {
  using Number = ::kerf::bridge::ShortFloat<F>;
  static constexpr bool is_specialized = true, is_signed = true, is_integer = false,
                        is_exact = false, has_infinity = true, has_quiet_NaN = true;
  static constexpr int radix = 2, digits = F::kDigits, max_exponent = F::kExponent;
  static constexpr Number lowest() { return of(F::kLowest); }
  static constexpr Number min() { return of(F::kMin); }
  static constexpr Number max() { return of(F::kMax); }
  static constexpr Number epsilon() { return of(F::kEpsilon); }
  static constexpr Number infinity() { return of(F::kInfinity); }
  static constexpr Number quiet_NaN() { return of(F::kNaN); }

 private:
  static constexpr Number of(uint16_t bits) { return Number(bits, Number::from_bits()); }
};

// Functions of <cmath>: without them, two that take float and double are equally good. Kernels
// round their result themselves where a function that is absent here promotes to float.
#define KERF_SHORT_FUNCTION(name)                                                  \
  template <typename F>                                                            \
  ::kerf::bridge::ShortFloat<F> name(const ::kerf::bridge::ShortFloat<F>& value) { \
    return name(static_cast<float>(value));                                        \
  }
KERF_SHORT_FUNCTION(abs)
KERF_SHORT_FUNCTION(fabs)
KERF_SHORT_FUNCTION(sqrt)
KERF_SHORT_FUNCTION(exp)
KERF_SHORT_FUNCTION(expm1)
KERF_SHORT_FUNCTION(log)
KERF_SHORT_FUNCTION(log10)
KERF_SHORT_FUNCTION(log1p)
KERF_SHORT_FUNCTION(log2)
KERF_SHORT_FUNCTION(sin)
KERF_SHORT_FUNCTION(cos)
KERF_SHORT_FUNCTION(tan)
KERF_SHORT_FUNCTION(asin)
KERF_SHORT_FUNCTION(acos)
KERF_SHORT_FUNCTION(atan)
KERF_SHORT_FUNCTION(sinh)
KERF_SHORT_FUNCTION(cosh)
KERF_SHORT_FUNCTION(tanh)
KERF_SHORT_FUNCTION(asinh)
KERF_SHORT_FUNCTION(acosh)
KERF_SHORT_FUNCTION(atanh)
KERF_SHORT_FUNCTION(erf)
KERF_SHORT_FUNCTION(floor)
KERF_SHORT_FUNCTION(ceil)
KERF_SHORT_FUNCTION(trunc)
KERF_SHORT_FUNCTION(nearbyint)
#undef KERF_SHORT_FUNCTION

#define KERF_SHORT_FUNCTION(name)                                              \
  template <typename F>                                                        \
  ::kerf::bridge::ShortFloat<F> name(const ::kerf::bridge::ShortFloat<F>& a,   \
                                     const ::kerf::bridge::ShortFloat<F>& b) { \
    return name(static_cast<float>(a), static_cast<float>(b));                 \
  }
KERF_SHORT_FUNCTION(pow)
KERF_SHORT_FUNCTION(fmod)
KERF_SHORT_FUNCTION(atan2)
#undef KERF_SHORT_FUNCTION

template <typename F>
::kerf::bridge::ShortFloat<F> pow(const ::kerf::bridge::ShortFloat<F>& a, double b) {
  return pow(static_cast<float>(a), static_cast<float>(b));
}

}  // namespace std

namespace executorch::runtime::etensor {
using c10::BFloat16;
using c10::Half;
}  // namespace executorch::runtime::etensor
namespace torch::executor {
using c10::BFloat16;
using c10::Half;
}  // namespace torch::executor
