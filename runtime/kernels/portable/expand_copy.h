// aten::expand_copy.out
#pragma once

#include <stdint.h>

#include "core/error.h"
#include "core/span.h"
#include "kernels/context.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// A size of -1 keeps the dimension.
// Ok; InvalidArgument (self cannot be stretched to `size`, out cannot have it); InvalidType (out's
// dtype is not self's); NotSupported (dtype not selected).
Error expand_copy_out(KernelContext& context, const Tensor& self, Span<const int64_t> size,
                      bool implicit, Tensor& out);

}  // namespace kerf::portable
