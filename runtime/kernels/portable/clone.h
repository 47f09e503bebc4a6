// aten::clone.out, dim_order_ops::_clone_dim_order.out
#pragma once

#include <stdint.h>

#include "core/error.h"
#include "core/optional.h"
#include "core/span.h"
#include "kernels/context.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// `memory_format` is not looked at: out's dim order says it.
// Ok; InvalidType (out's dtype is not self's); InvalidArgument (out cannot have self's shape);
// NotSupported (dtype or dim orders not selected).
Error clone_out(KernelContext& context, const Tensor& self, const Optional<int64_t>& memory_format,
                Tensor& out);

// As clone_out; InvalidArgument also where `dim_order` is not out's.
Error clone_dim_order_out(KernelContext& context, const Tensor& self, bool non_blocking,
                          const Optional<Span<const int64_t>>& dim_order, Tensor& out);

}  // namespace kerf::portable
