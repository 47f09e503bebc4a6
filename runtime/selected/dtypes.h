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
{0x80e0, 0x80e0},  // aten::avg_pool2d.out: Half, Float, Double, BFloat16 -> Half, Float, Double, BFloat16
{0xf8ff, 0xf8ff},  // aten::clone.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0x80e0, 0x80e0},  // aten::convolution.out: Half, Float, Double, BFloat16 -> Half, Float, Double, BFloat16
{0xf0ff, 0xf0ff},  // aten::hardtanh.out: Byte, Char, Short, Int, Long, Half, Float, Double, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0x80e0},  // aten::mean.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Half, Float, Double, BFloat16
{0xf0ff, 0xf0ff},  // aten::mm.out: Byte, Char, Short, Int, Long, Half, Float, Double, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::mul.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::permute_copy.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf0ff, 0xf0ff},  // aten::relu.out: Byte, Char, Short, Int, Long, Half, Float, Double, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::sym_numel: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::sym_size.int: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::sym_stride.int: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // aten::view_copy.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
{0xf8ff, 0xf8ff},  // dim_order_ops::_clone_dim_order.out: Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 -> Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64
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
// [[[end]]] (sum: DRqnPce47/)
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
