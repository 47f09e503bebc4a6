// Which numbers the elements of a type can be.
#pragma once

#include <stdint.h>

#include "core/fault.h"
#include "tensor/element.h"
#include "tensor/scalar.h"

namespace kerf::portable {

// The lowest and the highest element of T, infinities included.
template <typename T>
Scalar lowest_scalar() {
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

// The bits of the highest finite number of T as a double.
template <typename T>
inline constexpr uint64_t kHighestFinite = 0;
template <>
inline constexpr uint64_t kHighestFinite<Half> = 0x40EFFC0000000000;
template <>
inline constexpr uint64_t kHighestFinite<BFloat16> = 0x47EFE00000000000;
template <>
inline constexpr uint64_t kHighestFinite<float> = 0x47EFFFFFE0000000;
template <>
inline constexpr uint64_t kHighestFinite<double> = 0x7FEFFFFFFFFFFFFF;

// Whether `number` is one of T, but for rounding: infinities and NaN are, and of unsigned integers
// those whose absolute value is. Source: Scalar::to() of PyTorch.
template <typename T>
bool fits(const Scalar& number) {
  using V = ValueOf<T>;
  if (number.kind() == Scalar::Kind::Bool) return true;
  const int64_t value = number.bits();
  if constexpr (kIsFloating<V>) {
    if (number.is_floating()) {
      const uint64_t size = static_cast<uint64_t>(value) & INT64_MAX;
      return size <= kHighestFinite<T> || size > kHighestFinite<double>;
    }
    constexpr uint64_t kHalf = 65504;
    return kHighestFinite<T> != kHighestFinite<Half> ||
           static_cast<uint64_t>(value) + kHalf <= 2 * kHalf;
  } else {
    if (number.is_floating()) return false;
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
