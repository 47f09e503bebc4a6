// The interface of a backend that is written for ExecuTorch.
#pragma once

#include <cstring>  // sources rely on it

#include "executorch/runtime/backend/backend_execution_context.h"
#include "executorch/runtime/backend/backend_init_context.h"
#include "executorch/runtime/backend/backend_option_context.h"
#include "executorch/runtime/backend/options.h"
#include "executorch/runtime/core/array_ref.h"
#include "executorch/runtime/core/error.h"
#include "executorch/runtime/core/evalue.h"
#include "executorch/runtime/core/freeable_buffer.h"
#include "executorch/runtime/core/memory_allocator.h"
#include "executorch/runtime/core/named_data_map.h"
#include "executorch/runtime/core/result.h"
#include "executorch/runtime/core/span.h"
#include "executorch/runtime/platform/compiler.h"

namespace executorch::runtime {

// Laid out as Kerf's compile specs are, which are passed in place.
struct [[gnu::may_alias]] SizedBuffer {
  void* buffer;
  size_t nbytes;
};
struct [[gnu::may_alias]] CompileSpec {
  const char* key;
  SizedBuffer value;
};

using DelegateHandle = void;

class BackendInterface {
 public:
  [[nodiscard]] virtual bool is_available() const = 0;
  // `processed` and `compile_specs` live as long as the handle.
  [[nodiscard]] virtual Result<DelegateHandle*> init(BackendInitContext& context,
                                                     FreeableBuffer* processed,
                                                     ArrayRef<CompileSpec> compile_specs) const = 0;
  // `args` are inputs, then outputs; the payload knows how many of each.
  [[nodiscard]] virtual Error execute(BackendExecutionContext& context, DelegateHandle* handle,
                                      Span<EValue*> args) const = 0;
  [[nodiscard]] virtual Error set_option(BackendOptionContext&, const Span<BackendOption>&) {
    return Error::Ok;
  }
  [[nodiscard]] virtual Error get_option(BackendOptionContext&, Span<BackendOption>&) {
    return Error::Ok;
  }
  virtual void destroy(DelegateHandle*) const {}

  // A backend lives as long as the program: no heap is needed to destroy it.
  virtual ~BackendInterface() = default;
  static void operator delete(void*) {}
};

struct Backend {
  const char* name;
  BackendInterface* backend;
};

// Does nothing: the backend's description registers it.
[[nodiscard]] constexpr Error register_backend(const Backend&) { return Error::Ok; }

}  // namespace executorch::runtime

namespace torch::executor {
using ::executorch::runtime::Backend;
using ::executorch::runtime::CompileSpec;
using ::executorch::runtime::DelegateHandle;
using ::executorch::runtime::register_backend;
using ::executorch::runtime::SizedBuffer;
using PyTorchBackendInterface = ::executorch::runtime::BackendInterface;
}  // namespace torch::executor
