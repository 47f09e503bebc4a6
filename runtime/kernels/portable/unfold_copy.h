// aten::unfold_copy.out
#pragma once

#include <stdint.h>

#include "core/error.h"
#include "kernels/context.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// Ok; InvalidArgument (dimension is not there, size outside 0..dimension, step < 1, out cannot have
// the shape); InvalidType (out's dtype is not self's); NotSupported (dtype not selected, too many
// dimensions).
Error unfold_copy_out(KernelContext& context, const Tensor& self, int64_t dimension, int64_t size,
                      int64_t step, Tensor& out);

}  // namespace kerf::portable
