// Several threads for one call: those of the caller.
#pragma once

#include <stdint.h>

namespace kerf {

// How the caller runs the parts of a call side by side. Kerf starts no thread.
struct ParallelFor {
  // Calls task(argument, part) once for each part < parts, in any order, on any threads, several at
  // the same time, and returns when all have returned. What was written before is visible to the
  // tasks, and what they write is visible afterwards. A task does not call it.
  void (*run)(void* threads, uint32_t parts, void (*task)(void* argument, uint32_t part),
              void* argument);
  void* threads;          // what `run` gets
  uint32_t thread_count;  // a call has at most as many parts
  // How many multiplications, at least, make it worth it to start a part.
  uint32_t least_work = 1u << 15;
};

}  // namespace kerf
