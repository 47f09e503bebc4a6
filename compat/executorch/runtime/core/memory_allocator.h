// Where a kernel's temporary memory comes from: the temp arena of the call.
#pragma once

#include <stddef.h>

#include "memory/arena.h"

namespace executorch::runtime {

class MemoryAllocator {
 public:
  static constexpr size_t kDefaultAlignment = alignof(void*);
};

}  // namespace executorch::runtime
