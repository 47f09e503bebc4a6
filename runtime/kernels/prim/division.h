// executorch_prim::floordiv.Scalar, floordiv.int, truediv.Scalar, mod.Scalar, mod.int
#pragma once

#include <stdint.h>

#include "core/error.h"
#include "kernels/context.h"
#include "tensor/scalar.h"

namespace kerf::prim {

// Python's //, / and %: a quotient is rounded down, a remainder has the sign of the divisor.
// All: Ok; InvalidArgument (division by zero, an int beyond 64 bits); NotSupported (doubles that
// were not selected).
Error floordiv_scalar(KernelContext& context, const Scalar& a, const Scalar& b, Scalar& out);
Error floordiv_int(KernelContext& context, int64_t a, int64_t b, Scalar& out);
Error truediv_scalar(KernelContext& context, const Scalar& a, const Scalar& b, Scalar& out);
Error mod_int(KernelContext& context, int64_t a, int64_t b, Scalar& out);

}  // namespace kerf::prim
