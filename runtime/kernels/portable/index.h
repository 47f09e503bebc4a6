// aten::index.Tensor_out, aten::index_put.out, aten::index_put_
#pragma once

#include <stdint.h>

#include "core/error.h"
#include "core/optional.h"
#include "core/span.h"
#include "kernels/context.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// indices: Int or Long, negative ones count from the end; a dimension without one stays whole.
// All: Ok; InvalidArgument (no index, more than dimensions, indices that cannot be broadcast or are
// out of range, values that do not fit, out cannot have the shape); InvalidType (out's or values'
// dtype is not self's, an index of a dtype that is none); NotSupported (dtypes not selected, a mask
// as index). After an error some of the output may be written.

Error index_out(KernelContext& context, const Tensor& self, Span<const Optional<Tensor>> indices,
                Tensor& out);

// Of a place that is named twice the last value counts, or with `accumulate` the sum.
Error index_put_out(KernelContext& context, const Tensor& self,
                    Span<const Optional<Tensor>> indices, const Tensor& values, bool accumulate,
                    Tensor& out);
Error index_put_(KernelContext& context, Tensor& self, Span<const Optional<Tensor>> indices,
                 const Tensor& values, bool accumulate);

}  // namespace kerf::portable
