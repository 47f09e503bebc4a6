// Loading and running with exact memory.
#include "tests/runtime/faults/attempt.h"

#include "executor/method.h"
#include "tests/runtime/faults/block.h"
#include "tests/runtime/faults/digest.h"

namespace kerf::faults {
namespace {

constexpr size_t kMaxBlocks = 64;        // planned memories, or inputs, of one method
constexpr size_t kRoomBytes = 16 << 10;  // for whatever a small program does not declare

// Destroys the delegates of a method in the end, where it was loaded.
class Unloading {
 public:
  explicit Unloading(Result<Method>& method) : method_(method) {}
  ~Unloading() {
    if (method_.ok()) method_->unload();
  }
  Unloading(const Unloading&) = delete;
  Unloading& operator=(const Unloading&) = delete;

 private:
  Result<Method>& method_;
};

// Everything that one method is loaded into.
struct Memory {
  Block state;
  Block scratch;
  Block planned[kMaxBlocks];
  Span<uint8_t> spans[kMaxBlocks];
  Arena method_arena;
  Arena temp_arena;
  Generator generator{0};  // where no random operator is selected, nothing draws from it
};

Error plan(const MethodMeta& meta, const Limits& limits, Memory& memory, size_t* count) {
  *count = meta.num_memory_planned_buffers();
  if (*count > kMaxBlocks) return Error::OutOfResources;
  for (size_t i = 0; i < *count; ++i) {
    const uint64_t bytes = meta.memory_planned_buffer_size(i);
    if (bytes > limits.planned_bytes || !memory.planned[i].allocate(static_cast<size_t>(bytes))) {
      return Error::OutOfResources;
    }
    memory.spans[i] = memory.planned[i].span();
  }
  return Error::Ok;
}

Result<Method> load(const Program& program, const char* name, Span<const FlatTensor> data,
                    Memory& memory, size_t planned, size_t state_bytes) {
  if (!memory.state.allocate_unwritten(state_bytes) ||
      !memory.scratch.allocate_unwritten(kRoomBytes))
    return Error::OutOfResources;
  memory.method_arena = Arena(memory.state.span());
  memory.temp_arena = Arena(memory.scratch.span());
  memory.generator = Generator(0);
  const MemoryManager manager(&memory.method_arena, {memory.spans, planned}, &memory.temp_arena,
                              &memory.generator);
  return Method::load(program, name, manager, data);
}

// Sets inputs to zeros and ones, in the largest shapes or with half as many rows. A number that was
// fixed at export is left as it is: nothing else would be accepted.
Error set_inputs(Method& method, bool largest, Block* data) {
  const MethodMeta meta = method.method_meta();
  if (meta.num_inputs() > kMaxBlocks) return Error::OutOfResources;
  for (size_t i = 0; i < meta.num_inputs(); ++i) {
    const Result<schema::ValueType> type = meta.input_tag(i);
    if (!type.ok()) return type.error();
    if (type.get() == schema::ValueType::Tensor) {
      const TensorInfo info = meta.input_tensor_meta(i).get();
      int32_t sizes[kMaxRank];
      for (size_t d = 0; d < info.sizes.size(); ++d) {
        sizes[d] = input_size(info.sizes[d], d, largest || !info.is_dynamic);
      }
      const size_t bytes = numel_of({sizes, info.sizes.size()}) << element_shift(info.scalar_type);
      if (bytes > kRoomBytes || !data[i].allocate(bytes)) return Error::OutOfResources;
      fill_input(data[i].span(), element_shift(info.scalar_type));
      const Tensor tensor(info.scalar_type, info.sizes.size(), sizes, info.dim_order.data(),
                          data[i].span().data());
      KERF_TRY(method.set_input(i, tensor));
      continue;
    }
    const Value values[] = {Value(), Value(Scalar(int64_t{0})), Value(Scalar(false)),
                            Value(Scalar(0.0))};
    for (const Value& value : values) static_cast<void>(method.set_input(i, value));
  }
  return Error::Ok;
}

// Allocates the memory of outputs that the program does not plan.
Error set_outputs(Method& method, Block* data) {
  if (method.outputs_size() > kMaxBlocks) return Error::OutOfResources;
  for (size_t i = 0; i < method.outputs_size(); ++i) {
    const Result<TensorInfo> info = method.method_meta().output_tensor_meta(i);
    if (!info.ok() || info->is_memory_planned) continue;
    const size_t bytes = numel_of(info->sizes) << element_shift(info->scalar_type);
    if (bytes > kRoomBytes || !data[i].allocate(bytes)) return Error::OutOfResources;
    static_cast<void>(method.set_output_data_ptr(data[i].span().data(), bytes, i));
  }
  return Error::Ok;
}

// Reads every byte of every output.
Error read_outputs(const Method& method, uint64_t& digest) {
  for (size_t i = 0; i < method.outputs_size(); ++i) {
    const Result<Value> output = method.get_output(i);
    if (!output.ok()) return output.error();
    add_value(output->kind(), digest);
    if (output->kind() != Value::Kind::None && !output->is_tensor())
      add_value(output->scalar().bits(), digest);
    if (!output->is_tensor()) continue;
    const Tensor& tensor = output->tensor();
    for (size_t d = 0; d < tensor.dim(); ++d) add_value(tensor.size(d), digest);
    if (tensor.const_data_ptr() == nullptr) continue;
    add({tensor.const_data_ptr<uint8_t>(), tensor.nbytes()}, digest);
  }
  return Error::Ok;
}

Error run_once(Method& method, bool largest, const Limits& limits, Block* inputs,
               uint64_t& digest) {
  KERF_TRY(set_inputs(method, largest, inputs));
  KERF_TRY(method.execute(limits.max_jumps_back));
  return read_outputs(method, digest);
}

// Runs once more, each output that the program does not plan in the memory of an input, if it fits:
// as callers do who want a result in place. Whether that is accepted depends on what was selected.
Error run_in_place(Method& method, const Limits& limits, Block* inputs) {
  KERF_TRY(set_inputs(method, true, inputs));
  const size_t count = method.inputs_size();
  for (size_t i = 0; i < method.outputs_size() && count != 0; ++i) {
    const Span<uint8_t> memory = inputs[i % count].span();
    static_cast<void>(method.set_output_data_ptr(memory.data(), memory.size(), i));
  }
  KERF_TRY(method.execute(limits.max_jumps_back));
  uint64_t digest = 0;
  return read_outputs(method, digest);
}

Error run(const Program& program, const char* name, Span<const FlatTensor> data,
          const Limits& limits, uint64_t& digest) {
  const Result<MethodMeta> meta = program.method_meta(name);
  if (!meta.ok()) return meta.error();
  Memory memory;
  size_t planned = 0;
  KERF_TRY(plan(meta.get(), limits, memory, &planned));
  Result<Method> roomy = load(program, name, data, memory, planned, kRoomBytes);
  if (!roomy.ok()) return roomy.error();
  roomy->unload();
  const size_t used = memory.method_arena.used();
  Result<Method> method = load(program, name, data, memory, planned, used);
  if (!method.ok()) return method.error();
  const Unloading unloading(method);
  Block outputs[kMaxBlocks];
  KERF_TRY(set_outputs(method.get(), outputs));
  Block inputs[kMaxBlocks];
  KERF_TRY(run_once(method.get(), true, limits, inputs, digest));
  uint64_t unused = 0;  // what smaller shapes give is read below; they may need more scratch
  static_cast<void>(run_once(method.get(), false, limits, inputs, unused));
  if (!memory.scratch.allocate_unwritten(memory.temp_arena.peak())) return Error::OutOfResources;
  memory.temp_arena = Arena(memory.scratch.span());
  KERF_TRY(run_once(method.get(), true, limits, inputs, digest));
  // Not every program supports shapes other than the largest.
  add_value(run_once(method.get(), false, limits, inputs, digest), digest);
  static_cast<void>(run_in_place(method.get(), limits, inputs));
  return Error::Ok;
}

Error first_run(const Program& program, const char* name, const Limits& limits, bool largest,
                uint64_t& digest) {
  const Result<MethodMeta> meta = program.method_meta(name);
  if (!meta.ok()) return meta.error();
  Memory memory;
  size_t planned = 0;
  KERF_TRY(plan(meta.get(), limits, memory, &planned));
  Result<Method> method = load(program, name, {}, memory, planned, kRoomBytes);
  if (!method.ok()) return method.error();
  const Unloading unloading(method);
  Block outputs[kMaxBlocks];
  KERF_TRY(set_outputs(method.get(), outputs));
  Block inputs[kMaxBlocks];
  return run_once(method.get(), largest, limits, inputs, digest);
}

}  // namespace

Error first_runs(Span<const uint8_t> model, const Limits& limits,
                 void (*show)(Error error, uint64_t digest)) {
  const Result<Program> program = Program::load(model);
  if (!program.ok()) return program.error();
  for (size_t i = 0; i < program->num_methods(); ++i) {
    for (const bool largest : kShapes) {
      uint64_t digest = kEmptyDigest;
      const Error error =
          first_run(program.get(), program->method_name(i), limits, largest, digest);
      show(error, digest);
    }
  }
  return Error::Ok;
}

Error attempt(Span<const uint8_t> model, Span<const uint8_t> data, const Limits& limits,
              uint64_t* digest) {
  uint64_t found = kEmptyDigest;
  const Result<Program> program = Program::load(model);
  if (!program.ok()) return program.error();
  Result<FlatTensor> file = Error::NotFound;
  if (!data.empty()) {
    file = FlatTensor::load(data);
    if (!file.ok()) return file.error();
  }
  const Span<const FlatTensor> files =
      file.ok() ? Span<const FlatTensor>(&file.get(), 1) : Span<const FlatTensor>();
  for (size_t i = 0; i < program->num_methods(); ++i) {
    KERF_TRY(run(program.get(), program->method_name(i), files, limits, found));
  }
  if (digest != nullptr) *digest = found;
  return Error::Ok;
}

}  // namespace kerf::faults
