// aten::embedding.out
#pragma once

#include <stdint.h>

#include "core/error.h"
#include "kernels/context.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// indices: Int or Long. padding_idx, scale_grad_by_freq and sparse matter to gradients only.
// Ok; InvalidArgument (weight is no matrix, an index out of range, out cannot have the shape);
// InvalidType (out's dtype is not weight's, indices of another dtype); NotSupported (dtypes not
// selected, a tensor that is not row-major).
Error embedding_out(KernelContext& context, const Tensor& weight, const Tensor& indices,
                    int64_t padding_idx, bool scale_grad_by_freq, bool sparse, Tensor& out);

}  // namespace kerf::portable
