// my_ops::mul3.out
#pragma once

#include "core/error.h"
#include "kernels/context.h"
#include "tensor/tensor.h"

namespace my_ops {

// Ok; InvalidType (the dtypes differ); InvalidArgument (output cannot have input's shape);
// NotSupported (dtype or dim orders not selected).
kerf::Error mul3_out(kerf::KernelContext& context, const kerf::Tensor& input, kerf::Tensor& output);

}  // namespace my_ops
