// The shape of a view of a tensor.
#pragma once

#include "core/span.h"
#include "tensor/tensor.h"

namespace kerf {

// Gives `view`, which has the data of `self`, the shape `size`, one of whose sizes may be -1 and is
// computed. Errors: InvalidArgument (dtype, rank, number of elements, or a shape that the view
// cannot have); NotSupported (the elements would have to move).
Error become_view(const Tensor& self, Span<const int64_t> size, Tensor& view);

}  // namespace kerf
