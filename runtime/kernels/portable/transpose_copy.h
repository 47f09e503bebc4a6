// aten::t_copy.out, aten::transpose_copy.int_out
#pragma once

#include <stdint.h>

#include "core/error.h"
#include "kernels/context.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// Both: Ok; InvalidArgument (a dim that is not there, more than two dimensions for t_copy, out
// cannot have the shape); InvalidType (out's dtype is not self's); NotSupported (dtype not
// selected).
Error transpose_copy_out(KernelContext& context, const Tensor& self, int64_t dim0, int64_t dim1,
                         Tensor& out);
Error t_copy_out(KernelContext& context, const Tensor& self, Tensor& out);

}  // namespace kerf::portable
