// Which dtypes are selected for each operator: the gate of every dtype switch.
#pragma once

#include "selected/operators.h"
#include "tensor/scalar_type.h"

namespace kerf::selected {

struct OperatorDtypes {
  DtypeSet inputs;
  DtypeSet outputs;
};

// One row for each Operator, for compile-time use only. Generated from the plan; refresh with `nox
// -s gen`.
// clang-format off
inline constexpr OperatorDtypes kOperatorDtypes[] = {
// [[[cog import cog; from codegen import emit; cog.out(emit.dtype_sets(plan)) ]]]
{0xf8ff, 0xf8ff},  // aten::_local_scalar_dense: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0x80e0, 0x80e0},  // aten::_native_batch_norm_legit_no_training.out: Half, Float, Double, BFloat16 -> Half, Float, Double, BFloat16
{0x80e0, 0x80e0},  // aten::_softmax.out: Half, Float, Double, BFloat16 -> Half, Float, Double, BFloat16
{0xf8ff, 0xf8ff},  // aten::_to_copy.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::add.Scalar_out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::add.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf0ff, 0xf0ff},  // aten::addmm.out: Byte, Char, Short, Int, Long, Half, Float, Double, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::alias_copy.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf0ff, 0xf0ff},  // aten::arange.out: Byte, Char, Short, Int, Long, Half, Float, Double, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, BFloat16, UInt16, UInt32, UInt64
{0xf0ff, 0xf0ff},  // aten::arange.start_out: Byte, Char, Short, Int, Long, Half, Float, Double, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::as_strided_copy.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0x80e0, 0x80e0},  // aten::avg_pool2d.out: Half, Float, Double, BFloat16 -> Half, Float, Double, BFloat16
{0xf8ff, 0xf8ff},  // aten::cat.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::clone.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::constant_pad_nd.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0x80e0, 0x80e0},  // aten::convolution.out: Half, Float, Double, BFloat16 -> Half, Float, Double, BFloat16
{0xf8ff, 0xf8ff},  // aten::copy.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::copy_: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::detach_copy.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::diagonal_copy.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::embedding.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::empty.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::expand_copy.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::fill.Scalar_out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::fill.Tensor_out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::flip.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::full.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::full_like.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::gather.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf0ff, 0xf0ff},  // aten::hardtanh.out: Byte, Char, Short, Int, Long, Half, Float, Double, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::index.Tensor_out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::index_put.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::index_put_: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::index_select.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::lift_fresh_copy.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::masked_fill.Scalar_out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::masked_fill.Tensor_out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::masked_scatter.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::masked_select.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0x80e0},  // aten::mean.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Half, Float, Double, BFloat16
{0xf0ff, 0xf0ff},  // aten::mm.out: Byte, Char, Short, Int, Long, Half, Float, Double, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::mul.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::narrow_copy.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0x0010},  // aten::nonzero.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Long
{0xf8ff, 0xf8ff},  // aten::ones.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::permute_copy.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::pixel_shuffle.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::pixel_unshuffle.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf0ff, 0xf0ff},  // aten::relu.out: Byte, Char, Short, Int, Long, Half, Float, Double, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::repeat.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::roll.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::scalar_tensor.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::scatter.src_out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::scatter.value_out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::scatter_add.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::select_copy.int_out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::select_scatter.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::slice_copy.Tensor_out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::slice_scatter.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::split_copy.Tensor_out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::split_with_sizes_copy.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::squeeze_copy.dim_out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::squeeze_copy.dims_out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::stack.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::sym_numel: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::sym_size.int: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::sym_stride.int: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::t_copy.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::transpose_copy.int_out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::tril.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::triu.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::unbind_copy.int_out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::unfold_copy.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::unsqueeze_copy.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::view_copy.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::zeros.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // dim_order_ops::_clone_dim_order.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // dim_order_ops::_empty_dim_order.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // dim_order_ops::_to_dim_order_copy.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // executorch_prim::add.Scalar: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // executorch_prim::ceil.Scalar: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // executorch_prim::eq.Scalar: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // executorch_prim::et_copy_index.tensor: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // executorch_prim::et_view.default: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // executorch_prim::floordiv.Scalar: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // executorch_prim::floordiv.int: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // executorch_prim::ge.Scalar: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // executorch_prim::gt.Scalar: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // executorch_prim::le.Scalar: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // executorch_prim::lt.Scalar: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // executorch_prim::mod.Scalar: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // executorch_prim::mod.int: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // executorch_prim::mul.Scalar: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // executorch_prim::neg.Scalar: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // executorch_prim::round.Scalar: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // executorch_prim::sub.Scalar: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // executorch_prim::sym_float.Scalar: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // executorch_prim::sym_int.Scalar: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // executorch_prim::sym_ite.Scalar: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // executorch_prim::sym_max.Scalar: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // executorch_prim::sym_min.Scalar: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // executorch_prim::sym_not.Scalar: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // executorch_prim::truediv.Scalar: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // executorch_prim::trunc.Scalar: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
// [[[end]]] (sum: 8jM8K/IucZ)
};
// clang-format on

// Dtypes that tensor arguments other than outputs may have; none where the operator is not
// selected.
constexpr DtypeSet inputs(Operator op) { return kOperatorDtypes[static_cast<unsigned>(op)].inputs; }

// Dtypes that outputs may have.
constexpr DtypeSet outputs(Operator op) {
  return kOperatorDtypes[static_cast<unsigned>(op)].outputs;
}

}  // namespace kerf::selected
