// A backend that multiplies.
#include "backend.h"

#include "core/libc.h"

namespace scale {

using kerf::Error;
using kerf::Span;

namespace {

constexpr uint32_t kMostPolls = 16;
bool absent = false;
int64_t live = 0;
int64_t made = 0;

bool is(const char* key, const char* name) { return kerf::libc::compare(key, name) == 0; }

}  // namespace

bool Backend::is_available() const { return !absent; }

kerf::Result<kerf::DelegateHandle*> Backend::init(kerf::BackendInitContext& context,
                                                  Span<const uint8_t> processed,
                                                  Span<const kerf::CompileSpec> specs) const {
  for (const kerf::BackendOption& option : context.runtime_specs()) {
    if (is(option.key, "fail") && option.value.integer() == live) return Error::AccessFailed;
  }
  if (processed.size() != sizeof(Payload)) return Error::DelegateInvalidCompatibility;
  Handle* const handle = context.get_runtime_allocator().allocate_array<Handle>(1);
  if (handle == nullptr) return Error::DelegateMemoryAllocationFailed;
  *handle = Handle{};
  // In place, at a multiple of 16.
  handle->payload = *reinterpret_cast<const Payload*>(processed.data());
  if (!kerf::libc::equal(handle->payload.magic, "SCAL", 4) || handle->payload.polls > kMostPolls)
    return Error::DelegateInvalidCompatibility;
  for (const kerf::CompileSpec& spec : specs) {
    if (!is(spec.key, "bias")) continue;
    char name[16] = {};
    if (spec.value.size() >= sizeof name) return Error::DelegateInvalidCompatibility;
    kerf::libc::copy(name, spec.value.data(), spec.value.size());
    const auto data = context.get_named_data_map().get_data(name);
    if (!data.ok()) return data.error();
    if (data->size() < sizeof(float)) return Error::DelegateInvalidCompatibility;
    kerf::libc::copy(&handle->bias, data->data(), sizeof(float));
  }
  ++live;
  ++made;
  return static_cast<kerf::DelegateHandle*>(handle);
}

Error Backend::execute(kerf::BackendExecutionContext& context, kerf::DelegateHandle* handle,
                       const kerf::DelegateArguments& arguments) const {
  Handle& own = *static_cast<Handle*>(handle);
  const kerf::Result<kerf::Tensor> in = arguments.input(0);
  if (!in.ok()) return in.error();
  kerf::Result<kerf::Tensor> out = arguments.output(1);
  if (!out.ok()) return out.error();
  if (in->scalar_type() != kerf::ScalarType::Float || out->scalar_type() != kerf::ScalarType::Float)
    return Error::InvalidType;
  if (!context.resumed()) {
    own.polls = own.payload.polls;
    own.scratch = static_cast<uint8_t*>(context.get_temp_allocator().allocate(kTempBytes, 1));
    if (own.scratch == nullptr) return Error::DelegateMemoryAllocationFailed;
    kerf::libc::fill(own.scratch, 7, kTempBytes);
  }
  if (own.polls != 0) {
    --own.polls;
    context.suspend();
    return Error::Ok;
  }
  // What was there at the start is there at the end.
  for (size_t i = 0; i < kTempBytes; ++i) {
    if (own.scratch[i] != 7) return Error::Internal;
  }
  KERF_TRY(kerf::resize(out.get(), in->sizes()));
  for (size_t i = 0; i < in->numel(); ++i) {
    out->mutable_data_ptr<float>()[i] =
        in->const_data_ptr<float>()[i] * own.payload.factor + own.bias;
  }
  return Error::Ok;
}

void Backend::destroy(kerf::DelegateHandle*) const { --live; }

Error Backend::set_option(Span<const kerf::BackendOption> options) const {
  for (const kerf::BackendOption& option : options) {
    if (!is(option.key, "available")) return Error::NotFound;
    absent = option.value.integer() == 0;
  }
  return Error::Ok;
}

Error Backend::get_option(Span<kerf::BackendOption> options) const {
  for (kerf::BackendOption& option : options) {
    const bool all = is(option.key, "made");
    if (!all && !is(option.key, "live")) return Error::NotFound;
    option.value = kerf::Scalar(all ? made : live);
  }
  return Error::Ok;
}

}  // namespace scale
