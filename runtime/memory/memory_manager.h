// The caller's memory for one method: state, one block per planned memory id, and scratch.
#pragma once

#include "core/span.h"
#include "memory/arena.h"
#include "memory/random_source.h"
#include "memory/threads.h"

namespace kerf {

// Everything outlives the Method that was loaded with it. Methods that share mutable buffers share
// `planned`; those that share a generator draw from one sequence. Methods that run at the same time
// share neither that nor a temp arena.
class MemoryManager : public RandomSource, public Threads {
 public:
  // `method`: state of the method, kept as long as it exists (Method::memory_bytes: how much).
  // `planned`: block i is for memory id i + 1, at least as large as MethodMeta reports, aligned to
  // kPlannedAlignment. `temp`: scratch of one instruction, emptied after each. `generator`: what
  // random operators draw from, which without one return InvalidState. `parallel_for`: threads that
  // kernels divide their calls among, of a library built with `[runtime] threads`; without one, and
  // in other libraries, a call runs on the thread that makes it, with the same results.
  MemoryManager(Arena* method, Span<const Span<uint8_t>> planned, Arena* temp,
                Generator* generator = nullptr, const ParallelFor* parallel_for = nullptr)
      : RandomSource(generator),
        Threads(parallel_for),
        method_(method),
        temp_(temp),
        planned_(planned) {}

  Arena& method_arena() const { return *method_; }
  Arena& temp_arena() const { return *temp_; }
  Span<const Span<uint8_t>> planned() const { return planned_; }
  const Threads& threads() const { return *this; }

 private:
  Arena* method_;
  Arena* temp_;
  Span<const Span<uint8_t>> planned_;
};

// Offsets of planned tensors are multiples of it in programs of ExecuTorch's memory planning.
inline constexpr size_t kPlannedAlignment = 16;

}  // namespace kerf
