// The registration table and the plan that it comes from, in read-only memory.
#include "selected/kernels.h"

#include "selected/capacity.h"
#include "selected/identity.h"

namespace kerf::selected {

// The functions that run the kernels are defined by the sources of their families. Generated from
// the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.kernel_functions(plan)) ]]]
namespace portable { Error call_aten__conj_physical_out(Call&); }
namespace prim { Error call_aten__local_scalar_dense(Call&); }
namespace portable { Error call_aten__native_batch_norm_legit_no_training_out(Call&); }
namespace portable { Error call_aten__softmax_out(Call&); }
namespace portable { Error call_aten__to_copy_out(Call&); }
namespace portable { Error call_aten_add_Scalar_out(Call&); }
namespace portable { Error call_aten_add_out(Call&); }
namespace portable { Error call_aten_addmm_out(Call&); }
namespace portable { Error call_aten_alias_copy_out(Call&); }
namespace portable { Error call_aten_arange_out(Call&); }
namespace portable { Error call_aten_arange_start_out(Call&); }
namespace portable { Error call_aten_as_strided_copy_out(Call&); }
namespace portable { Error call_aten_avg_pool2d_out(Call&); }
namespace portable { Error call_aten_cat_out(Call&); }
namespace portable { Error call_aten_clone_out(Call&); }
namespace portable { Error call_aten_constant_pad_nd_out(Call&); }
namespace portable { Error call_aten_convolution_out(Call&); }
namespace portable { Error call_aten_copy_out(Call&); }
namespace portable { Error call_aten_copy_(Call&); }
namespace portable { Error call_aten_detach_copy_out(Call&); }
namespace portable { Error call_aten_diagonal_copy_out(Call&); }
namespace portable { Error call_aten_embedding_out(Call&); }
namespace portable { Error call_aten_empty_out(Call&); }
namespace portable { Error call_aten_expand_copy_out(Call&); }
namespace portable { Error call_aten_fill_Scalar_out(Call&); }
namespace portable { Error call_aten_fill_Tensor_out(Call&); }
namespace portable { Error call_aten_flip_out(Call&); }
namespace portable { Error call_aten_full_out(Call&); }
namespace portable { Error call_aten_full_like_out(Call&); }
namespace portable { Error call_aten_gather_out(Call&); }
namespace portable { Error call_aten_hardtanh_out(Call&); }
namespace portable { Error call_aten_index_Tensor_out(Call&); }
namespace portable { Error call_aten_index_put_out(Call&); }
namespace portable { Error call_aten_index_put_(Call&); }
namespace portable { Error call_aten_index_select_out(Call&); }
namespace portable { Error call_aten_lift_fresh_copy_out(Call&); }
namespace portable { Error call_aten_masked_fill_Scalar_out(Call&); }
namespace portable { Error call_aten_masked_fill_Tensor_out(Call&); }
namespace portable { Error call_aten_masked_scatter_out(Call&); }
namespace portable { Error call_aten_masked_select_out(Call&); }
namespace portable { Error call_aten_mean_out(Call&); }
namespace portable { Error call_aten_mm_out(Call&); }
namespace portable { Error call_aten_mul_out(Call&); }
namespace portable { Error call_aten_narrow_copy_out(Call&); }
namespace portable { Error call_aten_native_dropout_out(Call&); }
namespace portable { Error call_aten_nonzero_out(Call&); }
namespace portable { Error call_aten_ones_out(Call&); }
namespace portable { Error call_aten_permute_copy_out(Call&); }
namespace portable { Error call_aten_pixel_shuffle_out(Call&); }
namespace portable { Error call_aten_pixel_unshuffle_out(Call&); }
namespace portable { Error call_aten_rand_out(Call&); }
namespace portable { Error call_aten_randn_out(Call&); }
namespace portable { Error call_aten_relu_out(Call&); }
namespace portable { Error call_aten_repeat_out(Call&); }
namespace portable { Error call_aten_roll_out(Call&); }
namespace portable { Error call_aten_scalar_tensor_out(Call&); }
namespace portable { Error call_aten_scatter_src_out(Call&); }
namespace portable { Error call_aten_scatter_value_out(Call&); }
namespace portable { Error call_aten_scatter_add_out(Call&); }
namespace portable { Error call_aten_select_copy_int_out(Call&); }
namespace portable { Error call_aten_select_scatter_out(Call&); }
namespace portable { Error call_aten_slice_copy_Tensor_out(Call&); }
namespace portable { Error call_aten_slice_scatter_out(Call&); }
namespace portable { Error call_aten_split_copy_Tensor_out(Call&); }
namespace portable { Error call_aten_split_with_sizes_copy_out(Call&); }
namespace portable { Error call_aten_squeeze_copy_dim_out(Call&); }
namespace portable { Error call_aten_squeeze_copy_dims_out(Call&); }
namespace portable { Error call_aten_stack_out(Call&); }
namespace prim { Error call_aten_sym_numel(Call&); }
namespace prim { Error call_aten_sym_size_int(Call&); }
namespace prim { Error call_aten_sym_stride_int(Call&); }
namespace portable { Error call_aten_t_copy_out(Call&); }
namespace portable { Error call_aten_transpose_copy_int_out(Call&); }
namespace portable { Error call_aten_tril_out(Call&); }
namespace portable { Error call_aten_triu_out(Call&); }
namespace portable { Error call_aten_unbind_copy_int_out(Call&); }
namespace portable { Error call_aten_unfold_copy_out(Call&); }
namespace portable { Error call_aten_unsqueeze_copy_out(Call&); }
namespace portable { Error call_aten_view_as_real_copy_out(Call&); }
namespace portable { Error call_aten_view_copy_out(Call&); }
namespace portable { Error call_aten_zeros_out(Call&); }
namespace portable { Error call_dim_order_ops__clone_dim_order_out(Call&); }
namespace portable { Error call_dim_order_ops__empty_dim_order_out(Call&); }
namespace portable { Error call_dim_order_ops__to_dim_order_copy_out(Call&); }
namespace prim { Error call_executorch_prim_add_Scalar(Call&); }
namespace prim { Error call_executorch_prim_ceil_Scalar(Call&); }
namespace prim { Error call_executorch_prim_eq_Scalar(Call&); }
namespace prim { Error call_executorch_prim_et_copy_index_tensor(Call&); }
namespace prim { Error call_executorch_prim_et_view_default(Call&); }
namespace prim { Error call_executorch_prim_floordiv_Scalar(Call&); }
namespace prim { Error call_executorch_prim_floordiv_int(Call&); }
namespace prim { Error call_executorch_prim_ge_Scalar(Call&); }
namespace prim { Error call_executorch_prim_gt_Scalar(Call&); }
namespace prim { Error call_executorch_prim_le_Scalar(Call&); }
namespace prim { Error call_executorch_prim_lt_Scalar(Call&); }
namespace prim { Error call_executorch_prim_mod_Scalar(Call&); }
namespace prim { Error call_executorch_prim_mod_int(Call&); }
namespace prim { Error call_executorch_prim_mul_Scalar(Call&); }
namespace prim { Error call_executorch_prim_neg_Scalar(Call&); }
namespace prim { Error call_executorch_prim_round_Scalar(Call&); }
namespace prim { Error call_executorch_prim_sub_Scalar(Call&); }
namespace prim { Error call_executorch_prim_sym_float_Scalar(Call&); }
namespace prim { Error call_executorch_prim_sym_int_Scalar(Call&); }
namespace prim { Error call_executorch_prim_sym_ite_Scalar(Call&); }
namespace prim { Error call_executorch_prim_sym_max_Scalar(Call&); }
namespace prim { Error call_executorch_prim_sym_min_Scalar(Call&); }
namespace prim { Error call_executorch_prim_sym_not_Scalar(Call&); }
namespace prim { Error call_executorch_prim_truediv_Scalar(Call&); }
namespace prim { Error call_executorch_prim_trunc_Scalar(Call&); }
// [[[end]]] (sum: lpf5T0kfF2)

namespace {

constexpr DtypeSet kArgumentDtypes[] = {
// [[[cog import cog; from codegen import emit; cog.out(emit.argument_dtypes(plan)) ]]]
0x80e0, 0x80e0, 0x80e0, 0x80e0, 0x80e0, 0xf8ff, 0x80e0, 0x80e0, 0x80e0, 0x81e0, 0xfeff, 0xfeff,
0x0018, 0xfeff, 0x0800, 0xfeff, 0xffff, 0xf6ff, 0xf6ff, 0xf6ff, 0xf6ff, 0xf6ff, 0xf7ff, 0x80e0,
0xfeff, 0xfeff, 0x80e0, 0x0900, 0xfeff, 0x0819, 0xfeff, 0x0800, 0xffff, 0xfeff, 0xfeff, 0x0018,
0xfeff, 0xffff, 0xf0ff, 0xfeff, 0xf0ff, 0xf1ff, 0xfeff, 0xfeff, 0x0018, 0xffff, 0xf8ff, 0xf8ff,
0xf9ff, 0xfeff, 0x0819, 0xffff, 0xfeff, 0xfeff, 0xffff, 0x0600, 0x01c0, 0xf8ff, 0x0110,
// [[[end]]] (sum: +Z/5n9I/5U)
};

// Sorted by name; one row stands for none: C++ has no empty array.
constexpr Kernel kKernels[kKernelCount == 0 ? 1 : kKernelCount] = {
// [[[cog import cog; from codegen import emit; cog.out(emit.kernel_table(plan)) ]]]
{"aten::_conj_physical.out", portable::call_aten__conj_physical_out, kArgumentDtypes + 15},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::_local_scalar_dense", prim::call_aten__local_scalar_dense, kArgumentDtypes + 48},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::_native_batch_norm_legit_no_training.out", portable::call_aten__native_batch_norm_legit_no_training_out, kArgumentDtypes + 0},  // input: Half Float Double BFloat16, weight: Half Float Double BFloat16, bias: Half Float Double BFloat16, running_mean: Half Float Double BFloat16, running_var: Half Float Double BFloat16, out0: Half Float Double BFloat16, out1: Half Float Double BFloat16, out2: Half Float Double BFloat16
{"aten::_softmax.out", portable::call_aten__softmax_out, kArgumentDtypes + 6},  // self: Half Float Double BFloat16, out: Half Float Double BFloat16
{"aten::_to_copy.out", portable::call_aten__to_copy_out, kArgumentDtypes + 13},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::add.Scalar_out", portable::call_aten_add_Scalar_out, kArgumentDtypes + 13},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::add.out", portable::call_aten_add_out, kArgumentDtypes + 42},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, other: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::addmm.out", portable::call_aten_addmm_out, kArgumentDtypes + 17},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble BFloat16 UInt16 UInt32 UInt64, mat1: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble BFloat16 UInt16 UInt32 UInt64, mat2: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble BFloat16 UInt16 UInt32 UInt64
{"aten::alias_copy.out", portable::call_aten_alias_copy_out, kArgumentDtypes + 15},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::arange.out", portable::call_aten_arange_out, kArgumentDtypes + 40},  // out: Byte Char Short Int Long Half Float Double BFloat16 UInt16 UInt32 UInt64
{"aten::arange.start_out", portable::call_aten_arange_start_out, kArgumentDtypes + 38},  // out: Byte Char Short Int Long Half Float Double BFloat16 UInt16 UInt32 UInt64
{"aten::as_strided_copy.out", portable::call_aten_as_strided_copy_out, kArgumentDtypes + 28},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::avg_pool2d.out", portable::call_aten_avg_pool2d_out, kArgumentDtypes + 2},  // self: Half Float Double BFloat16, out: Half Float Double BFloat16
{"aten::cat.out", portable::call_aten_cat_out, kArgumentDtypes + 30},  // tensors: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::clone.out", portable::call_aten_clone_out, kArgumentDtypes + 30},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::constant_pad_nd.out", portable::call_aten_constant_pad_nd_out, kArgumentDtypes + 13},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::convolution.out", portable::call_aten_convolution_out, kArgumentDtypes + 0},  // input: Half Float Double BFloat16, weight: Half Float Double BFloat16, bias: Half Float Double BFloat16, out: Half Float Double BFloat16
{"aten::copy.out", portable::call_aten_copy_out, kArgumentDtypes + 42},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, src: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::copy_", portable::call_aten_copy_, kArgumentDtypes + 15},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, src: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::detach_copy.out", portable::call_aten_detach_copy_out, kArgumentDtypes + 15},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::diagonal_copy.out", portable::call_aten_diagonal_copy_out, kArgumentDtypes + 28},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::embedding.out", portable::call_aten_embedding_out, kArgumentDtypes + 11},  // weight: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, indices: Int Long, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::empty.out", portable::call_aten_empty_out, kArgumentDtypes + 14},  // out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::expand_copy.out", portable::call_aten_expand_copy_out, kArgumentDtypes + 13},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::fill.Scalar_out", portable::call_aten_fill_Scalar_out, kArgumentDtypes + 30},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::fill.Tensor_out", portable::call_aten_fill_Tensor_out, kArgumentDtypes + 52},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, value: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::flip.out", portable::call_aten_flip_out, kArgumentDtypes + 30},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::full.out", portable::call_aten_full_out, kArgumentDtypes + 14},  // out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::full_like.out", portable::call_aten_full_like_out, kArgumentDtypes + 13},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::gather.out", portable::call_aten_gather_out, kArgumentDtypes + 33},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, index: Int Long, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::hardtanh.out", portable::call_aten_hardtanh_out, kArgumentDtypes + 38},  // self: Byte Char Short Int Long Half Float Double BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double BFloat16 UInt16 UInt32 UInt64
{"aten::index.Tensor_out", portable::call_aten_index_Tensor_out, kArgumentDtypes + 49},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, indices: Byte Int Long Bool, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::index_put.out", portable::call_aten_index_put_out, kArgumentDtypes + 28},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, indices: Byte Int Long Bool, values: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::index_put_", portable::call_aten_index_put_, kArgumentDtypes + 49},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, indices: Byte Int Long Bool, values: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::index_select.out", portable::call_aten_index_select_out, kArgumentDtypes + 42},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, index: Int Long, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::lift_fresh_copy.out", portable::call_aten_lift_fresh_copy_out, kArgumentDtypes + 15},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::masked_fill.Scalar_out", portable::call_aten_masked_fill_Scalar_out, kArgumentDtypes + 13},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, mask: Bool, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::masked_fill.Tensor_out", portable::call_aten_masked_fill_Tensor_out, kArgumentDtypes + 13},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, mask: Bool, value: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::masked_scatter.out", portable::call_aten_masked_scatter_out, kArgumentDtypes + 13},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, mask: Bool, source: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::masked_select.out", portable::call_aten_masked_select_out, kArgumentDtypes + 30},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, mask: Bool, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::mean.out", portable::call_aten_mean_out, kArgumentDtypes + 5},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::mm.out", portable::call_aten_mm_out, kArgumentDtypes + 20},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble BFloat16 UInt16 UInt32 UInt64, mat2: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble BFloat16 UInt16 UInt32 UInt64
{"aten::mul.out", portable::call_aten_mul_out, kArgumentDtypes + 52},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, other: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::narrow_copy.out", portable::call_aten_narrow_copy_out, kArgumentDtypes + 28},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::native_dropout.out", portable::call_aten_native_dropout_out, kArgumentDtypes + 23},  // input: Half Float Double BFloat16, out0: Half Float Double BFloat16, out1: Bool
{"aten::nonzero.out", portable::call_aten_nonzero_out, kArgumentDtypes + 57},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Long
{"aten::ones.out", portable::call_aten_ones_out, kArgumentDtypes + 15},  // out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::permute_copy.out", portable::call_aten_permute_copy_out, kArgumentDtypes + 30},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::pixel_shuffle.out", portable::call_aten_pixel_shuffle_out, kArgumentDtypes + 30},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::pixel_unshuffle.out", portable::call_aten_pixel_unshuffle_out, kArgumentDtypes + 30},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::rand.out", portable::call_aten_rand_out, kArgumentDtypes + 8},  // out: Half Float Double BFloat16
{"aten::randn.out", portable::call_aten_randn_out, kArgumentDtypes + 8},  // out: Half Float Double BFloat16
{"aten::relu.out", portable::call_aten_relu_out, kArgumentDtypes + 40},  // self: Byte Char Short Int Long Half Float Double BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double BFloat16 UInt16 UInt32 UInt64
{"aten::repeat.out", portable::call_aten_repeat_out, kArgumentDtypes + 30},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::roll.out", portable::call_aten_roll_out, kArgumentDtypes + 13},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::scalar_tensor.out", portable::call_aten_scalar_tensor_out, kArgumentDtypes + 15},  // out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::scatter.src_out", portable::call_aten_scatter_src_out, kArgumentDtypes + 33},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, index: Int Long, src: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::scatter.value_out", portable::call_aten_scatter_value_out, kArgumentDtypes + 33},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, index: Int Long, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::scatter_add.out", portable::call_aten_scatter_add_out, kArgumentDtypes + 33},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, index: Int Long, src: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::select_copy.int_out", portable::call_aten_select_copy_int_out, kArgumentDtypes + 13},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::select_scatter.out", portable::call_aten_select_scatter_out, kArgumentDtypes + 33},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, src: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::slice_copy.Tensor_out", portable::call_aten_slice_copy_Tensor_out, kArgumentDtypes + 11},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::slice_scatter.out", portable::call_aten_slice_scatter_out, kArgumentDtypes + 10},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, src: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::split_copy.Tensor_out", portable::call_aten_split_copy_Tensor_out, kArgumentDtypes + 13},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::split_with_sizes_copy.out", portable::call_aten_split_with_sizes_copy_out, kArgumentDtypes + 13},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::squeeze_copy.dim_out", portable::call_aten_squeeze_copy_dim_out, kArgumentDtypes + 30},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::squeeze_copy.dims_out", portable::call_aten_squeeze_copy_dims_out, kArgumentDtypes + 30},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::stack.out", portable::call_aten_stack_out, kArgumentDtypes + 30},  // tensors: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::sym_numel", prim::call_aten_sym_numel, kArgumentDtypes + 48},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::sym_size.int", prim::call_aten_sym_size_int, kArgumentDtypes + 48},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::sym_stride.int", prim::call_aten_sym_stride_int, kArgumentDtypes + 48},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::t_copy.out", portable::call_aten_t_copy_out, kArgumentDtypes + 15},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::transpose_copy.int_out", portable::call_aten_transpose_copy_int_out, kArgumentDtypes + 13},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::tril.out", portable::call_aten_tril_out, kArgumentDtypes + 30},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::triu.out", portable::call_aten_triu_out, kArgumentDtypes + 30},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::unbind_copy.int_out", portable::call_aten_unbind_copy_int_out, kArgumentDtypes + 30},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::unfold_copy.out", portable::call_aten_unfold_copy_out, kArgumentDtypes + 28},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::unsqueeze_copy.out", portable::call_aten_unsqueeze_copy_out, kArgumentDtypes + 30},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::view_as_real_copy.out", portable::call_aten_view_as_real_copy_out, kArgumentDtypes + 55},  // self: ComplexFloat ComplexDouble, out: Float Double
{"aten::view_copy.out", portable::call_aten_view_copy_out, kArgumentDtypes + 30},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::zeros.out", portable::call_aten_zeros_out, kArgumentDtypes + 15},  // out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"dim_order_ops::_clone_dim_order.out", portable::call_dim_order_ops__clone_dim_order_out, kArgumentDtypes + 13},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"dim_order_ops::_empty_dim_order.out", portable::call_dim_order_ops__empty_dim_order_out, kArgumentDtypes + 14},  // out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"dim_order_ops::_to_dim_order_copy.out", portable::call_dim_order_ops__to_dim_order_copy_out, kArgumentDtypes + 13},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"executorch_prim::add.Scalar", prim::call_executorch_prim_add_Scalar, kArgumentDtypes + 16},  // no tensor
{"executorch_prim::ceil.Scalar", prim::call_executorch_prim_ceil_Scalar, kArgumentDtypes + 16},  // no tensor
{"executorch_prim::eq.Scalar", prim::call_executorch_prim_eq_Scalar, kArgumentDtypes + 16},  // no tensor
{"executorch_prim::et_copy_index.tensor", prim::call_executorch_prim_et_copy_index_tensor, kArgumentDtypes + 47},  // copy_to: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, copy_from: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"executorch_prim::et_view.default", prim::call_executorch_prim_et_view_default, kArgumentDtypes + 46},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"executorch_prim::floordiv.Scalar", prim::call_executorch_prim_floordiv_Scalar, kArgumentDtypes + 16},  // no tensor
{"executorch_prim::floordiv.int", prim::call_executorch_prim_floordiv_int, kArgumentDtypes + 16},  // no tensor
{"executorch_prim::ge.Scalar", prim::call_executorch_prim_ge_Scalar, kArgumentDtypes + 16},  // no tensor
{"executorch_prim::gt.Scalar", prim::call_executorch_prim_gt_Scalar, kArgumentDtypes + 16},  // no tensor
{"executorch_prim::le.Scalar", prim::call_executorch_prim_le_Scalar, kArgumentDtypes + 16},  // no tensor
{"executorch_prim::lt.Scalar", prim::call_executorch_prim_lt_Scalar, kArgumentDtypes + 16},  // no tensor
{"executorch_prim::mod.Scalar", prim::call_executorch_prim_mod_Scalar, kArgumentDtypes + 16},  // no tensor
{"executorch_prim::mod.int", prim::call_executorch_prim_mod_int, kArgumentDtypes + 16},  // no tensor
{"executorch_prim::mul.Scalar", prim::call_executorch_prim_mul_Scalar, kArgumentDtypes + 16},  // no tensor
{"executorch_prim::neg.Scalar", prim::call_executorch_prim_neg_Scalar, kArgumentDtypes + 16},  // no tensor
{"executorch_prim::round.Scalar", prim::call_executorch_prim_round_Scalar, kArgumentDtypes + 16},  // no tensor
{"executorch_prim::sub.Scalar", prim::call_executorch_prim_sub_Scalar, kArgumentDtypes + 16},  // no tensor
{"executorch_prim::sym_float.Scalar", prim::call_executorch_prim_sym_float_Scalar, kArgumentDtypes + 16},  // no tensor
{"executorch_prim::sym_int.Scalar", prim::call_executorch_prim_sym_int_Scalar, kArgumentDtypes + 16},  // no tensor
{"executorch_prim::sym_ite.Scalar", prim::call_executorch_prim_sym_ite_Scalar, kArgumentDtypes + 16},  // no tensor
{"executorch_prim::sym_max.Scalar", prim::call_executorch_prim_sym_max_Scalar, kArgumentDtypes + 16},  // no tensor
{"executorch_prim::sym_min.Scalar", prim::call_executorch_prim_sym_min_Scalar, kArgumentDtypes + 16},  // no tensor
{"executorch_prim::sym_not.Scalar", prim::call_executorch_prim_sym_not_Scalar, kArgumentDtypes + 16},  // no tensor
{"executorch_prim::truediv.Scalar", prim::call_executorch_prim_truediv_Scalar, kArgumentDtypes + 16},  // no tensor
{"executorch_prim::trunc.Scalar", prim::call_executorch_prim_trunc_Scalar, kArgumentDtypes + 16},  // no tensor
// [[[end]]] (sum: oeG8Omwxzx)
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

}  // namespace

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
const uint8_t kPlanDigest[32] = {
// [[[cog import cog; from codegen import emit; cog.out(emit.plan_digest(plan)) ]]]
0xf3, 0x1f, 0x0a, 0x27, 0x3f, 0x9a, 0x4d, 0xfc,
0xa6, 0x35, 0xa4, 0x21, 0x95, 0x03, 0xf3, 0xf3,
0x39, 0x4b, 0x7e, 0x05, 0x48, 0x03, 0x89, 0xf4,
0xdd, 0x4e, 0x1b, 0xf5, 0x73, 0x18, 0x86, 0xd0,
// [[[end]]] (sum: aSL24AranX)
};
// clang-format on

Span<const Kernel> kernels() {
  // A use that costs an address: without one, no linker would keep the digest.
  __asm__ volatile("" : : "r"(kPlanDigest));
  return {kKernels, kKernelCount};
}

}  // namespace kerf::selected
