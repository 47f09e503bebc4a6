// executorch_prim::eq.Scalar, lt.Scalar, le.Scalar, gt.Scalar, ge.Scalar
#pragma once

#include "core/error.h"
#include "kernels/context.h"
#include "tensor/scalar.h"

namespace kerf::prim {

// The result is a bool. An int is compared with a double as a double.
// All: Ok; NotSupported (doubles, where they were not selected).
Error eq_scalar(KernelContext& context, const Scalar& a, const Scalar& b, Scalar& out);
Error lt_scalar(KernelContext& context, const Scalar& a, const Scalar& b, Scalar& out);
Error le_scalar(KernelContext& context, const Scalar& a, const Scalar& b, Scalar& out);
Error gt_scalar(KernelContext& context, const Scalar& a, const Scalar& b, Scalar& out);
Error ge_scalar(KernelContext& context, const Scalar& a, const Scalar& b, Scalar& out);

}  // namespace kerf::prim
