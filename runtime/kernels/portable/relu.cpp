// Clamps to numbers that are not negative.
#include "kernels/portable/relu.h"

#include "kernels/portable/elementwise.h"

namespace kerf::portable {

// out[i] = 0 where self[i] < 0, else self[i]: a NaN stays one
// out may be self.   Source: aten::relu.out
Error relu_out(KernelContext&, const Tensor& self, Tensor& out) {
  return unary<Operator::aten_relu_out, kAllTypes & ~kBoolType>(
      self, out, [](auto) { return [](auto x) { return at_least(x, 0); }; });
}

}  // namespace kerf::portable
