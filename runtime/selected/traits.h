// Which traits the selected calls of each operator need: what a kernel may leave out otherwise.
#pragma once

#include "kernels/trait.h"
#include "selected/operators.h"

namespace kerf::selected {

// One row for each Operator, for compile-time use only. Generated from the plan; refresh with `nox
// -s gen`.
// clang-format off
inline constexpr TraitSet kOperatorTraits[] = {
// [[[cog import cog; from codegen import emit; cog.out(emit.trait_sets(plan)) ]]]
0,  // aten::_local_scalar_dense
0,  // aten::_native_batch_norm_legit_no_training.out
0,  // aten::_softmax.out
trait_set(Trait::mixed) | trait_set(Trait::permuted),  // aten::_to_copy.out
trait_set(Trait::mixed) | trait_set(Trait::permuted),  // aten::add.Scalar_out
trait_set(Trait::alpha) | trait_set(Trait::broadcast) | trait_set(Trait::mixed) | trait_set(Trait::permuted),  // aten::add.out
trait_set(Trait::alpha),  // aten::addmm.out
trait_set(Trait::permuted),  // aten::alias_copy.out
trait_set(Trait::real),  // aten::arange.out
trait_set(Trait::real),  // aten::arange.start_out
0,  // aten::as_strided_copy.out
0,  // aten::avg_pool2d.out
trait_set(Trait::mixed),  // aten::cat.out
trait_set(Trait::permuted),  // aten::clone.out
0,  // aten::constant_pad_nd.out
trait_set(Trait::bias) | trait_set(Trait::dilated) | trait_set(Trait::one_dimensional) | trait_set(Trait::transposed),  // aten::convolution.out
trait_set(Trait::broadcast) | trait_set(Trait::mixed) | trait_set(Trait::permuted),  // aten::copy.out
trait_set(Trait::broadcast) | trait_set(Trait::mixed) | trait_set(Trait::permuted),  // aten::copy_
trait_set(Trait::permuted),  // aten::detach_copy.out
0,  // aten::diagonal_copy.out
0,  // aten::embedding.out
0,  // aten::empty.out
0,  // aten::expand_copy.out
0,  // aten::fill.Scalar_out
0,  // aten::fill.Tensor_out
0,  // aten::flip.out
0,  // aten::full.out
0,  // aten::full_like.out
0,  // aten::gather.out
trait_set(Trait::permuted),  // aten::hardtanh.out
0,  // aten::index.Tensor_out
0,  // aten::index_put.out
0,  // aten::index_put_
0,  // aten::index_select.out
trait_set(Trait::permuted),  // aten::lift_fresh_copy.out
0,  // aten::masked_fill.Scalar_out
0,  // aten::masked_fill.Tensor_out
0,  // aten::masked_scatter.out
0,  // aten::masked_select.out
trait_set(Trait::mixed) | trait_set(Trait::outer_reduction),  // aten::mean.out
0,  // aten::mm.out
trait_set(Trait::broadcast) | trait_set(Trait::mixed) | trait_set(Trait::permuted),  // aten::mul.out
0,  // aten::narrow_copy.out
0,  // aten::nonzero.out
0,  // aten::ones.out
0,  // aten::permute_copy.out
0,  // aten::pixel_shuffle.out
0,  // aten::pixel_unshuffle.out
trait_set(Trait::permuted),  // aten::relu.out
0,  // aten::repeat.out
0,  // aten::roll.out
0,  // aten::scalar_tensor.out
0,  // aten::scatter.src_out
0,  // aten::scatter.value_out
0,  // aten::scatter_add.out
0,  // aten::select_copy.int_out
trait_set(Trait::mixed),  // aten::select_scatter.out
0,  // aten::slice_copy.Tensor_out
trait_set(Trait::mixed),  // aten::slice_scatter.out
0,  // aten::split_copy.Tensor_out
0,  // aten::split_with_sizes_copy.out
0,  // aten::squeeze_copy.dim_out
0,  // aten::squeeze_copy.dims_out
trait_set(Trait::mixed),  // aten::stack.out
0,  // aten::sym_numel
0,  // aten::sym_size.int
0,  // aten::sym_stride.int
0,  // aten::t_copy.out
0,  // aten::transpose_copy.int_out
0,  // aten::tril.out
0,  // aten::triu.out
0,  // aten::unbind_copy.int_out
0,  // aten::unfold_copy.out
0,  // aten::unsqueeze_copy.out
0,  // aten::view_copy.out
0,  // aten::zeros.out
trait_set(Trait::permuted),  // dim_order_ops::_clone_dim_order.out
0,  // dim_order_ops::_empty_dim_order.out
trait_set(Trait::mixed) | trait_set(Trait::permuted),  // dim_order_ops::_to_dim_order_copy.out
trait_set(Trait::real),  // executorch_prim::add.Scalar
0,  // executorch_prim::ceil.Scalar
trait_set(Trait::real),  // executorch_prim::eq.Scalar
0,  // executorch_prim::et_copy_index.tensor
0,  // executorch_prim::et_view.default
trait_set(Trait::real),  // executorch_prim::floordiv.Scalar
0,  // executorch_prim::floordiv.int
trait_set(Trait::real),  // executorch_prim::ge.Scalar
trait_set(Trait::real),  // executorch_prim::gt.Scalar
trait_set(Trait::real),  // executorch_prim::le.Scalar
trait_set(Trait::real),  // executorch_prim::lt.Scalar
0,  // executorch_prim::mod.Scalar
0,  // executorch_prim::mod.int
trait_set(Trait::real),  // executorch_prim::mul.Scalar
trait_set(Trait::real),  // executorch_prim::neg.Scalar
0,  // executorch_prim::round.Scalar
trait_set(Trait::real),  // executorch_prim::sub.Scalar
0,  // executorch_prim::sym_float.Scalar
0,  // executorch_prim::sym_int.Scalar
0,  // executorch_prim::sym_ite.Scalar
trait_set(Trait::real),  // executorch_prim::sym_max.Scalar
trait_set(Trait::real),  // executorch_prim::sym_min.Scalar
0,  // executorch_prim::sym_not.Scalar
0,  // executorch_prim::truediv.Scalar
0,  // executorch_prim::trunc.Scalar
// [[[end]]] (sum: TB5renOCIM)
};
// clang-format on

constexpr bool needs(Operator op, Trait trait) {
  return (kOperatorTraits[static_cast<unsigned>(op)] & trait_set(trait)) != 0;
}

}  // namespace kerf::selected
