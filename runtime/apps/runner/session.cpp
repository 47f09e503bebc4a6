// Loading programs and methods on a host.
#include "apps/runner/session.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "core/fault.h"

namespace kerf::runner {
namespace {

// Memory of a host is not counted: enough for the state and the scratch of any method.
constexpr size_t kMethodBytes = size_t{64} << 20;
constexpr size_t kTempBytes = size_t{256} << 20;

// Zeroed pages, which cost nothing until they are touched: of large blocks a sanitizer's allocator
// marks every byte. Kept until the process ends.
Span<uint8_t> map(size_t bytes) {
  void* pages = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) return {};
  return {static_cast<uint8_t*>(pages), bytes};
}

// Zeroed memory, kept until the process ends.
Span<uint8_t> allocate(size_t bytes) {
  constexpr size_t kAlignment = 128;
  if (bytes > SIZE_MAX - kAlignment) return {};
  uint8_t* block = static_cast<uint8_t*>(calloc(1, bytes + kAlignment));
  if (block == nullptr) return {};
  const uintptr_t start =
      (reinterpret_cast<uintptr_t>(block) + kAlignment - 1) & ~uintptr_t{kAlignment - 1};
  return {reinterpret_cast<uint8_t*>(start), bytes};
}

// Keeps a copy of `value` until the process ends.
template <typename T>
T* keep(const T& value) {
  void* memory = malloc(sizeof(T));
  if (memory == nullptr) return nullptr;
  memcpy(memory, static_cast<const void*>(&value), sizeof(T));
  return static_cast<T*>(memory);
}

Error out_of_memory() {
  return fault(Error::MemoryAllocationFailed, "the host has not enough memory");
}

}  // namespace

Error Session::open(Span<const uint8_t> model, Span<const Span<const uint8_t>> data) {
  const Result<Program> program = Program::load(model);
  if (!program.ok()) return program.error();
  program_ = keep(program.get());
  if (program_ == nullptr) return out_of_memory();
  for (const Span<const uint8_t> bytes : data) {
    const Result<FlatTensor> file = FlatTensor::load(bytes);
    if (!file.ok()) return file.error();
    data_[data_count_] = keep(file.get());
    if (data_[data_count_++] == nullptr) return out_of_memory();
  }
  return Error::Ok;
}

Error Session::allocate_planned(const MethodMeta& meta, LoadedMethod& loaded) {
  loaded.planned_count = meta.num_memory_planned_buffers();
  if (loaded.planned_count > kMaxPlanned)
    return fault(Error::NotSupported, "more than 32 planned memories");
  for (size_t i = 0; i < loaded.planned_count; ++i) {
    const size_t bytes = static_cast<size_t>(meta.memory_planned_buffer_size(i));
    for (size_t other = 0; i > 0 && other < method_count_; ++other) {
      const LoadedMethod& earlier = *methods_[other];
      if (i < earlier.planned_count && earlier.planned[i].size() == bytes)
        loaded.planned[i] = earlier.planned[i];
    }
    if (loaded.planned[i].data() == nullptr) loaded.planned[i] = allocate(bytes);
    if (loaded.planned[i].data() == nullptr) return out_of_memory();
    loaded.planned_bytes += bytes;
  }
  return Error::Ok;
}

Error Session::allocate_outputs(Method& method) {
  for (size_t i = 0; i < method.outputs_size(); ++i) {
    const Result<TensorInfo> info = method.method_meta().output_tensor_meta(i);
    if (!info.ok() || info->is_memory_planned) continue;
    const Span<uint8_t> memory =
        allocate(numel_of(info->sizes) << element_shift(info->scalar_type));
    if (memory.data() == nullptr) return out_of_memory();
    KERF_TRY(method.set_output_data_ptr(memory.data(), memory.size(), i));
  }
  return Error::Ok;
}

Result<LoadedMethod*> Session::load(const char* name) {
  for (size_t i = 0; i < method_count_; ++i) {
    if (strcmp(methods_[i]->method->method_meta().name(), name) == 0) return methods_[i];
  }
  if (method_count_ == kMaxMethods) return fault(Error::NotSupported, "more than 64 methods");
  const Result<MethodMeta> meta = program_->method_meta(name);
  if (!meta.ok()) return meta.error();
  LoadedMethod* loaded = keep(LoadedMethod{});
  if (loaded == nullptr) return out_of_memory();
  if (const Error error = allocate_planned(meta.get(), *loaded); error != Error::Ok) return error;
  loaded->method_arena = Arena(map(kMethodBytes));
  loaded->temp_arena = Arena(map(kTempBytes));
  const MemoryManager memory(&loaded->method_arena, {loaded->planned, loaded->planned_count},
                             &loaded->temp_arena, &generator_, parallel_for_);
  // FlatTensor is a few pointers: a contiguous copy is simpler than a list of them.
  FlatTensor* data = static_cast<FlatTensor*>(malloc(sizeof(FlatTensor) * (data_count_ + 1)));
  if (data == nullptr) return out_of_memory();
  for (size_t i = 0; i < data_count_; ++i)
    memcpy(static_cast<void*>(data + i), data_[i], sizeof(FlatTensor));
  const Result<Method> method = Method::load(*program_, name, memory, {data, data_count_});
  free(data);
  if (!method.ok()) return method.error();
  loaded->method = keep(method.get());
  if (loaded->method == nullptr) return out_of_memory();
  methods_[method_count_++] = loaded;
  if (const Error error = allocate_outputs(*loaded->method); error != Error::Ok) return error;
  return loaded;
}

}  // namespace kerf::runner
