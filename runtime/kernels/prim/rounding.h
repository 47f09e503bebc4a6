// Conversions between symbolic ints and doubles.
#pragma once

#include "kernels/support/numbers.h"

namespace kerf::prim {
// Rounds toward zero, then adds adjust(a, the rounded number as a double): -1, 0 or 1.
template <typename Adjust>
Error to_int(const Scalar& a, Scalar& out, Adjust&& adjust) {
  if (!a.is_floating()) {
    out = a.integer();
    return Error::Ok;
  }
  const double value = a.real();
  // Beyond 2^52 every double is whole, so that the sum stays in range.
  if (!(value >= -0x1p63 && value < 0x1p63)) return overflow();
  const int64_t whole = static_cast<int64_t>(value);
  out = whole + adjust(value - static_cast<double>(whole), whole);
  return Error::Ok;
}

// out = the least int that is not less than a.   Source: executorch_prim::ceil.Scalar
template <typename Facts>
Error ceil_scalar(KernelContext&, const Scalar& a, Scalar& out) {
  return to_int(a, out, [](double fraction, int64_t) { return fraction > 0 ? 1 : 0; });
}

// out = the nearest int, the even one of two.   Source: executorch_prim::round.Scalar
template <typename Facts>
Error round_scalar(KernelContext&, const Scalar& a, Scalar& out) {
  return to_int(a, out, [](double fraction, int64_t whole) {
    const double distance = fraction < 0 ? -fraction : fraction;
    const bool away = distance > 0.5 || (distance >= 0.5 && whole % 2 != 0);
    return away ? (fraction < 0 ? -1 : 1) : 0;
  });
}

// out = a without its fraction.   Source: executorch_prim::trunc.Scalar
template <typename Facts>
Error trunc_scalar(KernelContext&, const Scalar& a, Scalar& out) {
  return to_int(a, out, [](double, int64_t) { return 0; });
}

// The same.   Source: executorch_prim::sym_int.Scalar
template <typename Facts>
Error sym_int_scalar(KernelContext& context, const Scalar& a, Scalar& out) {
  return trunc_scalar<Facts>(context, a, out);
}

// out = a as a double.   Source: executorch_prim::sym_float.Scalar
template <typename Facts>
Error sym_float_scalar(KernelContext&, const Scalar& a, Scalar& out) {
  out = a.to<double>();
  return Error::Ok;
}

}  // namespace kerf::prim
