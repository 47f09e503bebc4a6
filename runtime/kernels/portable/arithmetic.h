// Sums and products of tensors, element by element.
#pragma once

#include "kernels/context.h"
#include "kernels/portable/elementwise.h"
#include "tensor/scalar.h"

namespace kerf::portable {

// Operands are expanded to one shape and promoted to one dtype, out's; integers wrap. out may be an
// operand of its own layout.
// Errors of all: InvalidArgument (shapes that cannot be broadcast or that out cannot have, a
// floating alpha for a sum that is not floating); InvalidType (out's dtype is not what the
// operands' promote to); NotSupported (not selected).

// A factor of 1, which only a complex product shows: of an infinite part it makes a NaN.
template <typename V>
V times_one(V x) {
  if constexpr (kIsComplex<V>) return V{1, 0} * x;
  return x;
}

// out[i] = self[i] + alpha * other[i]
// bool: self or (alpha and other).   Source: aten::add.out
template <typename Facts>
Error add_out(KernelContext&, const Tensor& self, const Tensor& other, const Scalar& alpha,
              Tensor& out) {
  if constexpr (Facts::alpha.is(1)) {
    if (!alpha.is_one())
      return fault(Error::NotSupported, "an alpha other than 1 was not selected");
    return binary<Facts>(self, other, out, [](auto a, auto b) { return a + times_one(b); });
  } else {
    KERF_TRY(check_factor(alpha, out));
    return binary_with<Facts>(self, other, out, [&](auto tag) {
      using W = WrapOf<typename decltype(tag)::Type>;
      return [factor = convert<W>(alpha)](auto a, auto b) { return a + factor * b; };
    });
  }
}

// out[i] = self[i] + alpha * other   Source: aten::add.Scalar_out
template <typename Facts>
Error add_scalar_out(KernelContext&, const Tensor& self, const Scalar& other, const Scalar& alpha,
                     Tensor& out) {
  KERF_TRY(check_factor(alpha, out));
  return with_number<Facts>(self, other, out, [&](auto tag) {
    using W = WrapOf<typename decltype(tag)::Type>;
    return [term = convert<W>(alpha) * convert<W>(other)](W a) -> W { return a + term; };
  });
}

// out[i] = self[i] * other[i]
// bool: and.   Source: aten::mul.out
template <typename Facts>
Error mul_out(KernelContext&, const Tensor& self, const Tensor& other, Tensor& out) {
  return binary<Facts>(self, other, out, [](auto a, auto b) { return a * b; });
}

}  // namespace kerf::portable
