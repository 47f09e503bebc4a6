// Instructions that are not operators, called like kernels.
#pragma once

#include "compiled/call.h"

namespace kerf::compiled {

// Words: source, destination (slots). The destination becomes a view of the source.
Error move_tensor(Call& call);
Error move_number(Call& call);

// Words: condition, then the word of the code to continue at where it is false, in words of the
// code's width, the lowest first. Errors: InvalidType, OutOfResources.
Error jump_false_tensor(Call& call);
Error jump_false_number(Call& call);

// Words: a delegate, the list of its arguments. Its first call makes it ready, and each runs to its
// end; data by name and options are those of the interpreter alone. Errors: those of its backend,
// MemoryAllocationFailed.
Error call_delegate(Call& call);

// Destroys the delegates of `method` that are ready in the arenas.
void destroy_delegates(const Method& method, Arenas arenas);

// executorch_prim::et_view.default. Words: self, its new shape (one size may be -1 and is
// computed), the view, which shares the memory of self. Errors: InvalidArgument (dtype, number of
// elements, or a shape that the view cannot have); NotSupported (the elements would have to move);
// InvalidProgram (the view has memory of its own for elements). Where self has less room than the
// largest view, this one keeps its shape until the next run.
Error et_view(Call& call);

}  // namespace kerf::compiled
