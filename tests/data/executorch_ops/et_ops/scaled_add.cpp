// out = a + alpha * b, elementwise, for tensors of one shape.
#include <executorch/extension/kernel_util/make_boxed_from_unboxed_functor.h>
#include <executorch/runtime/kernel/kernel_includes.h>

namespace et_ops {
namespace native {

using executorch::aten::Scalar;
using executorch::aten::ScalarType;
using executorch::aten::Tensor;
using executorch::runtime::KernelRuntimeContext;

namespace {
template <typename CTYPE>
CTYPE number(const Scalar& scalar) {
  if (scalar.isFloatingPoint()) return static_cast<CTYPE>(scalar.to<double>());
  return static_cast<CTYPE>(scalar.to<int64_t>());
}
}  // namespace

Tensor& scaled_add_out(KernelRuntimeContext& ctx, const Tensor& a, const Tensor& b,
                       const Scalar& alpha, Tensor& out) {
  ET_KERNEL_CHECK(ctx, executorch::runtime::tensors_have_same_shape(a, b), InvalidArgument, out);
  ET_KERNEL_CHECK(ctx, executorch::runtime::tensors_have_same_dtype(a, b, out), InvalidType, out);
  ET_KERNEL_CHECK_MSG(ctx, executorch::runtime::tensors_have_same_dim_order(a, b, out),
                      InvalidArgument, out, "dim orders of %zd dimensions", out.dim());
  ET_KERNEL_CHECK(
      ctx, executorch::runtime::resize_tensor(out, a.sizes()) == executorch::runtime::Error::Ok,
      InvalidArgument, out);

  ET_SWITCH_REALHBF16_TYPES(out.scalar_type(), ctx, "scaled_add.out", CTYPE, [&]() {
    const CTYPE factor = number<CTYPE>(alpha);
    const CTYPE* one = a.const_data_ptr<CTYPE>();
    const CTYPE* other = b.const_data_ptr<CTYPE>();
    CTYPE* to = out.mutable_data_ptr<CTYPE>();
    for (ssize_t i = 0; i < out.numel(); ++i) {
      to[i] = static_cast<CTYPE>(one[i] + factor * other[i]);
    }
  });
  return out;
}

}  // namespace native
}  // namespace et_ops

EXECUTORCH_LIBRARY(et_ops, "scaled_add.out", et_ops::native::scaled_add_out);
