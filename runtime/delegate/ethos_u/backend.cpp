// Payloads of Vela and Arm's driver.
#include "delegate/ethos_u/backend.h"

#include "core/fault.h"
#include "core/libc.h"
#include "delegate/ethos_u/driver.h"

namespace kerf::ethos_u {
namespace {

// Source: VelaBinStream.h of executorch 1.5.1: blocks follow each other at multiples of 16 bytes.
struct Block {
  char name[16];
  uint32_t bytes;
  uint8_t external;  // the data are those of a key
  uint8_t reserved[11];
};

// An input or output in the scratch; sizes that are 0 count as 1.
struct Port {
  int32_t sizes[6];
  int32_t element_bytes;
  int32_t offset;
  int32_t region;
};

struct Ports {
  uint32_t count;
  Port ports[1];
};

constexpr size_t kKeyBytes = 64;
constexpr size_t kScratchAlignment = 16;

// In the order that compiled commands expect.
enum Region : uint8_t { kWeights, kScratch, kFastScratch, kRegions };

struct Handle {
  Span<const uint8_t> commands;
  Span<const uint8_t> weights;
  const Ports* inputs;
  const Ports* outputs;
  uint32_t scratch_bytes;
  // What follows belongs to the call that runs.
  ethosu_driver* driver;
  uint8_t* scratch;
  uint64_t bases[kRegions];  // the driver keeps their addresses
  size_t sizes[kRegions];
};
static_assert(sizeof(Handle) <= 120, "handle_bytes in functions.yaml");

Error damaged(const char* what) { return fault(Error::DelegateInvalidCompatibility, what); }

// The comparison ends within the name, as `name` does.
bool is(const Block& block, const char* name) { return libc::compare(block.name, name) == 0; }

// The bytes of a port, 0 where it has too many or none.
uint32_t bytes_of(const Port& port) {
  uint64_t bytes = static_cast<uint32_t>(port.element_bytes);
  for (const int32_t size : port.sizes) {
    if (size > 1) bytes *= static_cast<uint32_t>(size);
    if (size < 0 || bytes > INT32_MAX) return 0;
  }
  return port.element_bytes < 0 ? 0 : static_cast<uint32_t>(bytes);
}

Result<const Ports*> ports(Span<const uint8_t> data) {
  const auto* const found = reinterpret_cast<const Ports*>(data.data());
  if (data.size() < sizeof(uint32_t) ||
      found->count > (data.size() - sizeof(uint32_t)) / sizeof(Port))
    return damaged("inputs or outputs of a payload are cut off");
  return found;
}

Error check_places(const Ports& all, uint32_t scratch_bytes) {
  for (uint32_t i = 0; i < all.count; ++i) {
    const Port& port = all.ports[i];
    const uint32_t bytes = bytes_of(port);
    const auto offset = static_cast<uint32_t>(port.offset);
    if (bytes == 0 || offset > scratch_bytes || bytes > scratch_bytes - offset)
      return damaged("an input or output of a payload is outside its scratch");
  }
  return Error::Ok;
}

Result<Span<const uint8_t>> data_of(const Block& block, const NamedDataMap& named) {
  const auto* const data = reinterpret_cast<const uint8_t*>(&block + 1);
  if (block.external == 0) return Span<const uint8_t>(data, block.bytes);
  char key[kKeyBytes + 1] = {};
  if (block.bytes != kKeyBytes) return damaged("a key of a payload is of another length");
  libc::copy(key, data, kKeyBytes);
  return named.get_data(key);
}

Error read(Span<const uint8_t> payload, const NamedDataMap& named, Handle& handle) {
  size_t at = 0;
  while (payload.size() - at >= sizeof(Block)) {
    const auto& block = *reinterpret_cast<const Block*>(payload.data() + at);
    if (at == 0 && !is(block, "vela_bin_stream")) return damaged("a payload is not Vela's");
    at += sizeof(Block);
    if (is(block, "vela_end_stream")) {
      if (at != payload.size() || handle.commands.size() < 4 || handle.inputs == nullptr ||
          handle.outputs == nullptr)
        break;
      KERF_TRY(check_places(*handle.inputs, handle.scratch_bytes));
      return check_places(*handle.outputs, handle.scratch_bytes);
    }
    const size_t whole = (size_t{block.bytes} + 15) / 16 * 16;
    if (whole < block.bytes || whole > payload.size() - at) break;
    at += whole;
    const Result<Span<const uint8_t>> data = data_of(block, named);
    KERF_TRY(data.error());
    if (reinterpret_cast<uintptr_t>(data->data()) % 16 != 0)
      return damaged("data of a payload are not aligned");
    if (is(block, "cmd_data")) handle.commands = data.get();
    if (is(block, "weight_data")) handle.weights = data.get();
    if (is(block, "scratch_size") && data->size() >= sizeof(uint32_t))
      handle.scratch_bytes = *reinterpret_cast<const uint32_t*>(data->data());
    const bool inputs = is(block, "inputs");
    if (inputs || is(block, "outputs")) {
      const Result<const Ports*> found = ports(data.get());
      KERF_TRY(found.error());
      (inputs ? handle.inputs : handle.outputs) = found.get();
    }
  }
  return damaged("a payload of Vela is cut off");
}

// Whether a tensor is what a port says, but for `bytes`.
Error check(const Tensor& tensor, const Port& port) {
  const ScalarType type = tensor.scalar_type();
  const bool known = type == ScalarType::Char || type == ScalarType::Byte ||
                     type == ScalarType::Bool || type == ScalarType::Short ||
                     type == ScalarType::Int;
  if (!known || port.element_bytes != 1 << element_shift(type))
    return fault(Error::InvalidType, "an argument has another dtype than the payload");
  return Error::Ok;
}

Error wrong_size() {
  return fault(Error::InvalidProgram, "an argument has another size than the payload");
}

// Each row of an output may end in padding.
Error copy_output(const Port& port, const uint8_t* from, const Tensor& to) {
  const uint32_t bytes = bytes_of(port);
  const auto last = static_cast<uint32_t>(port.sizes[5] > 1 ? port.sizes[5] : 1);
  const uint32_t row = last * static_cast<uint32_t>(port.element_bytes);
  const uint32_t rows = bytes / row;
  const size_t wanted = to.nbytes();
  if (wanted > bytes || wanted % rows != 0) return wrong_size();
  auto* const data = to.mutable_data_ptr<uint8_t>();
  const size_t part = wanted / rows;
  for (uint32_t i = 0; i < rows; ++i) libc::copy(data + i * part, from + i * row, part);
  return Error::Ok;
}

void release(Handle& handle) {
  ethosu_release_driver(handle.driver);
  handle.driver = nullptr;
}

Error start(BackendExecutionContext& context, Handle& handle, const DelegateArguments& arguments) {
  const uint32_t inputs = handle.inputs->count;
  if (arguments.size() != size_t{inputs} + handle.outputs->count) return wrong_size();
  handle.scratch = static_cast<uint8_t*>(
      context.get_temp_allocator().allocate(handle.scratch_bytes, kScratchAlignment));
  if (handle.scratch == nullptr)
    return fault(Error::DelegateMemoryAllocationFailed, "the temp arena has no room for a payload");
  for (uint32_t i = 0; i < arguments.size(); ++i) {
    const bool input = i < inputs;
    const Result<Tensor> tensor = input ? arguments.input(i) : arguments.output(i);
    KERF_TRY(tensor.error());
    const Port& port = input ? handle.inputs->ports[i] : handle.outputs->ports[i - inputs];
    KERF_TRY(check(tensor.get(), port));
    if (!input) continue;
    if (tensor->nbytes() != bytes_of(port)) return wrong_size();
    libc::copy(handle.scratch + port.offset, tensor->const_data_ptr(), tensor->nbytes());
  }
  const bool fast = &ethosu_fast_scratch != nullptr && &ethosu_fast_scratch_size != nullptr;
  const void* const addresses[] = {handle.weights.data(), handle.scratch,
                                   fast ? ethosu_fast_scratch : nullptr};
  const size_t sizes[] = {handle.weights.size(), handle.scratch_bytes,
                          fast ? ethosu_fast_scratch_size : 0};
  for (size_t i = 0; i < kRegions; ++i) {
    handle.bases[i] = reinterpret_cast<uintptr_t>(addresses[i]);
    handle.sizes[i] = sizes[i];
  }
  handle.driver = ethosu_reserve_driver();
  if (handle.driver == nullptr) return fault(Error::InvalidState, "no Ethos-U is free");
  if (ethosu_invoke_async(handle.driver, handle.commands.data(),
                          static_cast<int>(handle.commands.size()), handle.bases, handle.sizes,
                          kRegions, nullptr) == 0)
    return Error::Ok;
  release(handle);
  return fault(Error::InvalidState, "the Ethos-U refuses its commands");
}

}  // namespace

bool Backend::is_available() const { return driver_is_linked(); }

Result<DelegateHandle*> Backend::init(BackendInitContext& context, Span<const uint8_t> processed,
                                      Span<const CompileSpec>) const {
  Handle* const handle = context.get_runtime_allocator().allocate_array<Handle>(1);
  if (handle == nullptr)
    return fault(Error::DelegateMemoryAllocationFailed, "the method arena has no room");
  *handle = Handle{};
  KERF_TRY(read(processed, context.get_named_data_map(), *handle));
  return static_cast<DelegateHandle*>(handle);
}

Error Backend::execute(BackendExecutionContext& context, DelegateHandle* opaque,
                       const DelegateArguments& arguments) const {
  Handle& handle = *static_cast<Handle*>(opaque);
  if (!context.resumed()) KERF_TRY(start(context, handle, arguments));
  const int state = ethosu_wait(handle.driver, false);
  if (state > 0) {
    context.suspend();
    return Error::Ok;
  }
  release(handle);
  if (state < 0) return fault(Error::InvalidState, "the Ethos-U has failed");
  for (uint32_t i = 0; i < handle.outputs->count; ++i) {
    const Result<Tensor> tensor = arguments.output(handle.inputs->count + i);
    KERF_TRY(tensor.error());
    const Port& port = handle.outputs->ports[i];
    KERF_TRY(copy_output(port, handle.scratch + port.offset, tensor.get()));
  }
  return Error::Ok;
}

void Backend::destroy(DelegateHandle* opaque) const {
  Handle& handle = *static_cast<Handle*>(opaque);
  if (handle.driver == nullptr) return;
  static_cast<void>(ethosu_wait(handle.driver, true));
  release(handle);
}

}  // namespace kerf::ethos_u
