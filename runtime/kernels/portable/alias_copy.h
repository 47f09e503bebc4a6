// aten::alias_copy.out, aten::detach_copy.out, aten::lift_fresh_copy.out
#pragma once

#include <stdint.h>

#include "core/error.h"
#include "kernels/context.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// All: Ok; InvalidType (out's dtype is not self's); InvalidArgument (out cannot have self's shape);
// NotSupported (dtype or dim orders not selected).
Error alias_copy_out(KernelContext& context, const Tensor& self, Tensor& out);
Error detach_copy_out(KernelContext& context, const Tensor& self, Tensor& out);
Error lift_fresh_copy_out(KernelContext& context, const Tensor& self, Tensor& out);

}  // namespace kerf::portable
