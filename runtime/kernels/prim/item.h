// aten::_local_scalar_dense
#pragma once

#include "core/error.h"
#include "kernels/context.h"
#include "tensor/scalar.h"
#include "tensor/tensor.h"

namespace kerf::prim {

// The only element: a double, an int, or a bool as the tensor's dtype is.
// Ok; InvalidArgument (not one element, or an int beyond 64 bits with sign); NotSupported (dtype
// not selected).
Error local_scalar_dense(KernelContext& context, const Tensor& self, Scalar& out);

}  // namespace kerf::prim
