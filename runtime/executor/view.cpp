// Views a tensor's elements with another shape.
#include "executor/view.h"

#include "core/fault.h"
#include "executor/method.h"
#include "tensor/view_shape.h"

namespace kerf {

// out = self with the shape `size`, in the same memory.   Source: executorch_prim::et_view.default
Error et_view(Call& call) {
  const Tensor self = call.tensor(0);
  const Span<const int64_t> size = call.int_list(1);
  Slot out = call.typed(2, schema::ValueType::Tensor);
  KERF_TRY(call.check(1u << 2, 3));
  const bool shares = out.data == self.const_data_ptr();
  out.data = self.mutable_data_ptr();
  out.exact = false;
  Tensor view = call.method_.view(out);
  KERF_TRY(become_view(self, size, view));
  if (shares || view.max_numel() == 0) return Error::Ok;
  // A kernel that writes the view later would write the constant.
  if (call.method_.is_constant(call.typed(0, schema::ValueType::Tensor)))
    return fault(Error::InvalidProgram, "a view of a constant");
  Slot* slot = call.method_.slots_.find(static_cast<size_t>(call.arguments_[2]));
  if (slot == nullptr) return fault(Error::InvalidProgram, "a view has memory of its own");
  slot->data = out.data;
  slot->borrowed = true;
  if constexpr (selected::features::dynamic_shapes) {
    // A caller may have given less memory than the largest view takes.
    slot->exact = view.max_numel() > self.max_numel();
  }
  return Error::Ok;
}

}  // namespace kerf
