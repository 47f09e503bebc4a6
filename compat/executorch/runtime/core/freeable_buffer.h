// Bytes that a program or a file holds in place.
#pragma once

#include <stddef.h>

#include "executorch/runtime/core/result.h"

namespace executorch::runtime {

class FreeableBuffer final {
 public:
  using FreeFn = void (*)(void* context, void* data, size_t size);

  FreeableBuffer() = default;
  FreeableBuffer(const void* data, size_t size, FreeFn free_fn, void* free_fn_context = nullptr)
      : data_(data), size_(size), free_fn_(free_fn), context_(free_fn_context) {}
  FreeableBuffer(FreeableBuffer&& other) noexcept
      : data_(other.data_), size_(other.size_), free_fn_(other.free_fn_), context_(other.context_) {
    other.data_ = nullptr;
    other.size_ = 0;
  }
  FreeableBuffer(const FreeableBuffer&) = delete;
  FreeableBuffer& operator=(const FreeableBuffer&) = delete;
  FreeableBuffer& operator=(FreeableBuffer&&) = delete;
  ~FreeableBuffer() { Free(); }

  // Forgets the bytes; what Kerf passes stays where it is.
  void Free() {
    if (data_ != nullptr && free_fn_ != nullptr)
      free_fn_(context_, const_cast<void*>(data_), size_);
    data_ = nullptr;
    size_ = 0;
  }

  size_t size() const { return size_; }
  const void* data() const { return data_; }
  Result<const void*> data_safe() const { return data_; }

 private:
  const void* data_ = nullptr;
  size_t size_ = 0;
  FreeFn free_fn_ = nullptr;
  void* context_ = nullptr;
};

}  // namespace executorch::runtime

namespace torch::executor {
using ::executorch::runtime::FreeableBuffer;
}
