// aten::_softmax.out
#pragma once

#include <stdint.h>

#include "core/error.h"
#include "kernels/context.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// Ok; InvalidArgument (a dimension that is not there, half_to_float, out cannot have self's shape);
// InvalidType (out's dtype is not self's); NotSupported (dtype not selected, dim orders that
// differ).
Error softmax_out(KernelContext& context, const Tensor& self, int64_t dim, bool half_to_float,
                  Tensor& out);

}  // namespace kerf::portable
