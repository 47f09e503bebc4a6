// The minimal application: loads one method, runs it on the inputs it is given, emits the outputs.
// Flash and RAM of a target are those of this application. Inputs come from the calls block, which
// the host writes and is trusted.
#include "apps/minimal/calls.h"
#include "apps/minimal/stream.h"
#include "core/libc.h"
#include "executor/method.h"
#include "platform/port.h"
#include "selected/features.h"
#include "selected/memory.h"

namespace kerf {
namespace {

namespace features = selected::features;

// Blocks of planned memory: as many as the models have, or a default where they are unknown.
constexpr size_t kMaxPlanned = selected::kMethodCount == 0 ? 8 : selected::kPlannedCount;

Error read_input(Method& method, size_t index, Reader& reader) {
  const auto& header = reader.take<calls::ValueHeader>();
  const auto* sizes = reinterpret_cast<const int32_t*>(reader.take(header.rank * sizeof(int32_t)));
  uint8_t* data = const_cast<uint8_t*>(reader.take(header.data_bytes));
  Result<Value> input = method.get_input(index);
  if (!input.ok()) return input.error();
  if constexpr (features::scalar_inputs) {  // without it every input is a tensor
    if (static_cast<schema::ValueType>(header.kind) != schema::ValueType::Tensor) {
      return method.set_input(index, number_of(header, data));
    }
    if (!input->is_tensor()) return Error::InvalidType;
  }
  Tensor& tensor = input->tensor();
  if constexpr (features::caller_memory) {  // used in place
    return method.set_input(
        index, Tensor(tensor.scalar_type(), header.rank, sizes, tensor.dim_order().data(), data));
  }
  KERF_TRY(resize(tensor, {sizes, header.rank}));
  if (tensor.nbytes() != header.data_bytes) return Error::InvalidArgument;
  libc::copy(tensor.mutable_data_ptr(), data, header.data_bytes);
  return Error::Ok;
}

// Everything of one run, in static memory of the application's arena.
struct Session {
  Arena arena;
  Arena method_arena;
  Arena temp_arena;
  Span<uint8_t> planned[kMaxPlanned == 0 ? 1 : kMaxPlanned];
  uint32_t planned_bytes = 0;
};

Span<uint8_t> cut(Arena& arena, size_t bytes) {
  uint8_t* block = static_cast<uint8_t*>(arena.allocate(bytes, kPlannedAlignment));
  return {block, block == nullptr ? 0 : bytes};
}

// Each phase is a function of its own, so that an emulator can attribute its instructions.
extern "C" {

[[gnu::noinline]] Result<Program> kerf_phase_program_load(Span<const uint8_t> bytes) {
  return Program::load(bytes);
}

[[gnu::noinline]] Result<Method> kerf_phase_method_load(const Program& program, const char* name,
                                                        const MemoryManager& memory) {
  return Method::load(program, name, memory);
}

[[gnu::noinline]] Error kerf_phase_execute(Method& method) { return method.execute(); }

[[gnu::noinline]] void kerf_phase_done(const void* data, size_t bytes) { emit_padded(data, bytes); }

}  // extern "C"

Error plan_memory(const Program& program, const char* name, Session& session) {
  const Result<MethodMeta> meta = program.method_meta(name);
  if (!meta.ok()) return meta.error();
  for (size_t i = 0; i < meta->num_memory_planned_buffers(); ++i) {
    if (i >= kMaxPlanned) return Error::MemoryAllocationFailed;
    const uint64_t bytes = meta->memory_planned_buffer_size(i);
    session.planned[i] = cut(session.arena, static_cast<size_t>(bytes));
    if (session.planned[i].size() != bytes) return Error::MemoryAllocationFailed;
    session.planned_bytes += static_cast<uint32_t>(bytes);
  }
  constexpr size_t kUnknownBytes = 1 << 20;
  constexpr bool kKnown = selected::kMethodCount != 0;
  session.method_arena = Arena(cut(session.arena, kKnown ? selected::kMethodBytes : kUnknownBytes));
  session.temp_arena = Arena(cut(session.arena, kKnown ? selected::kTempBytes : kUnknownBytes));
  return Error::Ok;
}

// Allocates outputs without planned memory from the arena.
Error give_outputs(Method& method, Arena& arena) {
  for (size_t i = 0; i < method.outputs_size(); ++i) {
    const Result<TensorInfo> info = method.method_meta().output_tensor_meta(i);
    if (!info.ok() || info->is_memory_planned) continue;
    const Span<uint8_t> memory =
        cut(arena, numel_of(info->sizes) << element_shift(info->scalar_type));
    KERF_TRY(method.set_output_data_ptr(memory.data(), memory.size(), i));
  }
  return Error::Ok;
}

Error run_calls(Method& method, Reader& reader, size_t count, const Arena& temp) {
  for (size_t call = 0; call < count; ++call) {
    const size_t inputs = reader.take<calls::CallHeader>().input_count;
    Error error = Error::Ok;
    for (size_t i = 0; i < inputs && error == Error::Ok; ++i) error = read_input(method, i, reader);
    if (error == Error::Ok) error = kerf_phase_execute(method);
    const size_t outputs = error == Error::Ok ? method.outputs_size() : 0;
    const calls::CallResult result = {static_cast<uint32_t>(error), static_cast<uint32_t>(outputs),
                                      static_cast<uint32_t>(temp.peak()), 0};
    kerf_phase_done(&result, sizeof result);
    if (error != Error::Ok) return error;
    for (size_t i = 0; i < outputs; ++i) {
      const Result<Value> output = method.get_output(i);
      if (!output.ok()) return output.error();
      emit_output(output.get());
    }
  }
  return Error::Ok;
}

Error report(Error error, const Session& session) {
  const calls::ResultHeader header = {calls::kResultMagic, static_cast<uint32_t>(error),
                                      static_cast<uint32_t>(session.method_arena.used()),
                                      session.planned_bytes};
  kerf_phase_done(&header, sizeof header);
  return error;
}

// Defines absolute symbols, no bytes: the plan's counts in bytes, by the sizes of this processor's
// types. In units of 1024 and rest: GCC prints only numbers of 12 bits so on some processors.
void publish_sizes() {
  __asm__ volatile(
      ".globl kerf_method_bytes\n.set kerf_method_bytes, %c0 * 1024 + %c1\n"
      ".globl kerf_temp_bytes\n.set kerf_temp_bytes, %c2 * 1024 + %c3\n"
      ".globl kerf_kernel_row_bytes\n.set kerf_kernel_row_bytes, %c4\n"
      ".globl kerf_slot_bytes\n.set kerf_slot_bytes, %c5\n"
      ".globl kerf_tensor_bytes\n.set kerf_tensor_bytes, %c6\n"
      ".globl kerf_optional_tensor_bytes\n.set kerf_optional_tensor_bytes, %c7"
      :
      : "i"(selected::kMethodBytes / 1024), "i"(selected::kMethodBytes % 1024),
        "i"(selected::kTempBytes / 1024), "i"(selected::kTempBytes % 1024), "i"(sizeof(Kernel)),
        "i"(sizeof(Slot)), "i"(sizeof(Tensor)), "i"(sizeof(Optional<Tensor>)));
}

Error run() {
  publish_sizes();
  Reader reader(platform::calls().data());
  const auto& header = reader.take<calls::Header>();
  const char* name = reinterpret_cast<const char*>(reader.take(header.method_name_bytes + 1));
  Session session;
  session.arena = Arena(platform::arena());
  const Result<Program> program = kerf_phase_program_load(platform::model());
  if (!program.ok()) return report(program.error(), session);
  if (const Error error = plan_memory(program.get(), name, session); error != Error::Ok)
    return report(error, session);
  Generator generator(0);  // unused where no random operator is selected
  const MemoryManager memory(&session.method_arena, {session.planned, kMaxPlanned},
                             &session.temp_arena, &generator);
  Result<Method> method = kerf_phase_method_load(program.get(), name, memory);
  Error error = method.error();
  if constexpr (features::caller_memory) {
    if (error == Error::Ok) error = give_outputs(method.get(), session.arena);
  }
  KERF_TRY(report(error, session));
  return run_calls(method.get(), reader, header.call_count, session.temp_arena);
}

}  // namespace
}  // namespace kerf

int main() { return static_cast<int>(kerf::run()); }
