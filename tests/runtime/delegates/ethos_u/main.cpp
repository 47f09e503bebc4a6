// Runs a method of an Ethos-U step by step, and prints the steps and its output.
#include <stdio.h>
#include <stdlib.h>

#include "core/fault.h"
#include "executor/method.h"
#include "memory/block.h"
#include "selected/memory.h"

namespace kerf {
namespace {

Block<selected::kMethodBytes + 512> state;
Block<selected::kTempBytes> scratch;
alignas(16) uint8_t planned_memory[4096];

void print(const char* what, Error error) {
  printf("%s: %s%s%s\n", what, to_string(error), error == Error::Ok ? "" : ": ",
         error == Error::Ok ? "" : last_fault());
}

void run(const Program& program) {
  for (uint8_t& each : planned_memory) each = 0;
  Arena method_arena(state);
  Arena temp(scratch);
  Span<uint8_t> planned[] = {planned_memory};
  Result<Method> method =
      Method::load(program, "forward", MemoryManager(&method_arena, planned, &temp));
  if (!method.ok()) return print("load", method.error());
  for (int execution = 0; execution < 2; ++execution) {
    clear_fault();
    Result<Value> input = method->get_input(0);
    if (!input.ok()) return print("input", input.error());
    Tensor& in = input->tensor();
    for (size_t i = 0; i < in.nbytes(); ++i)
      in.mutable_data_ptr<uint8_t>()[i] = static_cast<uint8_t>(i);
    for (;;) {
      const Result<Progress> progress = method->step();
      if (!progress.ok()) {
        print("step", progress.error());
        break;
      }
      printf("%c", "AWD"[static_cast<int>(progress.get())]);
      if (progress.get() == Progress::Done) break;
    }
    const Result<Value> output = method->get_output(0);
    if (!output.ok()) return print("output", output.error());
    const Tensor& out = output->tensor();
    for (size_t i = 0; i < out.nbytes(); ++i)
      printf(" %d", static_cast<int>(out.const_data_ptr<int8_t>()[i]));
    printf("\n");
  }
  static_cast<void>(method->step());  // destroyed as it waits
  method->unload();
}

}  // namespace
}  // namespace kerf

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    kerf::clear_fault();
    FILE* file = fopen(argv[i], "rb");
    if (file == nullptr) return 2;
    alignas(128) static uint8_t bytes[1 << 14];
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    printf("%s\n", argv[i]);
    const kerf::Result<kerf::Program> program = kerf::Program::load({bytes, size});
    if (program.ok()) {
      kerf::run(program.get());
    } else {
      kerf::print("program", program.error());
    }
  }
  return 0;
}
