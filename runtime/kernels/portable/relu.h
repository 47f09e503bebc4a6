// aten::relu.out
#pragma once

#include "core/error.h"
#include "kernels/context.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// Ok; InvalidType (out's dtype is not self's); InvalidArgument (out cannot have self's shape);
// NotSupported (dtype or dim orders not selected).
Error relu_out(KernelContext& context, const Tensor& self, Tensor& out);

}  // namespace kerf::portable
