// Runs add_mul.pte once, of three 2x2 matrices: a x + b. A debugger sees the results in `answer`.
#include <kerf/kerf.h>

using namespace kerf;

extern "C" const uint8_t model_start[], model_end[];

// What the model needs, to the byte, in .bss. The library was made for it.
static Block<selected::kPlannedBytes[1]> planned;
static Block<selected::kMethodBytes> state;
static Block<selected::kTempBytes> temp;

volatile float answer[4];
volatile uint8_t error = 0xff;

static Error run() {
  const Result<Program> program =
      Program::load({model_start, static_cast<size_t>(model_end - model_start)});
  KERF_TRY(program.error());
  Arena state_arena(state), temp_arena(temp);
  const Span<uint8_t> blocks[] = {planned};
  Result<Method> method =
      Method::load(program.get(), "forward", MemoryManager(&state_arena, blocks, &temp_arena));
  KERF_TRY(method.error());
  const int32_t sizes[] = {2, 2};
  const uint8_t order[] = {0, 1};
  float inputs[][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {0.5f, 0.5f, 0.5f, 0.5f}};
  for (size_t i = 0; i < 3; ++i)
    KERF_TRY(method->set_input(i, Tensor(ScalarType::Float, 2, sizes, order, inputs[i])));
  KERF_TRY(method->execute());
  const Result<Value> out = method->get_output(0);
  KERF_TRY(out.error());
  for (size_t i = 0; i < 4; ++i) answer[i] = out->tensor().const_data_ptr<float>()[i];
  return Error::Ok;
}

int main() {
  error = static_cast<uint8_t>(run());
  for (;;) {
  }
}
