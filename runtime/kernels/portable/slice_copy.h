// aten::narrow_copy.out, aten::select_copy.int_out, aten::slice_copy.Tensor_out
#pragma once

#include <stdint.h>

#include "core/error.h"
#include "core/optional.h"
#include "kernels/context.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// All: Ok; InvalidArgument (dim is not there, out cannot have the shape, or as said below);
// InvalidType (out's dtype is not self's); NotSupported (dtype not selected).

// start and end count from the end where negative and are moved into the dimension; absent: all of
// it. InvalidArgument: step < 1.
Error slice_copy_out(KernelContext& context, const Tensor& self, int64_t dim,
                     const Optional<int64_t>& start, const Optional<int64_t>& end, int64_t step,
                     Tensor& out);

// InvalidArgument: start..start+length is not inside the dimension.
Error narrow_copy_out(KernelContext& context, const Tensor& self, int64_t dim, int64_t start,
                      int64_t length, Tensor& out);

// InvalidArgument: index is outside [-size, size).
Error select_copy_out(KernelContext& context, const Tensor& self, int64_t dim, int64_t index,
                      Tensor& out);

}  // namespace kerf::portable
