// aten::hardtanh.out
#pragma once

#include "core/error.h"
#include "kernels/context.h"
#include "tensor/scalar.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// Ok; InvalidType (out's dtype is not self's); InvalidArgument (out cannot have self's shape);
// NotSupported (dtype or dim orders not selected).
Error hardtanh_out(KernelContext& context, const Tensor& self, const Scalar& min, const Scalar& max,
                   Tensor& out);

}  // namespace kerf::portable
