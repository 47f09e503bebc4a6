// aten::roll.out
#pragma once

#include <stdint.h>

#include "core/error.h"
#include "core/span.h"
#include "kernels/context.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// Without dims the elements are rolled as one row. A dimension named twice is rolled by the sum.
// Ok; InvalidArgument (not one shift for each dim, a dim that is not there, out cannot have the
// shape); InvalidType (out's dtype is not self's); NotSupported (dtype not selected; without dims:
// a tensor that is not row-major).
Error roll_out(KernelContext& context, const Tensor& self, Span<const int64_t> shifts,
               Span<const int64_t> dims, Tensor& out);

}  // namespace kerf::portable
