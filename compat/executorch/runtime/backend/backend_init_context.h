// What a backend gets when a delegate is made ready.
#pragma once

#include <type_traits>

#include "executorch/runtime/backend/options.h"
#include "executorch/runtime/core/event_tracer.h"
#include "executorch/runtime/core/memory_allocator.h"
#include "executorch/runtime/core/named_data_map.h"
#include "executorch/runtime/core/result.h"

namespace kerf {
class BackendInitContext;
}

namespace executorch::runtime {

class BackendInitContext final {
 public:
  BackendInitContext(const ::kerf::BackendInitContext& context, MemoryAllocator& allocator,
                     const NamedDataMap& named)
      : context_(context), allocator_(allocator), named_(named) {}

  // Memory that lives as long as the method: what `handle_bytes` counts.
  MemoryAllocator* get_runtime_allocator() { return &allocator_; }
  EventTracer* event_tracer() { return nullptr; }
  const char* get_method_name() const;
  const NamedDataMap* get_named_data_map() const { return &named_; }

  // The option `key` that the method was loaded with: a bool, an int or a const char*.
  // Errors: NotFound, InvalidArgument (another kind).
  template <typename T>
  Result<T> get_runtime_spec(const char* key) const {
    static_assert(std::is_same_v<T, bool> || std::is_same_v<T, int> ||
                  std::is_same_v<T, const char*>);
    T value{};
    if (const Error error = read(key, value); error != Error::Ok) return error;
    return value;
  }

 private:
  Error read(const char* key, bool& value) const;
  Error read(const char* key, int& value) const;
  Error read(const char* key, const char*& value) const;

  const ::kerf::BackendInitContext& context_;
  MemoryAllocator& allocator_;
  const NamedDataMap& named_;
};

}  // namespace executorch::runtime

namespace torch::executor {
using ::executorch::runtime::BackendInitContext;
}
