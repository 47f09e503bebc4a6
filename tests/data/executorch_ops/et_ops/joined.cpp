// Matrices one above the other, scaled, with a bias for each column: it takes a list of tensors, an
// optional one, and temporary memory.
#include <executorch/runtime/kernel/kernel_includes.h>

namespace et_ops {
namespace native {

using executorch::aten::Tensor;
using executorch::aten::TensorList;
using executorch::runtime::Error;
using executorch::runtime::KernelRuntimeContext;
using executorch::runtime::Result;

Tensor& joined_out(KernelRuntimeContext& ctx, TensorList tensors,
                   const std::optional<Tensor>& bias, double scale, Tensor& out) {
  ET_KERNEL_CHECK(ctx, !tensors.empty() && tensors[0].dim() == 2, InvalidArgument, out);
  const auto columns = tensors[0].size(1);
  executorch::aten::SizesType sizes[2] = {0, static_cast<executorch::aten::SizesType>(columns)};
  for (const auto& each : tensors) {
    ET_KERNEL_CHECK(ctx, each.dim() == 2 && each.size(-1) == columns, InvalidArgument, out);
    sizes[0] += each.size(0);
  }
  ET_KERNEL_CHECK(ctx, executorch::runtime::resize_tensor(out, {sizes, 2}) == Error::Ok,
                  InvalidArgument, out);
  Result<void*> memory = ctx.allocate_temp(columns * sizeof(double), alignof(double));
  ET_KERNEL_CHECK(ctx, memory.ok(), MemoryAllocationFailed, out);
  double* const added = static_cast<double*>(memory.get());

  ET_SWITCH_FLOAT_TYPES(out.scalar_type(), ctx, "joined.out", CTYPE, [&]() {
    for (ssize_t i = 0; i < columns; ++i) {
      added[i] = bias.has_value() ? bias->const_data_ptr<CTYPE>()[i] : 0;
    }
    CTYPE* to = out.mutable_data_ptr<CTYPE>();
    for (size_t t = 0; t < tensors.size(); ++t) {
      const CTYPE* from = tensors[t].const_data_ptr<CTYPE>();
      for (ssize_t i = 0; i < tensors[t].numel(); ++i) {
        *to++ = static_cast<CTYPE>(*from++ * scale + added[i % columns]);
      }
    }
  });
  return out;
}

}  // namespace native
}  // namespace et_ops
