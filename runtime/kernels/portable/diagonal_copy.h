// aten::diagonal_copy.out
#pragma once

#include <stdint.h>

#include "core/error.h"
#include "kernels/context.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// Ok; InvalidArgument (a dim that is not there, both the same, out cannot have the shape);
// InvalidType (out's dtype is not self's); NotSupported (dtype not selected).
Error diagonal_copy_out(KernelContext& context, const Tensor& self, int64_t offset, int64_t dim1,
                        int64_t dim2, Tensor& out);

}  // namespace kerf::portable
