// aten::add.out, aten::add.Scalar_out
#pragma once

#include "core/error.h"
#include "kernels/context.h"
#include "tensor/scalar.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// Both: Ok; InvalidArgument (shapes that cannot be broadcast or that `out` cannot have, a floating
// alpha for a sum that is not floating); InvalidType (out's dtype is not what the operands' promote
// to); NotSupported (not selected).
Error add_out(KernelContext& context, const Tensor& self, const Tensor& other, const Scalar& alpha,
              Tensor& out);
Error add_scalar_out(KernelContext& context, const Tensor& self, const Scalar& other,
                     const Scalar& alpha, Tensor& out);

}  // namespace kerf::portable
