// Arithmetic on numbers of run-time kind: exact on ints, on doubles where some call has them.
#pragma once

#include <stdint.h>

#include "core/error.h"
#include "core/fault.h"
#include "kernels/context.h"
#include "kernels/facts.h"
#include "tensor/scalar.h"

namespace kerf::prim {

inline Error overflow() {
  return fault(Error::InvalidArgument, "a computed number is out of range");
}
inline Error division_by_zero() { return fault(Error::InvalidArgument, "a division by zero"); }

// Returns integers(int64_t, int64_t) where neither number is a double (a bool is 0 or 1), else
// reals(double, double). Error: also NotSupported for a double where kDoubles is not set.
template <bool kDoubles, typename Integers, typename Reals>
Error apply(const Scalar& a, const Scalar& b, Integers&& integers, Reals&& reals) {
  if (!a.is_floating() && !b.is_floating()) return integers(a.integer(), b.integer());
  if constexpr (kDoubles) {
    return reals(a.to<double>(), b.to<double>());
  } else {
    return fault(Error::NotSupported, "numbers that are doubles were not selected");
  }
}

// Whether an operand of the operator with `Facts` may be a double.
template <typename Facts>
constexpr bool has_doubles() {
  return Facts::a.may_be_double() || Facts::b.may_be_double();
}

}  // namespace kerf::prim
