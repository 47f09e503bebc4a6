// What runs the parts of a program that were compiled for something other than operators: an
// accelerator, or a library. Names and meanings are those of ExecuTorch's backends.
#pragma once

#include "core/result.h"
#include "core/span.h"
#include "delegate/arguments.h"
#include "memory/arena.h"
#include "tensor/scalar.h"

namespace kerf {

// What a backend makes of one delegate; the backend alone knows what it is.
using DelegateHandle = void;

// How the exporter compiled a delegate. Key and value are bytes of the program.
struct CompileSpec {
  const char* key;
  Span<const uint8_t> value;
};

// An option of a backend: a number, or a string where `text` is not null.
struct BackendOption {
  const char* key;
  Scalar value;
  const char* text = nullptr;
};

// The options of the backend `id`.
struct BackendOptions {
  const char* id;
  Span<const BackendOption> options;
};

// Finds data by name for init().
class NamedDataMap {
 public:
  using Find = Result<Span<const uint8_t>> (*)(const void* source, const char* key);
  NamedDataMap(Find find, const void* source) : find_(find), source_(source) {}

  // Aligned as the exporter aligned them; they live as long as the program. Error: NotFound.
  Result<Span<const uint8_t>> get_data(const char* key) const { return find_(source_, key); }

 private:
  Find find_;
  const void* source_;
};

class BackendInitContext {
 public:
  BackendInitContext(Arena& memory, const char* method, const NamedDataMap& named,
                     Span<const BackendOption> options)
      : memory_(memory), method_(method), named_(named), options_(options) {}

  // Memory that lives as long as the method: what `handle_bytes` counts.
  Arena& get_runtime_allocator() const { return memory_; }
  const char* get_method_name() const { return method_; }
  const NamedDataMap& get_named_data_map() const { return named_; }
  // The options that the method was loaded with.
  Span<const BackendOption> runtime_specs() const { return options_; }

 private:
  Arena& memory_;
  const char* method_;
  const NamedDataMap& named_;
  Span<const BackendOption> options_;
};

class Method;
class BackendInterface;

class BackendExecutionContext {
 public:
  constexpr BackendExecutionContext() = default;
  BackendExecutionContext(Arena* temp, const char* method) : temp_(temp), method_(method) {}

  // Memory until the call is complete: what `temp_bytes` and the scratch of its payload count.
  Arena& get_temp_allocator() const { return *temp_; }
  const char* get_method_name() const { return method_; }

  // Leaves the call incomplete although execute() returns Ok: the method is not past it, and its
  // next step calls execute() again with the same arguments and the same memory.
  void suspend() { suspended_ = true; }
  // Whether execute() has suspended this call before.
  bool resumed() const { return resumed_; }

 private:
  friend class Method;
  friend class BackendInterface;

  Arena* temp_ = nullptr;
  const char* method_ = nullptr;
  bool suspended_ = false;
  bool resumed_ = false;
};

// A backend is one constant object. Its description has what init() takes at most from the method
// arena, `handle_bytes`, and execute() from the temp arena, `temp_bytes`.
class BackendInterface {
 public:
  // Whether what the backend drives is there and works.
  virtual bool is_available() const = 0;

  // Makes `processed`, a payload in place, ready to run. The handle is passed to the other
  // functions; null is a handle as well. After an error nothing of the delegate is left to destroy.
  // Errors: DelegateInvalidCompatibility (a payload that this backend does not run),
  // MemoryAllocationFailed, and the backend's own.
  virtual Result<DelegateHandle*> init(BackendInitContext& context, Span<const uint8_t> processed,
                                       Span<const CompileSpec> compile_specs) const = 0;

  // Runs the delegate: `arguments` are what its call has in the program, inputs first.
  virtual Error execute(BackendExecutionContext& context, DelegateHandle* handle,
                        const DelegateArguments& arguments) const = 0;

  // Runs the delegate to its end, polling it while it suspends the call.
  Error run(BackendExecutionContext& context, DelegateHandle* handle,
            const DelegateArguments& arguments) const {
    Error error;
    do {
      context.resumed_ = context.suspended_;
      context.suspended_ = false;
      error = execute(context, handle, arguments);
    } while (error == Error::Ok && context.suspended_);
    return error;
  }

  // Ends whatever is left of a delegate, a suspended call as well. Its memory is the arena's.
  virtual void destroy(DelegateHandle*) const {}

  // Options of the whole backend, at run time. Errors: NotSupported, InvalidArgument, NotFound.
  virtual Error set_option(Span<const BackendOption>) const { return Error::NotSupported; }
  virtual Error get_option(Span<BackendOption>) const { return Error::NotSupported; }
};

// A backend of this binary.
struct BackendRow {
  const char* id;
  const BackendInterface* backend;
};

// The backend `id` of this binary, null where it has none.
const BackendInterface* find_backend(const char* id);

// Sets or reads options of the backend `id`. Errors: NotFound (no such backend), the backend's.
Error set_option(const char* id, Span<const BackendOption> options);
Error get_option(const char* id, Span<BackendOption> options);

// One delegate of a method that is ready to run.
struct Delegate {
  const BackendInterface* backend;
  DelegateHandle* handle;
};

// Bytes that delegates take from a method arena: so many, with all their compile specs, and with
// `handles` multiples of 8 bytes of their own.
constexpr size_t delegate_bytes(size_t delegates, size_t compile_specs, size_t handles) {
  return delegates * sizeof(Delegate) + compile_specs * sizeof(CompileSpec) + handles * 8;
}

// Bytes that a call takes from a temp arena, `own` of them for the backend.
constexpr size_t delegate_temp_bytes(size_t arguments, size_t own) {
  return arguments * sizeof(DelegateArgument) + own;
}

}  // namespace kerf
