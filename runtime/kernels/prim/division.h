// Quotients and remainders of symbolic numbers.
#pragma once

#include "core/libc.h"
#include "kernels/support/numbers.h"

namespace kerf::prim {
// The quotient rounded down of doubles, exact where a / b would be rounded up to the next whole
// number. Source: float_floor_div in CPython's Objects/floatobject.c
inline double floor_quotient(double a, double b) {
  const double remainder = libc::fmod(a, b);
  double quotient = (a - remainder) / b;
  if (remainder != 0 && (b < 0) != (remainder < 0)) quotient -= 1;
  if (quotient == 0) return libc::copysign(0, a / b);
  const double whole = libc::floor(quotient);
  return quotient - whole > 0.5 ? whole + 1 : whole;
}

// out = floor(a / b).   Source: executorch_prim::floordiv.int
template <typename Facts>
Error floordiv_int(KernelContext&, int64_t a, int64_t b, Scalar& out) {
  if (b == 0) return division_by_zero();
  if (a == INT64_MIN && b == -1) return overflow();
  const int64_t quotient = a / b;
  out = a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
  return Error::Ok;
}

// out = floor(a / b), a double where an operand is one.   Source: executorch_prim::floordiv.Scalar
template <typename Facts>
Error floordiv_scalar(KernelContext& context, const Scalar& a, const Scalar& b, Scalar& out) {
  return apply<has_doubles<Facts>()>(
      a, b, [&](int64_t x, int64_t y) { return floordiv_int<Facts>(context, x, y, out); },
      [&](double x, double y) {
        if (y == 0) return division_by_zero();
        out = floor_quotient(x, y);
        return Error::Ok;
      });
}

// out = a / b, always a double.   Source: executorch_prim::truediv.Scalar
template <typename Facts>
Error truediv_scalar(KernelContext&, const Scalar& a, const Scalar& b, Scalar& out) {
  const double divisor = b.to<double>();
  if (divisor == 0) return division_by_zero();
  out = a.to<double>() / divisor;
  return Error::Ok;
}

// out = a - b * floor(a / b).   Source: executorch_prim::mod.int
template <typename Facts>
Error mod_int(KernelContext&, int64_t a, int64_t b, Scalar& out) {
  if (b == 0) return division_by_zero();
  // The only quotient beyond 64 bits; its remainder is 0.
  const int64_t remainder = b == -1 ? 0 : a % b;
  out = remainder != 0 && (remainder < 0) != (b < 0) ? remainder + b : remainder;
  return Error::Ok;
}

// Takes two numbers, which both are ints.   Source:
// executorch_prim::mod.Scalar
template <typename Facts>
Error mod_scalar(KernelContext& context, int64_t a, int64_t b, Scalar& out) {
  return mod_int<Facts>(context, a, b, out);
}

}  // namespace kerf::prim
