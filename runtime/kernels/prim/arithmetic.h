// executorch_prim::add.Scalar, sub.Scalar, mul.Scalar, neg.Scalar
#pragma once

#include "core/error.h"
#include "kernels/context.h"
#include "tensor/scalar.h"

namespace kerf::prim {

// The result is an int where no operand is a double, as in Python.
// All: Ok; InvalidArgument (an int beyond 64 bits); NotSupported (doubles, where they were not
// selected).
Error add_scalar(KernelContext& context, const Scalar& a, const Scalar& b, Scalar& out);
Error sub_scalar(KernelContext& context, const Scalar& a, const Scalar& b, Scalar& out);
Error mul_scalar(KernelContext& context, const Scalar& a, const Scalar& b, Scalar& out);
Error neg_scalar(KernelContext& context, const Scalar& a, Scalar& out);

}  // namespace kerf::prim
