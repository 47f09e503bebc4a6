// executorch_prim::et_copy_index.tensor
#pragma once

#include <stdint.h>

#include "core/error.h"
#include "kernels/context.h"
#include "tensor/tensor.h"

namespace kerf::prim {

// Writes row `index` of `copy_to` and, where its shape is dynamic, makes it the last one: a loop
// that counts from 0 stacks its results. Ok; InvalidArgument (dtype, shape or dim order does not
// fit, index out of range).
Error et_copy_index(KernelContext& context, Tensor& copy_to, const Tensor& copy_from,
                    int64_t index);

}  // namespace kerf::prim
