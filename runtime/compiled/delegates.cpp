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
  if (word >= kTensorCount) return false;
  const size_t base = kLocations[word] >> kOffsetBits;
  return base == base_of_weights(0) || (kWeightRegions > 1 && base >= base_of_weights(1));
}

Error no_room() {
  return fault(Error::MemoryAllocationFailed, "the arena is smaller than its delegates");
}

// A delegate is ready where the arena has its backend.
Delegate& state_of(void* arena, const DelegateRow& row) {
  return *reinterpret_cast<Delegate*>(static_cast<uint8_t*>(arena) + row.state);
}

Error init(Call& call, const DelegateRow& row, const BackendInterface& backend) {
  if (!backend.is_available()) return fault(Error::NotFound, "a backend is not available");
  Arena memory({call.arena() + row.state, row.state_bytes});
  Delegate* const made = memory.allocate_array<Delegate>(1);
  CompileSpec* const specs = memory.allocate_array<CompileSpec>(row.specs.count);
  if (made == nullptr || specs == nullptr) return no_room();
  for (size_t i = 0; i < row.specs.count; ++i) {
    const Spec& spec = kSpecs[row.specs.start + i];
    specs[i] = {text(spec.key), bytes(spec.value)};
  }
  const NamedDataMap named(no_data, nullptr);
  BackendInitContext context(memory, text(row.name), named, {});
  const Result<DelegateHandle*> handle =
      backend.init(context, {call.weights(row.payload), row.bytes}, {specs, row.specs.count});
  if (!handle.ok()) return handle.error();
  *made = {&backend, handle.get()};
  return Error::Ok;
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
  if (state_of(call.arena(), row).backend != &backend) KERF_TRY(init(call, row, backend));
  BackendExecutionContext context(&call.temp(), text(row.name));
  return backend.run(context, state_of(call.arena(), row).handle,
                     DelegateArguments({arguments, items.count}));
}

void destroy_delegates(const Method& method, Arenas arenas) {
  for (const DelegateRow& row : kDelegates) {
    if (&kMethods[row.method] != &method) continue;
    const BackendInterface* const backend = selected::backends()[row.backend].backend;
    Delegate& state = state_of(arenas.at[0], row);
    if (state.backend != backend) continue;
    state.backend = nullptr;
    backend->destroy(state.handle);
  }
}

}  // namespace kerf::compiled
