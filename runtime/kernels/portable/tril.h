// aten::tril.out, aten::triu.out
#pragma once

#include <stdint.h>

#include "core/error.h"
#include "kernels/context.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// Both: Ok; InvalidType (out's dtype is not self's); InvalidArgument (fewer than two dimensions,
// out cannot have self's shape); NotSupported (dtype not selected).
Error tril_out(KernelContext& context, const Tensor& self, int64_t diagonal, Tensor& out);
Error triu_out(KernelContext& context, const Tensor& self, int64_t diagonal, Tensor& out);

}  // namespace kerf::portable
