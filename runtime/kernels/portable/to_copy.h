// aten::_to_copy.out, dim_order_ops::_to_dim_order_copy.out
#pragma once

#include <stdint.h>

#include "core/error.h"
#include "core/optional.h"
#include "core/span.h"
#include "kernels/context.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// `memory_format` is not looked at: out's dim order says it.
// Ok; InvalidArgument (out cannot have self's shape); NotSupported (dtypes or dim orders not
// selected).
Error to_copy_out(KernelContext& context, const Tensor& self, bool non_blocking,
                  const Optional<int64_t>& memory_format, Tensor& out);

// As to_copy_out; InvalidArgument also where `dim_order` is not out's.
Error to_dim_order_copy_out(KernelContext& context, const Tensor& self, bool non_blocking,
                            const Optional<Span<const int64_t>>& dim_order, Tensor& out);

}  // namespace kerf::portable
