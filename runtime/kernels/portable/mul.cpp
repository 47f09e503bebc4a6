// Products of tensors, element by element.
#include "kernels/portable/mul.h"

#include "kernels/portable/elementwise.h"

namespace kerf::portable {

// out[i] = self[i] * other[i]
// Operands are stretched to one shape and promoted to one dtype, out's. Integers wrap; bool: and.
// out may be an operand of its own layout.   Source: aten::mul.out
Error mul_out(KernelContext&, const Tensor& self, const Tensor& other, Tensor& out) {
  return binary<Operator::aten_mul_out, kAllTypes>(
      self, other, out, [](auto) { return [](auto a, auto b) { return a * b; }; });
}

}  // namespace kerf::portable
