// Loading a method: kernels, slots and initial data.
#include "core/fault.h"
#include "core/libc.h"
#include "executor/method.h"
#include "selected/capacity.h"
#include "selected/features.h"
#include "selected/memory.h"

namespace kerf {

using schema::InstructionType;
using schema::Table;
using schema::TableVector;
using schema::ValueType;

namespace features = selected::features;

// Whether a call's dtypes decide which row it gets, or whether it gets one: a program that was
// checked on the host has a row for each call, the only one of its operator in most binaries.
constexpr bool kChoosesRows = features::kChecksPrograms || selected::kSharedNames;

class MethodLoader {
 public:
  MethodLoader(Method& method, Span<const FlatTensor> external)
      : method_(method), arena_(method.memory_.method_arena()), external_(external) {}

  Error run(Span<const BackendOptions> options) {
    KERF_TRY(registration_status());
    KERF_TRY(planned_memory());
    if (method_.memory_.temp_arena().size() < selected::kTempBytes) {
      return fault(Error::MemoryAllocationFailed, "the temp arena is smaller than planned");
    }
    if constexpr (!features::delegate_call) return state();
    KERF_TRY(method_.init_delegates(external_, options));
    const Error error = state();
    if (error != Error::Ok) method_.unload();
    return error;
  }

 private:
  Error state() {
    if constexpr (features::kState) KERF_TRY(slots());
    KERF_TRY(kernels());
    if constexpr (features::mutable_data || features::external_data) KERF_TRY(initial_data());
    return Error::Ok;
  }

  Error planned_memory() const {
    const MethodMeta meta = method_.method_meta();
    const Span<const Span<uint8_t>> planned = method_.memory_.planned();
    for (size_t i = 0; i < meta.num_memory_planned_buffers(); ++i) {
      if (i >= planned.size() || planned[i].size() < meta.memory_planned_buffer_size(i)) {
        return fault(Error::MemoryAllocationFailed,
                     "a planned memory is smaller than the program requires");
      }
      if (reinterpret_cast<uintptr_t>(planned[i].data()) % kPlannedAlignment != 0) {
        return fault(Error::InvalidArgument, "a planned memory must start at a multiple of 16");
      }
    }
    return Error::Ok;
  }

  // Which values change: codegen/state.py has the same rules, because the plan counts these values.
  Error slots() {
    const TableVector values = method_.values_;
    KERF_TRY(method_.slots_.start(arena_, values.size()));
    size_t dynamic_dims = 0;
    for (size_t i = 0; i < values.size(); ++i) {
      if (schema::value_type(values[i]) != ValueType::Tensor) continue;
      const Table tensor = schema::member(values[i]);
      const bool dynamic = tensor.number<int8_t>(schema::tensor::shape_dynamism) != 0;
      const bool unplanned = !tensor.table(schema::tensor::allocation_info);
      const bool constant = tensor.number<uint32_t>(schema::tensor::data_buffer_idx) != 0;
      if (dynamic) dynamic_dims += tensor.vector<int32_t>(schema::tensor::sizes).size();
      if (dynamic || (unplanned && !constant) || external_name(tensor) != nullptr)
        method_.slots_.mark(i);
    }
    mark_instructions();
    const schema::Vector<int32_t> inputs = method_.inputs();
    for (size_t i = 0; i < inputs.size(); ++i) {
      const Table input = values[static_cast<size_t>(inputs[i])];
      if (schema::value_type(input) == ValueType::Tensor &&
          !schema::member(input).table(schema::tensor::allocation_info))
        mark(inputs[i]);
    }
    if constexpr (features::scalar_inputs) KERF_TRY(mark_named_inputs());
    KERF_TRY(method_.slots_.finish(arena_, values.size(), dynamic_dims));
    method_.return_borrowed();
    return Error::Ok;
  }

