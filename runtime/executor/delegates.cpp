// Delegates of a method: made ready, called, and destroyed.
#include "executor/delegates.h"

#include "core/fault.h"
#include "core/libc.h"
#include "executor/method.h"
#include "selected/features.h"

namespace kerf {
namespace {

using schema::Table;
using schema::TableVector;

namespace features = selected::features;

struct NamedSource {
  const Program& program;
  Span<const FlatTensor> external;
};

// Data files come first, as for tensors.
Result<Span<const uint8_t>> find_named(const void* context, const char* key) {
  const auto& source = *static_cast<const NamedSource*>(context);
  for (const FlatTensor& file : source.external) {
    const Result<NamedTensor> found = file.find(key);
    if (found.ok()) return found->data;
  }
  return source.program.named_data(key);
}

Span<const BackendOption> options_of(const char* id, Span<const BackendOptions> all) {
  for (const BackendOptions& each : all) {
    if (libc::compare(each.id, id) == 0) return each.options;
  }
  return {};
}

}  // namespace

void Method::unload() {
  if constexpr (features::delegate_call) {
    for (const Delegate& each : delegates_->delegates) each.backend->destroy(each.handle);
    delegates_->delegates = {};
    delegates_->suspended = delegates_->running = false;
  }
}

Error Method::init_delegates(Span<const FlatTensor> external, Span<const BackendOptions> options) {
  if constexpr (features::delegate_call) {
    Arena& arena = memory_.method_arena();
    const TableVector tables = plan_.tables(schema::plan::delegates);
    delegates_ = arena.allocate_array<DelegateState>(1);
    Delegate* const made = arena.allocate_array<Delegate>(tables.size());
    if (delegates_ == nullptr || made == nullptr)
      return fault(Error::MemoryAllocationFailed, "the method arena is smaller than its delegates");
    *delegates_ = DelegateState{};
    const NamedSource source{program_, external};
    const NamedDataMap named(find_named, &source);
    for (size_t i = 0; i < tables.size(); ++i) {
      if (const Error error = init_delegate(tables[i], named, options, made[i]);
          error != Error::Ok) {
        unload();
        return fault(error, "a delegate cannot be initialised",
                     tables[i].text(schema::delegate::id));
      }
      delegates_->delegates = {made, i + 1};
    }
  }
  return Error::Ok;
}

Error Method::init_delegate(Table delegate, const NamedDataMap& named,
                            Span<const BackendOptions> options, Delegate& made) {
  const char* const id = delegate.text(schema::delegate::id);
  made.backend = find_backend(id);
  if (made.backend == nullptr) return Error::NotFound;
  if (!made.backend->is_available())
    return fault(Error::NotFound, "a backend is not available", id);
  Arena& arena = memory_.method_arena();
  const TableVector tables = delegate.tables(schema::delegate::compile_specs);
  CompileSpec* const specs = arena.allocate_array<CompileSpec>(tables.size());
  if (specs == nullptr)
    return fault(Error::MemoryAllocationFailed, "the method arena is smaller than its delegates");
  for (size_t i = 0; i < tables.size(); ++i) {
    specs[i].key = tables[i].text(schema::compile_spec::key);
    specs[i].value = tables[i].vector<uint8_t>(schema::compile_spec::value).span();
  }
  BackendInitContext context(arena, plan_.text(schema::plan::name), named, options_of(id, options));
  const Result<DelegateHandle*> handle =
      made.backend->init(context, program_.delegate_data(delegate), {specs, tables.size()});
  if (!handle.ok()) return handle.error();
  made.handle = handle.get();
  return Error::Ok;
}

Error Method::call_delegate(Table call) {
  if constexpr (features::delegate_call) {
    DelegateState& state = *delegates_;
    const auto index =
        static_cast<size_t>(call.number<int32_t>(schema::delegate_call::delegate_index));
    Error error = Error::Ok;
    if (state.suspended) {
      state.context.suspended_ = false;
      state.context.resumed_ = true;
    } else {
      error = start_delegate(call.vector<int32_t>(schema::delegate_call::args).span());
    }
    const Delegate& delegate = state.delegates[index];
    if (error == Error::Ok)
      error = delegate.backend->execute(state.context, delegate.handle, state.arguments);
    state.suspended = error == Error::Ok && state.context.suspended_;
    if (!state.suspended) memory_.temp_arena().reset();
    if (error != Error::Ok) return fault(error, "a delegate failed");
  }
  return Error::Ok;
}

// Reads the arguments of a call into the temp arena.
Error Method::start_delegate(Span<const int32_t> values) {
  if constexpr (features::delegate_call) {
    DelegateState& state = *delegates_;
    auto* const arguments = memory_.temp_arena().allocate_array<DelegateArgument>(values.size());
    if (arguments == nullptr)
      return fault(Error::MemoryAllocationFailed, "the temp arena is smaller than planned");
    for (size_t i = 0; i < values.size(); ++i) {
      const Slot current = this->state(values[i]);
      const Result<Value> value = value_of(current);
      if (!value.ok()) return value.error();
      if (value->is_tensor() && value->tensor().const_data_ptr() == nullptr &&
          value->tensor().numel() != 0)
        return fault(Error::InvalidState, "a tensor has no data: was every input set?");
      arguments[i] = {value.get(), value->is_tensor() && is_constant(current)};
    }
    state.arguments = DelegateArguments({arguments, values.size()});
    state.context = BackendExecutionContext(&memory_.temp_arena(), plan_.text(schema::plan::name));
  }
  return Error::Ok;
}

}  // namespace kerf
