// Makes a kernel that is written for ExecuTorch a kernel of Kerf: each argument is converted, and
// what the kernel reports is returned.
#pragma once

#include "bridge/passed_tensor.h"
#include "core/optional.h"
#include "core/result.h"
#include "executorch/runtime/kernel/kernel_runtime_context.h"
#include "kernels/context.h"
#include "tensor/scalar.h"
#include "tensor/tensor.h"

namespace kerf::bridge {

using Context = ::executorch::runtime::KernelRuntimeContext;

// The argument that a kernel of Kerf gets as K, held as an E of ExecuTorch until the kernel
// returns. Most are converted by a constructor of E.
template <typename K, typename E>
struct Passed {
  Passed(Context&, KernelContext&, const K& given) : value(static_cast<E>(given)) {}
  E& get() { return value; }
  E value;
};

template <typename E>
struct Passed<const Tensor&, E> : PassedTensor {
  Passed(Context&, KernelContext&, const Tensor& given) : PassedTensor(given) {}
  const et::Tensor& get() { return tensor; }
};
template <typename E>
struct Passed<Tensor&, E> : PassedTensor {
  Passed(Context&, KernelContext&, Tensor& given) : PassedTensor(given) {}
  et::Tensor& get() { return tensor; }
};
template <typename E>
struct Passed<Span<const char>, E> {
  Passed(Context&, KernelContext&, Span<const char> given) : value(given.data(), given.size()) {}
  E& get() { return value; }
  E value;
};

template <typename T, typename E>
struct Passed<const Optional<T>&, std::optional<E>> {
  Passed(Context&, KernelContext&, const Optional<T>& given) {
    if (given.has_value()) value.emplace(given.value());
  }
  std::optional<E>& get() { return value; }
  std::optional<E> value;
};
template <typename E>
struct Passed<const Optional<int64_t>&, std::optional<E>> {
  Passed(Context&, KernelContext&, const Optional<int64_t>& given) {
    if (given.has_value()) value.emplace(static_cast<E>(given.value()));
  }
  std::optional<E>& get() { return value; }
  std::optional<E> value;
};
template <typename T, typename E>
struct Passed<const Optional<Span<const T>>&, std::optional<E>> {
  Passed(Context&, KernelContext&, const Optional<Span<const T>>& given) {
    if (given.has_value()) value.emplace(given.value().data(), given.value().size());
  }
  std::optional<E>& get() { return value; }
  std::optional<E> value;
};
template <>
struct Passed<const Optional<Tensor>&, std::optional<et::Tensor>> {
  Passed(Context&, KernelContext&, const Optional<Tensor>& given)
      : passed(given.has_value() ? given.value() : Tensor()) {
    if (given.has_value()) value = passed.tensor;
  }
  std::optional<et::Tensor>& get() { return value; }
  PassedTensor passed;
  std::optional<et::Tensor> value;
};

// Memory for the items of a list of tensors. Source of the bytes of one: LIST_ITEM_BYTES in
// codegen/executorch_library.py.
inline constexpr size_t kListItemBytes = 144;

inline Tensor* given(Tensor& item) { return &item; }
inline const Tensor* given(const Tensor& item) { return &item; }
inline const Tensor* given(const Optional<Tensor>& item) {
  return item.has_value() ? &item.value() : nullptr;
}

template <typename E>
struct PlacedItem : Placed {
  explicit PlacedItem(const E& item) : value(item) {}
  E value;
};

template <typename Item, typename E>
struct Passed<Span<Item>, et::ArrayRef<E>> {
  Passed(Context& context, KernelContext& memory, Span<Item> items) {
    static_assert(sizeof(PlacedTensor) + sizeof(PlacedItem<E>) <= kListItemBytes);
    static_assert(sizeof(PlacedItem<E>) == sizeof(E));
    auto* tensors = memory.scratch<PlacedTensor>(items.size());
    auto* list = memory.scratch<PlacedItem<E>>(items.size());
    if (tensors == nullptr || list == nullptr) {
      context.fail(fault(Error::MemoryAllocationFailed, "no room for a list of tensors"));
      return;
    }
    for (size_t i = 0; i < items.size(); ++i) {
      if (const Tensor* item = given(items[i]); item != nullptr) {
        new (tensors + i) PlacedTensor(*item);
        new (list + i) PlacedItem<E>(E(tensors[i].tensor));
      } else if constexpr (!std::is_same_v<E, et::Tensor>) {
        new (list + i) PlacedItem<E>(E());
      }
    }
    value = et::ArrayRef<E>(reinterpret_cast<const E*>(list), items.size());
  }
  et::ArrayRef<E>& get() { return value; }
  et::ArrayRef<E> value;
};
// Numbers are where they are.
template <typename T>
struct Passed<Span<const T>, et::ArrayRef<T>> {
  Passed(Context&, KernelContext&, Span<const T> given) : value(given.data(), given.size()) {}
  et::ArrayRef<T>& get() { return value; }
  et::ArrayRef<T> value;
};

// What a kernel of ExecuTorch takes after its context.
template <typename... E>
struct Takes {};

// `Own::kernel` calls the kernel with its context and arguments.
template <typename Own, typename Signature, typename Parameters>
struct Bound;
template <typename Own, typename... K, typename... E>
struct Bound<Own, Error(KernelContext&, K...), Takes<E...>> {
 private:
  static Error converted(KernelContext& memory, K... arguments) {
    Context context(memory);
    return called(context, Passed<K, E>(context, memory, arguments)...);
  }
  static Error called(Context& context, Passed<K, E>&&... arguments) {
    if (context.failure_state() == Error::Ok) Own::kernel(context, arguments.get()...);
    return context.failure_state();
  }

 public:
  static constexpr Error (*run)(KernelContext&, K...) = converted;
};

}  // namespace kerf::bridge