  // Marks the inputs that are not tensors and that anything refers to: any other was fixed when the
  // model was exported, and needs no slot because it never changes. Error: NotSupported.
  Error mark_named_inputs() {
    const schema::Vector<int32_t> inputs = method_.inputs();
    for (size_t i = 1; i < inputs.size(); ++i) ascending_ = ascending_ && inputs[i - 1] < inputs[i];
    if (!ascending_ && inputs.size() > kMostUnorderedInputs)
      return fault(Error::NotSupported, "a method has too many inputs that are not in order");
    mark_inputs(method_.outputs());
    const TableVector chains = method_.plan_.tables(schema::plan::chains);
    for (size_t c = 0; c < chains.size(); ++c) {
      const TableVector instructions = chains[c].tables(schema::chain::instructions);
      for (size_t i = 0; i < instructions.size(); ++i) mark_inputs(instructions[i]);
    }
    // A symbolic size is read through the lists that it is in.
    for (size_t v = 0; v < method_.values_.size(); ++v) {
      const Table list = method_.values_[v];
      if (schema::value_type(list) == ValueType::IntList)
        mark_inputs(schema::member(list).vector<int64_t>(schema::boxed::value));
    }
    return Error::Ok;
  }

  void mark_inputs(Table instruction) {
    const Table member = schema::member(instruction);
    switch (schema::instruction_type(instruction)) {
      case InstructionType::KernelCall:
      case InstructionType::DelegateCall:
        mark_inputs(member.vector<int32_t>(schema::kernel_call::args));
        break;
      case InstructionType::MoveCall:
      case InstructionType::JumpFalseCall:
        mark_input(member.number<int32_t>(0));
        break;
      case InstructionType::Absent:
      case InstructionType::FreeCall:
        break;
    }
  }

  template <typename T>
  void mark_inputs(schema::Vector<T> indices) {
    for (size_t i = 0; i < indices.size(); ++i) mark_input(static_cast<int32_t>(indices[i]));
  }

  void mark_input(int32_t value) {
    const Table table = method_.values_[static_cast<size_t>(value)];
    if (schema::value_type(table) != ValueType::Tensor && is_input(value)) mark(value);
  }

  // In order, as exporters write them, the inputs are searched by halves: no program makes loading
  // take a time that is not proportional to its size, but for that factor.
  bool is_input(int32_t value) const {
    const schema::Vector<int32_t> inputs = method_.inputs();
    size_t first = 0;
    size_t end = inputs.size();
    while (ascending_ && end - first > 1) {
      const size_t middle = first + (end - first) / 2;
      (inputs[middle] <= value ? first : end) = middle;
    }
    for (; first < end; ++first) {
      if (inputs[first] == value) return true;
    }
    return false;
  }

  // A list never has a slot: its items may.
  void mark(int32_t value) {
    const size_t index = static_cast<size_t>(value);
    if (!schema::is_list(schema::value_type(method_.values_[index]))) method_.slots_.mark(index);
  }

  void mark_instructions() {
    const TableVector chains = method_.plan_.tables(schema::plan::chains);
    for (size_t c = 0; c < chains.size(); ++c) {
      const TableVector instructions = chains[c].tables(schema::chain::instructions);
      for (size_t i = 0; i < instructions.size(); ++i) {
        const Table member = schema::member(instructions[i]);
        switch (schema::instruction_type(instructions[i])) {
          case InstructionType::KernelCall: {
            const schema::Vector<int32_t> arguments =
                member.vector<int32_t>(schema::kernel_call::args);
            if (arguments.size() == 0) break;
            const int32_t result = arguments[arguments.size() - 1];
            if (schema::is_number(schema::value_type(method_.values_[static_cast<size_t>(result)])))
              mark(result);
            break;
          }
          case InstructionType::MoveCall:
            mark(member.number<int32_t>(schema::move_call::move_to));
            break;
          case InstructionType::FreeCall:
            mark(member.number<int32_t>(schema::free_call::value_index));
            break;
          case InstructionType::Absent:
          case InstructionType::DelegateCall:
          case InstructionType::JumpFalseCall:
            break;
        }
      }
    }
  }

