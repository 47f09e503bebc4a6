// Sums, differences and products of symbolic numbers.
#pragma once

#include "kernels/support/numbers.h"

namespace kerf::prim {
// `integers` is one of the compiler's checked operations: it returns whether the result overflows.
template <bool kDoubles, typename Integers, typename Reals>
Error compute(const Scalar& a, const Scalar& b, Scalar& out, Integers&& integers, Reals&& reals) {
  return apply<kDoubles>(
      a, b,
      [&](int64_t x, int64_t y) {
        int64_t result = 0;
        if (integers(x, y, &result)) return overflow();
        out = result;
        return Error::Ok;
      },
      [&](double x, double y) {
        out = reals(x, y);
        return Error::Ok;
      });
}

// out = a + b.   Source: executorch_prim::add.Scalar
template <typename Facts>
Error add_scalar(KernelContext&, const Scalar& a, const Scalar& b, Scalar& out) {
  return compute<has_doubles<Facts>()>(
      a, b, out, [](int64_t x, int64_t y, int64_t* z) { return __builtin_add_overflow(x, y, z); },
      [](double x, double y) { return x + y; });
}

// out = a - b.   Source: executorch_prim::sub.Scalar
template <typename Facts>
Error sub_scalar(KernelContext&, const Scalar& a, const Scalar& b, Scalar& out) {
  return compute<has_doubles<Facts>()>(
      a, b, out, [](int64_t x, int64_t y, int64_t* z) { return __builtin_sub_overflow(x, y, z); },
      [](double x, double y) { return x - y; });
}

// out = a * b.   Source: executorch_prim::mul.Scalar
template <typename Facts>
Error mul_scalar(KernelContext&, const Scalar& a, const Scalar& b, Scalar& out) {
  return compute<has_doubles<Facts>()>(
      a, b, out, [](int64_t x, int64_t y, int64_t* z) { return __builtin_mul_overflow(x, y, z); },
      [](double x, double y) { return x * y; });
}

// out = -a.   Source: executorch_prim::neg.Scalar
template <typename Facts>
Error neg_scalar(KernelContext&, const Scalar& a, Scalar& out) {
  return compute<Facts::a.may_be_double()>(
      a, Scalar(), out,
      [](int64_t x, int64_t, int64_t* z) { return __builtin_sub_overflow(0, x, z); },
      [](double x, double) { return -x; });
}

}  // namespace kerf::prim
