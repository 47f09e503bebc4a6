// The arguments of a delegate call, with what a backend may do with them.
#pragma once

#include "core/result.h"
#include "core/span.h"
#include "tensor/value.h"

namespace kerf {

struct DelegateArgument {
  Value value;
  bool constant;  // its data are those of the program
};

// Inputs, then outputs: the payload knows how many of each.
class DelegateArguments {
 public:
  constexpr DelegateArguments() = default;
  explicit DelegateArguments(Span<const DelegateArgument> arguments) : arguments_(arguments) {}

  size_t size() const { return arguments_.size(); }
  // A tensor that has data unless it is empty, a number, or None. `index` < size().
  const Value& operator[](size_t index) const { return arguments_[index].value; }

  // Argument `index`, to be read. Errors: InvalidProgram (there are fewer), InvalidType.
  Result<Tensor> input(size_t index) const;
  // Argument `index`, to be resized and written: shares no byte with another argument. Errors:
  // InvalidProgram (there are fewer, a constant, shared memory), InvalidType.
  Result<Tensor> output(size_t index) const;

 private:
  Span<const DelegateArgument> arguments_;
};

}  // namespace kerf
