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
#include "kernels/portable/alias_copy.h"
#include "kernels/portable/arange.h"
#include "kernels/portable/as_strided_copy.h"
#include "kernels/portable/assign.h"
#include "kernels/portable/avg_pool2d.h"
#include "kernels/portable/batch_norm.h"
#include "kernels/portable/cat.h"
#include "kernels/portable/clone.h"
#include "kernels/portable/constant_pad_nd.h"
#include "kernels/portable/convolution.h"
#include "kernels/portable/diagonal_copy.h"
#include "kernels/portable/embedding.h"
#include "kernels/portable/expand_copy.h"
#include "kernels/portable/flip.h"
#include "kernels/portable/full.h"
#include "kernels/portable/gather.h"
#include "kernels/portable/hardtanh.h"
#include "kernels/portable/index.h"
#include "kernels/portable/index_select.h"
#include "kernels/portable/masked.h"
#include "kernels/portable/matmul.h"
#include "kernels/portable/mean.h"
#include "kernels/portable/mul.h"
#include "kernels/portable/nonzero.h"
#include "kernels/portable/permute_copy.h"
#include "kernels/portable/pixel_shuffle.h"
#include "kernels/portable/relu.h"
#include "kernels/portable/repeat.h"
#include "kernels/portable/roll.h"
#include "kernels/portable/slice_copy.h"
#include "kernels/portable/slice_scatter.h"
#include "kernels/portable/softmax.h"
#include "kernels/portable/split_copy.h"
#include "kernels/portable/squeeze_copy.h"
#include "kernels/portable/to_copy.h"
#include "kernels/portable/transpose_copy.h"
#include "kernels/portable/tril.h"
#include "kernels/portable/unfold_copy.h"
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
      {"aten::alias_copy.out", run<portable::alias_copy_out>},
      {"aten::arange.out", run<portable::arange_out>},
      {"aten::arange.start_out", run<portable::arange_start_out>},
      {"aten::as_strided_copy.out", run<portable::as_strided_copy_out>},
      {"aten::avg_pool2d.out", run<portable::avg_pool2d_out>},
      {"aten::cat.out", run<portable::cat_out>},
      {"aten::clone.out", run<portable::clone_out>},
      {"aten::constant_pad_nd.out", run<portable::constant_pad_nd_out>},
      {"aten::convolution.out", run<portable::convolution_out>},
      {"aten::copy.out", run<portable::copy_out>},
      {"aten::copy_", run<portable::copy_>},
      {"aten::detach_copy.out", run<portable::detach_copy_out>},
      {"aten::diagonal_copy.out", run<portable::diagonal_copy_out>},
      {"aten::embedding.out", run<portable::embedding_out>},
      {"aten::empty.out", run<portable::empty_out>},
      {"aten::expand_copy.out", run<portable::expand_copy_out>},
      {"aten::fill.Scalar_out", run<portable::fill_scalar_out>},
      {"aten::fill.Tensor_out", run<portable::fill_tensor_out>},
      {"aten::flip.out", run<portable::flip_out>},
      {"aten::full.out", run<portable::full_out>},
      {"aten::full_like.out", run<portable::full_like_out>},
      {"aten::gather.out", run<portable::gather_out>},
      {"aten::hardtanh.out", run<portable::hardtanh_out>},
      {"aten::index.Tensor_out", run<portable::index_out>},
      {"aten::index_put.out", run<portable::index_put_out>},
      {"aten::index_put_", run<portable::index_put_>},
      {"aten::index_select.out", run<portable::index_select_out>},
      {"aten::lift_fresh_copy.out", run<portable::lift_fresh_copy_out>},
      {"aten::masked_fill.Scalar_out", run<portable::masked_fill_scalar_out>},
      {"aten::masked_fill.Tensor_out", run<portable::masked_fill_tensor_out>},
      {"aten::masked_scatter.out", run<portable::masked_scatter_out>},
      {"aten::masked_select.out", run<portable::masked_select_out>},
      {"aten::mean.out", run<portable::mean_out>},
      {"aten::mm.out", run<portable::mm_out>},
      {"aten::mul.out", run<portable::mul_out>},
      {"aten::narrow_copy.out", run<portable::narrow_copy_out>},
      {"aten::nonzero.out", run<portable::nonzero_out>},
      {"aten::ones.out", run<portable::ones_out>},
      {"aten::permute_copy.out", run<portable::permute_copy_out>},
      {"aten::pixel_shuffle.out", run<portable::pixel_shuffle_out>},
      {"aten::pixel_unshuffle.out", run<portable::pixel_unshuffle_out>},
      {"aten::relu.out", run<portable::relu_out>},
      {"aten::repeat.out", run<portable::repeat_out>},
      {"aten::roll.out", run<portable::roll_out>},
      {"aten::scalar_tensor.out", run<portable::scalar_tensor_out>},
      {"aten::scatter.src_out", run<portable::scatter_src_out>},
      {"aten::scatter.value_out", run<portable::scatter_value_out>},
      {"aten::scatter_add.out", run<portable::scatter_add_out>},
      {"aten::select_copy.int_out", run<portable::select_copy_out>},
      {"aten::select_scatter.out", run<portable::select_scatter_out>},
      {"aten::slice_copy.Tensor_out", run<portable::slice_copy_out>},
      {"aten::slice_scatter.out", run<portable::slice_scatter_out>},
      {"aten::split_copy.Tensor_out", run<portable::split_copy_out>},
      {"aten::split_with_sizes_copy.out", run<portable::split_with_sizes_copy_out>},
      {"aten::squeeze_copy.dim_out", run<portable::squeeze_copy_dim_out>},
      {"aten::squeeze_copy.dims_out", run<portable::squeeze_copy_dims_out>},
      {"aten::stack.out", run<portable::stack_out>},
      {"aten::t_copy.out", run<portable::t_copy_out>},
      {"aten::transpose_copy.int_out", run<portable::transpose_copy_out>},
      {"aten::tril.out", run<portable::tril_out>},
      {"aten::triu.out", run<portable::triu_out>},
      {"aten::unbind_copy.int_out", run<portable::unbind_copy_out>},
      {"aten::unfold_copy.out", run<portable::unfold_copy_out>},
      {"aten::unsqueeze_copy.out", run<portable::unsqueeze_copy_out>},
      {"aten::view_copy.out", run<portable::view_copy_out>},
      {"aten::zeros.out", run<portable::zeros_out>},
      {"dim_order_ops::_clone_dim_order.out", run<portable::clone_dim_order_out>},
      {"dim_order_ops::_empty_dim_order.out", run<portable::empty_dim_order_out>},
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
      for (const Argument& item : argument.items()) {
        if (item.is_output()) std::cout << item.contents() << '\n';
      }
    }
  }
  return 0;
}
