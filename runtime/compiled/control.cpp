// Moves, jumps and views of compiled programs.
#include "compiled/control.h"

#include "core/fault.h"
#include "core/result.h"
#include "tensor/view_shape.h"

namespace kerf::compiled {
namespace {

constexpr size_t kTargetWords = sizeof(uint32_t) / sizeof(Word);

Error jump_unless(Call& call, bool condition, const Word* target) {
  if (condition) return Error::Ok;
  uint32_t to = 0;
  for (size_t i = kTargetWords; i-- > 0;) to = to << (8 * sizeof(Word) % 32) | target[i];
  return call.jump(to);
}

}  // namespace

Error move_tensor(Call& call) {
  const Word* const row = call.take(2);
  const Tensor from = call.tensor(row[0]);
  KERF_TRY(call.error());
  *call.slot(row[1]) = from;
  return Error::Ok;
}

Error move_number(Call& call) {
  const Word* const row = call.take(2);
  *call.changing_number(row[1]) = call.scalar(row[0]);
  return Error::Ok;
}

Error jump_false_number(Call& call) {
  const Word* const row = call.take(1 + kTargetWords);
  const bool condition = call.boolean(row[0]);
  KERF_TRY(call.error());
  return jump_unless(call, condition, row + 1);
}

Error jump_false_tensor(Call& call) {
  const Word* const row = call.take(1 + kTargetWords);
  const Tensor tensor = call.tensor(row[0]);
  KERF_TRY(call.error());
  if (tensor.scalar_type() != ScalarType::Bool)
    return fault(Error::InvalidType, "a jump's condition is not a tensor of bools");
  bool all = true;
  const size_t count = tensor.numel();
  for (size_t i = 0; i < count; ++i) all = all && tensor.const_data_ptr<uint8_t>()[i] != 0;
  return jump_unless(call, all, row + 1);
}

Error et_view(Call& call) {
  const Word* const row = call.take(3);
  const Tensor self = call.tensor(row[0]);
  const Span<const int64_t> size = call.int_list(row[1]);
  Tensor* const slot = call.slot(row[2]);
  KERF_TRY(call.error());
  // A view without a slot is planned in the memory of self.
  const Tensor planned = slot != nullptr ? *slot : call.tensor(row[2]);
  const bool shares = planned.const_data_ptr() == self.const_data_ptr();
  Tensor view = planned.with_data(self.mutable_data_ptr());
  KERF_TRY(become_view(self, size, view));
  if (shares || view.max_numel() == 0) return Error::Ok;
  if (slot == nullptr) return fault(Error::InvalidProgram, "a view has memory of its own");
  *slot = view.max_numel() > self.max_numel() ? view.fixed() : view;
  return Error::Ok;
}

}  // namespace kerf::compiled
