// The C interface: checks pointers and handles, then calls the C++ one.
#include "c_api/kerf_c.h"

#include "core/fault.h"
#include "core/libc.h"
#include "executor/method.h"
#include "program/flat_tensor.h"
#include "selected/memory.h"

namespace {

using kerf::Error;
using kerf::Span;

// A program or method is made in the caller's memory: nothing is copied. `tag` is first in every
// handle, so that one of another kind is known by it: the handle's address where it is loaded, of a
// program negated, which is in no zeroed memory and in no copy.
template <typename T>
struct Loaded {
  static void* operator new(size_t, void* at) { return at; }

  kerf::Result<T> result;
};

struct ProgramHandle {
  static uintptr_t tag_at(const void* handle) { return 0 - reinterpret_cast<uintptr_t>(handle); }

  uintptr_t tag;
  Loaded<kerf::Program> program;
};
struct MethodHandle {
  static uintptr_t tag_at(const void* handle) { return reinterpret_cast<uintptr_t>(handle); }

  uintptr_t tag;
  Loaded<kerf::Method> method;
  kerf::Arena state;
  kerf::Arena temp;
};

template <typename Handle, typename Public>
constexpr bool fits() {
  return sizeof(Handle) <= sizeof(Public) && alignof(Handle) <= alignof(Public) &&
         __is_trivially_copyable(Handle);
}
static_assert(fits<ProgramHandle, kerf_program>() && fits<MethodHandle, kerf_method>());
static_assert(sizeof(kerf::FlatTensor) == sizeof(kerf_data), "an array of one is one of the other");
static_assert(sizeof(kerf::Generator) == sizeof(kerf_generator));
static_assert(sizeof(kerf::ParallelFor) == sizeof(kerf_parallel_for));
static_assert(sizeof(kerf::Profile) == sizeof(kerf_profile));
static_assert(sizeof(Span<uint8_t>) == sizeof(kerf_block));
static_assert(sizeof(kerf::Tensor) == sizeof(kerf_tensor));
static_assert(sizeof(kerf::Value) == sizeof(kerf_value) &&
              offsetof(kerf_value, as.tensor.data) == 0);
static_assert(KERF_METHOD_BYTES >= kerf::selected::kMethodBytes);
static_assert(KERF_TEMP_BYTES >= kerf::selected::kTempBytes);
static_assert(KERF_PLANNED_COUNT == kerf::selected::kPlannedCount);

kerf_error code(Error error) { return static_cast<kerf_error>(error); }

// A description is that of the last call: each call begins by dropping the one before.
void begin() {
  if constexpr (kerf::kDiagnostics) kerf::clear_fault();
}

template <typename Handle, typename Public>
Handle& handle_of(Public* handle) {
  return *reinterpret_cast<Handle*>(handle);
}

// Whether `handle` is one that was loaded. Errors: InvalidArgument, InvalidState.
template <typename Handle>
[[gnu::always_inline]] inline Error check(const void* handle) {
  begin();
  if (handle == nullptr) return Error::InvalidArgument;
  uintptr_t tag;  // copied: the memory may never have held a handle
  kerf::libc::copy(&tag, &handle_of<const Handle>(handle).tag, sizeof tag);
  return tag == Handle::tag_at(handle) ? Error::Ok : Error::InvalidState;
}

Error find(const kerf_program* program, const char* name, kerf::Result<kerf::MethodMeta>& meta) {
  KERF_TRY(check<ProgramHandle>(program));
  if (name == nullptr) return Error::InvalidArgument;
  meta = handle_of<const ProgramHandle>(program).program.result->method_meta(name);
  return meta.error();
}

uint8_t kind_of(kerf::schema::ValueType type) {
  using kerf::schema::ValueType;
  if (type == ValueType::Tensor) return KERF_KIND_TENSOR;
  if (!kerf::schema::is_number(type)) return KERF_KIND_OTHER;
  return static_cast<uint8_t>(static_cast<uint8_t>(type) - static_cast<uint8_t>(ValueType::None));
}

// Fills `info` with what `tag` and `tensor` found.
Error describe(const kerf::Result<kerf::schema::ValueType>& tag,
               const kerf::Result<kerf::TensorInfo>& tensor, kerf_value_info* info) {
  if (!tag.ok()) return tag.error();
  *info = {};
  info->kind = kind_of(tag.get());
  if (!tensor.ok()) return Error::Ok;
  info->sizes = tensor->sizes.data();
  info->dim_order = tensor->dim_order.data();
  info->dtype = static_cast<int8_t>(tensor->scalar_type);
  info->rank = static_cast<uint8_t>(tensor->sizes.size());
  info->dynamic = tensor->is_dynamic;
  info->planned = tensor->is_memory_planned;
  return Error::Ok;
}

// Whether dtype, rank and sizes are those of a tensor that can be.
bool exists(const kerf_tensor& tensor) {
  if (tensor.rank > kerf::kMaxRank || (tensor.rank != 0 && tensor.sizes == nullptr) ||
      !kerf::is_scalar_type(tensor.dtype))
    return false;
  int64_t count = 1;
  for (size_t i = 0; i < tensor.rank; ++i) {
    count = tensor.sizes[i] < 0 ? INT64_MAX : count * tensor.sizes[i];
    if (count > INT32_MAX) return false;
  }
  return true;
}

// A number has the same bytes in both, at the same place: an integer, a bool as 0 or 1, a double.
Error write(const kerf::Result<kerf::Value>& from, kerf_value* value) {
  if (from.ok())
    kerf::libc::copy(__builtin_assume_aligned(value, alignof(kerf_value)), &from.get(),
                     sizeof *value);
  return from.error();
}

// The method compares dtype, shape and dim order with its own before it reads elements.
Error set_input(kerf::Method& method, size_t index, const kerf_value& value) {
  if (value.kind == KERF_KIND_TENSOR) {
    const kerf_tensor& tensor = value.as.tensor;
    if (tensor.rank != 0 && (tensor.sizes == nullptr || tensor.dim_order == nullptr))
      return Error::InvalidArgument;
    if (tensor.data == nullptr) return Error::InvalidArgument;
    return method.set_input(index, reinterpret_cast<const kerf::Value&>(value));
  }
  if constexpr (kerf::selected::features::scalar_inputs) {
    if (value.kind == KERF_KIND_NONE) return method.set_input(index, kerf::Value());
    if (value.kind < KERF_KIND_TENSOR) {
      const auto kind = static_cast<kerf::Scalar::Kind>(value.kind - KERF_KIND_INT);
      int64_t bits = value.as.integer;
      if (value.kind == KERF_KIND_BOOL) {
        uint8_t byte;  // not a bool: the caller may have set another member
        kerf::libc::copy(&byte, &value.as, sizeof byte);
        bits = byte != 0;
      }
      return method.set_input(index, kerf::Scalar::from_bits(kind, bits));
    }
  }
  return Error::InvalidType;
}

Span<const kerf::FlatTensor> files(const kerf_data* data, size_t count) {
  if constexpr (!kerf::selected::features::external_data) return {};
  return {reinterpret_cast<const kerf::FlatTensor*>(data), count};
}

Error load(kerf_method* method, const kerf_program* program, const char* name,
           const kerf_memory& memory, const kerf_data* data, size_t data_count) {
  KERF_TRY(check<ProgramHandle>(program));
  if constexpr (kerf::selected::features::external_data) {
    if (data == nullptr && data_count != 0) return Error::InvalidArgument;
    for (size_t i = 0; i < data_count; ++i)
      if (data[i].opaque[0] == nullptr) return Error::InvalidState;
  }
  auto& handle = handle_of<MethodHandle>(method);
  handle.state = kerf::Arena({memory.method.data, memory.method.size});
  handle.temp = kerf::Arena({memory.temp.data, memory.temp.size});
  const kerf::MemoryManager manager(
      &handle.state, {reinterpret_cast<const Span<uint8_t>*>(memory.planned), memory.planned_count},
      &handle.temp, reinterpret_cast<kerf::Generator*>(memory.generator),
      reinterpret_cast<const kerf::ParallelFor*>(memory.parallel_for));
  new (&handle.method) Loaded<kerf::Method>{
      kerf::Method::load(handle_of<const ProgramHandle>(program).program.result.get(), name,
                         manager, files(data, data_count))};
  KERF_TRY(handle.method.result.error());
  handle.tag = MethodHandle::tag_at(method);
  return Error::Ok;
}

}  // namespace

