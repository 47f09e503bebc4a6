// aten::mm.out, aten::addmm.out
#pragma once

#include "core/error.h"
#include "kernels/context.h"
#include "tensor/scalar.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// Both: Ok; InvalidArgument (operands that are no matrices or do not fit, out cannot have the
// shape); InvalidType (dtypes that differ); NotSupported (dtype or factors not selected).
Error mm_out(KernelContext& context, const Tensor& self, const Tensor& mat2, Tensor& out);
Error addmm_out(KernelContext& context, const Tensor& self, const Tensor& mat1, const Tensor& mat2,
                const Scalar& beta, const Scalar& alpha, Tensor& out);

}  // namespace kerf::portable
