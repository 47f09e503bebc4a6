// A method of a program with its state, ready to run.
#pragma once

#include "core/result.h"
#include "executor/delegates.h"
#include "executor/registry.h"
#include "executor/slots.h"
#include "executor/timed.h"
#include "memory/memory_manager.h"
#include "program/flat_tensor.h"
#include "program/method_meta.h"
#include "program/program.h"
#include "selected/capacity.h"
#include "selected/features.h"
#include "tensor/value.h"

namespace kerf {

// The type that numbers the rows of the registry.
template <bool kWide>
struct RowNumber {
  using Type = uint8_t;
};
template <>
struct RowNumber<true> {
  using Type = uint16_t;
};

// Whether no program that is loaded has any other instruction.
inline constexpr bool kOnlyKernelCalls =
    !selected::features::delegate_call && !selected::features::move_call &&
    !selected::features::jump_false_call && !selected::features::free_call;

// Values that never change stay in the program: a method keeps, for each instruction, which kernel
// runs it, and the state of the values that change. Copies share that state.
class Method : private DelegatesIf<selected::features::delegate_call>, private Timed {
 public:
  using KernelIndex = RowNumber<(selected::kKernelCapacity > UINT8_MAX)>::Type;

  // Finds every kernel, checks every dtype against those selected, gives mutable tensors their
  // initial data. `program`'s bytes, `memory` with its arenas and blocks, and the bytes of
  // `external` outlive the Method; `program`, `memory` and `external` themselves are copied or read
  // only here. Errors: NotFound (method, external data, delegate), OperatorMissing (operator, or a
  // dtype of it, not in this binary), NotSupported (a feature that was not selected),
  // MemoryAllocationFailed (an arena or block is too small), InvalidExternalData, InvalidProgram,
  // and what registration_status() holds.
  static Result<Method> load(const Program& program, const char* name, const MemoryManager& memory,
                             Span<const FlatTensor> external = {});
  // Passes `options` to the backends of its delegates, which are read only here. Errors: also those
  // of the backends.
  static Result<Method> load(const Program& program, const char* name, const MemoryManager& memory,
                             Span<const FlatTensor> external, Span<const BackendOptions> options);

  // Destroys the delegates, after which the method and its copies are not used any more; nothing
  // where it has none. A method that could not be loaded has none left.
  void unload();

  MethodMeta method_meta() const { return MethodMeta(plan_); }
  size_t inputs_size() const { return inputs().size(); }
  size_t outputs_size() const { return outputs().size(); }

  // Sets input `index`. A planned tensor is copied into its memory; any other is used in place, at
  // a multiple of its element's size (of 8 where that is 16), until the input is set again. Kind,
  // dtype and dim order are the method's; sizes too, or within its bounds where dynamic. A number
  // that no instruction, output or list refers to was fixed when the model was exported and can
  // only be set to that value. Errors: InvalidArgument, InvalidType.
  Error set_input(size_t index, const Value& value);

  // Input `index` as it is: a planned tensor may be resized and written in place instead of by
  // set_input(). Errors: InvalidArgument, InvalidType (a list or string).
  Result<Value> get_input(size_t index);

  // Gives output `index`, a tensor without planned memory, `size` bytes at `buffer`: aligned to its
  // element's size (to 8 where that is 16) and enough for its largest shape. They outlive the
  // Method. Errors: InvalidArgument (no such output, or it has memory), MemoryAllocationFailed (too
  // few bytes).
  Error set_output_data_ptr(void* buffer, size_t size, size_t index);

  // Runs all instructions; loops jump back at most `max_jumps_back` times, so that it ends whatever
  // the program is. Errors: those of the kernels; InvalidState (an input has no data, or a
  // random operator no generator), InvalidProgram, OutOfResources (more jumps back).
  // Where step() has begun an execution, the rest of it.
  Error execute(uint32_t max_jumps_back = UINT32_MAX);

  // The same; while a delegate has suspended its call, `waiter` waits until it may have completed.
  Error execute(uint32_t max_jumps_back, const Waiter& waiter);

