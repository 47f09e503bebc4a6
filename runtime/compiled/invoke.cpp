// Methods of compiled models as functions of C.
#include "compiled/invoke.h"

#include "compiled/control.h"
#include "compiled/ports.h"
#include "compiled/weights.h"
#include "core/fault.h"
#include "core/libc.h"
#include "core/result.h"

namespace kerf::compiled {
namespace {

constexpr uint8_t kNothing = 1;
constexpr uint8_t kInt = 2;
constexpr uint8_t kBool = 3;
constexpr uint8_t kTensor = 5;

Error check_arenas(const Method& method, Arenas arenas) {
  for (size_t i = 0; i < kArenas; ++i) {
    const void* const arena = arenas.at[i];
    const bool missing = arena == nullptr && arena_bytes(method, i) != 0;
    if (missing || reinterpret_cast<uintptr_t>(arena) % kPlannedAlignment != 0)
      return fault(Error::InvalidArgument, "an arena is null or not aligned to 16");
  }
  return Error::Ok;
}

Error set_input(Call& call, const Port& port, const Given& input) {
  if (port.kind == kNothing) return Error::Ok;
  if (port.kind != kTensor) return set_number(call, port, input.bits);
  if (port.caller_memory && input.data == nullptr)
    return fault(Error::InvalidArgument, "an input without memory in the arena is null");
  const Span<const int32_t> sizes = call.sizes(port.word);
  return set_tensor(call, port, {input.sizes == nullptr ? sizes.data() : input.sizes, sizes.size()},
                    input.data);
}

Error set_output_memory(Call& call, const Port& port, const Wanted& output) {
  if (port.kind != kTensor || !port.caller_memory) return Error::Ok;
  if (output.data == nullptr)
    return fault(Error::InvalidArgument, "an output without memory in the arena is null");
  set_memory(call, port, output.data);
  return Error::Ok;
}

void copy_output(Call& call, const Port& port, const Wanted& output) {
  if (port.kind == kNothing || output.data == nullptr) return;
  if (port.kind != kTensor) {
    // A kernel may have written a number of another kind.
    const auto kind = static_cast<Scalar::Kind>(port.kind - kInt);
    const int64_t bits = kChanges ? call.bits(port.word, kind) : call.scalar(port.word).bits();
    libc::copy(output.data, &bits, port.kind == kBool ? sizeof(bool) : sizeof bits);
    return;
  }
  const Tensor tensor = call.tensor(port.word);
  if (tensor.const_data_ptr() != output.data && tensor.numel() != 0)
    libc::copy(output.data, tensor.const_data_ptr(), tensor.nbytes());
}

void copy_sizes(Call& call, const Port& port, const Wanted& output) {
  if (port.kind != kTensor || output.sizes == nullptr) return;
  const Tensor tensor = call.tensor(port.word);
  libc::copy(output.sizes, tensor.sizes().data(), tensor.dim() * sizeof(int32_t));
}

Error run(const Method& method, const void* weights, Arenas arenas, Span<const Given> given,
          Span<const Wanted> wanted, Threads threads, RandomSource random, uint32_t max_jumps) {
  KERF_TRY(check_arenas(method, arenas));
  Call call(method, weights_of(weights), arenas, threads, random);
  if constexpr (kJumps) call.limit_jumps(max_jumps);
  const Span<const Port> outputs = ports(method.outputs);
  if constexpr (kChanges) {
    // An output that is an input too has the input's data, and is copied.
    for (size_t i = 0; i < outputs.size(); ++i)
      KERF_TRY(set_output_memory(call, outputs[i], wanted[i]));
  }
  const Span<const Port> inputs = ports(method.inputs);
  for (size_t i = 0; i < inputs.size(); ++i) KERF_TRY(set_input(call, inputs[i], given[i]));
  KERF_TRY(call.run());
  for (size_t i = 0; i < outputs.size(); ++i) {
    copy_output(call, outputs[i], wanted[i]);
    copy_sizes(call, outputs[i], wanted[i]);
  }
  return call.error();
}

}  // namespace

Error invoke(const Method& method, const void* weights, Arenas arenas, Span<const Given> given,
             Span<const Wanted> wanted, Threads threads, RandomSource random) {
  return run(method, weights, arenas, given, wanted, threads, random, UINT32_MAX);
}

Error invoke(const Method& method, const void* weights, Arenas arenas, Span<const Given> given,
             Span<const Wanted> wanted, Threads threads, RandomSource random, uint32_t max_jumps) {
  if constexpr (kJumps)
    return run(method, weights, arenas, given, wanted, threads, random, max_jumps);
  return invoke(method, weights, arenas, given, wanted, threads, random);
}

void initialise(const Method& method, const void* weights, Arenas arenas) {
  if (check_arenas(method, arenas) != Error::Ok) return;
  Call(method, weights_of(weights), arenas).initialise();
}

void destroy(const Method& method, Arenas arenas) {
  if (check_arenas(method, arenas) == Error::Ok) destroy_delegates(method, arenas);
}

}  // namespace kerf::compiled
