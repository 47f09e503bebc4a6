// Methods of compiled models as functions of C.
#pragma once

#include "compiled/call.h"

namespace kerf::compiled {

// An input: a tensor's data, null where they are in the arena already, with its sizes where its
// shape is dynamic; or the bits of a number.
struct Given {
  const void* data = nullptr;
  const int32_t* sizes = nullptr;
  int64_t bits = 0;
};

// Where an output goes: a tensor's elements (null: they stay in the arena) and, where its shape is
// dynamic, its sizes (null: nowhere); or a number.
struct Wanted {
  void* data = nullptr;
  int32_t* sizes = nullptr;
};

// Runs `method`, one of kMethods, once. `weights`: the model's file, unless its weights are linked.
// `given` and `wanted`: one for each of its inputs and outputs. `threads`: what kernels divide
// their calls among. `random`: what they draw from. Errors: as Call::run(); InvalidArgument (an
// arena that is null or not aligned to kPlannedAlignment, an input that the method cannot have, or
// a null tensor that has no memory in an arena).
Error invoke(const Method& method, const void* weights, Arenas arenas, Span<const Given> given,
             Span<const Wanted> wanted, Threads threads = nullptr, RandomSource random = nullptr);
// The same, where any program jumps; loops jump back at most `max_jumps` times.
Error invoke(const Method& method, const void* weights, Arenas arenas, Span<const Given> given,
             Span<const Wanted> wanted, Threads threads, RandomSource random, uint32_t max_jumps);

// Initialises the tensors in the arenas that keep their values from run to run; nothing where
// invoke() would refuse the arenas.
void initialise(const Method& method, const void* weights, Arenas arenas);

// Destroys the delegates of `method` that its runs made ready in the arenas; the next run makes
// them ready again. Nothing where invoke() would refuse the arenas.
void destroy(const Method& method, Arenas arenas);

}  // namespace kerf::compiled
