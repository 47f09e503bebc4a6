// Loads add_mul.pte, gives it three 2x2 matrices and prints a x + b.
#include <kerf/kerf.h>
#include <stdio.h>

using namespace kerf;

// What the model needs, to the byte: the library was made for it.
alignas(16) uint8_t file[4096];
Block<selected::kPlannedBytes[1]> planned;
Block<selected::kMethodBytes> state;
Block<selected::kTempBytes> temp;

Error run(Span<const uint8_t> bytes) {
  const Result<Program> program = Program::load(bytes);
  KERF_TRY(program.error());
  Arena state_arena(state), temp_arena(temp);
  const Span<uint8_t> blocks[] = {planned};
  Result<Method> method =
      Method::load(program.get(), "forward", MemoryManager(&state_arena, blocks, &temp_arena));
  KERF_TRY(method.error());
  const int32_t sizes[] = {2, 2};
  const uint8_t order[] = {0, 1};
  float inputs[][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {0.5, 0.5, 0.5, 0.5}};
  for (size_t i = 0; i < 3; ++i)
    KERF_TRY(method->set_input(i, Tensor(ScalarType::Float, 2, sizes, order, inputs[i])));
  KERF_TRY(method->execute());
  const Tensor out = method->get_output(0)->tensor();
  for (size_t i = 0; i < out.numel(); ++i) printf("%g ", out.const_data_ptr<float>()[i]);
  return Error::Ok;
}

int main(int count, char** arguments) {
  FILE* stream = count == 2 ? fopen(arguments[1], "rb") : nullptr;
  if (stream == nullptr) return puts("usage: add_mul add_mul.pte"), 2;
  const Error error = run({file, fread(file, 1, sizeof file, stream)});
  puts(to_string(error));
  return static_cast<int>(error);
}
