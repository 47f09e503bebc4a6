// aten::flip.out
#pragma once

#include <stdint.h>

#include "core/error.h"
#include "core/span.h"
#include "kernels/context.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// Ok; InvalidArgument (a dim that is not there, or there twice; out cannot have the shape);
// InvalidType (out's dtype is not self's); NotSupported (dtype not selected).
Error flip_out(KernelContext& context, const Tensor& self, Span<const int64_t> dims, Tensor& out);

}  // namespace kerf::portable
