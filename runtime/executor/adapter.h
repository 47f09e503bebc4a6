// Makes a kernel, a typed function, callable by position: one conversion per parameter type,
// nothing else.
#pragma once

#include "executor/call.h"

namespace kerf {
namespace adapter {

// The argument at one position, held until the kernel returns. `get()` is what the kernel's
// parameter binds to.
template <typename P>
struct Argument;

// KERF has no macro for these on purpose: each line says how one type of an operator schema is
// read.
template <>
struct Argument<const Tensor&> {  // Tensor
  Argument(Call& call, size_t i) : value(call.tensor(i)) {}
  const Tensor& get() const { return value; }
  void commit(Call&, size_t) {}
  Tensor value;
};
template <>
struct Argument<Tensor&> {  // Tensor(a!)
  Argument(Call& call, size_t i) : value(call.mutable_tensor(i)) {}
  Tensor& get() { return value; }
  void commit(Call&, size_t) {}
  Tensor value;
};
template <>
struct Argument<const Scalar&> {  // Scalar
  Argument(Call& call, size_t i) : value(call.scalar(i)) {}
  const Scalar& get() const { return value; }
  void commit(Call&, size_t) {}
  Scalar value;
};
template <>
struct Argument<Scalar&> {  // the result of a prim op
  Argument(Call&, size_t) {}
  Scalar& get() { return value; }
  void commit(Call& call, size_t i) { call.set_scalar(i, value); }
  Scalar value;
};

// Values that are passed as they are: what to read is the only difference.
template <typename T, T (Call::*kRead)(size_t)>
struct Plain {
  Plain(Call& call, size_t i) : value((call.*kRead)(i)) {}
  T get() const { return value; }
  void commit(Call&, size_t) {}
  T value;
};
template <>
struct Argument<int64_t> : Plain<int64_t, &Call::integer> {  // int
  using Plain::Plain;
};
template <>
struct Argument<double> : Plain<double, &Call::real> {  // float
  using Plain::Plain;
};
template <>
struct Argument<bool> : Plain<bool, &Call::boolean> {  // bool
  using Plain::Plain;
};
template <>
struct Argument<Span<const char>> : Plain<Span<const char>, &Call::string> {  // str
  using Plain::Plain;
};
template <>
struct Argument<Span<const int64_t>> : Plain<Span<const int64_t>, &Call::int_list> {  // int[]
  using Plain::Plain;
};
template <>
struct Argument<Span<const double>> : Plain<Span<const double>, &Call::double_list> {  // float[]
  using Plain::Plain;
};
template <>
struct Argument<Span<const bool>> : Plain<Span<const bool>, &Call::bool_list> {  // bool[]
  using Plain::Plain;
};
template <>
struct Argument<Span<const Tensor>> : Plain<Span<const Tensor>, &Call::tensor_list> {  // Tensor[]
  using Plain::Plain;
};
template <>
struct Argument<Span<Tensor>> : Plain<Span<Tensor>, &Call::mutable_tensor_list> {  // Tensor(a!)[]
  using Plain::Plain;
};
template <>
struct Argument<Span<const Optional<Tensor>>>
    : Plain<Span<const Optional<Tensor>>, &Call::optional_tensor_list> {  // Tensor?[]
  using Plain::Plain;
};

// T?: the parameter is `const Optional<T>&`, T one of the types above by value (Tensor, Scalar,
// int64_t, ...).
template <typename T>
struct ByValue {
  using Type = T;
};
template <>
struct ByValue<Tensor> {
  using Type = const Tensor&;
};
template <>
struct ByValue<Scalar> {
  using Type = const Scalar&;
};
template <typename T>
struct Argument<const Optional<T>&> {
  Argument(Call& call, size_t i) {
    if (!call.is_none(i)) value = Argument<typename ByValue<T>::Type>(call, i).get();
  }
  const Optional<T>& get() const { return value; }
  void commit(Call&, size_t) {}
  Optional<T> value;
};

// Whether a kernel resizes what it is given as a P.
template <typename P>
inline constexpr bool kResizes = false;
template <>
inline constexpr bool kResizes<Tensor&> = true;
template <>
inline constexpr bool kResizes<Span<Tensor>> = true;

template <size_t... I>
struct Indices {};
template <size_t N, size_t... I>
struct CountTo : CountTo<N - 1, N - 1, I...> {};
template <size_t... I>
struct CountTo<0, I...> {
  using Type = Indices<I...>;
};

template <typename Function, Function kKernel>
struct Adapt;

template <typename... P, Error (*kKernel)(KernelContext&, P...)>
struct Adapt<Error (*)(KernelContext&, P...), kKernel> {
  static Error call(Call& call) { return unpack(call, typename CountTo<sizeof...(P)>::Type{}); }

 private:
  template <size_t... I>
  static Error unpack(Call& call, Indices<I...>) {
    return run<I...>(call, Argument<P>(call, I)...);
  }
  template <size_t... I>
  static Error run(Call& call, Argument<P>... arguments) {
    KERF_TRY(call.check(((uint32_t{kResizes<P>} << I) | ... | 0u), sizeof...(P)));
    KernelContext context = call.context();
    KERF_TRY(kKernel(context, arguments.get()...));
    (arguments.commit(call, I), ...);
    return call.error();
  }
};

}  // namespace adapter

// A pointer to a function of the type `Signature`.
template <typename Signature>
using FunctionOf = Signature*;

// Runs `call` on a kernel.
template <auto kKernel>
Error adapt(Call& call) {
  return adapter::Adapt<decltype(kKernel), kKernel>::call(call);
}

}  // namespace kerf
