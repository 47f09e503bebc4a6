// The minimal application of a target whose programs are compiled: runs one method on the inputs it
// is given, emits the outputs. Flash and RAM of the target are those of this application. Inputs
// come from the calls block, which the host writes and is trusted.
#include "apps/minimal/calls.h"
#include "apps/minimal/stream.h"
#include "compiled/check_weights.h"
#include "compiled/control.h"
#include "compiled/ports.h"
#include "compiled/weights.h"
#include "core/libc.h"
#include "core/result.h"
#include "platform/port.h"
#include "selected/features.h"

namespace kerf {
namespace {

namespace features = selected::features;
using compiled::Arenas;
using compiled::kArenas;
using compiled::Method;
using compiled::Port;
using compiled::ports;

Error read_input(Call& call, const Port& port, Reader& reader) {
  const auto& header = reader.take<calls::ValueHeader>();
  const auto* sizes = reinterpret_cast<const int32_t*>(reader.take(header.rank * sizeof(int32_t)));
  const uint8_t* data = reader.take(header.data_bytes);
  if constexpr (features::scalar_inputs) {  // without it every input is a tensor
    if (port.kind == kNoValue) return Error::Ok;
    if (header.kind != port.kind) return Error::InvalidType;
    if (port.kind != kTensor)
      return compiled::set_number(call, port, number_of(header, data).scalar().bits());
  }
  return compiled::set_tensor(call, port, {sizes, header.rank}, data);
}

Value output_of(Call& call, const Port& port) {
  if (port.kind == kTensor) return call.tensor(port.word);
  if (port.kind == kNoValue) return Value();
  return call.scalar(port.word);
}

// Each phase is a function of its own, so that an emulator can attribute its instructions.
extern "C" {

[[gnu::noinline]] Error kerf_phase_program_load(size_t method, const uint8_t* weights) {
  return compiled::check_weights(compiled::kWeightFiles[compiled::kFileOfMethod[method]], weights);
}

[[gnu::noinline]] void kerf_phase_method_load(Call& call) { call.initialise(); }

[[gnu::noinline]] Error kerf_phase_execute(Call& call) { return call.run(); }

[[gnu::noinline]] void kerf_phase_done(const void* data, size_t bytes) { emit_padded(data, bytes); }

}  // extern "C"

// The arenas of `method` from `start` on, one after the other; `bytes`: those that they take.
Arenas cut_arenas(const Method& method, uint8_t* start, size_t& bytes) {
  Arenas arenas = {{start}};
  bytes = compiled::arena_bytes(method);
  for (size_t i = 1; i < kArenas; ++i) {
    bytes = compiled::aligned_to(kPlannedAlignment, bytes);
    arenas.at[i] = start + bytes;
    bytes += compiled::arena_bytes(method, i);
  }
  return arenas;
}

// Outputs that have no memory in the arenas of `method` are placed after them.
Error run_call(const Method& method, const uint8_t* weights, uint8_t* arena, RandomSource random,
               Reader& reader) {
  size_t end;
  Call call(method, weights, cut_arenas(method, arena, end), nullptr, random);
  for (const Port& port : ports(method.outputs)) {
    if (!features::caller_memory || !port.caller_memory) continue;
    end = compiled::aligned_to(kPlannedAlignment, end);
    compiled::set_memory(call, port, arena + end);
    end += call.slot(port.word)->max_numel() << element_shift(call.slot(port.word)->scalar_type());
  }
  const size_t inputs = reader.take<calls::CallHeader>().input_count;
  Error error = inputs == method.inputs.count ? Error::Ok : Error::InvalidArgument;
  for (const Port& port : ports(method.inputs)) {
    if (error == Error::Ok) error = read_input(call, port, reader);
  }
  if (error == Error::Ok) error = kerf_phase_execute(call);
  const size_t outputs = error == Error::Ok ? method.outputs.count : 0;
  const calls::CallResult result = {static_cast<uint32_t>(error), static_cast<uint32_t>(outputs),
                                    static_cast<uint32_t>(call.temp().peak()), 0};
  kerf_phase_done(&result, sizeof result);
  KERF_TRY(error);
  for (const Port& port : ports(method.outputs)) emit_output(output_of(call, port));
  return Error::Ok;
}

// Bytes of the arena that follow planned memory: values that change, and the scratch of calls as
// far as it is not in planned memory.
constexpr size_t state_bytes(const Method& method) {
  return compiled::layout_of(method).end - method.planned_bytes;
}
constexpr size_t scratch_bytes(const Method& method) {
  return compiled::arena_bytes(method) - compiled::layout_of(method).end;
}
constexpr size_t kMostStateBytes = largest(compiled::kMethods, state_bytes);
constexpr size_t kMostScratchBytes = largest(compiled::kMethods, scratch_bytes);

// Defines absolute symbols, no bytes, as the application of the interpreter does.
void publish_sizes() {
  __asm__ volatile(
      ".globl kerf_method_bytes\n.set kerf_method_bytes, %c0 * 1024 + %c1\n"
      ".globl kerf_temp_bytes\n.set kerf_temp_bytes, %c2 * 1024 + %c3"
      :
      : "i"(kMostStateBytes / 1024), "i"(kMostStateBytes % 1024), "i"(kMostScratchBytes / 1024),
        "i"(kMostScratchBytes % 1024));
}

// The method called `name`; that of a target with one method, whatever its name.
const Method* find_method(const char* name) {
  if constexpr (compiled::kMethodCount > 1) {
    for (size_t i = 0; i < compiled::kMethodCount; ++i) {
      if (libc::compare(compiled::kMethodNames[i], name) == 0) return &compiled::kMethods[i];
    }
    return nullptr;
  }
  return compiled::kMethods;
}

Error run() {
  publish_sizes();
  Reader reader(platform::calls().data());
  const auto& header = reader.take<calls::Header>();
  const char* name = reinterpret_cast<const char*>(reader.take(header.method_name_bytes + 1));
  const Method* const method = find_method(name);
  const uint8_t* const weights =
      compiled::weights_of(compiled::kWeightsInFile ? platform::model().data() : nullptr);
  uint8_t* const arena = platform::arena().data();
  Error error = method == nullptr ? Error::NotFound : Error::Ok;
  if constexpr (compiled::kWeightsInFile) {
    if (error == Error::Ok)
      error = kerf_phase_program_load(static_cast<size_t>(method - compiled::kMethods), weights);
  }
  calls::ResultHeader result = {calls::kResultMagic, static_cast<uint32_t>(error), 0, 0};
  if (error == Error::Ok) {
    result.method_bytes = static_cast<uint32_t>(state_bytes(*method));
    result.planned_bytes = method->planned_bytes;
    for (size_t i = 1; i < kArenas; ++i)
      result.planned_bytes += static_cast<uint32_t>(compiled::arena_bytes(*method, i));
    size_t end;
    Call call(*method, weights, cut_arenas(*method, arena, end));
    kerf_phase_method_load(call);
  }
  kerf_phase_done(&result, sizeof result);
  Generator generator(0);  // unused where no random operator is selected
  for (size_t i = 0; i < header.call_count && error == Error::Ok; ++i)
    error = run_call(*method, weights, arena, &generator, reader);
  if constexpr (features::delegate_call) {
    size_t end;
    if (method != nullptr) compiled::destroy_delegates(*method, cut_arenas(*method, arena, end));
  }
  return error;
}

}  // namespace
}  // namespace kerf

int main() { return static_cast<int>(kerf::run()); }
