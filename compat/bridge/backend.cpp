// Converts what a backend of ExecuTorch takes, and calls it.
#pragma GCC diagnostic ignored "-Wshadow"  // dtypes are named as types are
#include "bridge/backend.h"

#include <limits.h>

#include "bridge/passed_tensor.h"
#include "core/fault.h"
#include "core/libc.h"
#include "executorch/runtime/backend/interface.h"

// Where no C library has it: a source registers its backend by objects that have destructors, and
// nothing is destroyed. Source: C++ ABI for the Arm architecture, 4.4.5.
extern "C" [[gnu::weak]] int __aeabi_atexit(void*, void (*)(void*), void*);
extern "C" int __aeabi_atexit(void*, void (*)(void*), void*) { return 0; }

namespace executorch::runtime {

Result<::kerf::Span<const uint8_t>> NamedDataMap::find(std::string_view key) const {
  char name[256] = {};
  if (key.size() >= sizeof name) return Error::InvalidArgument;
  ::kerf::libc::copy(name, key.data(), key.size());
  const auto found = map_.get_data(name);
  if (!found.ok()) return found.error();
  return found.get();
}

Result<FreeableBuffer> NamedDataMap::get_data(std::string_view key) const {
  const auto found = find(key);
  if (!found.ok()) return found.error();
  return FreeableBuffer(found->data(), found->size(), nullptr);
}

Error NamedDataMap::load_data_into(std::string_view key, void* buffer, size_t size) const {
  const auto found = find(key);
  if (!found.ok()) return found.error();
  if (size > found->size()) return Error::InvalidArgument;
  ::kerf::libc::copy(buffer, found->data(), size);
  return Error::Ok;
}

const char* BackendInitContext::get_method_name() const { return context_.get_method_name(); }

namespace {

const ::kerf::BackendOption* option_of(const ::kerf::BackendInitContext& context, const char* key) {
  for (const ::kerf::BackendOption& option : context.runtime_specs()) {
    if (::kerf::libc::compare(option.key, key) == 0) return &option;
  }
  return nullptr;
}

Error number(const ::kerf::BackendOption* option, ::kerf::Scalar::Kind kind) {
  if (option == nullptr) return Error::NotFound;
  return option->text == nullptr && option->value.kind() == kind ? Error::Ok
                                                                 : Error::InvalidArgument;
}

}  // namespace

Error BackendInitContext::read(const char* key, bool& value) const {
  const ::kerf::BackendOption* const option = option_of(context_, key);
  const Error error = number(option, ::kerf::Scalar::Kind::Bool);
  if (error == Error::Ok) value = option->value.integer() != 0;
  return error;
}

Error BackendInitContext::read(const char* key, int& value) const {
  const ::kerf::BackendOption* const option = option_of(context_, key);
  const Error error = number(option, ::kerf::Scalar::Kind::Int);
  if (error == Error::Ok) value = static_cast<int>(option->value.integer());
  return error;
}

Error BackendInitContext::read(const char* key, const char*& value) const {
  const ::kerf::BackendOption* const option = option_of(context_, key);
  if (option == nullptr) return Error::NotFound;
  value = option->text;
  return value == nullptr ? Error::InvalidArgument : Error::Ok;
}

}  // namespace executorch::runtime

namespace kerf::bridge {
namespace {

namespace theirs = ::executorch::runtime;

static_assert(sizeof(theirs::CompileSpec) == sizeof(CompileSpec) &&
              sizeof(theirs::SizedBuffer) == sizeof(Span<const uint8_t>));

// What a delegate takes of the method arena in addition to its own. Source of the bytes:
// HANDLE_BYTES in codegen/executorch_library.py.
struct Handle : Placed {
  Handle(Span<const uint8_t> bytes) : processed(bytes.data(), bytes.size(), nullptr) {}

