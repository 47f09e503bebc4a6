// What a kernel may use in addition to its arguments.
#pragma once

#include "memory/arena.h"
#include "memory/random_source.h"

namespace kerf {

// generator(): of kernels with `random: true` in functions.yaml, what they draw from; null where
// the application has none: return InvalidState.
class KernelContext : public RandomSource {
 public:
  explicit KernelContext(Arena& temp, Generator* generator = nullptr)
      : RandomSource(generator), temp_(&temp) {}

  // Scratch for `count` elements until the kernel returns; null where the temp arena is too small:
  // return MemoryAllocationFailed. The kernel's `scratch` in functions.yaml counts it, so that the
  // plan knows how much memory the selected calls need.
  template <typename T>
  T* scratch(size_t count) const {
    static_assert(alignof(T) <= 8, "the temp arena is aligned to 8");
    return temp_->allocate_array<T>(count);
  }

 private:
  Arena* temp_;
};

}  // namespace kerf
