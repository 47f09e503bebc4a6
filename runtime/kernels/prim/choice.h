// Choices between symbolic numbers.
#pragma once

#include "kernels/support/numbers.h"

namespace kerf::prim {
template <bool kDoubles, typename Compare>
Error choose(const Scalar& a, const Scalar& b, Scalar& out, Compare&& takes_second) {
  const auto write = [&](auto x, auto y) {
    out = takes_second(x, y) ? y : x;
    return Error::Ok;
  };
  return apply<kDoubles>(a, b, write, write);
}

// out = max(a, b), as Python: the first where they cannot be compared.   Source:
// executorch_prim::sym_max.Scalar
template <typename Facts>
Error sym_max_scalar(KernelContext&, const Scalar& a, const Scalar& b, Scalar& out) {
  return choose<has_doubles<Facts>()>(a, b, out, [](auto x, auto y) { return y > x; });
}

// out = min(a, b), as Python: the first where they cannot be compared.   Source:
// executorch_prim::sym_min.Scalar
template <typename Facts>
Error sym_min_scalar(KernelContext&, const Scalar& a, const Scalar& b, Scalar& out) {
  return choose<has_doubles<Facts>()>(a, b, out, [](auto x, auto y) { return y < x; });
}

// out = not a.   Source: executorch_prim::sym_not.Scalar
template <typename Facts>
Error sym_not_scalar(KernelContext&, bool a, Scalar& out) {
  out = !a;
  return Error::Ok;
}

// out = condition ? yes : no.   Source: executorch_prim::sym_ite.Scalar
template <typename Facts>
Error sym_ite_scalar(KernelContext&, bool condition, const Scalar& yes, const Scalar& no,
                     Scalar& out) {
  out = condition ? yes : no;
  return Error::Ok;
}

}  // namespace kerf::prim
