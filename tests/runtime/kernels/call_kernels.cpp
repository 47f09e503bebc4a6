// Runs calls of operators on the portable kernels and prints what came out.
//
// Reads cases from standard input; for each prints `NAME ERROR` and a line for each output: sizes
// and elements. Kernels are called as generated code calls them: without program, registry or
// values.
#include <iostream>
#include <map>

#include "calls.h"
#include "kernels/context.h"
#include "kernels/portable/add.h"
#include "kernels/portable/avg_pool2d.h"
#include "kernels/portable/batch_norm.h"
#include "kernels/portable/clone.h"
#include "kernels/portable/convolution.h"
#include "kernels/portable/hardtanh.h"
#include "kernels/portable/matmul.h"
#include "kernels/portable/mean.h"
#include "kernels/portable/mul.h"
#include "kernels/portable/permute_copy.h"
#include "kernels/portable/relu.h"
#include "kernels/portable/softmax.h"
#include "kernels/portable/to_copy.h"
#include "kernels/portable/view_copy.h"

namespace kerf::test {
namespace {

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
struct As<double> {
  static double get(Argument& argument) { return argument.scalar().to<double>(); }
};
template <>
struct As<bool> {
  static bool get(Argument& argument) { return argument.scalar().to<int64_t>() != 0; }
};
template <>
struct As<Span<const int64_t>> {
  static Span<const int64_t> get(Argument& argument) { return argument.ints(); }
};
template <>
struct As<Tensor> {
  static const Tensor& get(Argument& argument) { return argument.tensor(); }
};
template <typename T>
struct As<const Optional<T>&> {
  static Optional<T> get(Argument& argument) {
    return argument.is_none() ? Optional<T>() : Optional<T>(As<T>::get(argument));
  }
};

using Run = Error (*)(std::vector<Argument>&);

template <typename... P, size_t... I>
Error call(Error (*kernel)(KernelContext&, P...), std::vector<Argument>& arguments,
           std::index_sequence<I...>) {
  alignas(16) static uint8_t scratch[4096];
  Arena arena({scratch, sizeof scratch});
  KernelContext context(arena);
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

const std::map<std::string, Run>& kernels() {
  static const std::map<std::string, Run> kKernels = {
      {"aten::_native_batch_norm_legit_no_training.out", run<portable::batch_norm_no_training_out>},
      {"aten::_softmax.out", run<portable::softmax_out>},
      {"aten::_to_copy.out", run<portable::to_copy_out>},
      {"aten::add.Scalar_out", run<portable::add_scalar_out>},
      {"aten::add.out", run<portable::add_out>},
      {"aten::addmm.out", run<portable::addmm_out>},
      {"aten::avg_pool2d.out", run<portable::avg_pool2d_out>},
      {"aten::clone.out", run<portable::clone_out>},
      {"aten::convolution.out", run<portable::convolution_out>},
      {"aten::hardtanh.out", run<portable::hardtanh_out>},
      {"aten::mean.out", run<portable::mean_out>},
      {"aten::mm.out", run<portable::mm_out>},
      {"aten::mul.out", run<portable::mul_out>},
      {"aten::permute_copy.out", run<portable::permute_copy_out>},
      {"aten::relu.out", run<portable::relu_out>},
      {"aten::view_copy.out", run<portable::view_copy_out>},
      {"dim_order_ops::_clone_dim_order.out", run<portable::clone_dim_order_out>},
      {"dim_order_ops::_to_dim_order_copy.out", run<portable::to_dim_order_copy_out>},
  };
  return kKernels;
}

}  // namespace
}  // namespace kerf::test

int main() {
  using namespace kerf::test;
  std::ios::sync_with_stdio(false);
  for (Case call; read_case(std::cin, call);) {
    const auto kernel = kernels().find(call.op);
    if (kernel == kernels().end()) {
      std::cerr << "no kernel for " << call.op << "\n";
      return 2;
    }
    const kerf::Error error = kernel->second(call.arguments);
    std::cout << call.name << ' ' << to_string(error) << '\n';
    for (const Argument& argument : call.arguments) {
      if (argument.is_output()) std::cout << argument.contents() << '\n';
    }
  }
  return 0;
}
