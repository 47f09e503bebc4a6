// aten::mean.out
#pragma once

#include <stdint.h>

#include "core/error.h"
#include "core/optional.h"
#include "core/span.h"
#include "kernels/context.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// `dim` absent or empty: all dimensions. `dtype`: a ScalarType number.
// Ok; InvalidArgument (a dimension that is not there or named twice, out cannot have the shape,
// dtype is not out's); InvalidType (out is not floating, or self neither out's dtype nor given
// `dtype`); NotSupported (not selected).
Error mean_out(KernelContext& context, const Tensor& self, const Optional<Span<const int64_t>>& dim,
               bool keepdim, const Optional<int64_t>& dtype, Tensor& out);

}  // namespace kerf::portable
