// A block of the heap of an exact size, so that a sanitizer sees an access beyond it.
#pragma once

#include <stdint.h>
#include <stdlib.h>

#include "core/libc.h"
#include "core/span.h"

namespace kerf::faults {

class Block {
 public:
  Block() = default;
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;
  ~Block() { free(data_); }

  // Zeros, aligned to 16. Whether there was room.
  bool allocate(size_t bytes) { return take(calloc(1, bytes == 0 ? 1 : bytes), bytes); }
  // Allocates without writing, for what must not depend on the bytes that are there.
  bool allocate_unwritten(size_t bytes) { return take(malloc(bytes == 0 ? 1 : bytes), bytes); }
  // A copy of `bytes`, of another address each time.
  bool copy(Span<const uint8_t> bytes) {
    if (!allocate(bytes.size())) return false;
    if (!bytes.empty()) libc::copy(data_, bytes.data(), bytes.size());
    return true;
  }
  Span<uint8_t> span() const { return {data_, size_}; }

 private:
  bool take(void* block, size_t bytes) {
    free(data_);
    data_ = static_cast<uint8_t*>(block);
    size_ = bytes;
    return data_ != nullptr;
  }

  uint8_t* data_ = nullptr;
  size_t size_ = 0;
};

}  // namespace kerf::faults
