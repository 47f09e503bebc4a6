// aten::view_copy.out
#pragma once

#include <stdint.h>

#include "core/error.h"
#include "core/span.h"
#include "kernels/context.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// One size may be -1: what is left for it.
// Ok; InvalidArgument (sizes that do not hold self's elements, out cannot have them); InvalidType
// (out's dtype is not self's); NotSupported (a tensor that is not row-major, unless it keeps its
// shape).
Error view_copy_out(KernelContext& context, const Tensor& self, Span<const int64_t> size,
                    Tensor& out);

}  // namespace kerf::portable
