// A plain function of the tiny library, declared only: it knows no facts.
#pragma once

#include "kernels/context.h"
#include "tensor/scalar.h"
#include "tensor/tensor.h"

// A user's kernel may be in no namespace.
kerf::Error scale_in_place(kerf::KernelContext& context, kerf::Tensor& self,
                           const kerf::Scalar& factor);
