// An output that is a view: the kernel gives it a shape, its memory is that of the first argument.
#pragma once

#include "tensor/tensor.h"

namespace kerf {

// Whoever calls the kernel lets `tensor` have the memory when the kernel has returned; until then
// its data may be null.
struct Alias {
  Tensor tensor;
};

}  // namespace kerf
