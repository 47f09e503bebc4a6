// Trigonometric and hyperbolic functions and their inverses; the error function.
#pragma once

#include "kernels/context.h"
#include "kernels/support/elementwise.h"
#include "loops/maths.h"

namespace kerf::portable {

// Integers and bools count as Float; Half and BFloat16 are computed in float and rounded once. out
// may be self.
// Errors of all: InvalidType (out's dtype is not self's, or Float where self is not floating);
// InvalidArgument (out cannot have self's shape); NotSupported (not selected).

// out[i] = acos(self[i])   Source: aten::acos.out
template <typename Facts>
Error acos_out(KernelContext& context, const Tensor& self, Tensor& out) {
  return floating<Facts>(context, self, out, [](auto x) { return maths::acos(x); });
}

// out[i] = acosh(self[i])   Source: aten::acosh.out
template <typename Facts>
Error acosh_out(KernelContext& context, const Tensor& self, Tensor& out) {
  return floating<Facts>(context, self, out, [](auto x) { return maths::acosh(x); });
}

// out[i] = asin(self[i])   Source: aten::asin.out
template <typename Facts>
Error asin_out(KernelContext& context, const Tensor& self, Tensor& out) {
  return floating<Facts>(context, self, out, [](auto x) { return maths::asin(x); });
}

// out[i] = asinh(self[i])   Source: aten::asinh.out
template <typename Facts>
Error asinh_out(KernelContext& context, const Tensor& self, Tensor& out) {
  return floating<Facts>(context, self, out, [](auto x) { return maths::asinh(x); });
}

// out[i] = atan(self[i])   Source: aten::atan.out
template <typename Facts>
Error atan_out(KernelContext& context, const Tensor& self, Tensor& out) {
  return floating<Facts>(context, self, out, [](auto x) { return maths::atan(x); });
}

// out[i] = atanh(self[i])   Source: aten::atanh.out
template <typename Facts>
Error atanh_out(KernelContext& context, const Tensor& self, Tensor& out) {
  return floating<Facts>(context, self, out, [](auto x) { return maths::atanh(x); });
}

// out[i] = cos(self[i])   Source: aten::cos.out
template <typename Facts>
Error cos_out(KernelContext& context, const Tensor& self, Tensor& out) {
  return floating<Facts>(context, self, out, [](auto x) { return maths::cos(x); });
}

// out[i] = cosh(self[i])   Source: aten::cosh.out
template <typename Facts>
Error cosh_out(KernelContext& context, const Tensor& self, Tensor& out) {
  return floating<Facts>(context, self, out, [](auto x) { return maths::cosh(x); });
}

// out[i] = 2 / sqrt(pi) * integral of e ** -t^2 for t from 0 to self[i]   Source: aten::erf.out
template <typename Facts>
Error erf_out(KernelContext& context, const Tensor& self, Tensor& out) {
  return floating<Facts>(context, self, out, of_vectors([](auto x) -> decltype(maths::erf(x)) {
                           return maths::erf(x);
                         }));
}

// out[i] = sin(self[i])   Source: aten::sin.out
template <typename Facts>
Error sin_out(KernelContext& context, const Tensor& self, Tensor& out) {
  return floating<Facts>(context, self, out, [](auto x) { return maths::sin(x); });
}

// out[i] = sinh(self[i])   Source: aten::sinh.out
template <typename Facts>
Error sinh_out(KernelContext& context, const Tensor& self, Tensor& out) {
  return floating<Facts>(context, self, out, [](auto x) { return maths::sinh(x); });
}

// out[i] = tan(self[i])   Source: aten::tan.out
template <typename Facts>
Error tan_out(KernelContext& context, const Tensor& self, Tensor& out) {
  return floating<Facts>(context, self, out, [](auto x) { return maths::tan(x); });
}

// out[i] = tanh(self[i])   Source: aten::tanh.out
template <typename Facts>
Error tanh_out(KernelContext& context, const Tensor& self, Tensor& out) {
  return floating<Facts>(context, self, out, of_vectors([](auto x) -> decltype(maths::tanh(x)) {
                           return maths::tanh(x);
                         }));
}

}  // namespace kerf::portable
