// Calls of delegates in compiled programs.
#include "compiled/control.h"
#include "core/fault.h"
#include "delegate/backend.h"
#include "selected/backends.h"

namespace kerf::compiled {
namespace {

Result<Span<const uint8_t>> no_data(const void*, const char*) { return Error::NotFound; }

const char* text(size_t string) { return kCharacters + kStrings[string].start; }

Span<const uint8_t> bytes(size_t string) {
  return {reinterpret_cast<const uint8_t*>(text(string)), kStrings[string].count};
}

bool is_constant(size_t word) {
  return word < kTensorCount &&
         kLocations[word] >> kOffsetBits == static_cast<uint32_t>(Base::Weights);
}

Error no_room() {
  return fault(Error::MemoryAllocationFailed, "the arena is smaller than its delegates");
}

Result<DelegateHandle*> init(Call& call, const DelegateRow& row, const BackendInterface& backend) {
  if (!backend.is_available()) return fault(Error::NotFound, "a backend is not available");
  CompileSpec* const specs = call.temp().allocate_array<CompileSpec>(row.specs.count);
  if (specs == nullptr) return no_room();
  for (size_t i = 0; i < row.specs.count; ++i) {
    const Spec& spec = kSpecs[row.specs.start + i];
    specs[i] = {text(spec.key), bytes(spec.value)};
  }
  const NamedDataMap named(no_data, nullptr);
  BackendInitContext context(call.temp(), text(row.method), named, {});
  return backend.init(context, {call.weights() + row.payload, row.bytes}, {specs, row.specs.count});
}

}  // namespace

Error call_delegate(Call& call) {
  const Word* const words = call.take(2);
  const DelegateRow& row = kDelegates[words[0]];
  const BackendInterface& backend = *selected::backends()[row.backend].backend;
  const Range items = kTensorLists[words[1]];
  const Span<const Tensor> tensors = call.tensor_list(words[1]);
  KERF_TRY(call.error());
  DelegateArgument* const arguments = call.temp().allocate_array<DelegateArgument>(items.count);
  if (arguments == nullptr) return no_room();
  for (size_t i = 0; i < items.count; ++i) {
    const size_t word = kItems[items.start + i];
    arguments[i].value = call.is_none(word) ? Value() : Value(tensors[i]);
    arguments[i].constant = is_constant(word);
  }
  const Result<DelegateHandle*> handle = init(call, row, backend);
  if (!handle.ok()) return handle.error();
  BackendExecutionContext context(&call.temp(), text(row.method));
  const Error error =
      backend.run(context, handle.get(), DelegateArguments({arguments, items.count}));
  backend.destroy(handle.get());
  return error;
}

}  // namespace kerf::compiled
