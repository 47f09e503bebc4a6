// aten::convolution.out
#pragma once

#include <stdint.h>

#include "core/error.h"
#include "core/optional.h"
#include "core/span.h"
#include "kernels/context.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// One or two spatial dimensions; lists have one number for each of them, or one for all.
// Ok; InvalidArgument (ranks, channels, groups or sizes that do not fit, a negative or zero
// parameter, out cannot have the shape); InvalidType (dtypes that differ); NotSupported (dtype or
// form not selected, three spatial dimensions).
Error convolution_out(KernelContext& context, const Tensor& input, const Tensor& weight,
                      const Optional<Tensor>& bias, Span<const int64_t> stride,
                      Span<const int64_t> padding, Span<const int64_t> dilation, bool transposed,
                      Span<const int64_t> output_padding, int64_t groups, Tensor& out);

}  // namespace kerf::portable
