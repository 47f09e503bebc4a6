// Calls a kernel with the arguments of a case, each as the type of its parameter. Host only.
#pragma once

#include <stdint.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "calls.h"
#include "core/error.h"
#include "core/generator.h"
#include "kernels/context.h"
#include "memory/arena.h"
#include "tensor/int32.h"

namespace kerf::test {

// How an argument becomes a parameter of each type.
template <typename P>
struct As;
template <>
struct As<const Tensor&> {
  static const Tensor& get(Argument& argument) { return argument.tensor(); }
};
template <>
struct As<Tensor&> {
  static Tensor& get(Argument& argument) { return argument.mutable_tensor(); }
};
template <>
struct As<const Scalar&> {
  static const Scalar& get(Argument& argument) { return argument.scalar(); }
};
template <>
struct As<int64_t> {
  static int64_t get(Argument& argument) { return argument.scalar().to<int64_t>(); }
};
template <>
struct As<Int32> {
  static Int32 get(Argument& argument) { return argument.scalar().to<int64_t>(); }
};
template <>
struct As<double> {
  static double get(Argument& argument) { return argument.scalar().to<double>(); }
};
template <>
struct As<bool> {
  static bool get(Argument& argument) { return argument.scalar().to<int64_t>() != 0; }
};
template <>
struct As<Span<const char>> {
  static Span<const char> get(Argument& argument) { return argument.text(); }
};
template <>
struct As<Span<const int64_t>> {
  static Span<const int64_t> get(Argument& argument) { return argument.ints(); }
};
template <>
struct As<Span<const double>> {
  static Span<const double> get(Argument& argument) { return argument.doubles(); }
};
template <>
struct As<Span<const bool>> {
  static Span<const bool> get(Argument& argument) { return argument.bools(); }
};
template <>
struct As<Span<const Tensor>> {
  static Span<const Tensor> get(Argument& argument) { return argument.tensors(); }
};
template <>
struct As<Span<Tensor>> {
  static Span<Tensor> get(Argument& argument) { return argument.tensors(); }
};
template <>
struct As<Span<const Optional<Tensor>>> {
  static Span<const Optional<Tensor>> get(Argument& argument) {
    return argument.optional_tensors();
  }
};
template <>
struct As<Tensor> {
  static const Tensor& get(Argument& argument) { return argument.tensor(); }
};
template <>
struct As<Scalar> {
  static const Scalar& get(Argument& argument) { return argument.scalar(); }
};
template <typename T>
struct As<const Optional<T>&> {
  static Optional<T> get(Argument& argument) {
    return argument.is_none() ? Optional<T>() : Optional<T>(As<T>::get(argument));
  }
};

using Run = Error (*)(std::vector<Argument>&);

// The kernel of an operator, null where this build has none.
Run find_run(const std::string& op);

template <typename... P, size_t... I>
Error call(Error (*kernel)(KernelContext&, P...), std::vector<Argument>& arguments,
           std::index_sequence<I...>) {
  alignas(16) static uint8_t scratch[4096];
  Arena arena({scratch, sizeof scratch});
  Generator generator(0);
  KernelContext context(arena, &generator);
  if (arguments.size() != sizeof...(P)) return Error::InvalidProgram;
  return kernel(context, As<P>::get(arguments[I])...);
}

template <auto kKernel, typename... P>
Error run(std::vector<Argument>& arguments, Error (*)(KernelContext&, P...)) {
  return call<P...>(kKernel, arguments, std::index_sequence_for<P...>());
}

template <auto kKernel>
Error run(std::vector<Argument>& arguments) {
  return run<kKernel>(arguments, kKernel);
}

}  // namespace kerf::test
