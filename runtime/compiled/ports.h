// Inputs and outputs of a compiled method.
#pragma once

#include "compiled/call.h"
#include "core/span.h"

namespace kerf::compiled {

inline Span<const Port> ports(Range range) { return {kPorts + range.start, range.count}; }

// Sets an input of a method before a run. A tensor that has memory in the arena is copied there,
// unless `data` is null: then it is there already; any other is used in place, where no kernel can
// make it larger. `sizes`: one for each dimension. Error: InvalidArgument (a shape that the input
// cannot have).
Error set_tensor(Call& call, const Port& port, Span<const int32_t> sizes, const void* data);

// Error: InvalidArgument (the input was fixed to another number when the model was exported).
Error set_number(Call& call, const Port& port, int64_t bits);

// Sets where an output without memory in the arena is written: `data` has room for its largest
// shape. One that is an input too is set first.
void set_memory(Call& call, const Port& port, void* data);

}  // namespace kerf::compiled
