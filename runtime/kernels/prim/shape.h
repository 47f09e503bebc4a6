// aten::sym_size.int, sym_stride.int, sym_numel
#pragma once

#include <stdint.h>

#include "core/error.h"
#include "kernels/context.h"
#include "tensor/scalar.h"
#include "tensor/tensor.h"

namespace kerf::prim {

// `dim` counts from the end where it is negative. Both: Ok; InvalidArgument (no such dimension).
Error sym_size_int(KernelContext& context, const Tensor& self, int64_t dim, Scalar& out);
// In elements.
Error sym_stride_int(KernelContext& context, const Tensor& self, int64_t dim, Scalar& out);

// Always Ok.
Error sym_numel(KernelContext& context, const Tensor& self, Scalar& out);

}  // namespace kerf::prim
