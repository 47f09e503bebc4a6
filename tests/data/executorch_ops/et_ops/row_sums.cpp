// Sums over the last dimension, in a dtype of the caller's choice.
#include <executorch/runtime/kernel/kernel_includes.h>

#include <array>

#include "support/rows.h"

namespace et_ops {
namespace native {

using torch::executor::Error;
using torch::executor::KernelRuntimeContext;
using torch::executor::optional;
using torch::executor::ScalarType;
using torch::executor::Tensor;

Tensor& row_sums_out(KernelRuntimeContext& ctx, const Tensor& x, bool keepdim,
                     optional<ScalarType> dtype, Tensor& out) {
  ET_KERNEL_CHECK(ctx, x.dim() > 0, InvalidArgument, out);
  ET_KERNEL_CHECK(ctx, !dtype.has_value() || dtype.value() == out.scalar_type(), InvalidType, out);
  ET_KERNEL_CHECK(ctx, torch::executor::tensor_is_default_dim_order(x), NotSupported, out);
  std::array<Tensor::SizesType, torch::executor::kTensorDimensionLimit> sizes{};
  for (ssize_t d = 0; d < x.dim(); ++d) sizes[d] = d + 1 < x.dim() ? x.size(d) : 1;
  const size_t rank = keepdim ? x.dim() : x.dim() - 1;
  ET_KERNEL_CHECK(ctx, torch::executor::resize_tensor(out, {sizes.data(), rank}) == Error::Ok,
                  InvalidArgument, out);

  const Rows rows = rows_of(x);
  ET_SWITCH_REALHBBF16_TYPES(x.scalar_type(), ctx, "row_sums.out", CTYPE_IN, [&] {
    ET_SWITCH_REAL_TYPES(out.scalar_type(), ctx, "row_sums.out", CTYPE_OUT, [&] {
      const CTYPE_IN* from = x.const_data_ptr<CTYPE_IN>();
      for (int64_t row = 0; row < rows.count; ++row) {
        CTYPE_OUT sum = 0;
        for (int64_t i = 0; i < rows.length; ++i) sum += static_cast<CTYPE_OUT>(*from++);
        out.mutable_data_ptr<CTYPE_OUT>()[row] = sum;
      }
    });
  });
  return out;
}

}  // namespace native
}  // namespace et_ops
