// Operator ids: how kernels and generated tables name an operator without its text.
#pragma once

#include <stdint.h>

namespace kerf {

// Every operator of the configured libraries, selected or not. Generated from the plan; refresh
// with `nox -s gen`.
// clang-format off
enum class Operator : uint16_t {
// [[[cog import cog; from codegen import emit; cog.out(emit.operator_ids(plan)) ]]]
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
aten_view_copy_out,
dim_order_ops__clone_dim_order_out,
dim_order_ops__to_dim_order_copy_out,
// [[[end]]] (sum: C40IWJlmzU)
};
// clang-format on

}  // namespace kerf
