// Inputs, outputs and execution of a loaded method.
#include "executor/method.h"

#include "core/fault.h"
#include "core/libc.h"
#include "selected/features.h"

namespace kerf {

using schema::InstructionType;
using schema::Table;
using schema::TableVector;
using schema::ValueType;

namespace features = selected::features;

// Whether a delegate uses memory of the method between two steps.
bool Method::is_waiting() const {
  if constexpr (features::delegate_call) return delegates_->suspended;
  return false;
}

void* Method::data_of(Table tensor) const {
  const Table allocation = tensor.table(schema::tensor::allocation_info);
  if (allocation) {
    const Span<uint8_t>& block =
        memory_.planned()[allocation.number<uint32_t>(schema::allocation::memory_id) - 1];
    uint64_t offset = allocation.number<uint32_t>(schema::allocation::memory_offset_low);
    if constexpr (sizeof(size_t) > sizeof(uint32_t)) {  // checked: the offset is inside a block
      offset |= uint64_t{allocation.number<uint32_t>(schema::allocation::memory_offset_high)} << 32;
    }
    return block.data() + offset;
  }
  if constexpr (features::external_data) {
    if (schema::is_external(tensor)) return nullptr;  // its slot has them
  }
  if constexpr (features::constant_segment || features::constant_buffer) {
    const uint32_t index = tensor.number<uint32_t>(schema::tensor::data_buffer_idx);
    if (index != 0) return const_cast<uint8_t*>(program_.constant(index));
  }
  return nullptr;
}

Slot Method::initial_state(Table value) const {
  Slot state{};
  state.type = schema::value_type(value);
  state.member = schema::member(value);
  switch (state.type) {
    case ValueType::Int:
    case ValueType::Double:
      state.bits = state.member.number<int64_t>(schema::boxed::value);
      break;
    case ValueType::Bool:
      state.bits = state.member.number<uint8_t>(schema::boxed::value) != 0;
      break;
    case ValueType::Tensor:
      state.data = data_of(state.member);
      break;
    case ValueType::Absent:
    case ValueType::None:
    case ValueType::String:
    case ValueType::IntList:
    case ValueType::DoubleList:
    case ValueType::BoolList:
    case ValueType::TensorList:
    case ValueType::OptionalTensorList:
      break;
  }
  return state;
}

Slot Method::state(int32_t value) const {
  const size_t index = static_cast<size_t>(value);
  if constexpr (features::kState) {
    if (const Slot* slot = slots_.find(index)) return *slot;
  }
  return initial_state(values_[index]);
}

Tensor Method::view(const Slot& tensor) const {
  const auto type =
      static_cast<ScalarType>(tensor.member.number<int8_t>(schema::tensor::scalar_type));
  const schema::Vector<int32_t> sizes = tensor.member.vector<int32_t>(schema::tensor::sizes);
  const uint8_t* dim_order = tensor.member.vector<uint8_t>(schema::tensor::dim_order).data();
  if constexpr (features::dynamic_shapes) {
    if (tensor.sizes != nullptr && tensor.exact) {
      return Tensor(type, sizes.size(), tensor.sizes, dim_order, tensor.data);
    }
    if (tensor.sizes != nullptr) {
      return Tensor(type, sizes.size(), tensor.sizes, sizes.data(), dim_order, tensor.data);
    }
  }
  return Tensor(type, sizes.size(), sizes.data(), dim_order, tensor.data);
}

bool Method::is_constant(const Slot& tensor) const {
  if (tensor.member.table(schema::tensor::allocation_info)) return false;
  if constexpr (features::external_data) {
    if (schema::is_external(tensor.member)) return true;
  }
  return tensor.member.number<uint32_t>(schema::tensor::data_buffer_idx) != 0;
}

Error Method::set_input(size_t index, const Value& value) {
  const schema::Vector<int32_t> inputs = this->inputs();
  if (index >= inputs.size()) return fault(Error::InvalidArgument, "the method has fewer inputs");
  if (is_waiting()) return fault(Error::InvalidState, "a delegate of the method is running");
  return_borrowed();
  if (value.is_tensor()) return set_tensor(inputs[index], value.tensor());
  return set_number(inputs[index], value);
}

Error Method::set_tensor(int32_t value, const Tensor& tensor) {
  Slot current = state(value);
  if (current.type != ValueType::Tensor)
    return fault(Error::InvalidType, "the input is not a tensor");
  const bool planned = static_cast<bool>(current.member.table(schema::tensor::allocation_info));
  // The memory that it has had so far is no limit.
  current.exact = false;
  if (!planned) current.data = tensor.mutable_data_ptr();
  Tensor input = view(current);
  if (input.scalar_type() != tensor.scalar_type()) {
    return fault(Error::InvalidArgument, "the input tensor's dtype is not the method's");
  }
  if (!same_dim_order(input, tensor)) {
    return fault(Error::InvalidArgument,
                 "the input tensor's rank or dim order is not the method's");
  }
  KERF_TRY(resize(input, tensor.sizes()));
  if (planned) {
    const size_t bytes = tensor.nbytes();
    if (bytes != 0) libc::move(input.mutable_data_ptr(), tensor.const_data_ptr(), bytes);
    return Error::Ok;
  }
  if constexpr (features::caller_memory) {
    if (Slot* slot = slots_.find(static_cast<size_t>(value))) {
      slot->data = current.data;
      slot->exact = true;
      return Error::Ok;
    }
  }
  return fault(Error::NotSupported, "inputs without planned memory were not selected");
}

Error Method::set_number(int32_t value, const Value& number) {
  if constexpr (features::scalar_inputs) {
    const Slot current = state(value);
    if (current.type != type_of(number.kind()))
      return fault(Error::InvalidType, "the input is of the wrong kind");
    if (current.type == ValueType::None) return Error::Ok;  // it has no bits
    const int64_t bits = number.scalar().bits();
    if (Slot* slot = slots_.find(static_cast<size_t>(value))) {
      slot->bits = bits;
    } else if (bits != current.bits) {
      return fault(Error::InvalidArgument,
                   "the input was fixed to another value when the model was exported");
    }
    return Error::Ok;
  }
  return fault(Error::NotSupported, "inputs that are not tensors were not selected");
}

Result<Value> Method::get_input(size_t index) {
  const schema::Vector<int32_t> inputs = this->inputs();
  if (index >= inputs.size()) return fault(Error::InvalidArgument, "the method has fewer inputs");
  if (is_waiting()) return fault(Error::InvalidState, "a delegate of the method is running");
  return_borrowed();
  return value_of(state(inputs[index]));
}

Result<Value> Method::get_output(size_t index) const {
  const schema::Vector<int32_t> outputs = this->outputs();
  if (index >= outputs.size()) return fault(Error::InvalidArgument, "the method has fewer outputs");
  // Without state every tensor is planned or constant.
  if constexpr (!features::kState) return value_of(state(outputs[index]));
  const Result<Value> output = value_of(state(outputs[index]));
  if constexpr (features::kState) {
    if (output.ok() && output->is_tensor() && output->tensor().const_data_ptr() == nullptr &&
        output->tensor().numel() != 0) {
      return fault(Error::InvalidState, "an output has no data");
    }
  }
  return output;
}

Error Method::set_output_data_ptr(void* buffer, size_t size, size_t index) {
  const schema::Vector<int32_t> outputs = this->outputs();
  if (index >= outputs.size()) return fault(Error::InvalidArgument, "the method has fewer outputs");
  if (is_waiting()) return fault(Error::InvalidState, "a delegate of the method is running");
  return_borrowed();
  if constexpr (features::caller_memory) {
    Slot* slot = slots_.find(static_cast<size_t>(outputs[index]));
    if (slot != nullptr && slot->type == ValueType::Tensor && !is_constant(*slot) &&
        !slot->member.table(schema::tensor::allocation_info)) {
      slot->exact = false;
      const Tensor tensor = view(*slot);
      if (size < tensor.max_numel() << element_shift(tensor.scalar_type())) {
        return fault(Error::MemoryAllocationFailed,
                     "the memory of an output is smaller than the program requires");
      }
      slot->data = buffer;
      return Error::Ok;
    }
  }
  return fault(Error::InvalidArgument, "the output has memory of its own, or is not a tensor");
}

Result<Value> Method::value_of(const Slot& state) const {
  if (state.type == ValueType::Tensor) return Value(view(state));
  if (!schema::is_number(state.type))
    return fault(Error::InvalidType, "an input or output is a list or a string");
  if (state.type == ValueType::None) return Value();
  return Value(scalar_of(state));
}

void Method::return_borrowed() {
  if constexpr (!features::kState) return;
  bool any = false;
  for (const Slot& slot : slots_.all()) any = any || slot.borrowed;
  if (!any) return;
  int32_t* sizes = slots_.sizes();
  for (size_t i = 0; i < values_.size(); ++i) {
    Slot* slot = slots_.find(i);
    if (slot == nullptr) continue;
    const Slot own = initial_state(values_[i]);
    const bool dynamic = own.type == ValueType::Tensor &&
                         own.member.number<int8_t>(schema::tensor::shape_dynamism) != 0;
    const schema::Vector<int32_t> bound =
        dynamic ? own.member.vector<int32_t>(schema::tensor::sizes) : schema::Vector<int32_t>();
    if (slot->borrowed) {
      *slot = own;
      if (dynamic) slot->sizes = sizes;
      libc::copy(sizes, bound.data(), bound.size() * sizeof(int32_t));
    }
    sizes += bound.size();
  }
}

Error Method::execute(uint32_t max_jumps_back) {
  if constexpr (features::delegate_call) return execute(max_jumps_back, Waiter());
  return_borrowed();
  const TableVector chains = plan_.tables(schema::plan::chains);
  const KernelIndex* kernels = kernels_;
  for (size_t i = 0; i < chains.size(); ++i) {
    begin_chain(i);
    KERF_TRY(run(chains[i], kernels, max_jumps_back));
    kernels += chains[i].tables(schema::chain::instructions).size();
  }
  return Error::Ok;
}

Error Method::execute(uint32_t max_jumps_back, const Waiter& waiter) {
  if constexpr (!features::delegate_call) return execute(max_jumps_back);
  for (;;) {
    const Result<Progress> progress = step(max_jumps_back);
    if (!progress.ok()) return progress.error();
    if (progress.get() == Progress::Done) return Error::Ok;
    if (progress.get() == Progress::Waiting && waiter.wait != nullptr) waiter.wait(waiter.context);
  }
}

[[gnu::always_inline]] inline Error Method::located(Error error, Table instruction,
                                                    size_t number) const {
  if constexpr (kDescribes) {
    if (error == Error::Ok) return error;
    const Result<InstructionInfo> info = method_meta().instruction(instruction);
    if (info.ok()) return fault_at(error, info->name, info->overload, number);
  }
  return error;
}

Result<Progress> Method::step(uint32_t max_jumps_back) {
  if constexpr (features::delegate_call) {
    DelegateState& state = *delegates_;
    if (!state.running) {
      return_borrowed();
      state.chain = state.next = state.kernels = 0;
      state.jumps_left = max_jumps_back;
      state.running = true;
    }
    const TableVector chains = plan_.tables(schema::plan::chains);
    for (; state.chain < chains.size(); ++state.chain, state.next = 0) {
      const TableVector instructions = chains[state.chain].tables(schema::chain::instructions);
      if (state.next == instructions.size()) {
        state.kernels += instructions.size();
        continue;
      }
      const size_t now = state.next++;
      begin_chain(state.chain);
      const Timer timer(*this, now);
      const Error error =
          run_instruction(registered_kernels().data(), instructions[now],
                          kernels_[state.kernels + now], now, state.next, state.jumps_left);
      state.running = error == Error::Ok;
      if (error != Error::Ok) return located(error, instructions[now], now);
      if (!state.suspended) return Progress::Advanced;
      state.next = now;
      return Progress::Waiting;
    }
    state.running = false;
    return Progress::Done;
  }
  return fault(Error::NotSupported, "programs with delegates were not selected");
}

Error Method::run(Table chain, const KernelIndex* kernels, uint32_t& jumps_left) {
  const TableVector instructions = chain.tables(schema::chain::instructions);
  const Kernel* const registered = registered_kernels().data();
  for (size_t next = 0; next < instructions.size();) {
    const size_t now = next++;
    const Timer timer(*this, now);
    if constexpr (kOnlyKernelCalls) {
      const Error error = call_kernel(schema::member(instructions[now]), registered[kernels[now]]);
      KERF_TRY(located(error, instructions[now], now));
      continue;
    }
    const Error error =
        run_instruction(registered, instructions[now], kernels[now], now, next, jumps_left);
    KERF_TRY(located(error, instructions[now], now));
  }
  return Error::Ok;
}

// `next` is the instruction after `now`, unless this one jumps.
[[gnu::always_inline]] inline Error Method::run_instruction(const Kernel* registered,
                                                            Table instruction,
                                                            const KernelIndex& kernel, size_t now,
                                                            size_t& next, uint32_t& jumps_left) {
  const Table member = schema::member(instruction);
  switch (schema::instruction_type(instruction)) {
    case InstructionType::KernelCall:
      return call_kernel(member, registered[kernel]);
    case InstructionType::DelegateCall:
      if constexpr (features::delegate_call) return call_delegate(member);
      return Error::NotSupported;
    case InstructionType::MoveCall:
      if constexpr (features::move_call) {
        return move(member.number<int32_t>(schema::move_call::move_from),
                    member.number<int32_t>(schema::move_call::move_to));
      }
      break;
    case InstructionType::JumpFalseCall:
      if constexpr (features::jump_false_call) {
        const Result<bool> condition =
            is_true(member.number<int32_t>(schema::jump_false_call::cond_value_index));
        if (!condition.ok()) return condition.error();
        if (condition.get()) break;
        next = static_cast<size_t>(
            member.number<int32_t>(schema::jump_false_call::destination_instruction));
        // The instructions are finite, so that only jumps back could loop forever.
        if (next <= now && jumps_left-- == 0) {
          return fault(Error::OutOfResources, "a loop exceeds the limit of jumps back");
        }
      }
      break;
    case InstructionType::FreeCall:
      if constexpr (features::free_call) {
        release(member.number<int32_t>(schema::free_call::value_index));
      }
      break;
    case InstructionType::Absent:
      return Error::NotSupported;
  }
  return Error::Ok;
}

Error Method::call_kernel(Table call, const Kernel& kernel) {
  const Span<const int32_t> values = call.vector<int32_t>(schema::kernel_call::args).span();
  if constexpr (features::kChecksPrograms && features::kState)
    KERF_TRY(check_memory(kernel, values, true));
  Call arguments(*this, values);
  const Error error = kernel.function(arguments);
  memory_.temp_arena().reset();
  return error;
}

void Method::release(int32_t value) {
  Slot* slot = slots_.find(static_cast<size_t>(value));
  // Planned memory remains for the next run.
  if (slot != nullptr && slot->type == ValueType::Tensor &&
      !slot->member.table(schema::tensor::allocation_info)) {
    slot->data = nullptr;
  }
}

Error Method::move(int32_t from, int32_t to) {
  Slot* slot = slots_.find(static_cast<size_t>(to));
  if (slot == nullptr) return fault(Error::NotSupported, "a move into a list");
  // Program::load has checked that both are alike, so that dtypes remain those at load.
  *slot = state(from);
  slot->borrowed = true;
  return Error::Ok;
}

Result<bool> Method::is_true(int32_t value) const {
  const Slot condition = state(value);
  if (condition.type == ValueType::Bool) return condition.bits != 0;
  if (condition.type != ValueType::Tensor)
    return fault(Error::InvalidType, "a jump's condition is not a bool");
  const Tensor tensor = view(condition);
  const size_t count = tensor.numel();
  if (tensor.scalar_type() != ScalarType::Bool ||
      (tensor.const_data_ptr() == nullptr && count != 0)) {
    return fault(Error::InvalidType, "a jump's condition is not a tensor of bools");
  }
  for (size_t i = 0; i < count; ++i) {
    if (tensor.const_data_ptr<uint8_t>()[i] == 0) return false;
  }
  return true;
}

}  // namespace kerf
