// aten::split_copy.Tensor_out, aten::split_with_sizes_copy.out, aten::unbind_copy.int_out
#pragma once

#include <stdint.h>

#include "core/error.h"
#include "core/span.h"
#include "kernels/context.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// All: Ok; InvalidArgument (dim is not there, `out` has not as many tensors as there are parts, or
// one cannot have its part's shape); InvalidType (a dtype that is not self's); NotSupported (dtype
// not selected).

// The last part may be smaller. InvalidArgument: split_size < 0, or 0 of a dimension that is not.
Error split_copy_out(KernelContext& context, const Tensor& self, int64_t split_size, int64_t dim,
                     Span<Tensor> out);

// InvalidArgument: split_sizes do not add up to the dimension.
Error split_with_sizes_copy_out(KernelContext& context, const Tensor& self,
                                Span<const int64_t> split_sizes, int64_t dim, Span<Tensor> out);

Error unbind_copy_out(KernelContext& context, const Tensor& self, int64_t dim, Span<Tensor> out);

}  // namespace kerf::portable
