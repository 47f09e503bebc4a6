// What a kernel gets in addition to its arguments, and how it reports that it fails.
#pragma once

#include "executorch/runtime/core/error.h"
#include "executorch/runtime/core/exec_aten/exec_aten.h"
#include "executorch/runtime/core/memory_allocator.h"
#include "executorch/runtime/core/result.h"
#include "kernels/context.h"

namespace executorch::runtime {

class EventTracer;

class KernelRuntimeContext {
 public:
  // Without memory: for calls of one kernel by another.
  KernelRuntimeContext() = default;
  explicit KernelRuntimeContext(::kerf::KernelContext& context) : context_(&context) {}

  // The last error is kept.
  void fail(Error error) { failure_ = error; }
  [[nodiscard]] Error failure_state() const { return failure_; }

  EventTracer* internal_event_tracer() { return nullptr; }

  // Memory until the kernel returns, at a multiple of 8 at most. NotFound where the context has
  // none, MemoryAllocationFailed where it is less than was planned (`[libraries] scratch-bytes`).
  Result<void*> allocate_temp(size_t bytes, size_t alignment = MemoryAllocator::kDefaultAlignment) {
    if (context_ == nullptr) return Error::NotFound;
    if (alignment > alignof(uint64_t)) return Error::NotSupported;
    void* memory = context_->scratch<uint64_t>((bytes + 7) / 8);
    if (memory == nullptr)
      return ::kerf::fault(Error::MemoryAllocationFailed,
                           "a kernel's temporary memory is smaller than planned");
    return memory;
  }

 private:
  ::kerf::KernelContext* context_ = nullptr;
  Error failure_ = Error::Ok;
};

}  // namespace executorch::runtime

namespace executorch::aten {
using RuntimeContext = ::executorch::runtime::KernelRuntimeContext;
}
namespace torch::executor {
using ::executorch::runtime::KernelRuntimeContext;
using RuntimeContext = ::executorch::runtime::KernelRuntimeContext;
}  // namespace torch::executor

// A kernel returns `result` where `condition` is false; its call is then `error`.
#define ET_KERNEL_CHECK(context, condition, error, result)                            \
  do {                                                                                \
    if (!(condition)) {                                                               \
      (context).fail(::kerf::fault(::executorch::runtime::Error::error, #condition)); \
      return result;                                                                  \
    }                                                                                 \
  } while (false)
#define ET_KERNEL_CHECK_MSG(context, condition, error, result, ...) \
  ET_KERNEL_CHECK(context, condition, error, result)
