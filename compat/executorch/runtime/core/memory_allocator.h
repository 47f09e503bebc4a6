// Where temporary memory and a backend's handles come from: an arena of Kerf.
#pragma once

#include <stddef.h>

#include "memory/arena.h"

namespace executorch::runtime {

// Its memory is freed all at once by whoever owns the arena.
class MemoryAllocator {
 public:
  static constexpr size_t kDefaultAlignment = alignof(void*);

  explicit MemoryAllocator(::kerf::Arena& arena) : arena_(&arena) {}
  MemoryAllocator(const MemoryAllocator&) = delete;
  MemoryAllocator& operator=(const MemoryAllocator&) = delete;

  // Null where the arena is too small or `alignment` is no power of two.
  void* allocate(size_t size, size_t alignment = kDefaultAlignment) {
    if (alignment == 0 || (alignment & (alignment - 1)) != 0) return nullptr;
    return arena_->allocate(size, alignment);
  }
  // Uninitialised memory for one T, or for `size` of them; null where there is no room.
  template <typename T>
  T* allocateInstance(size_t alignment = alignof(T)) {
    return static_cast<T*>(allocate(sizeof(T), alignment));
  }
  template <typename T>
  T* allocateList(size_t size, size_t alignment = alignof(T)) {
    if (size > SIZE_MAX / sizeof(T)) return nullptr;
    return static_cast<T*>(allocate(size * sizeof(T), alignment));
  }

 private:
  ::kerf::Arena* arena_;
};

}  // namespace executorch::runtime

namespace torch::executor {
using ::executorch::runtime::MemoryAllocator;
}

// The function that uses one returns an error where there is no memory.
#define ET_ALLOCATE_INSTANCE_OR_RETURN_ERROR(allocator, type)                                 \
  ({                                                                                          \
    type* kerf_memory_ = (allocator)->template allocateInstance<type>();                      \
    if (kerf_memory_ == nullptr) return ::executorch::runtime::Error::MemoryAllocationFailed; \
    kerf_memory_;                                                                             \
  })
#define ET_ALLOCATE_LIST_OR_RETURN_ERROR(allocator, type, size)          \
  ({                                                                     \
    type* kerf_memory_ = (allocator)->template allocateList<type>(size); \
    if (kerf_memory_ == nullptr && (size) > 0)                           \
      return ::executorch::runtime::Error::MemoryAllocationFailed;       \
    kerf_memory_;                                                        \
  })
#define ET_ALLOCATE_OR_RETURN_ERROR(allocator, size)               \
  ({                                                               \
    void* kerf_memory_ = (allocator)->allocate(size);              \
    if (kerf_memory_ == nullptr && (size) > 0)                     \
      return ::executorch::runtime::Error::MemoryAllocationFailed; \
    kerf_memory_;                                                  \
  })
