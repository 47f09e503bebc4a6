// Allocates from one block of memory in order; everything is freed at once.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/span.h"

namespace kerf {

// The caller's block outlives the arena and every piece of it.
class Arena {
 public:
  constexpr Arena() = default;
  explicit Arena(Span<uint8_t> block) : block_(block) {}

  // `bytes` at an address that is a multiple of `alignment` (a power of two), or null where the
  // block is too small.
  void* allocate(size_t bytes, size_t alignment) {
    const uintptr_t base = reinterpret_cast<uintptr_t>(block_.data());
    const uintptr_t start = (base + used_ + alignment - 1) & ~static_cast<uintptr_t>(alignment - 1);
    const size_t offset = start - base;
    if (offset > block_.size() || bytes > block_.size() - offset) return nullptr;
    used_ = offset + bytes;
    if (used_ > peak_) peak_ = used_;
    return block_.data() + offset;
  }

  // Uninitialised memory for `count` elements, or null.
  template <typename T>
  T* allocate_array(size_t count) {
    if (count > SIZE_MAX / sizeof(T)) return nullptr;
    return static_cast<T*>(allocate(count * sizeof(T), alignof(T)));
  }

  void reset() { used_ = 0; }
  // Frees what was allocated since `used` bytes were in use.
  void rewind(size_t used) { used_ = used; }
  size_t size() const { return block_.size(); }
  size_t used() const { return used_; }
  size_t peak() const { return peak_; }

 private:
  Span<uint8_t> block_;
  size_t used_ = 0;
  size_t peak_ = 0;
};

}  // namespace kerf
