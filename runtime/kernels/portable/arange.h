// aten::arange.out, aten::arange.start_out
#pragma once

#include <stdint.h>

#include "core/error.h"
#include "kernels/context.h"
#include "tensor/scalar.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// Both: Ok; InvalidArgument (a step of 0 or away from the end, a bound that is not finite, out
// cannot have the shape or has more than one dimension); NotSupported (dtype or doubles not
// selected).
Error arange_start_out(KernelContext& context, const Scalar& start, const Scalar& end,
                       const Scalar& step, Tensor& out);
Error arange_out(KernelContext& context, const Scalar& end, Tensor& out);

}  // namespace kerf::portable
