// aten::squeeze_copy.dim_out, aten::squeeze_copy.dims_out, aten::unsqueeze_copy.out
#pragma once

#include <stdint.h>

#include "core/error.h"
#include "core/span.h"
#include "kernels/context.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// All: Ok; InvalidArgument (a dim that is not there, or there twice; out cannot have the shape);
// InvalidType (out's dtype is not self's); NotSupported (dtype not selected, too many dimensions).

// A dimension whose size is not 1 stays.
Error squeeze_copy_dim_out(KernelContext& context, const Tensor& self, int64_t dim, Tensor& out);

Error squeeze_copy_dims_out(KernelContext& context, const Tensor& self, Span<const int64_t> dim,
                            Tensor& out);

Error unsqueeze_copy_out(KernelContext& context, const Tensor& self, int64_t dim, Tensor& out);

}  // namespace kerf::portable