  theirs::FreeableBuffer processed;
  theirs::DelegateHandle* own = nullptr;
};
static_assert(sizeof(Handle) <= 40);

// What a call takes of the temp arena for each argument. Source of the bytes: ARGUMENT_BYTES in
// codegen/executorch_library.py.
struct PlacedValue : Placed, theirs::EValue {
  using theirs::EValue::EValue;
};
static_assert(sizeof(PlacedTensor) + sizeof(PlacedValue) + sizeof(theirs::EValue*) <= 184);

void place(PlacedValue* at, PlacedTensor* tensor, const Value& value) {
  switch (value.kind()) {
    case Value::Kind::None:
      new (at) PlacedValue();
      return;
    case Value::Kind::Int:
      new (at) PlacedValue(value.scalar().integer());
      return;
    case Value::Kind::Bool:
      new (at) PlacedValue(value.scalar().integer() != 0);
      return;
    case Value::Kind::Double:
      new (at) PlacedValue(value.scalar().real());
      return;
    case Value::Kind::Tensor:
      new (tensor) PlacedTensor(value.tensor());
      new (at) PlacedValue(tensor->tensor);
      return;
  }
}

Error convert(const BackendOption& option, theirs::BackendOption& converted) {
  const size_t bytes = libc::length(option.key) + 1;
  if (bytes > sizeof converted.key) return Error::InvalidArgument;
  libc::copy(converted.key, option.key, bytes);
  if (option.text != nullptr) {
    std::array<char, theirs::kMaxOptionValueLength> text{};
    const size_t length = libc::length(option.text);
    if (length >= text.size()) return Error::InvalidArgument;
    libc::copy(text.data(), option.text, length);
    converted.value = text;
    return Error::Ok;
  }
  switch (option.value.kind()) {
    case Scalar::Kind::Bool:
      converted.value = option.value.integer() != 0;
      return Error::Ok;
    case Scalar::Kind::Int: {
      const int64_t value = option.value.integer();
      if (value < INT_MIN || value > INT_MAX) return Error::InvalidArgument;
      converted.value = static_cast<int>(value);
      return Error::Ok;
    }
    case Scalar::Kind::Double:
      break;
  }
  return Error::InvalidArgument;
}

}  // namespace

bool Backend::is_available() const { return theirs_().is_available(); }

Result<DelegateHandle*> Backend::init(BackendInitContext& context, Span<const uint8_t> processed,
                                      Span<const CompileSpec> compile_specs) const {
  Handle* const handle = context.get_runtime_allocator().allocate_array<Handle>(1);
  if (handle == nullptr)
    return fault(Error::MemoryAllocationFailed, "the method arena is smaller than its delegates");
  new (handle) Handle(processed);
  theirs::MemoryAllocator allocator(context.get_runtime_allocator());
  const theirs::NamedDataMap named(context.get_named_data_map());
  theirs::BackendInitContext own(context, allocator, named);
  const auto* const specs = reinterpret_cast<const theirs::CompileSpec*>(compile_specs.data());
  const auto made = theirs_().init(own, &handle->processed, {specs, compile_specs.size()});
  if (!made.ok()) return made.error();
  handle->own = made.get();
  return static_cast<DelegateHandle*>(handle);
}

Error Backend::execute(BackendExecutionContext& context, DelegateHandle* opaque,
                       const DelegateArguments& arguments) const {
  Arena& temp = context.get_temp_allocator();
  const size_t count = arguments.size();
  auto* const tensors = temp.allocate_array<PlacedTensor>(count);
  auto* const values = temp.allocate_array<PlacedValue>(count);
  auto* const list = temp.allocate_array<theirs::EValue*>(count);
  if (tensors == nullptr || values == nullptr || list == nullptr)
    return fault(Error::MemoryAllocationFailed, "the temp arena is smaller than planned");
  for (size_t i = 0; i < count; ++i) {
    place(values + i, tensors + i, arguments[i]);
    list[i] = values + i;
  }
  theirs::MemoryAllocator allocator(temp);
  theirs::BackendExecutionContext own(allocator, context.get_method_name());
  return theirs_().execute(own, static_cast<Handle*>(opaque)->own, {list, count});
}

void Backend::destroy(DelegateHandle* opaque) const {
  theirs_().destroy(static_cast<Handle*>(opaque)->own);
}

Error Backend::set_option(Span<const BackendOption> options) const {
  theirs::BackendOptionContext context;
  for (const BackendOption& option : options) {
    theirs::BackendOption converted;
    KERF_TRY(convert(option, converted));
    KERF_TRY(theirs_().set_option(context, {&converted, 1}));
  }
  return Error::Ok;
}

Error Backend::get_option(Span<BackendOption> options) const {
  theirs::BackendOptionContext context;
  for (BackendOption& option : options) {
    theirs::BackendOption converted;
    KERF_TRY(convert(option, converted));
    Span<theirs::BackendOption> one(&converted, 1);
    KERF_TRY(theirs_().get_option(context, one));
    if (const bool* const truth = std::get_if<bool>(&converted.value)) {
      option.value = Scalar(*truth);
    } else if (const int* const number = std::get_if<int>(&converted.value)) {
      option.value = Scalar(int64_t{*number});
    } else {
      return Error::NotSupported;
    }
  }
  return Error::Ok;
}

}  // namespace kerf::bridge
