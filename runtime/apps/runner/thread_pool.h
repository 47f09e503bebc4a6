// The runner's threads.
#pragma once

#include "core/parallel_for.h"
#include "core/result.h"

namespace kerf::runner {

inline constexpr uint32_t kMaxThreads = 64;

// A parallel-for of `count` threads, the calling one among them, that run until the process ends;
// null for one. At most kMaxThreads, once. Errors: NotSupported (the library was built without),
// OutOfResources (the host starts no more).
Result<const ParallelFor*> start_threads(uint32_t count);

}  // namespace kerf::runner
