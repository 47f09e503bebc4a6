// executorch_prim::sym_max.Scalar, sym_min.Scalar, sym_not.Scalar, sym_ite.Scalar
#pragma once

#include "core/error.h"
#include "kernels/context.h"
#include "tensor/scalar.h"

namespace kerf::prim {

// The larger and the smaller number: an int where neither is a double.
// Both: Ok; NotSupported (doubles, where they were not selected).
Error sym_max_scalar(KernelContext& context, const Scalar& a, const Scalar& b, Scalar& out);
Error sym_min_scalar(KernelContext& context, const Scalar& a, const Scalar& b, Scalar& out);

// Always Ok.
Error sym_not_scalar(KernelContext& context, bool a, Scalar& out);
Error sym_ite_scalar(KernelContext& context, bool condition, const Scalar& yes, const Scalar& no,
                     Scalar& out);

}  // namespace kerf::prim
