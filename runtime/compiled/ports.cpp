// Inputs and outputs of a compiled method.
#include "compiled/ports.h"

#include "core/fault.h"
#include "core/libc.h"
#include "core/result.h"

namespace kerf::compiled {

Error set_tensor(Call& call, const Port& port, Span<const int32_t> sizes, const void* data) {
  if constexpr (kChanges) {
    if (port.caller_memory) set_memory(call, port, const_cast<void*>(data));
  }
  Tensor tensor = call.tensor(port.word);
  KERF_TRY(resize(tensor, sizes));
  if constexpr (kChanges && selected::features::dynamic_shapes) {
    if (port.caller_memory) *call.slot(port.word) = tensor.fixed();
  }
  if (!port.caller_memory && data != nullptr)
    libc::copy(tensor.mutable_data_ptr(), data, tensor.nbytes());
  return Error::Ok;
}

Error set_number(Call& call, const Port& port, int64_t bits) {
  if (Scalar* const number = call.changing_number(port.word); number != nullptr) {
    *number = Scalar::from_bits(number->kind(), bits);
    return Error::Ok;
  }
  if (bits == call.scalar(port.word).bits()) return Error::Ok;
  return fault(Error::InvalidArgument,
               "the input was fixed to another value when the model was exported");
}

void set_memory(Call& call, const Port& port, void* data) {
  Tensor* const slot = call.slot(port.word);
  *slot = slot->with_data(data);
}

}  // namespace kerf::compiled
