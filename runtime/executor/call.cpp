// Arguments of a call, from the program and from the method's state.
#include "executor/call.h"

#include "core/fault.h"
#include "executor/method.h"
#include "selected/arguments.h"
#include "selected/features.h"

namespace kerf {

using schema::ValueType;

namespace features = selected::features;

// Whether calls may have arguments that their kernels do not take. A program that was checked on
// the host has none, but a kernel that returns a number may return another kind of it.
constexpr bool kChecksArguments = features::kChecksPrograms || features::scalar_state;

KernelContext Call::context() const {
  return KernelContext(method_.memory_.temp_arena(), method_.memory_.generator(),
                       method_.memory_.threads());
}

Slot Call::argument(size_t index) {
  if (features::kChecksPrograms && index >= arguments_.size()) {
    fail(fault(Error::InvalidProgram, "a kernel call has fewer arguments than its kernel"));
    return Slot{};
  }
  return method_.state(arguments_[index]);
}

Slot Call::typed(size_t index, ValueType type) {
  Slot state = argument(index);
  if (kChecksArguments && state.type != type) {
    fail(fault(Error::InvalidType,
               "an argument of a kernel call is not of the kind that the kernel takes"));
    state.member = schema::Table();
  }
  return state;
}

Tensor Call::view(const Slot& state) {
  const Tensor tensor = method_.view(state);
  if (tensor.const_data_ptr() == nullptr && tensor.numel() != 0) {
    fail(fault(Error::InvalidState, "a tensor has no data: was every input set?"));
  }
  return tensor;
}

Tensor Call::tensor(size_t index, bool written) {
  const Slot state = typed(index, ValueType::Tensor);
  if (error_ != Error::Ok) return Tensor();
  if (features::kChecksPrograms && written && method_.is_constant(state))
    fail(fault(Error::InvalidProgram, "a kernel call writes a constant"));
  return view(state);
}

Tensor Call::tensor(size_t index) { return tensor(index, false); }

Tensor Call::mutable_tensor(size_t index) { return tensor(index, true); }

// The current sizes of a tensor that stores its own, else null. Rank 0 has none to store.
static const int32_t* sizes_of(const Slot& state) {
  if (state.type != ValueType::Tensor || state.sizes == nullptr) return nullptr;
  return state.member.vector<int32_t>(schema::tensor::sizes).size() == 0 ? nullptr : state.sizes;
}

template <typename Visit>
void Call::each_tensor(size_t index, Visit visit) const {
  if (index >= arguments_.size()) return;  // a missing result is found when it is written
  const Slot state = method_.state(arguments_[index]);
  if (state.type == ValueType::Tensor) visit(state);
  if (!schema::is_tensor_list(state.type)) return;
  const schema::Vector<int32_t> items = state.member.vector<int32_t>(schema::boxed::value);
  for (size_t i = 0; i < items.size(); ++i) {
    if (items[i] >= 0) visit(method_.state(items[i]));
  }
}

// Sizes, not values, are compared: a move gives one value those of another.
Error Call::check_sizes(uint32_t resized, size_t count) const {
  bool shared = false;
  for (size_t i = 0; i < count; ++i) {
    if ((resized >> i & 1u) == 0) continue;
    each_tensor(i, [&](const Slot& output) {
      const int32_t* const sizes = sizes_of(output);
      size_t found = 0;
      for (size_t other = 0; sizes != nullptr && other < count; ++other)
        each_tensor(other, [&](const Slot& state) { found += sizes_of(state) == sizes; });
      shared = shared || found > 1;
    });
  }
  if (!shared) return Error::Ok;
  return fault(Error::InvalidProgram,
               "an output of dynamic shape is also another argument of its call");
}

Scalar Call::scalar(size_t index) {
  const Slot state = argument(index);
  if (!schema::is_number(state.type) || state.type == ValueType::None) {
    fail(fault(Error::InvalidType, "an argument of a kernel call is not a number"));
    return Scalar();
  }
  return scalar_of(state);
}

int64_t Call::integer(size_t index) { return typed(index, ValueType::Int).bits; }

double Call::real(size_t index) {
  if constexpr (selected::kIntegersAsReals) return scalar(index).to<double>();
  const Slot state = typed(index, ValueType::Double);
  return Scalar::from_bits(Scalar::Kind::Double, state.bits).real();
}

bool Call::boolean(size_t index) { return typed(index, ValueType::Bool).bits != 0; }

bool Call::is_none(size_t index) { return argument(index).type <= ValueType::None; }

Span<const char> Call::string(size_t index) {
  return typed(index, ValueType::String).member.string(schema::boxed::value);
}

template <typename T>
T* Call::room_for(size_t count) {
  T* room = method_.memory_.temp_arena().allocate_array<T>(count);
  if (room == nullptr)
    fail(fault(Error::MemoryAllocationFailed, "the temp arena is smaller than planned"));
  return room;
}

Span<const int64_t> Call::int_list(size_t index) {
  const Slot state = typed(index, ValueType::IntList);
  const schema::Vector<int64_t> items = state.member.vector<int64_t>(schema::boxed::value);
  int64_t* list = room_for<int64_t>(items.size());
  if (list == nullptr) return {};
  for (size_t i = 0; i < items.size(); ++i) {
    const size_t value = static_cast<size_t>(items[i]);
    if constexpr (features::kState) {
      if (const Slot* slot = method_.slots_.find(value)) {
        // A kernel may have written another kind of number.
        if (features::scalar_state && slot->type != ValueType::Int)
          fail(fault(Error::InvalidType, "an item of an int list is not an int"));
        list[i] = slot->bits;
        continue;
      }
    }
    // Load has checked that it is one.
    list[i] = schema::member(method_.values_[value]).number<int64_t>(schema::boxed::value);
  }
  return {list, items.size()};
}

Span<const double> Call::double_list(size_t index) {
  return typed(index, ValueType::DoubleList).member.vector<double>(schema::boxed::value).span();
}

Span<const bool> Call::bool_list(size_t index) {
  const Slot state = typed(index, ValueType::BoolList);
  const schema::Vector<uint8_t> items = state.member.vector<uint8_t>(schema::boxed::value);
  bool* list = room_for<bool>(items.size());
  if (list == nullptr) return {};
  for (size_t i = 0; i < items.size(); ++i)
    list[i] = items[i] != 0;  // a byte of a file need not be 0 or 1
  return {list, items.size()};
}

template <bool kMutable>
Span<Tensor> Call::tensors(size_t index) {
  if constexpr (features::tensor_list) {
    const Slot state = typed(index, ValueType::TensorList);
    const schema::Vector<int32_t> items = state.member.vector<int32_t>(schema::boxed::value);
    Tensor* list = room_for<Tensor>(items.size());
    if (list == nullptr) return {};
    for (size_t i = 0; i < items.size(); ++i) {
      const Slot item = method_.state(items[i]);
      if (item.type != ValueType::Tensor) {
        fail(fault(Error::InvalidType, "an item of a tensor list is not a tensor"));
        return {};
      }
      if (kMutable && method_.is_constant(item))
        fail(fault(Error::InvalidProgram, "a kernel call writes a constant"));
      list[i] = view(item);
    }
    return {list, items.size()};
  }
  fail(fault(Error::NotSupported, "lists of tensors were not selected"));
  return {};
}

Span<const Tensor> Call::tensor_list(size_t index) { return tensors<false>(index); }

Span<Tensor> Call::mutable_tensor_list(size_t index) { return tensors<true>(index); }

Span<const Optional<Tensor>> Call::optional_tensor_list(size_t index) {
  if constexpr (features::optional_tensor_list) {
    const Slot state = typed(index, ValueType::OptionalTensorList);
    const schema::Vector<int32_t> items = state.member.vector<int32_t>(schema::boxed::value);
    Optional<Tensor>* list = room_for<Optional<Tensor>>(items.size());
    if (list == nullptr) return {};
    for (size_t i = 0; i < items.size(); ++i) {
      list[i] = Optional<Tensor>();
      if (items[i] == -1) continue;
      const Slot item = method_.state(items[i]);
      if (item.type == ValueType::Tensor) {
        list[i] = view(item);
      } else if (item.type != ValueType::None) {
        fail(fault(Error::InvalidType, "an item of a tensor list is not a tensor"));
        return {};
      }
    }
    return {list, items.size()};
  }
  fail(fault(Error::NotSupported, "lists of optional tensors were not selected"));
  return {};
}

void Call::set_scalar(size_t index, const Scalar& value) {
  if constexpr (features::scalar_state) {
    if (index < arguments_.size()) {
      Slot* slot = method_.slots_.find(static_cast<size_t>(arguments_[index]));
      if (slot != nullptr && schema::is_number(slot->type)) {
        slot->type = type_of(Value(value).kind());
        slot->bits = value.bits();
        return;
      }
    }
  }
  fail(fault(Error::InvalidProgram, "a kernel's result is a constant or not a number"));
}

}  // namespace kerf
