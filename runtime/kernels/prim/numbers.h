// What arithmetic on numbers of run-time kind has in common: exact on ints, on doubles where those
// are selected.
#pragma once

#include <stdint.h>

#include "core/error.h"
#include "core/fault.h"
#include "selected/traits.h"
#include "tensor/scalar.h"

namespace kerf::prim {

inline Error overflow() {
  return fault(Error::InvalidArgument, "a computed number is out of range");
}
inline Error division_by_zero() { return fault(Error::InvalidArgument, "a division by zero"); }

// Returns integers(int64_t, int64_t) where neither number is a double (a bool is 0 or 1), else
// reals(double, double). Error: also NotSupported, for a double where no selected call of the
// operator has one.
template <Operator kOperator, typename Integers, typename Reals>
Error apply(const Scalar& a, const Scalar& b, Integers&& integers, Reals&& reals) {
  if (!a.is_floating() && !b.is_floating()) return integers(a.integer(), b.integer());
  if constexpr (selected::needs(kOperator, Trait::real)) {
    return reals(a.to<double>(), b.to<double>());
  } else {
    return fault(Error::NotSupported, "numbers that are doubles were not selected");
  }
}

}  // namespace kerf::prim
