// aten::repeat.out
#pragma once

#include <stdint.h>

#include "core/error.h"
#include "core/span.h"
#include "kernels/context.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// Ok; InvalidArgument (fewer repeats than dimensions, a negative one, out cannot have the shape);
// InvalidType (out's dtype is not self's); NotSupported (dtype not selected, too many dimensions).
Error repeat_out(KernelContext& context, const Tensor& self, Span<const int64_t> repeats,
                 Tensor& out);

}  // namespace kerf::portable
