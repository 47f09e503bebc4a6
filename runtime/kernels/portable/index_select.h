// aten::index_select.out
#pragma once

#include <stdint.h>

#include "core/error.h"
#include "kernels/context.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// index: Int or Long, not counted from the end.
// Ok; InvalidArgument (dim is not there, index has more than one dimension or is out of range, out
// cannot have the shape); InvalidType (out's dtype is not self's, index of another dtype);
// NotSupported (dtypes not selected).
Error index_select_out(KernelContext& context, const Tensor& self, int64_t dim, const Tensor& index,
                       Tensor& out);

}  // namespace kerf::portable
