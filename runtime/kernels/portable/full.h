// aten::empty.out, aten::fill.Scalar_out, aten::fill.Tensor_out, aten::full.out,
// aten::full_like.out, aten::ones.out, aten::scalar_tensor.out, aten::zeros.out,
// dim_order_ops::_empty_dim_order.out
#pragma once

#include <stdint.h>

#include "core/error.h"
#include "core/optional.h"
#include "core/span.h"
#include "kernels/context.h"
#include "tensor/scalar.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// All: Ok; InvalidArgument (out cannot have the shape, or as said); NotSupported (dtype not
// selected). The value becomes out's dtype: of integers the low bits are kept. `memory_format` is
// not looked at: out's dim order says it.

Error full_out(KernelContext& context, Span<const int64_t> size, const Scalar& fill_value,
               Tensor& out);
Error full_like_out(KernelContext& context, const Tensor& self, const Scalar& fill_value,
                    const Optional<int64_t>& memory_format, Tensor& out);
Error zeros_out(KernelContext& context, Span<const int64_t> size, Tensor& out);
Error ones_out(KernelContext& context, Span<const int64_t> size, Tensor& out);
Error scalar_tensor_out(KernelContext& context, const Scalar& s, Tensor& out);

// InvalidType: out's dtype is not self's.
Error fill_scalar_out(KernelContext& context, const Tensor& self, const Scalar& value, Tensor& out);
// InvalidArgument also where `value` is not one number.
Error fill_tensor_out(KernelContext& context, const Tensor& self, const Tensor& value, Tensor& out);

// Any elements; any dtype.
Error empty_out(KernelContext& context, Span<const int64_t> size,
                const Optional<int64_t>& memory_format, Tensor& out);
// InvalidArgument also where `dim_order` is not out's.
Error empty_dim_order_out(KernelContext& context, Span<const int64_t> size,
                          const Optional<Span<const int64_t>>& dim_order, Tensor& out);

}  // namespace kerf::portable
