// executorch_prim::et_view.default
#pragma once

#include "executor/call.h"

namespace kerf {

// Arguments: self, its new shape (one size may be -1 and is computed), the view, which shares the
// memory of self. The only kernel that knows of calls: it changes where a value's data are.
// Errors: those of Call; InvalidArgument (dtype, number of elements, or a shape that the view
// cannot have); NotSupported (the elements would have to move); InvalidProgram (the view has memory
// of its own for elements; self is a constant). Where self has less room than the largest view,
// this one keeps its shape until the next execution.
Error et_view(Call& call);

}  // namespace kerf
