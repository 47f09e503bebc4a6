// The same elements with another shape.
#include "executor/view.h"

#include "core/fault.h"
#include "executor/method.h"

namespace kerf {
namespace {

Error wrong_size() {
  return fault(Error::InvalidArgument, "a view's number of elements is not its tensor's");
}

// Writes `size` to sizes, with the size that the others leave of `elements` for a -1.
Error infer(Span<const int64_t> size, size_t elements, int32_t* sizes) {
  uint64_t known = 1;
  size_t inferred = size.size();
  for (size_t i = 0; i < size.size(); ++i) {
    if (size[i] == -1 && inferred == size.size()) {
      inferred = i;
      continue;
    }
    // Elements are fewer than 2^31, so that a product of two factors within that does not wrap.
    if (size[i] < 0 || size[i] > INT32_MAX || known > INT32_MAX) return wrong_size();
    known *= static_cast<uint64_t>(size[i]);
    sizes[i] = static_cast<int32_t>(size[i]);
  }
  if (inferred == size.size()) return known == elements ? Error::Ok : wrong_size();
  if (known == 0 || known > INT32_MAX || elements % static_cast<size_t>(known) != 0)
    return wrong_size();
  sizes[inferred] = static_cast<int32_t>(elements / static_cast<size_t>(known));
  return Error::Ok;
}

}  // namespace

// out = self with the shape `size`, in the same memory.   Source: executorch_prim::et_view.default
Error et_view(Call& call) {
  const Tensor self = call.tensor(0);
  const Span<const int64_t> size = call.int_list(1);
  Slot out = call.typed(2, schema::ValueType::Tensor);
  KERF_TRY(call.check(1u << 2, 3));
  const bool shares = out.data == self.const_data_ptr();
  out.data = self.mutable_data_ptr();
  Tensor view = call.method_.view(out);
  if (view.scalar_type() != self.scalar_type() || view.dim() != size.size()) {
    return fault(Error::InvalidArgument,
                 "a view's dtype is not its tensor's, or its rank is not its shape's");
  }
  int32_t sizes[kMaxRank];
  KERF_TRY(infer(size, self.numel(), sizes));
  KERF_TRY(resize(view, {sizes, size.size()}));
  const bool same = same_shape(self, view) && same_dim_order(self, view);
  if (!same && !(is_contiguous(self) && is_contiguous(view))) {
    return fault(Error::NotSupported, "a view of a permuted tensor");
  }
  if (shares) return Error::Ok;
  if (view.max_numel() > self.max_numel())
    return fault(Error::InvalidProgram, "a view that may outgrow its tensor");
  // A kernel that writes the view later would write the constant.
  if (call.method_.is_constant(call.typed(0, schema::ValueType::Tensor)))
    return fault(Error::InvalidProgram, "a view of a constant");
  Slot* slot = call.method_.slots_.find(static_cast<size_t>(call.arguments_[2]));
  if (slot == nullptr) return fault(Error::InvalidProgram, "a view has memory of its own");
  slot->data = out.data;
  slot->borrowed = true;
  return Error::Ok;
}

}  // namespace kerf