  // Runs one instruction, of an execution that begins where the last one has ended. Waiting: a
  // delegate has suspended its call, which the next step continues; the method's planned memory and
  // temp arena remain in use, its inputs cannot be set. Done: there was no instruction left. After
  // an error the next step begins another execution. Errors: those of execute(), NotSupported
  // (programs with delegates were not selected).
  Result<Progress> step(uint32_t max_jumps_back = UINT32_MAX);
  // Makes each later execute() note its instructions in `profile`, which outlives the Method; null
  // ends that. Error: NotSupported (the target was built without).
  Error set_profile(Profile* profile) {
    return Timed::set(profile) ? Error::Ok : Error::NotSupported;
  }

  // Output `index`, valid until the next execute() or set_input(). Errors: InvalidArgument,
  // InvalidType (a list or string), InvalidState (it has no data yet).
  Result<Value> get_output(size_t index) const;

  // Bytes that load() takes from the method arena, aligned to 8.
  static constexpr size_t memory_bytes(size_t values, size_t slots, size_t dynamic_dims,
                                       size_t instructions, size_t operators,
                                       size_t delegate_bytes = 0) {
    const size_t state = selected::features::kState ? slots_bytes(values, slots, dynamic_dims) : 0;
    const size_t run = selected::features::delegate_call ? sizeof(DelegateState) : 0;
    return run + delegate_bytes + state + (instructions + operators) * sizeof(KernelIndex);
  }

 private:
  friend class Call;
  friend Error et_view(Call& call);
  friend class MethodLoader;

  Method(const Program& program, schema::Table plan, const MemoryManager& memory)
      : program_(program),
        memory_(memory),
        plan_(plan),
        values_(plan.tables(schema::plan::values)) {}

  schema::Vector<int32_t> inputs() const { return plan_.vector<int32_t>(schema::plan::inputs); }
  schema::Vector<int32_t> outputs() const { return plan_.vector<int32_t>(schema::plan::outputs); }

  // The current state of a value: its slot's, or the program's.
  Slot state(int32_t value) const;
  Slot initial_state(schema::Table value) const;
  // Where the program places a tensor's data; null where they are supplied later.
  void* data_of(schema::Table tensor) const;
  Tensor view(const Slot& tensor) const;
  bool is_constant(const Slot& tensor) const;
  Result<Value> value_of(const Slot& state) const;
  // Restores to the program's state the values that an execution has lent the memory of others.
  void return_borrowed();

  Span<const int32_t> tensors_of(const int32_t& value) const;
  size_t written_bytes(int32_t value, uintptr_t& begin) const;
  bool same_elements(int32_t a, int32_t b) const;
  bool changes(int32_t value) const { return slots_.is_marked(static_cast<size_t>(value)); }
  // Whether no output of a call shares memory with another argument, except as the kernel's row
  // allows. With `changing`, only pairs in which a value has a slot are compared, else only the
  // other pairs. Error: InvalidProgram.
  Error check_memory(const Kernel& kernel, Span<const int32_t> arguments, bool changing) const;

  Error set_tensor(int32_t value, const Tensor& tensor);
  Error set_number(int32_t value, const Value& number);

  // Prepares all delegates of the plan; after an error none is left to destroy.
  Error init_delegates(Span<const FlatTensor> external, Span<const BackendOptions> options);
  Error init_delegate(schema::Table delegate, const NamedDataMap& named,
                      Span<const BackendOptions> options, Delegate& made);
  Error call_delegate(schema::Table call);
  Error start_delegate(Span<const int32_t> values);
  bool is_waiting() const;

  Error run(schema::Table chain, const KernelIndex* kernels, uint32_t& jumps_left);
  // Returns `error`, which the instruction with that number in its chain had.
  Error located(Error error, schema::Table instruction, size_t number) const;
  Error run_instruction(const Kernel* registered, schema::Table instruction,
                        const KernelIndex& kernel, size_t now, size_t& next, uint32_t& jumps_left);
  Error call_kernel(schema::Table call, const Kernel& kernel);
  Error move(int32_t from, int32_t to);
  void release(int32_t value);
  Result<bool> is_true(int32_t value) const;

  Program program_;
  MemoryManager memory_;
  schema::Table plan_;
  schema::TableVector values_;
  Slots slots_;
  KernelIndex* kernels_ = nullptr;  // for each instruction of all chains
};

}  // namespace kerf
