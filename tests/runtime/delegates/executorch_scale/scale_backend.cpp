// The backend of tests that multiplies, written for ExecuTorch: for its headers, in its manner.
#include <executorch/runtime/backend/interface.h>
#include <executorch/runtime/core/error.h>
#include <executorch/runtime/core/evalue.h>
#include <executorch/runtime/core/event_tracer_hooks_delegate.h>
#include <executorch/runtime/core/exec_aten/util/tensor_util.h>

#include <cstdint>
#include <cstring>

namespace executorch_scale {
namespace {

using executorch::runtime::ArrayRef;
using executorch::runtime::Backend;
using executorch::runtime::BackendExecutionContext;
using executorch::runtime::BackendInitContext;
using executorch::runtime::BackendInterface;
using executorch::runtime::BackendOption;
using executorch::runtime::BackendOptionContext;
using executorch::runtime::CompileSpec;
using executorch::runtime::DelegateHandle;
using executorch::runtime::Error;
using executorch::runtime::EValue;
using executorch::runtime::FreeableBuffer;
using executorch::runtime::MemoryAllocator;
using executorch::runtime::Result;
using executorch::runtime::Span;

struct Handle {
  FreeableBuffer* processed;
  float factor;
  float bias;
};

class ScaleBackend final : public BackendInterface {
 public:
  ~ScaleBackend() override = default;

  bool is_available() const override { return available_; }

  Result<DelegateHandle*> init(BackendInitContext& context, FreeableBuffer* processed,
                               ArrayRef<CompileSpec> compile_specs) const override {
    Result<int> fail = context.get_runtime_spec<int>("fail");
    if (fail.ok() && fail.get() == live_) return Error::AccessFailed;
    ET_CHECK_OR_RETURN_ERROR(
        processed->size() == 16 && std::memcmp(processed->data(), "SCAL", 4) == 0,
        DelegateInvalidCompatibility, "payload of %zu bytes", processed->size());
    MemoryAllocator* allocator = context.get_runtime_allocator();
    Handle* handle = ET_ALLOCATE_INSTANCE_OR_RETURN_ERROR(allocator, Handle);
    handle->processed = processed;
    handle->bias = 0;
    std::memcpy(&handle->factor, static_cast<const char*>(processed->data()) + 8, sizeof(float));
    for (const CompileSpec& spec : compile_specs) {
      if (std::strcmp(spec.key, "bias") != 0) continue;
      const std::string_view key(static_cast<const char*>(spec.value.buffer), spec.value.nbytes);
      Result<FreeableBuffer> data = context.get_named_data_map()->get_data(key);
      if (!data.ok()) return data.error();
      std::memcpy(&handle->bias, data->data(), sizeof(float));
    }
    ++live_;
    return handle;
  }

  Error execute(BackendExecutionContext& context, DelegateHandle* opaque,
                Span<EValue*> args) const override {
    auto* handle = static_cast<Handle*>(opaque);
    if (args.size() != 2) return Error::InvalidProgram;
    if (!args[0]->isTensor() || !args[1]->isTensor()) return Error::InvalidType;
    const executorch::aten::Tensor& in = args[0]->toTensor();
    executorch::aten::Tensor& out = args[1]->toTensor();
    if (in.scalar_type() != executorch::aten::ScalarType::Float ||
        out.scalar_type() != executorch::aten::ScalarType::Float)
      return Error::InvalidType;
    auto* temporary = static_cast<float*>(context.allocate(16 * sizeof(float)));
    if (temporary == nullptr || in.numel() > 16) return Error::MemoryAllocationFailed;
    auto entry = executorch::runtime::event_tracer_start_profiling_delegate(
        context.event_tracer(), "scale", executorch::runtime::kUnsetDelegateDebugIntId);
    for (ssize_t i = 0; i < in.numel(); ++i)
      temporary[i] = in.const_data_ptr<float>()[i] * handle->factor + handle->bias;
    executorch::runtime::event_tracer_end_profiling_delegate(context.event_tracer(), entry);
    Error error = executorch::runtime::resize_tensor(out, in.sizes());
    if (error != Error::Ok) return error;
    std::memcpy(out.mutable_data_ptr<float>(), temporary, out.nbytes());
    return handle->processed->size() == 16 ? Error::Ok : Error::Internal;
  }

  Error set_option(BackendOptionContext& context, const Span<BackendOption>& options) override {
    (void)context;
    for (const BackendOption& option : options) {
      if (std::strcmp(option.key, "available") != 0) return Error::NotFound;
      if (const bool* value = std::get_if<bool>(&option.value)) available_ = *value;
    }
    return Error::Ok;
  }

  Error get_option(BackendOptionContext& context, Span<BackendOption>& options) override {
    (void)context;
    for (BackendOption& option : options) {
      if (std::strcmp(option.key, "live") != 0) return Error::NotFound;
      option.value = live_;
    }
    return Error::Ok;
  }

  void destroy(DelegateHandle*) const override { --live_; }

 private:
  bool available_ = true;
  mutable int live_ = 0;
};

ScaleBackend backend;
Backend registration{"ScaleBackend", &backend};
auto registered = executorch::runtime::register_backend(registration);

}  // namespace
}  // namespace executorch_scale