  Error kernels() {
    const TableVector operators = method_.plan_.tables(schema::plan::operators);
    const TableVector chains = method_.plan_.tables(schema::plan::chains);
    // The first row of each operator is needed only here, but they are too few to be worth another
    // arena.
    Method::KernelIndex* first = arena_.allocate_array<Method::KernelIndex>(operators.size());
    if (first == nullptr) return no_room();
    for (size_t i = 0; i < operators.size(); ++i) {
      const Table oper = operators[i];
      const char* name = oper.text(schema::oper::name);
      const char* overload = oper.text(schema::oper::overload);
      const size_t found = find_kernel(name, overload);
      if (found == registered_kernels().size()) {
        return fault(Error::OperatorMissing, "no kernel in this binary for the operator", name,
                     overload);
      }
      first[i] = static_cast<Method::KernelIndex>(found);
    }
    for (size_t c = 0; c < chains.size(); ++c) {
      const TableVector instructions = chains[c].tables(schema::chain::instructions);
      // The indices of the chains follow each other: nothing else is allocated between them.
      Method::KernelIndex* next = arena_.allocate_array<Method::KernelIndex>(instructions.size());
      if (next == nullptr) return no_room();
      if (c == 0) method_.kernels_ = next;
      for (size_t i = 0; i < instructions.size(); ++i, ++next) {
        const Table instruction = instructions[i];
        const Table member = schema::member(instruction);
        if constexpr (!kOnlyKernelCalls) {
          *next = 0;
          const InstructionType type = schema::instruction_type(instruction);
          if (type != InstructionType::KernelCall) continue;
        }
        const auto oper =
            static_cast<size_t>(member.number<int32_t>(schema::kernel_call::op_index));
        KERF_TRY(kernel_of(operators[oper], member.vector<int32_t>(schema::kernel_call::args),
                           first[oper], next));
        if constexpr (features::kChecksPrograms) {
          KERF_TRY(method_.check_memory(registered_kernels()[*next],
                                        member.vector<int32_t>(schema::kernel_call::args).span(),
                                        false));
        }
      }
    }
    return Error::Ok;
  }

  static Error no_room() {
    return fault(Error::MemoryAllocationFailed,
                 "the method arena is smaller than the method's state");
  }

  // The first kernel of the operator, from row `first` on, that takes the call's dtypes.
  Error kernel_of(Table oper, schema::Vector<int32_t> arguments, size_t first,
                  Method::KernelIndex* found) {
    const Span<const Kernel> registered = registered_kernels();
    size_t row = first;
    const uint32_t pairs = listed_pairs_;
    while (kChoosesRows && !takes(registered[row], arguments)) {
      if (kBoundsLists && listed_pairs_ > kMostListedPairs)
        return fault(Error::NotSupported, "the lists of calls have too many tensors");
      listed_pairs_ = pairs;
      ++row;
      const char* name = oper.text(schema::oper::name);
      const char* overload = oper.text(schema::oper::overload);
      if (!selected::kSharedNames || row == registered.size() ||
          !is_kernel_of(registered[row], name, overload)) {
        return fault(Error::OperatorMissing, "a dtype was not selected for the operator", name,
                     overload);
      }
    }
    *found = static_cast<Method::KernelIndex>(row);
    return Error::Ok;
  }

  bool takes(const Kernel& kernel, schema::Vector<int32_t> arguments) {
    const DtypeSet* next = kernel.dtypes;
    for (const int32_t argument : arguments.span()) {
      const DtypeSet dtypes = *next++;
      if (!is_of(dtypes, argument)) return false;
      if ((dtypes & kLastArgument) != 0) break;
    }
    return true;
  }

  // Whether value `index`, if it is a tensor, or a list of them, has only dtypes of the set, and
  // lists so far are short enough.
  bool is_of(DtypeSet dtypes, int32_t index) {
    const Table value = method_.values_[static_cast<size_t>(index)];
    const ValueType type = schema::value_type(value);
    if (type == ValueType::Tensor) {
      return contains(dtypes, static_cast<ScalarType>(schema::member(value).number<int8_t>(
                                  schema::tensor::scalar_type)));
    }
    if constexpr (selected::kTensorListArguments) {
      if (schema::is_tensor_list(type)) {
        const schema::Vector<int32_t> items =
            schema::member(value).vector<int32_t>(schema::boxed::value);
        for (size_t i = 0; i < items.size(); ++i) {
          if (kBoundsLists && (listed_pairs_ += static_cast<uint32_t>(i)) > kMostListedPairs)
            return false;
          const bool absent = items[i] < 0;
          if (!absent && !is_of(dtypes, items[i])) return false;
        }
      }
    }
    return true;
  }

  // The name of a tensor's data where they are outside the program, else null.
  static const char* external_name(Table tensor) {
    if (!schema::is_external(tensor)) return nullptr;
    const Table extra = tensor.table(schema::tensor::extra_tensor_info);
    return extra.text(schema::extra::fully_qualified_name);
  }

