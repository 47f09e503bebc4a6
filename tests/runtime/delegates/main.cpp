// Loads a method with delegates in the ways that a caller may, and prints what comes of it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "c_api/kerf_c.h"
#include "core/fault.h"
#include "delegate/backend.h"
#include "executor/method.h"
#include "selected/memory.h"

namespace kerf {
namespace {

constexpr size_t kPlannedBytes = 1 << 12;
constexpr const char* kId = "ScaleBackend";

struct Memory {
  explicit Memory(size_t method_bytes)
      : method_memory(block(method_bytes)),
        temp_memory(block(selected::kTempBytes)),
        method({method_memory, method_bytes}),
        temp({temp_memory, selected::kTempBytes}),
        planned{{block(kPlannedBytes), kPlannedBytes}},
        manager(&method, {planned, 1}, &temp) {
    memset(planned[0].data(), 0, kPlannedBytes);
  }
  ~Memory() {
    free(method_memory);
    free(temp_memory);
    free(planned[0].data());
  }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  static uint8_t* block(size_t bytes) {
    return static_cast<uint8_t*>(aligned_alloc(16, (bytes + 31) / 16 * 16));
  }

  uint8_t* method_memory;
  uint8_t* temp_memory;
  Arena method;
  Arena temp;
  Span<uint8_t> planned[1];
  MemoryManager manager;
};

long long live() {
  BackendOption option{"live", Scalar(int64_t{-1})};
  if (get_option(kId, {&option, 1}) != Error::Ok) return -1;
  return option.value.integer();
}

void print(const char* what, Error error) {
  printf("%s: %s, live %lld%s%s\n", what, to_string(error), live(), error == Error::Ok ? "" : ": ",
         error == Error::Ok ? "" : last_fault());
  clear_fault();
}

void set_inputs(Method& method) {
  for (size_t i = 0; i < method.inputs_size(); ++i) {
    Result<Value> input = method.get_input(i);
    if (!input.ok() || !input->is_tensor()) continue;
    Tensor& tensor = input->tensor();
    if (tensor.scalar_type() != ScalarType::Float || tensor.const_data_ptr() == nullptr) continue;
    for (size_t k = 0; k < tensor.numel(); ++k)
      tensor.mutable_data_ptr<float>()[k] = static_cast<float>(k + 1);
  }
}

void print_outputs(const Method& method) {
  for (size_t i = 0; i < method.outputs_size(); ++i) {
    const Result<Value> output = method.get_output(i);
    if (!output.ok() || !output->is_tensor()) continue;
    printf("output %zu:", i);
    const Tensor& tensor = output->tensor();
    if (tensor.scalar_type() == ScalarType::Float) {
      for (size_t k = 0; k < tensor.numel(); ++k)
        printf(" %g", static_cast<double>(tensor.const_data_ptr<float>()[k]));
    }
    printf("\n");
  }
}

// Prints how much less memory than planned a method can be loaded with.
void find_least(const Program& program) {
  for (size_t bytes = 0; bytes <= selected::kMethodBytes; ++bytes) {
    Memory less(bytes);
    Result<Method> method = Method::load(program, "forward", less.manager);
    if (!method.ok()) continue;
    printf("loads with %zu B less\n", selected::kMethodBytes - bytes);
    method->unload();
    return;
  }
}

// kerf_method_unload() destroys delegates as Method::unload() does.
void run_from_c(const Memory& memory, Span<const uint8_t> bytes) {
  kerf_program program;
  kerf_method method;
  const kerf_block planned = {memory.planned[0].data(), memory.planned[0].size()};
  const kerf_memory blocks = {{memory.method_memory, memory.method.size()},
                              {memory.temp_memory, memory.temp.size()},
                              &planned,
                              1,
                              nullptr,
                              nullptr};
  (void)kerf_program_load(&program, bytes.data(), bytes.size());
  const kerf_error error = kerf_method_load(&method, &program, "forward", &blocks, nullptr, 0);
  print("load from C", static_cast<Error>(error));
  kerf_method_unload(&method);
  kerf_method_unload(&method);
  print("unload from C", Error::Ok);
}

void run(const Program& program, Span<const uint8_t> program_bytes, size_t method_bytes) {
  Memory memory(method_bytes);
  const BackendOption first{"fail", Scalar(int64_t{0})};
  const BackendOption second{"fail", Scalar(int64_t{1})};
  const struct {
    const char* what;
    const BackendOption* option;
  } faults[] = {{"fails first", &first}, {"fails second", &second}};
  for (const auto& fault : faults) {
    const BackendOptions options{kId, {fault.option, 1}};
    Result<Method> method = Method::load(program, "forward", memory.manager, {}, {&options, 1});
    print(fault.what, method.error());
    if (method.ok()) method->unload();
    memory.method.reset();
  }
  BackendOption available{"available", Scalar(false)};
  (void)set_option(kId, {&available, 1});
  print("not available", Method::load(program, "forward", memory.manager).error());
  available.value = Scalar(true);
  (void)set_option(kId, {&available, 1});
  memory.method.reset();
  if (method_bytes == selected::kMethodBytes) find_least(program);
  clear_fault();
  Result<Method> method = Method::load(program, "forward", memory.manager);
  print("load", method.error());
  if (!method.ok()) return;
  set_inputs(method.get());
  print("execute", method->execute(1000));
  print_outputs(method.get());
  set_inputs(method.get());
  printf("steps: ");
  Error error = Error::Ok;
  for (int i = 0; i < 100 && error == Error::Ok; ++i) {
    const Result<Progress> progress = method->step(1000);
    error = progress.error();
    if (!progress.ok()) break;
    if (progress.get() == Progress::Waiting && method->get_input(0).error() != Error::InvalidState)
      printf("an input of a waiting method is there ");
    printf("%c", "AWD"[static_cast<int>(progress.get())]);
    if (progress.get() == Progress::Done) break;
  }
  printf("\n");
  clear_fault();
  if (error != Error::Ok) print("step", error);
  print_outputs(method.get());
  set_inputs(method.get());
  int waits = 0;
  error = method->execute(1000, {[](void* context) { ++*static_cast<int*>(context); }, &waits});
  print("waits", error);
  printf("waited %d times\n", waits);
  print_outputs(method.get());
  const Result<Progress> begun = method->step();  // destroyed as it waits
  method->unload();
  method->unload();
  print("unload", begun.ok() ? Error::Ok : begun.error());
  memory.method.reset();
  run_from_c(memory, program_bytes);
}

}  // namespace
}  // namespace kerf

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    FILE* file = fopen(argv[i], "rb");
    if (file == nullptr) return 2;
    fseek(file, 0, SEEK_END);
    const size_t size = static_cast<size_t>(ftell(file));
    rewind(file);
    auto* bytes = static_cast<uint8_t*>(aligned_alloc(128, (size + 127) / 128 * 128));
    if (bytes == nullptr || fread(bytes, 1, size, file) != size) return 2;
    fclose(file);
    if (argc > 2) printf("%s\n", argv[i]);
    const kerf::Result<kerf::Program> program = kerf::Program::load({bytes, size});
    if (program.ok()) {
      kerf::run(program.get(), {bytes, size}, argc > 2 ? 1 << 14 : kerf::selected::kMethodBytes);
    } else {
      kerf::print("program", program.error());
    }
    free(bytes);
  }
  return 0;
}
