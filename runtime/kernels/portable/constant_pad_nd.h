// aten::constant_pad_nd.out
#pragma once

#include <stdint.h>

#include "core/error.h"
#include "core/span.h"
#include "kernels/context.h"
#include "tensor/scalar.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// pad: before and after, the last dimension first; negative numbers cut.
// Ok; InvalidArgument (pad is not in pairs or too long, a size below 0, out cannot have the shape);
// InvalidType (out's dtype is not self's); NotSupported (dtype not selected).
Error constant_pad_nd_out(KernelContext& context, const Tensor& self, Span<const int64_t> pad,
                          const Scalar& value, Tensor& out);

}  // namespace kerf::portable
