// What a kernel may use in addition to its arguments.
#pragma once

#include "memory/arena.h"
#include "memory/random_source.h"
#include "memory/threads.h"

namespace kerf {

// generator(): of kernels with `random: true` in functions.yaml, what they draw from; null where
// the application has none: return InvalidState.
// threads(): what divides a call into parts that run at the same time. Results do not depend on how
// many there are: an element of an output is computed by one part, as it would be without others.
class KernelContext : public RandomSource, public Threads {
 public:
  explicit KernelContext(Arena& temp, Generator* generator = nullptr, Threads threads = nullptr)
      : RandomSource(generator), Threads(threads), temp_(&temp) {}

  Threads threads() const { return *this; }

  // Scratch for `count` elements until the kernel returns; null where the temp arena is too small:
  // return MemoryAllocationFailed. The kernel's `scratch` in functions.yaml counts it, so that the
  // plan knows how much memory the selected calls need: in compiled programs tensors are behind it.
  template <typename T>
  T* scratch(size_t count) const {
    static_assert(alignof(T) <= 8, "the temp arena is aligned to 8");
    return temp_->allocate_array<T>(count);
  }

  // Allocates for each of `parts`, one after the other; where the temp arena is too small for them,
  // as with a program that was not counted, for one: `parts` becomes 1.
  template <typename T>
  T* scratch_of_parts(int32_t& parts, size_t count) const {
    if (parts > 1 && count <= SIZE_MAX / static_cast<size_t>(parts)) {
      if (T* all = scratch<T>(count * static_cast<size_t>(parts)); all != nullptr) return all;
    }
    parts = 1;
    return scratch<T>(count);
  }

  // A kernel that calls another several times frees what each has allocated.
  size_t scratch_used() const { return temp_->used(); }
  void free_scratch(size_t used) const { temp_->rewind(used); }

 private:
  Arena* temp_;
};

}  // namespace kerf
