// aten::gather.out, aten::scatter.src_out, aten::scatter.value_out, aten::scatter_add.out
#pragma once

#include <stdint.h>

#include "core/error.h"
#include "kernels/context.h"
#include "tensor/scalar.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// index: Int or Long, not counted from the end.
// All: Ok; InvalidArgument (dim is not there, shapes that do not fit, an index out of range, out
// cannot have the shape); InvalidType (dtypes that differ, index of another dtype); NotSupported
// (dtypes not selected). After an error some of `out` may be written.

Error gather_out(KernelContext& context, const Tensor& self, int64_t dim, const Tensor& index,
                 bool sparse_grad, Tensor& out);

// Of an index that stands twice the last one counts, in the order of index's memory.
Error scatter_src_out(KernelContext& context, const Tensor& self, int64_t dim, const Tensor& index,
                      const Tensor& src, Tensor& out);
Error scatter_value_out(KernelContext& context, const Tensor& self, int64_t dim,
                        const Tensor& index, const Scalar& value, Tensor& out);
Error scatter_add_out(KernelContext& context, const Tensor& self, int64_t dim, const Tensor& index,
                      const Tensor& src, Tensor& out);

}  // namespace kerf::portable
