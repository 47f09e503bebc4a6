// aten::cat.out, aten::stack.out
#pragma once

#include <stdint.h>

#include "core/error.h"
#include "core/span.h"
#include "kernels/context.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// Both: Ok; InvalidArgument (no tensors, dim is not there, sizes that do not fit, out cannot have
// the shape); InvalidType (a dtype that cannot become out's); NotSupported (dtypes not selected).

// An empty tensor of one dimension fits everything.
Error cat_out(KernelContext& context, Span<const Tensor> tensors, int64_t dim, Tensor& out);

Error stack_out(KernelContext& context, Span<const Tensor> tensors, int64_t dim, Tensor& out);

}  // namespace kerf::portable