  Error initial_data() {
    for (size_t i = 0; i < method_.values_.size(); ++i) {
      if (schema::value_type(method_.values_[i]) != ValueType::Tensor) continue;
      const Table tensor = schema::member(method_.values_[i]);
      const bool planned = static_cast<bool>(tensor.table(schema::tensor::allocation_info));
      const uint8_t* data = nullptr;
      if (const char* name = external_name(tensor); name != nullptr) {
        KERF_TRY(external_data(tensor, name, &data));
        if (!planned) method_.slots_.find(i)->data = const_cast<uint8_t*>(data);
      } else if (const auto index = tensor.number<uint32_t>(schema::tensor::data_buffer_idx);
                 planned && index != 0) {
        const Table extra = tensor.table(schema::tensor::extra_tensor_info);
        data = method_.program_.mutable_data(
            extra.number<uint64_t>(schema::extra::mutable_data_segments_idx), index);
      }
      if (!planned || data == nullptr) continue;
      const Slot state = method_.initial_state(method_.values_[i]);
      libc::copy(state.data, data, method_.view(state).nbytes());
    }
    return Error::Ok;
  }

  // Finds data that the program names, in the data files first.
  // Errors: NotFound, InvalidExternalData (other dtype, shape or dim order, too short, misaligned).
  Error external_data(Table tensor, const char* name, const uint8_t** data) const {
    const auto type = static_cast<ScalarType>(tensor.number<int8_t>(schema::tensor::scalar_type));
    const schema::Vector<int32_t> sizes = tensor.vector<int32_t>(schema::tensor::sizes);
    const schema::Vector<uint8_t> dim_order = tensor.vector<uint8_t>(schema::tensor::dim_order);
    Span<const uint8_t> bytes;
    bool found = false;
    for (size_t i = 0; i < external_.size() && !found; ++i) {
      const Result<NamedTensor> entry = external_[i].find(name);
      if (!entry.ok()) continue;
      found = true;
      bytes = entry->data;
      if (!entry->has_layout) break;
      if (entry->scalar_type != type || entry->sizes.size() != sizes.size() ||
          !libc::equal(entry->sizes.data(), sizes.data(), sizes.size() * sizeof(int32_t)) ||
          entry->dim_order.size() != sizes.size() ||
          !libc::equal(entry->dim_order.data(), dim_order.data(), sizes.size())) {
        return fault(Error::InvalidExternalData, "external data differ in dtype or shape", name);
      }
    }
    if (!found) {
      const Result<Span<const uint8_t>> named = method_.program_.named_data(name);
      if (!named.ok())
        return fault(Error::NotFound, "external data are missing: pass their .ptd", name);
      bytes = named.get();
    }
    if (bytes.size() < numel_of(sizes.span()) << element_shift(type) ||
        reinterpret_cast<uintptr_t>(bytes.data()) % element_alignment(element_bytes(type)) != 0) {
      return fault(Error::InvalidExternalData, "external data are too short or misaligned", name);
    }
    *data = bytes.data();
    return Error::Ok;
  }

  // Each is compared with all values that instructions name.
  static constexpr size_t kMostUnorderedInputs = 1024;
  // Each pair of tensors in a list of a call is compared. Source: codegen/program_check.py.
  static constexpr uint32_t kMostListedPairs = 1u << 23;
  static constexpr bool kBoundsLists = features::kChecksPrograms && selected::kTensorListArguments;

  Method& method_;
  Arena& arena_;
  Span<const FlatTensor> external_;
  bool ascending_ = true;      // the indices of the inputs
  uint32_t listed_pairs_ = 0;  // of the calls so far
};

Result<Method> Method::load(const Program& program, const char* name, const MemoryManager& memory,
                            Span<const FlatTensor> external) {
  if constexpr (features::delegate_call) return load(program, name, memory, external, {});
  const Table plan = program.plan(name);
  if (!plan) return Error::NotFound;
  Method method(program, plan, memory);
  if (const Error error = MethodLoader(method, external).run({}); error != Error::Ok) return error;
  return method;
}

Result<Method> Method::load(const Program& program, const char* name, const MemoryManager& memory,
                            Span<const FlatTensor> external, Span<const BackendOptions> options) {
  if constexpr (!features::delegate_call) return load(program, name, memory, external);
  const Table plan = program.plan(name);
  if (!plan) return Error::NotFound;
  Method method(program, plan, memory);
  if (const Error error = MethodLoader(method, external).run(options); error != Error::Ok)
    return error;
  return method;
}

}  // namespace kerf
