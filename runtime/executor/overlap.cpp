// Whether an output of a kernel call shares memory with another argument.
#include "core/fault.h"
#include "executor/method.h"
#include "selected/capacity.h"
#include "selected/features.h"

namespace kerf {

using schema::Table;
using schema::ValueType;

namespace features = selected::features;

// Whether an item of a list is None.
static bool is_absent(int32_t item) { return selected::kTensorListArguments && item < 0; }

// Whether an output's item has been, or will be, compared with another one of the same argument.
static bool is_compared(const int32_t* item, const int32_t* output) {
  return selected::kTensorListArguments ? item >= output : item == output;
}

// Returns the items of a list of tensors; any other value is its only item.
Span<const int32_t> Method::tensors_of(const int32_t& value) const {
  if constexpr (selected::kTensorListArguments) {
    const Table holder = values_[static_cast<size_t>(value)];
    if (schema::is_tensor_list(schema::value_type(holder)))
      return schema::member(holder).vector<int32_t>(schema::boxed::value).span();
  }
  return {&value, 1};
}

// Returns how many bytes instructions may write from `begin` on: those of a tensor that is not
// constant, in its largest shape; 0 for any other value, whose `begin` is unspecified.
size_t Method::written_bytes(int32_t value, uintptr_t& begin) const {
  if constexpr (features::kState) {
    const Slot current = state(value);
    if (current.type != ValueType::Tensor || is_constant(current)) return 0;
    const Tensor tensor = view(current);
    begin = reinterpret_cast<uintptr_t>(tensor.const_data_ptr());
    return begin == 0 ? 0 : tensor.max_numel() << element_shift(tensor.scalar_type());
  } else {
    const Table holder = values_[static_cast<size_t>(value)];
    if (schema::value_type(holder) != ValueType::Tensor) return 0;
    const Table tensor = schema::member(holder);
    if (!tensor.table(schema::tensor::allocation_info)) return 0;
    begin = reinterpret_cast<uintptr_t>(data_of(tensor));
    const schema::Vector<int32_t> sizes = tensor.vector<int32_t>(schema::tensor::sizes);
    const auto type = static_cast<ScalarType>(tensor.number<int8_t>(schema::tensor::scalar_type));
    return Tensor(type, sizes.size(), sizes.data(), nullptr, nullptr).nbytes();
  }
}

// Whether both, which share memory, are the same elements, and remain so while a kernel runs.
bool Method::same_elements(int32_t a, int32_t b) const {
  const Tensor one = view(state(a));
  const Tensor other = view(state(b));
  return one.const_data_ptr() == other.const_data_ptr() &&
         one.scalar_type() == other.scalar_type() && same_shape(one, other) &&
         same_dim_order(one, other) &&
         !(features::dynamic_shapes && (one.is_dynamic() || other.is_dynamic()));
}

Error Method::check_memory(const Kernel& kernel, Span<const int32_t> arguments,
                           bool changing) const {
  const DtypeSet* row = kernel.dtypes;
  size_t count = 0;
  while ((row[count++] & kLastArgument) == 0) {
  }
  const DtypeSet writes = row[count];
  if (arguments.size() < count) return Error::Ok;  // refused when it is called
  const size_t first = count - (writes >> kOutputsShift & kMostOutputs);
  size_t output = (writes & kOneOutput) != 0 ? first + 1 : count;
  while (output-- > first) {
    for (const int32_t& out : tensors_of(arguments[output])) {
      if (is_absent(out)) continue;
      uintptr_t out_begin;
      const size_t out_bytes = written_bytes(out, out_begin);
      if (out_bytes == 0) continue;
      for (size_t i = 0; i < count; ++i) {
        for (const int32_t& value : tensors_of(arguments[i])) {
          if (is_absent(value) || (i == output && is_compared(&value, &out))) continue;
          if (features::kState && (changes(out) || changes(value)) != changing) continue;
          uintptr_t begin;
          const size_t bytes = written_bytes(value, begin);
          // Modulo the size of the address space: one of the two differences is huge.
          if (bytes == 0 || (begin - out_begin >= out_bytes && out_begin - begin >= bytes))
            continue;
          if (selected::kInPlace && output == first && ((writes & kInPlace) >> i & 1u) != 0 &&
              same_elements(out, value))
            continue;
          if (selected::kOverlaps && output == first && i == 0 && (writes & kOverlaps) != 0)
            continue;
          return fault(Error::InvalidProgram, "an output shares memory with another argument",
                       kernel.name);
        }
      }
    }
    count = output;  // two outputs are compared once
  }
  return Error::Ok;
}

}  // namespace kerf
