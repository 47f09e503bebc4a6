// executorch_prim::ceil.Scalar, round.Scalar, trunc.Scalar, sym_int.Scalar, sym_float.Scalar
#pragma once

#include "core/error.h"
#include "kernels/context.h"
#include "tensor/scalar.h"

namespace kerf::prim {

// The result is an int, as of Python's math.ceil, round (half to even) and math.trunc; an int stays
// as it is. All: Ok; InvalidArgument (not a number, or beyond 64 bits).
Error ceil_scalar(KernelContext& context, const Scalar& a, Scalar& out);
Error round_scalar(KernelContext& context, const Scalar& a, Scalar& out);
Error trunc_scalar(KernelContext& context, const Scalar& a, Scalar& out);

// The number as a double. Always Ok.
Error sym_float_scalar(KernelContext& context, const Scalar& a, Scalar& out);

}  // namespace kerf::prim
