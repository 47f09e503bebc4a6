// The registration table and the plan that it comes from, in read-only memory.
#include "selected/kernels.h"

#include "executor/adapter.h"
#include "selected/capacity.h"
#include "selected/identity.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.kernel_headers(plan)) ]]]
#include "executor/view.h"
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
#include "kernels/prim/arithmetic.h"
#include "kernels/prim/choice.h"
#include "kernels/prim/comparison.h"
#include "kernels/prim/copy_index.h"
#include "kernels/prim/division.h"
#include "kernels/prim/item.h"
#include "kernels/prim/rounding.h"
#include "kernels/prim/shape.h"
// [[[end]]] (sum: LZcaDfVWxT)
// clang-format on

namespace kerf::selected {
namespace {

// A plan without kernels leaves one empty row: C++ has no array of none.
// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
constexpr Kernel kKernels[kKernelCount == 0 ? 1 : kKernelCount] = {
// [[[cog import cog; from codegen import emit; cog.out(emit.kernel_table(plan)) ]]]
{"aten::_local_scalar_dense", adapt<&kerf::prim::local_scalar_dense>, 0xf8ff, 0xf8ff},
{"aten::_native_batch_norm_legit_no_training.out", adapt<&kerf::portable::batch_norm_no_training_out>, 0x80e0, 0x80e0},
{"aten::_softmax.out", adapt<&kerf::portable::softmax_out>, 0x80e0, 0x80e0},
{"aten::_to_copy.out", adapt<&kerf::portable::to_copy_out>, 0xf8ff, 0xf8ff},
{"aten::add.Scalar_out", adapt<&kerf::portable::add_scalar_out>, 0xf8ff, 0xf8ff},
{"aten::add.out", adapt<&kerf::portable::add_out>, 0xf8ff, 0xf8ff},
{"aten::addmm.out", adapt<&kerf::portable::addmm_out>, 0xf0ff, 0xf0ff},
{"aten::alias_copy.out", adapt<&kerf::portable::alias_copy_out>, 0xf8ff, 0xf8ff},
{"aten::arange.out", adapt<&kerf::portable::arange_out>, 0xf0ff, 0xf0ff},
{"aten::arange.start_out", adapt<&kerf::portable::arange_start_out>, 0xf0ff, 0xf0ff},
{"aten::as_strided_copy.out", adapt<&kerf::portable::as_strided_copy_out>, 0xf8ff, 0xf8ff},
{"aten::avg_pool2d.out", adapt<&kerf::portable::avg_pool2d_out>, 0x80e0, 0x80e0},
{"aten::cat.out", adapt<&kerf::portable::cat_out>, 0xf8ff, 0xf8ff},
{"aten::clone.out", adapt<&kerf::portable::clone_out>, 0xf8ff, 0xf8ff},
{"aten::constant_pad_nd.out", adapt<&kerf::portable::constant_pad_nd_out>, 0xf8ff, 0xf8ff},
{"aten::convolution.out", adapt<&kerf::portable::convolution_out>, 0x80e0, 0x80e0},
{"aten::copy.out", adapt<&kerf::portable::copy_out>, 0xf8ff, 0xf8ff},
{"aten::copy_", adapt<&kerf::portable::copy_>, 0xf8ff, 0xf8ff},
{"aten::detach_copy.out", adapt<&kerf::portable::detach_copy_out>, 0xf8ff, 0xf8ff},
{"aten::diagonal_copy.out", adapt<&kerf::portable::diagonal_copy_out>, 0xf8ff, 0xf8ff},
{"aten::embedding.out", adapt<&kerf::portable::embedding_out>, 0xf8ff, 0xf8ff},
{"aten::empty.out", adapt<&kerf::portable::empty_out>, 0xf8ff, 0xf8ff},
{"aten::expand_copy.out", adapt<&kerf::portable::expand_copy_out>, 0xf8ff, 0xf8ff},
{"aten::fill.Scalar_out", adapt<&kerf::portable::fill_scalar_out>, 0xf8ff, 0xf8ff},
{"aten::fill.Tensor_out", adapt<&kerf::portable::fill_tensor_out>, 0xf8ff, 0xf8ff},
{"aten::flip.out", adapt<&kerf::portable::flip_out>, 0xf8ff, 0xf8ff},
{"aten::full.out", adapt<&kerf::portable::full_out>, 0xf8ff, 0xf8ff},
{"aten::full_like.out", adapt<&kerf::portable::full_like_out>, 0xf8ff, 0xf8ff},
{"aten::gather.out", adapt<&kerf::portable::gather_out>, 0xf8ff, 0xf8ff},
{"aten::hardtanh.out", adapt<&kerf::portable::hardtanh_out>, 0xf0ff, 0xf0ff},
{"aten::index.Tensor_out", adapt<&kerf::portable::index_out>, 0xf8ff, 0xf8ff},
{"aten::index_put.out", adapt<&kerf::portable::index_put_out>, 0xf8ff, 0xf8ff},
{"aten::index_put_", adapt<&kerf::portable::index_put_>, 0xf8ff, 0xf8ff},
{"aten::index_select.out", adapt<&kerf::portable::index_select_out>, 0xf8ff, 0xf8ff},
{"aten::lift_fresh_copy.out", adapt<&kerf::portable::lift_fresh_copy_out>, 0xf8ff, 0xf8ff},
{"aten::masked_fill.Scalar_out", adapt<&kerf::portable::masked_fill_scalar_out>, 0xf8ff, 0xf8ff},
{"aten::masked_fill.Tensor_out", adapt<&kerf::portable::masked_fill_tensor_out>, 0xf8ff, 0xf8ff},
{"aten::masked_scatter.out", adapt<&kerf::portable::masked_scatter_out>, 0xf8ff, 0xf8ff},
{"aten::masked_select.out", adapt<&kerf::portable::masked_select_out>, 0xf8ff, 0xf8ff},
{"aten::mean.out", adapt<&kerf::portable::mean_out>, 0xf8ff, 0x80e0},
{"aten::mm.out", adapt<&kerf::portable::mm_out>, 0xf0ff, 0xf0ff},
{"aten::mul.out", adapt<&kerf::portable::mul_out>, 0xf8ff, 0xf8ff},
{"aten::narrow_copy.out", adapt<&kerf::portable::narrow_copy_out>, 0xf8ff, 0xf8ff},
{"aten::nonzero.out", adapt<&kerf::portable::nonzero_out>, 0xf8ff, 0x0010},
{"aten::ones.out", adapt<&kerf::portable::ones_out>, 0xf8ff, 0xf8ff},
{"aten::permute_copy.out", adapt<&kerf::portable::permute_copy_out>, 0xf8ff, 0xf8ff},
{"aten::pixel_shuffle.out", adapt<&kerf::portable::pixel_shuffle_out>, 0xf8ff, 0xf8ff},
{"aten::pixel_unshuffle.out", adapt<&kerf::portable::pixel_unshuffle_out>, 0xf8ff, 0xf8ff},
{"aten::relu.out", adapt<&kerf::portable::relu_out>, 0xf0ff, 0xf0ff},
{"aten::repeat.out", adapt<&kerf::portable::repeat_out>, 0xf8ff, 0xf8ff},
{"aten::roll.out", adapt<&kerf::portable::roll_out>, 0xf8ff, 0xf8ff},
{"aten::scalar_tensor.out", adapt<&kerf::portable::scalar_tensor_out>, 0xf8ff, 0xf8ff},
{"aten::scatter.src_out", adapt<&kerf::portable::scatter_src_out>, 0xf8ff, 0xf8ff},
{"aten::scatter.value_out", adapt<&kerf::portable::scatter_value_out>, 0xf8ff, 0xf8ff},
{"aten::scatter_add.out", adapt<&kerf::portable::scatter_add_out>, 0xf8ff, 0xf8ff},
{"aten::select_copy.int_out", adapt<&kerf::portable::select_copy_out>, 0xf8ff, 0xf8ff},
{"aten::select_scatter.out", adapt<&kerf::portable::select_scatter_out>, 0xf8ff, 0xf8ff},
{"aten::slice_copy.Tensor_out", adapt<&kerf::portable::slice_copy_out>, 0xf8ff, 0xf8ff},
{"aten::slice_scatter.out", adapt<&kerf::portable::slice_scatter_out>, 0xf8ff, 0xf8ff},
{"aten::split_copy.Tensor_out", adapt<&kerf::portable::split_copy_out>, 0xf8ff, 0xf8ff},
{"aten::split_with_sizes_copy.out", adapt<&kerf::portable::split_with_sizes_copy_out>, 0xf8ff, 0xf8ff},
{"aten::squeeze_copy.dim_out", adapt<&kerf::portable::squeeze_copy_dim_out>, 0xf8ff, 0xf8ff},
{"aten::squeeze_copy.dims_out", adapt<&kerf::portable::squeeze_copy_dims_out>, 0xf8ff, 0xf8ff},
{"aten::stack.out", adapt<&kerf::portable::stack_out>, 0xf8ff, 0xf8ff},
{"aten::sym_numel", adapt<&kerf::prim::sym_numel>, 0xf8ff, 0xf8ff},
{"aten::sym_size.int", adapt<&kerf::prim::sym_size_int>, 0xf8ff, 0xf8ff},
{"aten::sym_stride.int", adapt<&kerf::prim::sym_stride_int>, 0xf8ff, 0xf8ff},
{"aten::t_copy.out", adapt<&kerf::portable::t_copy_out>, 0xf8ff, 0xf8ff},
{"aten::transpose_copy.int_out", adapt<&kerf::portable::transpose_copy_out>, 0xf8ff, 0xf8ff},
{"aten::tril.out", adapt<&kerf::portable::tril_out>, 0xf8ff, 0xf8ff},
{"aten::triu.out", adapt<&kerf::portable::triu_out>, 0xf8ff, 0xf8ff},
{"aten::unbind_copy.int_out", adapt<&kerf::portable::unbind_copy_out>, 0xf8ff, 0xf8ff},
{"aten::unfold_copy.out", adapt<&kerf::portable::unfold_copy_out>, 0xf8ff, 0xf8ff},
{"aten::unsqueeze_copy.out", adapt<&kerf::portable::unsqueeze_copy_out>, 0xf8ff, 0xf8ff},
{"aten::view_copy.out", adapt<&kerf::portable::view_copy_out>, 0xf8ff, 0xf8ff},
{"aten::zeros.out", adapt<&kerf::portable::zeros_out>, 0xf8ff, 0xf8ff},
{"dim_order_ops::_clone_dim_order.out", adapt<&kerf::portable::clone_dim_order_out>, 0xf8ff, 0xf8ff},
{"dim_order_ops::_empty_dim_order.out", adapt<&kerf::portable::empty_dim_order_out>, 0xf8ff, 0xf8ff},
{"dim_order_ops::_to_dim_order_copy.out", adapt<&kerf::portable::to_dim_order_copy_out>, 0xf8ff, 0xf8ff},
{"executorch_prim::add.Scalar", adapt<&kerf::prim::add_scalar>, 0xf8ff, 0xf8ff},
{"executorch_prim::ceil.Scalar", adapt<&kerf::prim::ceil_scalar>, 0xf8ff, 0xf8ff},
{"executorch_prim::eq.Scalar", adapt<&kerf::prim::eq_scalar>, 0xf8ff, 0xf8ff},
{"executorch_prim::et_copy_index.tensor", adapt<&kerf::prim::et_copy_index>, 0xf8ff, 0xf8ff},
{"executorch_prim::et_view.default", adapt<&kerf::et_view>, 0xf8ff, 0xf8ff},
{"executorch_prim::floordiv.Scalar", adapt<&kerf::prim::floordiv_scalar>, 0xf8ff, 0xf8ff},
{"executorch_prim::floordiv.int", adapt<&kerf::prim::floordiv_int>, 0xf8ff, 0xf8ff},
{"executorch_prim::ge.Scalar", adapt<&kerf::prim::ge_scalar>, 0xf8ff, 0xf8ff},
{"executorch_prim::gt.Scalar", adapt<&kerf::prim::gt_scalar>, 0xf8ff, 0xf8ff},
{"executorch_prim::le.Scalar", adapt<&kerf::prim::le_scalar>, 0xf8ff, 0xf8ff},
{"executorch_prim::lt.Scalar", adapt<&kerf::prim::lt_scalar>, 0xf8ff, 0xf8ff},
{"executorch_prim::mod.Scalar", adapt<&kerf::prim::mod_int>, 0xf8ff, 0xf8ff},
{"executorch_prim::mod.int", adapt<&kerf::prim::mod_int>, 0xf8ff, 0xf8ff},
{"executorch_prim::mul.Scalar", adapt<&kerf::prim::mul_scalar>, 0xf8ff, 0xf8ff},
{"executorch_prim::neg.Scalar", adapt<&kerf::prim::neg_scalar>, 0xf8ff, 0xf8ff},
{"executorch_prim::round.Scalar", adapt<&kerf::prim::round_scalar>, 0xf8ff, 0xf8ff},
{"executorch_prim::sub.Scalar", adapt<&kerf::prim::sub_scalar>, 0xf8ff, 0xf8ff},
{"executorch_prim::sym_float.Scalar", adapt<&kerf::prim::sym_float_scalar>, 0xf8ff, 0xf8ff},
{"executorch_prim::sym_int.Scalar", adapt<&kerf::prim::trunc_scalar>, 0xf8ff, 0xf8ff},
{"executorch_prim::sym_ite.Scalar", adapt<&kerf::prim::sym_ite_scalar>, 0xf8ff, 0xf8ff},
{"executorch_prim::sym_max.Scalar", adapt<&kerf::prim::sym_max_scalar>, 0xf8ff, 0xf8ff},
{"executorch_prim::sym_min.Scalar", adapt<&kerf::prim::sym_min_scalar>, 0xf8ff, 0xf8ff},
{"executorch_prim::sym_not.Scalar", adapt<&kerf::prim::sym_not_scalar>, 0xf8ff, 0xf8ff},
{"executorch_prim::truediv.Scalar", adapt<&kerf::prim::truediv_scalar>, 0xf8ff, 0xf8ff},
{"executorch_prim::trunc.Scalar", adapt<&kerf::prim::trunc_scalar>, 0xf8ff, 0xf8ff},
// [[[end]]] (sum: ggvSdvjjo9)
};
// clang-format on

constexpr bool not_after(const char* a, const char* b) {
  for (; *a != '\0' && *a == *b; ++a) ++b;
  return static_cast<unsigned char>(*a) <= static_cast<unsigned char>(*b);
}

constexpr bool is_sorted() {
  for (size_t i = 1; i < kKernelCount; ++i) {
    if (!not_after(kKernels[i - 1].name, kKernels[i].name)) return false;
  }
  return true;
}
static_assert(is_sorted(), "lookup is a binary search");

constexpr bool is_unique() {
  for (size_t i = 1; i < kKernelCount; ++i) {
    const Kernel& a = kKernels[i - 1];
    const Kernel& b = kKernels[i];
    const bool same_name = not_after(b.name, a.name);  // they are sorted
    if (same_name && a.function == b.function) return false;
  }
  return true;
}
static_assert(is_unique(), "a kernel stands in the table twice");

}  // namespace

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
const uint8_t kPlanDigest[32] = {
// [[[cog import cog; from codegen import emit; cog.out(emit.plan_digest(plan)) ]]]
0x92, 0x77, 0x91, 0x9b, 0x3b, 0xde, 0x34, 0xf1,
0x22, 0x38, 0x9c, 0xdc, 0x7d, 0x6c, 0x3c, 0x71,
0xfc, 0xb4, 0x11, 0x96, 0x00, 0xc2, 0xe2, 0x04,
0xe6, 0x22, 0x71, 0x88, 0x19, 0xd1, 0x86, 0xcd,
// [[[end]]] (sum: nD9lFurlOH)
};
// clang-format on

Span<const Kernel> kernels() {
  // A use that costs an address: without one, no linker would keep the digest.
  __asm__ volatile("" : : "r"(kPlanDigest));
  return {kKernels, kKernelCount};
}

}  // namespace kerf::selected
