// aten::copy.out, aten::copy_
#pragma once

#include <stdint.h>

#include "core/error.h"
#include "kernels/context.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// Both: Ok; InvalidArgument (src cannot be stretched to self's shape, out cannot have it);
// InvalidType (out's dtype is not self's); NotSupported (dtypes, shapes or dim orders not
// selected).
Error copy_(KernelContext& context, Tensor& self, const Tensor& src, bool non_blocking);
Error copy_out(KernelContext& context, const Tensor& self, const Tensor& src, bool non_blocking,
               Tensor& out);

}  // namespace kerf::portable
