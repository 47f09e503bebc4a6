// Comparisons of symbolic numbers.
#pragma once

#include "kernels/support/numbers.h"

namespace kerf::prim {
template <bool kDoubles, typename Compare>
Error compare(const Scalar& a, const Scalar& b, Scalar& out, Compare&& holds) {
  const auto write = [&](auto x, auto y) {
    out = holds(x, y);
    return Error::Ok;
  };
  return apply<kDoubles>(a, b, write, write);
}

// out = a == b.   Source: executorch_prim::eq.Scalar
template <typename Facts>
Error eq_scalar(KernelContext&, const Scalar& a, const Scalar& b, Scalar& out) {
  return compare<has_doubles<Facts>()>(a, b, out, [](auto x, auto y) { return x == y; });
}

// out = a < b.   Source: executorch_prim::lt.Scalar
template <typename Facts>
Error lt_scalar(KernelContext&, const Scalar& a, const Scalar& b, Scalar& out) {
  return compare<has_doubles<Facts>()>(a, b, out, [](auto x, auto y) { return x < y; });
}

// out = a <= b.   Source: executorch_prim::le.Scalar
template <typename Facts>
Error le_scalar(KernelContext&, const Scalar& a, const Scalar& b, Scalar& out) {
  return compare<has_doubles<Facts>()>(a, b, out, [](auto x, auto y) { return x <= y; });
}

// out = a > b.   Source: executorch_prim::gt.Scalar
template <typename Facts>
Error gt_scalar(KernelContext&, const Scalar& a, const Scalar& b, Scalar& out) {
  return compare<has_doubles<Facts>()>(a, b, out, [](auto x, auto y) { return x > y; });
}

// out = a >= b.   Source: executorch_prim::ge.Scalar
template <typename Facts>
Error ge_scalar(KernelContext&, const Scalar& a, const Scalar& b, Scalar& out) {
  return compare<has_doubles<Facts>()>(a, b, out, [](auto x, auto y) { return x >= y; });
}

}  // namespace kerf::prim
