// Runs many compiled programs in one process, each in memory of exactly the sizes that it declares.
//   compiled-campaign PACK FIRST
// Prints a line for each program: the name of the error code and the digest of the outputs of each
// method's first run, in its largest and in its smaller shapes, as the campaign of the interpreter
// prints them. Never returns where a sanitizer finds anything, or a program does not end.
#include <inttypes.h>
#include <sanitizer/asan_interface.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "apps/runner/files.h"
#include "compiled/invoke.h"
#include "compiled/ports.h"
#include "core/fault.h"
#include "core/result.h"
#include "tests/runtime/campaign/compiled/tables.h"
#include "tests/runtime/delegates/live.h"
#include "tests/runtime/faults/digest.h"

namespace kerf::faults {
namespace {

using compiled::Given;
using compiled::Method;
using compiled::Port;
using compiled::Wanted;

constexpr unsigned kSeconds = 20;        // that one program may take
constexpr uint32_t kMostJumps = 200;     // as the interpreter's campaign
constexpr size_t kMaxPorts = 64;         // of one kind
constexpr size_t kRoomBytes = 16 << 10;  // of one input or output
constexpr uint8_t kNone = 1;
constexpr uint8_t kTensor = 5;

// What one method is called with, in blocks of exact sizes.
struct Ports {
  Block data[kMaxPorts];
  Block sizes[kMaxPorts];
  Given given[kMaxPorts];
  Wanted wanted[kMaxPorts];
};

bool prepare(Block& block, size_t bytes) { return bytes <= kRoomBytes && block.allocate(bytes); }

Error set_input(Call& call, const Port& port, bool largest, size_t i, Ports& ports) {
  Given& given = ports.given[i];
  if (port.kind == kNone) return Error::Ok;
  if (port.kind != kTensor) {
    // A number that never changes was fixed when the model was exported.
    if (call.changing_number(port.word) == nullptr) given.bits = call.scalar(port.word).bits();
    return Error::Ok;
  }
  const Tensor tensor = call.tensor(port.word);
  if (!prepare(ports.sizes[i], tensor.dim() * sizeof(int32_t))) return Error::OutOfResources;
  int32_t* const sizes = reinterpret_cast<int32_t*>(ports.sizes[i].span().data());
  for (size_t d = 0; d < tensor.dim(); ++d)
    sizes[d] = input_size(tensor.size(d), d, largest || !tensor.is_dynamic());
  const unsigned shift = element_shift(tensor.scalar_type());
  if (!prepare(ports.data[i], numel_of({sizes, tensor.dim()}) << shift))
    return Error::OutOfResources;
  fill_input(ports.data[i].span(), shift);
  given.data = ports.data[i].span().data();
  given.sizes = sizes;
  return Error::Ok;
}

Error set_output(Call& call, const Port& port, size_t i, Ports& ports) {
  if (port.kind == kNone) return Error::Ok;
  Wanted& wanted = ports.wanted[i];
  if (port.kind != kTensor) {
    if (!prepare(ports.data[i], port.kind == 3 ? sizeof(bool) : sizeof(int64_t)))
      return Error::OutOfResources;
  } else {
    const Tensor tensor = call.tensor(port.word);
    const size_t bytes = tensor.max_numel() << element_shift(tensor.scalar_type());
    if (!prepare(ports.sizes[i], tensor.dim() * sizeof(int32_t)) || !prepare(ports.data[i], bytes))
      return Error::OutOfResources;
    wanted.sizes = reinterpret_cast<int32_t*>(ports.sizes[i].span().data());
  }
  wanted.data = ports.data[i].span().data();
  return Error::Ok;
}

void read_output(const Port& port, const Tensor& tensor, const Wanted& wanted, uint64_t& digest) {
  add_value(static_cast<uint8_t>(port.kind - kNone), digest);
  if (port.kind == kNone) return;
  if (port.kind != kTensor) {
    int64_t bits = 0;
    memcpy(&bits, wanted.data, port.kind == 3 ? sizeof(bool) : sizeof bits);
    add_value(bits, digest);
    return;
  }
  for (size_t d = 0; d < tensor.dim(); ++d) add_value(wanted.sizes[d], digest);
  const size_t bytes = numel_of({wanted.sizes, tensor.dim()})
                       << element_shift(tensor.scalar_type());
  add({static_cast<const uint8_t*>(wanted.data), bytes}, digest);
}

Error run(const Tables& tables, size_t index, bool largest, uint64_t& digest) {
  const Method& method = compiled::kMethods[index];
  Block arena;
  if (!arena.allocate(compiled::arena_bytes(method))) return Error::OutOfResources;
  const compiled::Arenas arenas = {{arena.span().data()}};
  const uint8_t* const weights = static_cast<const uint8_t*>(tables.model());
  compiled::initialise(method, weights, arenas);
  const Span<const Port> inputs = compiled::ports(method.inputs);
  const Span<const Port> outputs = compiled::ports(method.outputs);
  if (inputs.size() > kMaxPorts || outputs.size() > kMaxPorts) return Error::OutOfResources;
  Ports given;
  Ports wanted;
  Call call(method, weights, arenas);
  for (size_t i = 0; i < outputs.size(); ++i) KERF_TRY(set_output(call, outputs[i], i, wanted));
  for (size_t i = 0; i < inputs.size(); ++i)
    KERF_TRY(set_input(call, inputs[i], largest, i, given));
  const Span<const Gap> gaps = tables.gaps(index);
  for (const Gap& gap : gaps)
    ASAN_POISON_MEMORY_REGION(arena.span().data() + gap.start, gap.end - gap.start);
  Generator generator(0);
  const Error error =
      compiled::invoke(method, weights, arenas, {given.given, inputs.size()},
                       {wanted.wanted, outputs.size()}, nullptr, &generator, kMostJumps);
  for (const Gap& gap : gaps)
    ASAN_UNPOISON_MEMORY_REGION(arena.span().data() + gap.start, gap.end - gap.start);
  compiled::destroy(method, arenas);
  KERF_TRY(error);
  for (size_t i = 0; i < outputs.size(); ++i) {
    const Tensor tensor = outputs[i].kind == kTensor ? call.tensor(outputs[i].word) : Tensor();
    read_output(outputs[i], tensor, wanted.wanted[i], digest);
  }
  return Error::Ok;
}

int run_all(Span<const uint8_t> pack, size_t first) {
  for (size_t number = 0; !pack.empty(); ++number) {
    Tables tables;
    if (!tables.read(pack)) return 3;
    if (number < first) continue;
    alarm(kSeconds);
    for (size_t method = 0; method < tables.method_count(); ++method) {
      for (const bool largest : kShapes) {
        uint64_t digest = kEmptyDigest;
        clear_fault();
        const Error error = run(tables, method, largest, digest);
        printf("%s:%016" PRIx64 " ", to_string(error), error == Error::Ok ? digest : 0);
        if (error != Error::Ok) fprintf(stderr, "%zu: %s\n", number, last_fault());
        if (live_delegates() != 0) return 4;
      }
    }
    printf("\n");
  }
  return 0;
}

}  // namespace
}  // namespace kerf::faults

int main(int argc, char** argv) {
  using namespace kerf;
  if (argc != 3) return 2;
  const Result<Span<const uint8_t>> pack = runner::map_file(argv[1]);
  if (!pack.ok()) return 3;
  setvbuf(stdout, nullptr, _IOLBF, 0);
  return faults::run_all(pack.get(), strtoul(argv[2], nullptr, 10));
}
