// Elements that are no ordinary numbers.
#pragma once

#include "core/libc.h"
#include "kernels/context.h"
#include "kernels/support/elementwise.h"

namespace kerf::portable {

// out is Bool; integers and bools are ordinary numbers.
// Errors of all: InvalidArgument (out cannot have self's shape); NotSupported (dim orders that were
// not selected).

// out[i] = self[i] is infinite   Source: aten::isinf.out
template <typename Facts>
Error isinf_out(KernelContext&, const Tensor& self, Tensor& out) {
  return floating_predicate<Facts>(self, out, [](auto x) {
    return libc::fabs(x) == static_cast<decltype(x)>(__builtin_inff());
  });
}

// out[i] = self[i] is not a number   Source: aten::isnan.out
template <typename Facts>
Error isnan_out(KernelContext&, const Tensor& self, Tensor& out) {
  return floating_predicate<Facts>(self, out, [](auto x) { return x != x; });
}

}  // namespace kerf::portable
