// Checks of what delegates write.
#include "delegate/arguments.h"

#include "core/fault.h"

namespace kerf {

Result<Tensor> DelegateArguments::input(size_t index) const {
  if (index >= size())
    return fault(Error::InvalidProgram, "a delegate call has fewer arguments than its payload");
  if (!arguments_[index].value.is_tensor())
    return fault(Error::InvalidType, "an argument of a delegate call is not a tensor");
  return arguments_[index].value.tensor();
}

Result<Tensor> DelegateArguments::output(size_t index) const {
  const Result<Tensor> output = input(index);
  if (!output.ok()) return output;
  if (arguments_[index].constant)
    return fault(Error::InvalidProgram, "a delegate call writes a constant");
  const auto begin = [](const Tensor& tensor) {
    return reinterpret_cast<uintptr_t>(tensor.const_data_ptr());
  };
  const auto bytes = [](const Tensor& tensor) {
    return tensor.const_data_ptr() == nullptr
               ? 0
               : tensor.max_numel() << element_shift(tensor.scalar_type());
  };
  for (size_t i = 0; i < size(); ++i) {
    if (i == index || !arguments_[i].value.is_tensor()) continue;
    const Tensor& other = arguments_[i].value.tensor();
    // Modulo the size of the address space: one of the two differences is huge.
    const bool apart = bytes(other) == 0 || bytes(output.get()) == 0 ||
                       (begin(other) - begin(output.get()) >= bytes(output.get()) &&
                        begin(output.get()) - begin(other) >= bytes(other));
    const bool one_shape =
        output->is_dynamic() && output->sizes().data() == other.sizes().data() && other.dim() != 0;
    if (!apart || one_shape)
      return fault(Error::InvalidProgram, "an output shares memory with another argument");
  }
  return output;
}

}  // namespace kerf
