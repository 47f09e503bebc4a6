// Loads a method into an arena of a given size.
//   memory MODEL DATA METHOD VALUES SLOTS DYNAMIC_DIMS INSTRUCTIONS OPERATORS
// DATA is the .ptd, or "-". Prints a JSON object: the program's features, the planned sizes, and
// for an arena with room to spare, one of exactly the bytes that follow from the counts, and one of
// a byte less: the error, and the bytes taken.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apps/runner/files.h"
#include "core/error.h"
#include "executor/method.h"
#include "tests/runtime/faults/block.h"

namespace {

using namespace kerf;
using faults::Block;

constexpr size_t kRoom = 1 << 20;
constexpr size_t kMaxPlanned = 8;

struct Loaded {
  Error error;
  size_t used;
};

Loaded load(const Program& program, const char* name, Span<const FlatTensor> data,
            Span<const Span<uint8_t>> planned, size_t bytes) {
  Block state;
  Block scratch;
  if (!state.allocate(bytes) || !scratch.allocate(kRoom)) abort();
  Arena method_arena(state.span());
  Arena temp_arena(scratch.span());
  const MemoryManager memory(&method_arena, planned, &temp_arena);
  const Result<Method> method = Method::load(program, name, memory, data);
  return {method.error(), method_arena.used()};
}

void print(const char* key, Loaded loaded) {
  printf(", \"%s\": {\"error\": \"%s\", \"used\": %zu}", key, to_string(loaded.error), loaded.used);
}

size_t number(const char* text) { return strtoul(text, nullptr, 10); }

}  // namespace

int main(int argc, char** argv) {
  if (argc != 9) return 2;
  const Result<Span<const uint8_t>> file = runner::map_file(argv[1]);
  if (!file.ok()) return static_cast<int>(file.error());
  const Result<Program> program = Program::load(file.get());
  if (!program.ok()) return static_cast<int>(program.error());
  Result<FlatTensor> data = Error::NotFound;
  if (strcmp(argv[2], "-") != 0) {
    data = FlatTensor::load(runner::map_file(argv[2]).get());
    if (!data.ok()) return static_cast<int>(data.error());
  }
  const Span<const FlatTensor> files =
      data.ok() ? Span<const FlatTensor>(&data.get(), 1) : Span<const FlatTensor>();

  const Result<MethodMeta> meta = program->method_meta(argv[3]);
  if (!meta.ok()) return static_cast<int>(meta.error());
  Block blocks[kMaxPlanned];
  Span<uint8_t> planned[kMaxPlanned];
  const size_t count = meta->num_memory_planned_buffers();
  printf("{\"features\": %u, \"planned\": [", static_cast<unsigned>(program->features()));
  for (size_t i = 0; i < count && i < kMaxPlanned; ++i) {
    const size_t bytes = static_cast<size_t>(meta->memory_planned_buffer_size(i));
    if (!blocks[i].allocate(bytes)) abort();
    planned[i] = blocks[i].span();
    printf("%s%zu", i == 0 ? "" : ", ", bytes);
  }
  const size_t bytes = Method::memory_bytes(number(argv[4]), number(argv[5]), number(argv[6]),
                                            number(argv[7]), number(argv[8]));
  printf("], \"bytes\": %zu", bytes);
  print("roomy", load(program.get(), argv[3], files, {planned, count}, kRoom));
  print("exact", load(program.get(), argv[3], files, {planned, count}, bytes));
  if (bytes > 0) print("less", load(program.get(), argv[3], files, {planned, count}, bytes - 1));
  printf("}\n");
  return 0;
}
