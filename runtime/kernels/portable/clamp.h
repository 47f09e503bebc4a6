// Clamps to intervals.
#pragma once

#include "kernels/context.h"
#include "kernels/portable/elementwise.h"
#include "tensor/scalar.h"

namespace kerf::portable {

// Errors of all: InvalidType (out's dtype is not self's); InvalidArgument (out cannot have self's
// shape); NotSupported (dim orders that were not selected).

// out[i] = 0 where self[i] < 0, else self[i]: NaN stays NaN
// out may be self.   Source: aten::relu.out
template <typename Facts>
Error relu_out(KernelContext&, const Tensor& self, Tensor& out) {
  return unary<Facts>(self, out, [](auto x) { return at_least(x, 0); });
}

// out[i] = min_val where self[i] < min_val, else max_val where self[i] > max_val, else self[i]: NaN
// stays NaN
// out may be self.   Source: aten::hardtanh.out
template <typename Facts>
Error hardtanh_out(KernelContext&, const Tensor& self, const Scalar& min_val, const Scalar& max_val,
                   Tensor& out) {
  return unary_with<Facts>(self, out, [&](auto tag) {
    using V = ValueOf<typename decltype(tag)::Type>;
    return [low = convert<V>(min_val), high = convert<V>(max_val)](auto x) {
      return clamp(x, low, high);
    };
  });
}

}  // namespace kerf::portable
