// aten::nonzero.out
#pragma once

#include <stdint.h>

#include "core/error.h"
#include "kernels/context.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// Ok; InvalidType (out is not Long); InvalidArgument (out cannot have the shape); NotSupported
// (dtype not selected, an output that is not row-major).
Error nonzero_out(KernelContext& context, const Tensor& self, Tensor& out);

}  // namespace kerf::portable
