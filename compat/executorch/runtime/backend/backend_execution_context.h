// What a backend gets with a call.
#pragma once

#include "executorch/runtime/core/event_tracer.h"
#include "executorch/runtime/core/memory_allocator.h"

namespace executorch::runtime {

class BackendExecutionContext final {
 public:
  BackendExecutionContext(MemoryAllocator& temp, const char* method)
      : temp_(temp), method_(method) {}

  // Memory until the call returns: what `temp_bytes` counts. Null where it is used up.
  void* allocate(size_t size, size_t alignment = MemoryAllocator::kDefaultAlignment) {
    return temp_.allocate(size, alignment);
  }
  MemoryAllocator* get_temp_allocator() { return &temp_; }
  EventTracer* event_tracer() { return nullptr; }
  const char* get_method_name() const { return method_; }

 private:
  MemoryAllocator& temp_;
  const char* method_;
};

}  // namespace executorch::runtime

namespace torch::executor {
using ::executorch::runtime::BackendExecutionContext;
}
