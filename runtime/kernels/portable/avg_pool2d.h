// aten::avg_pool2d.out
#pragma once

#include <stdint.h>

#include "core/error.h"
#include "core/optional.h"
#include "core/span.h"
#include "kernels/context.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// Lists have one number, or two: height, width. An empty `stride` is the kernel's size.
// Ok; InvalidArgument (rank other than 3 and 4, a kernel, stride, padding or divisor that is not
// possible, out cannot have the shape); InvalidType (out's dtype is not self's); NotSupported
// (dtype not selected, an image that is too large).
Error avg_pool2d_out(KernelContext& context, const Tensor& self, Span<const int64_t> kernel_size,
                     Span<const int64_t> stride, Span<const int64_t> padding, bool ceil_mode,
                     bool count_include_pad, const Optional<int64_t>& divisor_override,
                     Tensor& out);

}  // namespace kerf::portable
