// Runs a method in a temp arena of exactly the bytes that the build requires, and loads it into one
// of a byte less.
//   scratch MODEL
// Its inputs count from 1; its planned memory and outputs are floats. Prints a JSON object: the
// bytes, the bytes that the calls took, both errors, and the first output.
#include <stdio.h>
#include <stdlib.h>

#include "apps/runner/files.h"
#include "executor/method.h"
#include "selected/memory.h"
#include "tests/runtime/faults/block.h"

namespace {

using namespace kerf;
using faults::Block;

// A method in memory of its own.
struct Loaded {
  Loaded(const Program& program, size_t temp_bytes) {
    if (!state.allocate(selected::kMethodBytes) || !temp.allocate(temp_bytes) ||
        !planned.allocate(static_cast<size_t>(selected::kPlannedBytes[1])))
      abort();
    method_arena = Arena(state.span());
    temp_arena = Arena(temp.span());
    memory = planned.span();
    method =
        Method::load(program, "forward", MemoryManager(&method_arena, {&memory, 1}, &temp_arena));
  }

  Block state, temp, planned;
  Arena method_arena, temp_arena;
  Span<uint8_t> memory;
  Result<Method> method = Error::Internal;
};

Error execute(Method& method) {
  float next = 1;
  float data[16];
  const TensorInfo info = method.method_meta().input_tensor_meta(0).get();
  for (float& number : data) number = next++;
  KERF_TRY(method.set_input(0, Tensor(info.scalar_type, info.sizes.size(), info.sizes.data(),
                                      info.dim_order.data(), data)));
  return method.execute();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const Result<Program> program = Program::load(runner::map_file(argv[1]).get());
  if (!program.ok()) return 3;
  const Loaded less(program.get(), selected::kTempBytes - 1);
  Loaded exact(program.get(), selected::kTempBytes);
  if (!exact.method.ok()) return 4;
  const Error error = execute(exact.method.get());
  printf("{\"bytes\": %zu, \"used\": %zu, \"less\": \"%s\", \"exact\": \"%s\", \"output\": [",
         selected::kTempBytes, exact.temp_arena.peak(), to_string(less.method.error()),
         to_string(error));
  const Result<Value> output = exact.method->get_output(0);
  for (size_t i = 0; i < output->tensor().numel(); ++i)
    printf("%s%g", i == 0 ? "" : ", ",
           static_cast<double>(output->tensor().const_data_ptr<float>()[i]));
  printf("]}\n");
  return 0;
}
