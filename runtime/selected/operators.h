// Operator ids: how kernels and generated tables name an operator without its text.
#pragma once

#include <stdint.h>

namespace kerf {

// Every operator of the configured libraries, selected or not. Generated from the plan; refresh
// with `nox -s gen`.
// clang-format off
enum class Operator : uint16_t {
// [[[cog import cog; from codegen import emit; cog.out(emit.operator_ids(plan)) ]]]
aten__local_scalar_dense,
aten__native_batch_norm_legit_no_training_out,
aten__softmax_out,
aten__to_copy_out,
aten_add_Scalar_out,
aten_add_out,
aten_addmm_out,
aten_avg_pool2d_out,
aten_clone_out,
aten_convolution_out,
aten_hardtanh_out,
aten_mean_out,
aten_mm_out,
aten_mul_out,
aten_permute_copy_out,
aten_relu_out,
aten_sym_numel,
aten_sym_size_int,
aten_sym_stride_int,
aten_view_copy_out,
dim_order_ops__clone_dim_order_out,
dim_order_ops__to_dim_order_copy_out,
executorch_prim_add_Scalar,
executorch_prim_ceil_Scalar,
executorch_prim_eq_Scalar,
executorch_prim_et_copy_index_tensor,
executorch_prim_et_view_default,
executorch_prim_floordiv_Scalar,
executorch_prim_floordiv_int,
executorch_prim_ge_Scalar,
executorch_prim_gt_Scalar,
executorch_prim_le_Scalar,
executorch_prim_lt_Scalar,
executorch_prim_mod_Scalar,
executorch_prim_mod_int,
executorch_prim_mul_Scalar,
executorch_prim_neg_Scalar,
executorch_prim_round_Scalar,
executorch_prim_sub_Scalar,
executorch_prim_sym_float_Scalar,
executorch_prim_sym_int_Scalar,
executorch_prim_sym_ite_Scalar,
executorch_prim_sym_max_Scalar,
executorch_prim_sym_min_Scalar,
executorch_prim_sym_not_Scalar,
executorch_prim_truediv_Scalar,
executorch_prim_trunc_Scalar,
// [[[end]]] (sum: ZZbJL4np4D)
};
// clang-format on

}  // namespace kerf