const uint8_t kerf_row_major[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

const char* kerf_error_name(kerf_error error) {
  return kerf::to_string(static_cast<Error>(error == (error & 0xFF) ? error : 0xFF));
}

const char* kerf_last_fault(void) {
  if constexpr (kerf::kDiagnostics) return kerf::last_fault();
  return "";
}

kerf_error kerf_program_load(kerf_program* program, const void* bytes, size_t size) {
  begin();
  if (program == nullptr) return KERF_INVALID_ARGUMENT;
  auto& handle = handle_of<ProgramHandle>(program);
  handle.tag = 0;
  if (bytes == nullptr) return KERF_INVALID_ARGUMENT;
  new (&handle.program)
      Loaded<kerf::Program>{kerf::Program::load({static_cast<const uint8_t*>(bytes), size})};
  if (handle.program.result.ok()) handle.tag = ProgramHandle::tag_at(program);
  return code(handle.program.result.error());
}

size_t kerf_program_method_count(const kerf_program* program) {
  if (check<ProgramHandle>(program) != Error::Ok) return 0;
  return handle_of<const ProgramHandle>(program).program.result->num_methods();
}

const char* kerf_program_method_name(const kerf_program* program, size_t index) {
  if (index >= kerf_program_method_count(program)) return nullptr;
  return handle_of<const ProgramHandle>(program).program.result->method_name(index);
}

kerf_error kerf_program_method_info(const kerf_program* program, const char* method,
                                    kerf_method_info* info) {
  kerf::Result<kerf::MethodMeta> meta = Error::Internal;
  const Error error = find(program, method, meta);
  if (error != Error::Ok) return code(error);
  if (info == nullptr) return KERF_INVALID_ARGUMENT;
  *info = {meta->num_inputs(), meta->num_outputs(), meta->num_memory_planned_buffers()};
  return KERF_OK;
}

kerf_error kerf_program_planned_bytes(const kerf_program* program, const char* method, size_t index,
                                      uint64_t* bytes) {
  kerf::Result<kerf::MethodMeta> meta = Error::Internal;
  const Error error = find(program, method, meta);
  if (error != Error::Ok) return code(error);
  if (bytes == nullptr || index >= meta->num_memory_planned_buffers()) return KERF_INVALID_ARGUMENT;
  *bytes = meta->memory_planned_buffer_size(index);
  return KERF_OK;
}

kerf_error kerf_program_input_info(const kerf_program* program, const char* method, size_t index,
                                   kerf_value_info* info) {
  kerf::Result<kerf::MethodMeta> meta = Error::Internal;
  const Error error = find(program, method, meta);
  if (error != Error::Ok) return code(error);
  if (info == nullptr) return KERF_INVALID_ARGUMENT;
  return code(describe(meta->input_tag(index), meta->input_tensor_meta(index), info));
}

kerf_error kerf_program_output_info(const kerf_program* program, const char* method, size_t index,
                                    kerf_value_info* info) {
  kerf::Result<kerf::MethodMeta> meta = Error::Internal;
  const Error error = find(program, method, meta);
  if (error != Error::Ok) return code(error);
  if (info == nullptr) return KERF_INVALID_ARGUMENT;
  return code(describe(meta->output_tag(index), meta->output_tensor_meta(index), info));
}

kerf_error kerf_program_instruction(const kerf_program* program, const char* method, size_t chain,
                                    size_t index, kerf_instruction_info* info) {
  kerf::Result<kerf::MethodMeta> meta = Error::Internal;
  const Error error = find(program, method, meta);
  if (error != Error::Ok) return code(error);
  if (info == nullptr) return KERF_INVALID_ARGUMENT;
  const kerf::Result<kerf::InstructionInfo> found = meta->instruction(chain, index);
  if (!found.ok()) return code(found.error());
  *info = {found->name, found->overload};
  return KERF_OK;
}

kerf_error kerf_data_load(kerf_data* data, const void* bytes, size_t size) {
  begin();
  if (data == nullptr) return KERF_INVALID_ARGUMENT;
  *data = {};
  if (bytes == nullptr) return KERF_INVALID_ARGUMENT;
  const auto loaded = kerf::FlatTensor::load({static_cast<const uint8_t*>(bytes), size});
  if (!loaded.ok()) return code(loaded.error());
  kerf::libc::copy(data, &loaded.get(), sizeof *data);
  return KERF_OK;
}

void kerf_generator_seed(kerf_generator* generator, uint64_t seed, uint64_t sequence) {
  if (generator == nullptr) return;
  const kerf::Generator started(seed, sequence);
  kerf::libc::copy(generator, &started, sizeof started);
}

kerf_error kerf_method_load(kerf_method* method, const kerf_program* program, const char* name,
                            const kerf_memory* memory, const kerf_data* data, size_t data_count) {
  begin();
  if (method == nullptr) return KERF_INVALID_ARGUMENT;
  handle_of<MethodHandle>(method).tag = 0;
  if (name == nullptr || memory == nullptr ||
      (memory->planned == nullptr && memory->planned_count != 0))
    return KERF_INVALID_ARGUMENT;
  return code(load(method, program, name, *memory, data, data_count));
}

void kerf_method_unload(kerf_method* method) {
  if (check<MethodHandle>(method) != Error::Ok) return;
  auto& handle = handle_of<MethodHandle>(method);
  if constexpr (kerf::selected::features::delegate_call) handle.method.result->unload();
  handle.tag = 0;
}

kerf_error kerf_method_set_input(kerf_method* method, size_t index, const kerf_value* value) {
  if (const Error error = check<MethodHandle>(method); error != Error::Ok) return code(error);
  if (value == nullptr) return KERF_INVALID_ARGUMENT;
  return code(set_input(handle_of<MethodHandle>(method).method.result.get(), index, *value));
}

kerf_error kerf_method_set_input_bytes(kerf_method* method, size_t index, const void* data,
                                       size_t size) {
  if (const Error error = check<MethodHandle>(method); error != Error::Ok) return code(error);
  kerf::Method& loaded = handle_of<MethodHandle>(method).method.result.get();
  kerf::Result<kerf::Value> input = loaded.get_input(index);
  if (!input.ok()) return code(input.error());
  if (!input->is_tensor()) return KERF_INVALID_TYPE;
  if (data == nullptr || input->tensor().nbytes() != size) return KERF_INVALID_ARGUMENT;
  kerf::libc::copy(&input.get(), &data, sizeof data);  // as in kerf_value: its elements come first
  return code(loaded.set_input(index, input.get()));
}

kerf_error kerf_method_get_input(kerf_method* method, size_t index, kerf_value* value) {
  if (const Error error = check<MethodHandle>(method); error != Error::Ok) return code(error);
  if (value == nullptr) return KERF_INVALID_ARGUMENT;
  return code(write(handle_of<MethodHandle>(method).method.result->get_input(index), value));
}

kerf_error kerf_method_set_output_memory(kerf_method* method, size_t index, void* memory,
                                         size_t size) {
  if (const Error error = check<MethodHandle>(method); error != Error::Ok) return code(error);
  if (memory == nullptr) return KERF_INVALID_ARGUMENT;
  return code(
      handle_of<MethodHandle>(method).method.result->set_output_data_ptr(memory, size, index));
}

kerf_error kerf_method_execute(kerf_method* method, uint32_t jumps) {
  if (const Error error = check<MethodHandle>(method); error != Error::Ok) return code(error);
  return code(handle_of<MethodHandle>(method).method.result->execute(jumps));
}

kerf_error kerf_method_profile(kerf_method* method, kerf_profile* profile) {
  if (const Error error = check<MethodHandle>(method); error != Error::Ok) return code(error);
  if (profile != nullptr && (profile->ticks == nullptr || profile->events == nullptr))
    return KERF_INVALID_ARGUMENT;
  return code(handle_of<MethodHandle>(method).method.result->set_profile(
      reinterpret_cast<kerf::Profile*>(profile)));
}

kerf_error kerf_method_get_output(kerf_method* method, size_t index, kerf_value* value) {
  if (const Error error = check<MethodHandle>(method); error != Error::Ok) return code(error);
  if (value == nullptr) return KERF_INVALID_ARGUMENT;
  return code(write(handle_of<MethodHandle>(method).method.result->get_output(index), value));
}

size_t kerf_tensor_bytes(const kerf_tensor* tensor) {
  if (tensor == nullptr || !exists(*tensor)) return 0;
  return kerf::numel_of({tensor->sizes, tensor->rank})
         << kerf::element_shift(static_cast<kerf::ScalarType>(tensor->dtype));
}

kerf_error kerf_tensor_resize(kerf_tensor* tensor, const int32_t* sizes) {
  begin();
  if (tensor == nullptr || sizes == nullptr || !exists(*tensor)) return KERF_INVALID_ARGUMENT;
  kerf::Tensor view;
  kerf::libc::copy(&view, tensor, sizeof view);
  return code(kerf::resize(view, {sizes, tensor->rank}));
}
