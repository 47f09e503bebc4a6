// Exponentials, logarithms and roots.
#pragma once

#include "core/libc.h"
#include "kernels/context.h"
#include "kernels/support/elementwise.h"
#include "loops/maths.h"

namespace kerf::portable {

// Integers and bools count as Float; Half and BFloat16 are computed in float and rounded once. out
// may be self.
// Errors of all: InvalidType (out's dtype is not self's, or Float where self is not floating);
// InvalidArgument (out cannot have self's shape); NotSupported (not selected).

// out[i] = e ** self[i]   Source: aten::exp.out
template <typename Facts>
Error exp_out(KernelContext& context, const Tensor& self, Tensor& out) {
  return floating<Facts>(context, self, out, of_vectors([](auto x) -> decltype(maths::exp(x)) {
                           return maths::exp(x);
                         }));
}

// out[i] = e ** self[i] - 1   Source: aten::expm1.out
template <typename Facts>
Error expm1_out(KernelContext& context, const Tensor& self, Tensor& out) {
  return floating<Facts>(context, self, out, [](auto x) { return maths::expm1(x); });
}

// out[i] = log(self[i])   Source: aten::log.out
template <typename Facts>
Error log_out(KernelContext& context, const Tensor& self, Tensor& out) {
  return floating<Facts>(context, self, out, [](auto x) { return maths::log(x); });
}

// out[i] = log(self[i]) / log(10)   Source: aten::log10.out
template <typename Facts>
Error log10_out(KernelContext& context, const Tensor& self, Tensor& out) {
  return floating<Facts>(context, self, out, [](auto x) { return maths::log10(x); });
}

// out[i] = log(1 + self[i])   Source: aten::log1p.out
template <typename Facts>
Error log1p_out(KernelContext& context, const Tensor& self, Tensor& out) {
  return floating<Facts>(context, self, out, [](auto x) { return maths::log1p(x); });
}

// out[i] = log(self[i]) / log(2)   Source: aten::log2.out
template <typename Facts>
Error log2_out(KernelContext& context, const Tensor& self, Tensor& out) {
  return floating<Facts>(context, self, out, [](auto x) { return maths::log2(x); });
}

// out[i] = 1 / self[i]   Source: aten::reciprocal.out
template <typename Facts>
Error reciprocal_out(KernelContext&, const Tensor& self, Tensor& out) {
  return floating<Facts>(nullptr, self, out, [](auto x) { return 1 / x; });
}

// out[i] = 1 / sqrt(self[i])   Source: aten::rsqrt.out
template <typename Facts>
Error rsqrt_out(KernelContext&, const Tensor& self, Tensor& out) {
  return floating<Facts>(nullptr, self, out, [](auto x) { return 1 / libc::sqrt(x); });
}

// out[i] = sqrt(self[i])   Source: aten::sqrt.out
template <typename Facts>
Error sqrt_out(KernelContext&, const Tensor& self, Tensor& out) {
  return floating<Facts>(nullptr, self, out, [](auto x) { return libc::sqrt(x); });
}

}  // namespace kerf::portable
