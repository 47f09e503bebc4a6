// Which numbers the elements of a type can be.
#pragma once

#include <stdint.h>

#include "core/fault.h"
#include "tensor/element.h"
#include "tensor/scalar.h"

namespace kerf::portable {

// The lowest and the highest element of T, infinities included.
template <typename T>
Scalar lowest() {
  using V = ValueOf<T>;
  if constexpr (kIsFloating<V>) {
    return -__builtin_inf();
  } else if constexpr (static_cast<V>(-1) < V{0}) {
    return -(INT64_MAX >> (64 - 8 * sizeof(V))) - 1;
  } else {
    return int64_t{0};
  }
}
template <typename T>
ValueOf<T> highest() {
  using V = ValueOf<T>;
  if constexpr (kIsFloating<V>) {
    return static_cast<V>(__builtin_inf());
  } else if constexpr (static_cast<V>(-1) < V{0}) {
    return static_cast<V>(INT64_MAX >> (64 - 8 * sizeof(V)));
  } else {
    return static_cast<V>(-1);
  }
}

// The highest finite number of T.
template <typename T>
inline constexpr double kHighestFinite = 0;
template <>
inline constexpr double kHighestFinite<Half> = 65504;
template <>
inline constexpr double kHighestFinite<BFloat16> = 0x1.FEp127;
template <>
inline constexpr double kHighestFinite<float> = 0x1.FFFFFEp127;
template <>
inline constexpr double kHighestFinite<double> = 0x1.FFFFFFFFFFFFFp1023;

// Whether `number` is one of T, but for rounding: infinities and NaN are, and of unsigned integers
// those whose absolute value is. Source: Scalar::to() of PyTorch.
template <typename T>
bool fits(const Scalar& number) {
  using V = ValueOf<T>;
  if (number.kind() == Scalar::Kind::Bool) return true;
  if constexpr (kIsFloating<V>) {
    const double value = number.to<double>();
    const double size = value < 0 ? -value : value;
    return !(size > kHighestFinite<T>) || size > kHighestFinite<double>;
  } else {
    if (number.is_floating()) return false;
    const int64_t value = number.integer();
    if constexpr (static_cast<V>(-1) < V{0}) return value == static_cast<V>(value);
    const uint64_t size =
        value < 0 ? uint64_t{0} - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
    return size <= static_cast<uint64_t>(highest<T>());
  }
}

// Ok, or InvalidArgument where `number` is none of T.
template <typename T>
Error check_fits(const Scalar& number) {
  return fits<T>(number) ? Error::Ok
                         : fault(Error::InvalidArgument, "a number that the dtype cannot hold");
}

}  // namespace kerf::portable
