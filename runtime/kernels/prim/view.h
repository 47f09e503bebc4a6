// executorch_prim::et_view.default
#pragma once

#include <stdint.h>

#include "core/error.h"
#include "core/span.h"
#include "executor/alias.h"
#include "kernels/context.h"

namespace kerf::prim {

// Gives `out`, which takes over the memory of `self`, the shape `size`; one size may be -1 and is
// computed. Ok; InvalidArgument (dtype, number of elements, or a shape that `out` cannot have);
// NotSupported (the elements would have to move, or `out` could outgrow the memory of `self`
// later).
Error et_view(KernelContext& context, const Tensor& self, Span<const int64_t> size, Alias& out);

}  // namespace kerf::prim
