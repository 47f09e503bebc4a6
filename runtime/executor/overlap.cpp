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

// The items of a list of tensors; of any other value itself.
Span<const int32_t> Method::tensors_of(const int32_t& value) const {
  if constexpr (selected::kTensorListArguments) {
    const Table holder = values_[static_cast<size_t>(value)];
    if (schema::is_tensor_list(schema::value_type(holder)))
      return schema::member(holder).vector<int32_t>(schema::boxed::value).span();
  }
  return {&value, 1};
}

// The bytes of a tensor that instructions may write, in its largest shape; none of any other value.
Method::Range Method::range_of(int32_t value) const {
  if constexpr (features::kState) {
    const Slot current = state(value);
    if (current.type != ValueType::Tensor || is_constant(current)) return {};
    const Tensor tensor = view(current);
    if (tensor.const_data_ptr() == nullptr) return {};
    return {reinterpret_cast<uintptr_t>(tensor.const_data_ptr()),
            tensor.max_numel() << element_shift(tensor.scalar_type())};
  } else {
    const Table holder = values_[static_cast<size_t>(value)];
    if (schema::value_type(holder) != ValueType::Tensor) return {};
    const Table tensor = schema::member(holder);
    if (!tensor.table(schema::tensor::allocation_info)) return {};
    const schema::Vector<int32_t> sizes = tensor.vector<int32_t>(schema::tensor::sizes);
    const auto type = static_cast<ScalarType>(tensor.number<int8_t>(schema::tensor::scalar_type));
    return {reinterpret_cast<uintptr_t>(data_of(tensor)),
            Tensor(type, sizes.size(), sizes.data(), nullptr, nullptr).nbytes()};
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
  size_t output = count - (writes >> kOutputsShift & kMostOutputs);
  const size_t end = (writes & kOneOutput) != 0 ? output + 1 : count;
  for (unsigned in_place = writes & kInPlace; output < end; ++output, in_place = 0) {
    for (const int32_t& out : tensors_of(arguments[output])) {
      if (is_absent(out)) continue;
      const Range written = range_of(out);
      if (written.bytes == 0) continue;
      for (size_t i = 0; i < count; ++i) {
        for (const int32_t& value : tensors_of(arguments[i])) {
          if (is_absent(value) || (i == output && &value == &out)) continue;
          if (features::kState && (changes(out) || changes(value)) != changing) continue;
          const Range range = range_of(value);
          // Modulo the size of the address space: one of the two is huge.
          const uintptr_t behind = range.begin - written.begin;
          const uintptr_t before = written.begin - range.begin;
          if (range.bytes == 0 || (behind >= written.bytes && before >= range.bytes)) continue;
          if (selected::kInPlace && (in_place >> i & 1u) != 0 && same_elements(out, value))
            continue;
          return fault(Error::InvalidProgram, "an output shares memory with another argument",
                       kernel.name);
        }
      }
    }
  }
  return Error::Ok;
}

}  // namespace kerf
