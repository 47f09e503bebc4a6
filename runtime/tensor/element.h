// Elements of a tensor as numbers: how they are read, stored and converted.
#pragma once

#include <stdint.h>

#include "tensor/complex.h"
#include "tensor/half.h"
#include "tensor/scalar.h"
#include "tensor/scalar_type.h"

namespace kerf {

// Facts of an element type:
//   Value  what load() returns
//   Wrap   what sums and products are computed in: integers modulo 2^32 or 2^64, so that nothing
//   overflows;
//          bool in {0, 1} then becomes `or` and `and` where a result other than 0 is stored as true
template <typename T, typename W>
struct Integer {
  using Value = T;
  using Wrap = W;
  static constexpr bool kFloating = false;
};
template <typename V>
struct Floating {
  using Value = V;
  using Wrap = V;
  static constexpr bool kFloating = true;
};

template <typename T>
struct Element;
template <>
struct Element<uint8_t> : Integer<uint8_t, uint32_t> {};
template <>
struct Element<int8_t> : Integer<int8_t, uint32_t> {};
template <>
struct Element<int16_t> : Integer<int16_t, uint32_t> {};
template <>
struct Element<int32_t> : Integer<int32_t, uint32_t> {};
template <>
struct Element<int64_t> : Integer<int64_t, uint64_t> {};
template <>
struct Element<uint16_t> : Integer<uint16_t, uint32_t> {};
template <>
struct Element<uint32_t> : Integer<uint32_t, uint32_t> {};
template <>
struct Element<uint64_t> : Integer<uint64_t, uint64_t> {};
template <>
struct Element<bool> : Integer<bool, uint32_t> {};
template <>
struct Element<float> : Floating<float> {};
template <>
struct Element<double> : Floating<double> {};
template <>
struct Element<Half> : Floating<float> {};
template <>
struct Element<BFloat16> : Floating<float> {};
template <typename R>
struct Element<Complex<R>> : Floating<Complex<R>> {};

template <typename T>
using ValueOf = typename Element<T>::Value;
template <typename T>
using WrapOf = typename Element<T>::Wrap;

template <typename T>
inline ValueOf<T> load(const T* at) {
  return *at;
}
template <>
inline float load(const Half* at) {
  return to_float(*at);
}
template <>
inline float load(const BFloat16* at) {
  return to_float(*at);
}
// A byte of a program may be neither 0 nor 1.
template <>
inline bool load(const bool* at) {
  return *reinterpret_cast<const uint8_t*>(at) != 0;
}

// `value` is a ValueOf<T> or a WrapOf<T>; of a wider integer the low bits are kept.
template <typename T, typename V>
inline void store(T* at, V value) {
  *at = static_cast<T>(value);
}
template <typename V>
inline void store(bool* at, V value) {
  *at = value != V{0};
}
inline void store(Half* at, float value) { *at = to_half(value); }
inline void store(BFloat16* at, float value) { *at = to_bfloat16(value); }

// `value` as an element of type T holds it.
template <typename T>
ValueOf<T> rounded(ValueOf<T> value) {
  T element;
  store(&element, value);
  return load(&element);
}

template <typename V>
inline constexpr bool kIsFloating = false;
template <>
inline constexpr bool kIsFloating<float> = true;
template <>
inline constexpr bool kIsFloating<double> = true;

// `value` as a To, for every value: integers keep their low bits; not 0 is true; floating numbers
// are truncated, and those outside the range of int32 (of int64 where To is wider than that) become
// its lowest number, as in PyTorch.
template <typename To, typename From>
inline To convert(From value) {
  if constexpr (!kIsFloating<From> || kIsFloating<To> || To(2) == To(1)) {
    return static_cast<To>(value);
  } else if constexpr (sizeof(To) == 8 || (sizeof(To) == 4 && To(-1) > To(0))) {
    constexpr From kHalf = static_cast<From>(9223372036854775808.0);
    if constexpr (sizeof(To) == 8 && To(-1) > To(0)) {
      if (value >= kHalf && value < 2 * kHalf) return static_cast<To>(value);
    }
    return static_cast<To>(value >= -kHalf && value < kHalf ? static_cast<int64_t>(value)
                                                            : INT64_MIN);
  } else {
    constexpr From kHalf = static_cast<From>(2147483648.0);
    return static_cast<To>(value > -kHalf && value < kHalf ? static_cast<int32_t>(value)
                                                           : INT32_MIN);
  }
}

// A scalar argument as the number type V.
template <typename V>
inline V convert(const Scalar& scalar) {
  if constexpr (kIsComplex<V>) {
    return {convert<typename PartOf<V>::Type>(scalar), 0};
  } else if constexpr (kIsFloating<V>) {
    return scalar.to<V>();
  } else {
    return scalar.is_floating() ? convert<V>(scalar.real()) : convert<V>(scalar.integer());
  }
}

}  // namespace kerf
