// Data that a backend finds by name.
#pragma once

#include <stddef.h>

#include <string_view>

#include "core/span.h"
#include "executorch/runtime/core/freeable_buffer.h"
#include "executorch/runtime/core/result.h"

namespace kerf {
class NamedDataMap;
}

namespace executorch::runtime {

// The data of a program and of its files; they stay in place.
class NamedDataMap final {
 public:
  explicit NamedDataMap(const ::kerf::NamedDataMap& map) : map_(map) {}

  // Errors: NotFound, InvalidArgument (a key of 256 characters or more).
  Result<FreeableBuffer> get_data(std::string_view key) const;
  // Copies the first `size` bytes to `buffer`. Errors: as above, InvalidArgument (there are fewer).
  Error load_data_into(std::string_view key, void* buffer, size_t size) const;

 private:
  Result<::kerf::Span<const uint8_t>> find(std::string_view key) const;

  const ::kerf::NamedDataMap& map_;
};

}  // namespace executorch::runtime
