// Sums of tensors, and of a tensor and a number.
#include "kernels/portable/add.h"

#include "kernels/portable/elementwise.h"

namespace kerf::portable {

// out[i] = self[i] + alpha * other[i]
// Operands are stretched to one shape and promoted to one dtype, out's. Integers wrap; bool: self
// or (alpha and other). out may be an operand of its own layout.   Source: aten::add.out
Error add_out(KernelContext&, const Tensor& self, const Tensor& other, const Scalar& alpha,
              Tensor& out) {
  constexpr Operator kOperator = Operator::aten_add_out;
  if constexpr (selected::needs(kOperator, Trait::alpha)) {
    TRY(check_factor(alpha, out));
    return binary<kOperator, kAllTypes>(self, other, out, [&](auto tag) {
      using W = WrapOf<typename decltype(tag)::Type>;
      return [factor = convert<W>(alpha)](auto a, auto b) { return a + factor * b; };
    });
  } else {
    if (!alpha.is_one())
      return fault(Error::NotSupported, "an alpha other than 1 was not selected");
    return binary<kOperator, kAllTypes>(self, other, out,
                                        [](auto) { return [](auto a, auto b) { return a + b; }; });
  }
}

// out[i] = self[i] + alpha * other   promoted to one dtype, out's.   Source: aten::add.Scalar_out
Error add_scalar_out(KernelContext&, const Tensor& self, const Scalar& other, const Scalar& alpha,
                     Tensor& out) {
  TRY(check_factor(alpha, out));
  return with_number<Operator::aten_add_Scalar_out, kAllTypes>(self, other, out, [&](auto tag) {
    using W = WrapOf<typename decltype(tag)::Type>;
    return [term = convert<W>(alpha) * convert<W>(other)](W a) -> W { return a + term; };
  });
}

}  // namespace kerf::portable
