// aten::as_strided_copy.out
#pragma once

#include <stdint.h>

#include "core/error.h"
#include "core/optional.h"
#include "core/span.h"
#include "kernels/context.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// Ok; InvalidArgument (lists of different lengths, negative numbers, elements outside of self, out
// cannot have the shape); InvalidType (out's dtype is not self's); NotSupported (dtype not
// selected).
Error as_strided_copy_out(KernelContext& context, const Tensor& self, Span<const int64_t> size,
                          Span<const int64_t> stride, const Optional<int64_t>& storage_offset,
                          Tensor& out);

}  // namespace kerf::portable
