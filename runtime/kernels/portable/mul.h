// aten::mul.out
#pragma once

#include "core/error.h"
#include "kernels/context.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// Ok; InvalidArgument (shapes that cannot be broadcast or that `out` cannot have); InvalidType
// (out's dtype is not what the operands' promote to); NotSupported (not selected).
Error mul_out(KernelContext& context, const Tensor& self, const Tensor& other, Tensor& out);

}  // namespace kerf::portable
