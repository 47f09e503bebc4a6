// Kernels of the tiny library, declared only: tests compile the table that names them.
#pragma once

#include "kernels/context.h"
#include "tensor/scalar.h"
#include "tensor/tensor.h"

namespace tiny {
kerf::Error half_of_out(kerf::KernelContext& context, const kerf::Tensor& self, kerf::Tensor& out);
}  // namespace tiny

// A user's kernel may stand in no namespace.
kerf::Error scale_in_place(kerf::KernelContext& context, kerf::Tensor& self,
                           const kerf::Scalar& factor);
