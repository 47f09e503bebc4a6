// aten::select_scatter.out, aten::slice_scatter.out
#pragma once

#include <stdint.h>

#include "core/error.h"
#include "core/optional.h"
#include "kernels/context.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// Both: Ok; InvalidArgument (dim is not there, src has not the shape of the part, out cannot have
// self's, or as said); InvalidType (out's dtype is not self's, or src's cannot become it);
// NotSupported (dtypes not selected).

// start and end as for slice_copy_out. InvalidArgument: step < 1.
Error slice_scatter_out(KernelContext& context, const Tensor& self, const Tensor& src, int64_t dim,
                        const Optional<int64_t>& start, const Optional<int64_t>& end, int64_t step,
                        Tensor& out);

// InvalidArgument: index is outside [-size, size).
Error select_scatter_out(KernelContext& context, const Tensor& self, const Tensor& src, int64_t dim,
                         int64_t index, Tensor& out);

}  // namespace kerf::portable
