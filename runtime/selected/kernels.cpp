// The registration table and the plan that it comes from, in read-only memory.
#include "selected/kernels.h"

#include "selected/capacity.h"
#include "selected/identity.h"

namespace kerf::selected {

// The functions that run the kernels are defined by the sources of their families. Generated from
// the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.kernel_functions(plan)) ]]]
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
namespace portable { Error call_aten_nonzero_out(Call&); }
namespace portable { Error call_aten_ones_out(Call&); }
namespace portable { Error call_aten_permute_copy_out(Call&); }
namespace portable { Error call_aten_pixel_shuffle_out(Call&); }
namespace portable { Error call_aten_pixel_unshuffle_out(Call&); }
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
namespace quantized { Error call_quantized_decomposed_add_out(Call&); }
namespace quantized { Error call_quantized_decomposed_choose_qparams_Tensor_out(Call&); }
namespace quantized { Error call_quantized_decomposed_choose_qparams_per_token_asymmetric_out(Call&); }
namespace quantized { Error call_quantized_decomposed_dequantize_per_channel_out(Call&); }
namespace quantized { Error call_quantized_decomposed_dequantize_per_tensor_Tensor_out(Call&); }
namespace quantized { Error call_quantized_decomposed_dequantize_per_tensor_out(Call&); }
namespace quantized { Error call_quantized_decomposed_dequantize_per_token_out(Call&); }
namespace quantized { Error call_quantized_decomposed_embedding_2bit_dtype_out(Call&); }
namespace quantized { Error call_quantized_decomposed_embedding_2bit_out(Call&); }
namespace quantized { Error call_quantized_decomposed_embedding_4bit_dtype_out(Call&); }
namespace quantized { Error call_quantized_decomposed_embedding_4bit_out(Call&); }
namespace quantized { Error call_quantized_decomposed_embedding_byte_dtype_out(Call&); }
namespace quantized { Error call_quantized_decomposed_embedding_byte_out(Call&); }
namespace quantized { Error call_quantized_decomposed_mixed_linear_out(Call&); }
namespace quantized { Error call_quantized_decomposed_mixed_mm_out(Call&); }
namespace quantized { Error call_quantized_decomposed_quantize_per_channel_out(Call&); }
namespace quantized { Error call_quantized_decomposed_quantize_per_tensor_Tensor_out(Call&); }
namespace quantized { Error call_quantized_decomposed_quantize_per_tensor_out(Call&); }
namespace quantized { Error call_quantized_decomposed_quantize_per_token_out(Call&); }
// [[[end]]] (sum: TCYLYEi1RK)

namespace {

constexpr DtypeSet kArgumentDtypes[] = {
// [[[cog import cog; from codegen import emit; cog.out(emit.argument_dtypes(plan)) ]]]
0x1007, 0xfeff, 0xfeff, 0xfeff, 0xfeff, 0x1007, 0xfeff, 0xfeff, 0xfeff, 0xfeff, 0xfeff, 0xfeff,
0xfeff, 0xfeff, 0x1107, 0x80e0, 0x80e0, 0x80e0, 0x80e0, 0x80e0, 0x0002, 0x80e0, 0x80e0, 0x80e0,
0x81e0, 0x100f, 0x00c0, 0x0018, 0xfeff, 0x80e0, 0x0002, 0x80e0, 0x80e0, 0x81e0, 0x0001, 0x8060,
0x8060, 0xfeff, 0xfeff, 0x0018, 0xfeff, 0x8160, 0x0003, 0x8060, 0x8060, 0xfeff, 0xfeff, 0x0018,
0xfeff, 0x8160, 0x80e0, 0x00c0, 0x0018, 0xfeff, 0xfeff, 0xfeff, 0xfeff, 0x110f, 0x100f, 0x00c0,
0x0018, 0xf8ff, 0xfeff, 0xfeff, 0xfeff, 0x81e0, 0x0001, 0x8060, 0x8060, 0xfeff, 0xfeff, 0x0018,
0x8160, 0x0003, 0x8060, 0x8060, 0xfeff, 0xfeff, 0x0018, 0x8160, 0x8060, 0xfeff, 0xfeff, 0x80e0,
0xfeff, 0x0080, 0x0110, 0x80e0, 0x00c0, 0x0018, 0xfeff, 0xfeff, 0xfeff, 0x110f, 0xf8ff, 0xf8ff,
0x0018, 0xf8ff, 0x0800, 0xf8ff, 0xf9ff, 0xf0ff, 0xf0ff, 0xf0ff, 0xf0ff, 0xf0ff, 0xf1ff, 0xf8ff,
0x0819, 0xf8ff, 0x0800, 0xf9ff, 0xf8ff, 0xf8ff, 0x0018, 0xf8ff, 0xf9ff, 0xf8ff, 0xf8ff, 0x0018,
0xf9ff, 0xf8ff, 0x0819, 0xf9ff, 0xf8ff, 0xf8ff, 0xf9ff, 0xf8ff, 0x0110, 0xffff,
// [[[end]]] (sum: R2OSLru8CV)
};

// Sorted by name; one row stands for none: C++ has no empty array.
constexpr Kernel kKernels[kKernelCount == 0 ? 1 : kKernelCount] = {
// [[[cog import cog; from codegen import emit; cog.out(emit.kernel_table(plan)) ]]]
{"aten::_local_scalar_dense", prim::call_aten__local_scalar_dense, kArgumentDtypes + 100},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::_native_batch_norm_legit_no_training.out", portable::call_aten__native_batch_norm_legit_no_training_out, kArgumentDtypes + 15},  // input: Half Float Double BFloat16, weight: Half Float Double BFloat16, bias: Half Float Double BFloat16, running_mean: Half Float Double BFloat16, running_var: Half Float Double BFloat16, out0: Half Float Double BFloat16, out1: Half Float Double BFloat16, out2: Half Float Double BFloat16
{"aten::_softmax.out", portable::call_aten__softmax_out, kArgumentDtypes + 21},  // self: Half Float Double BFloat16, out: Half Float Double BFloat16
{"aten::_to_copy.out", portable::call_aten__to_copy_out, kArgumentDtypes + 97},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::add.Scalar_out", portable::call_aten_add_Scalar_out, kArgumentDtypes + 97},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::add.out", portable::call_aten_add_out, kArgumentDtypes + 117},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, other: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::addmm.out", portable::call_aten_addmm_out, kArgumentDtypes + 101},  // self: Byte Char Short Int Long Half Float Double BFloat16 UInt16 UInt32 UInt64, mat1: Byte Char Short Int Long Half Float Double BFloat16 UInt16 UInt32 UInt64, mat2: Byte Char Short Int Long Half Float Double BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double BFloat16 UInt16 UInt32 UInt64
{"aten::alias_copy.out", portable::call_aten_alias_copy_out, kArgumentDtypes + 99},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::arange.out", portable::call_aten_arange_out, kArgumentDtypes + 105},  // out: Byte Char Short Int Long Half Float Double BFloat16 UInt16 UInt32 UInt64
{"aten::arange.start_out", portable::call_aten_arange_start_out, kArgumentDtypes + 103},  // out: Byte Char Short Int Long Half Float Double BFloat16 UInt16 UInt32 UInt64
{"aten::as_strided_copy.out", portable::call_aten_as_strided_copy_out, kArgumentDtypes + 107},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::avg_pool2d.out", portable::call_aten_avg_pool2d_out, kArgumentDtypes + 17},  // self: Half Float Double BFloat16, out: Half Float Double BFloat16
{"aten::cat.out", portable::call_aten_cat_out, kArgumentDtypes + 109},  // tensors: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::clone.out", portable::call_aten_clone_out, kArgumentDtypes + 109},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::constant_pad_nd.out", portable::call_aten_constant_pad_nd_out, kArgumentDtypes + 97},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::convolution.out", portable::call_aten_convolution_out, kArgumentDtypes + 15},  // input: Half Float Double BFloat16, weight: Half Float Double BFloat16, bias: Half Float Double BFloat16, out: Half Float Double BFloat16
{"aten::copy.out", portable::call_aten_copy_out, kArgumentDtypes + 117},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, src: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::copy_", portable::call_aten_copy_, kArgumentDtypes + 99},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, src: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::detach_copy.out", portable::call_aten_detach_copy_out, kArgumentDtypes + 99},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::diagonal_copy.out", portable::call_aten_diagonal_copy_out, kArgumentDtypes + 107},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::embedding.out", portable::call_aten_embedding_out, kArgumentDtypes + 95},  // weight: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, indices: Int Long, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::empty.out", portable::call_aten_empty_out, kArgumentDtypes + 98},  // out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::expand_copy.out", portable::call_aten_expand_copy_out, kArgumentDtypes + 97},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::fill.Scalar_out", portable::call_aten_fill_Scalar_out, kArgumentDtypes + 109},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::fill.Tensor_out", portable::call_aten_fill_Tensor_out, kArgumentDtypes + 124},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, value: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::flip.out", portable::call_aten_flip_out, kArgumentDtypes + 109},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::full.out", portable::call_aten_full_out, kArgumentDtypes + 98},  // out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::full_like.out", portable::call_aten_full_like_out, kArgumentDtypes + 97},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::gather.out", portable::call_aten_gather_out, kArgumentDtypes + 112},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, index: Int Long, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::hardtanh.out", portable::call_aten_hardtanh_out, kArgumentDtypes + 103},  // self: Byte Char Short Int Long Half Float Double BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double BFloat16 UInt16 UInt32 UInt64
{"aten::index.Tensor_out", portable::call_aten_index_Tensor_out, kArgumentDtypes + 121},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, indices: Byte Int Long Bool, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::index_put.out", portable::call_aten_index_put_out, kArgumentDtypes + 107},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, indices: Byte Int Long Bool, values: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::index_put_", portable::call_aten_index_put_, kArgumentDtypes + 121},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, indices: Byte Int Long Bool, values: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::index_select.out", portable::call_aten_index_select_out, kArgumentDtypes + 117},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, index: Int Long, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::lift_fresh_copy.out", portable::call_aten_lift_fresh_copy_out, kArgumentDtypes + 99},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::masked_fill.Scalar_out", portable::call_aten_masked_fill_Scalar_out, kArgumentDtypes + 97},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, mask: Bool, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::masked_fill.Tensor_out", portable::call_aten_masked_fill_Tensor_out, kArgumentDtypes + 97},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, mask: Bool, value: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::masked_scatter.out", portable::call_aten_masked_scatter_out, kArgumentDtypes + 97},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, mask: Bool, source: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::masked_select.out", portable::call_aten_masked_select_out, kArgumentDtypes + 109},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, mask: Bool, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::mean.out", portable::call_aten_mean_out, kArgumentDtypes + 61},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::mm.out", portable::call_aten_mm_out, kArgumentDtypes + 104},  // self: Byte Char Short Int Long Half Float Double BFloat16 UInt16 UInt32 UInt64, mat2: Byte Char Short Int Long Half Float Double BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double BFloat16 UInt16 UInt32 UInt64
{"aten::mul.out", portable::call_aten_mul_out, kArgumentDtypes + 124},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, other: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::narrow_copy.out", portable::call_aten_narrow_copy_out, kArgumentDtypes + 107},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::nonzero.out", portable::call_aten_nonzero_out, kArgumentDtypes + 127},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Long
{"aten::ones.out", portable::call_aten_ones_out, kArgumentDtypes + 99},  // out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::permute_copy.out", portable::call_aten_permute_copy_out, kArgumentDtypes + 109},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::pixel_shuffle.out", portable::call_aten_pixel_shuffle_out, kArgumentDtypes + 109},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::pixel_unshuffle.out", portable::call_aten_pixel_unshuffle_out, kArgumentDtypes + 109},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::relu.out", portable::call_aten_relu_out, kArgumentDtypes + 105},  // self: Byte Char Short Int Long Half Float Double BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double BFloat16 UInt16 UInt32 UInt64
{"aten::repeat.out", portable::call_aten_repeat_out, kArgumentDtypes + 109},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::roll.out", portable::call_aten_roll_out, kArgumentDtypes + 97},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::scalar_tensor.out", portable::call_aten_scalar_tensor_out, kArgumentDtypes + 99},  // out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::scatter.src_out", portable::call_aten_scatter_src_out, kArgumentDtypes + 112},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, index: Int Long, src: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::scatter.value_out", portable::call_aten_scatter_value_out, kArgumentDtypes + 112},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, index: Int Long, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::scatter_add.out", portable::call_aten_scatter_add_out, kArgumentDtypes + 112},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, index: Int Long, src: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::select_copy.int_out", portable::call_aten_select_copy_int_out, kArgumentDtypes + 97},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::select_scatter.out", portable::call_aten_select_scatter_out, kArgumentDtypes + 112},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, src: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::slice_copy.Tensor_out", portable::call_aten_slice_copy_Tensor_out, kArgumentDtypes + 95},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::slice_scatter.out", portable::call_aten_slice_scatter_out, kArgumentDtypes + 94},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, src: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::split_copy.Tensor_out", portable::call_aten_split_copy_Tensor_out, kArgumentDtypes + 97},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::split_with_sizes_copy.out", portable::call_aten_split_with_sizes_copy_out, kArgumentDtypes + 97},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::squeeze_copy.dim_out", portable::call_aten_squeeze_copy_dim_out, kArgumentDtypes + 109},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::squeeze_copy.dims_out", portable::call_aten_squeeze_copy_dims_out, kArgumentDtypes + 109},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::stack.out", portable::call_aten_stack_out, kArgumentDtypes + 109},  // tensors: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::sym_numel", prim::call_aten_sym_numel, kArgumentDtypes + 100},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::sym_size.int", prim::call_aten_sym_size_int, kArgumentDtypes + 100},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::sym_stride.int", prim::call_aten_sym_stride_int, kArgumentDtypes + 100},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::t_copy.out", portable::call_aten_t_copy_out, kArgumentDtypes + 99},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::transpose_copy.int_out", portable::call_aten_transpose_copy_int_out, kArgumentDtypes + 97},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::tril.out", portable::call_aten_tril_out, kArgumentDtypes + 109},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::triu.out", portable::call_aten_triu_out, kArgumentDtypes + 109},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::unbind_copy.int_out", portable::call_aten_unbind_copy_int_out, kArgumentDtypes + 109},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::unfold_copy.out", portable::call_aten_unfold_copy_out, kArgumentDtypes + 107},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::unsqueeze_copy.out", portable::call_aten_unsqueeze_copy_out, kArgumentDtypes + 109},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::view_copy.out", portable::call_aten_view_copy_out, kArgumentDtypes + 109},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::zeros.out", portable::call_aten_zeros_out, kArgumentDtypes + 99},  // out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"dim_order_ops::_clone_dim_order.out", portable::call_dim_order_ops__clone_dim_order_out, kArgumentDtypes + 97},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"dim_order_ops::_empty_dim_order.out", portable::call_dim_order_ops__empty_dim_order_out, kArgumentDtypes + 98},  // out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"dim_order_ops::_to_dim_order_copy.out", portable::call_dim_order_ops__to_dim_order_copy_out, kArgumentDtypes + 97},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"executorch_prim::add.Scalar", prim::call_executorch_prim_add_Scalar, kArgumentDtypes + 129},  // no tensor
{"executorch_prim::ceil.Scalar", prim::call_executorch_prim_ceil_Scalar, kArgumentDtypes + 129},  // no tensor
{"executorch_prim::eq.Scalar", prim::call_executorch_prim_eq_Scalar, kArgumentDtypes + 129},  // no tensor
{"executorch_prim::et_copy_index.tensor", prim::call_executorch_prim_et_copy_index_tensor, kArgumentDtypes + 99},  // copy_to: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, copy_from: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"executorch_prim::et_view.default", prim::call_executorch_prim_et_view_default, kArgumentDtypes + 109},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"executorch_prim::floordiv.Scalar", prim::call_executorch_prim_floordiv_Scalar, kArgumentDtypes + 129},  // no tensor
{"executorch_prim::floordiv.int", prim::call_executorch_prim_floordiv_int, kArgumentDtypes + 129},  // no tensor
{"executorch_prim::ge.Scalar", prim::call_executorch_prim_ge_Scalar, kArgumentDtypes + 129},  // no tensor
{"executorch_prim::gt.Scalar", prim::call_executorch_prim_gt_Scalar, kArgumentDtypes + 129},  // no tensor
{"executorch_prim::le.Scalar", prim::call_executorch_prim_le_Scalar, kArgumentDtypes + 129},  // no tensor
{"executorch_prim::lt.Scalar", prim::call_executorch_prim_lt_Scalar, kArgumentDtypes + 129},  // no tensor
{"executorch_prim::mod.Scalar", prim::call_executorch_prim_mod_Scalar, kArgumentDtypes + 129},  // no tensor
{"executorch_prim::mod.int", prim::call_executorch_prim_mod_int, kArgumentDtypes + 129},  // no tensor
{"executorch_prim::mul.Scalar", prim::call_executorch_prim_mul_Scalar, kArgumentDtypes + 129},  // no tensor
{"executorch_prim::neg.Scalar", prim::call_executorch_prim_neg_Scalar, kArgumentDtypes + 129},  // no tensor
{"executorch_prim::round.Scalar", prim::call_executorch_prim_round_Scalar, kArgumentDtypes + 129},  // no tensor
{"executorch_prim::sub.Scalar", prim::call_executorch_prim_sub_Scalar, kArgumentDtypes + 129},  // no tensor
{"executorch_prim::sym_float.Scalar", prim::call_executorch_prim_sym_float_Scalar, kArgumentDtypes + 129},  // no tensor
{"executorch_prim::sym_int.Scalar", prim::call_executorch_prim_sym_int_Scalar, kArgumentDtypes + 129},  // no tensor
{"executorch_prim::sym_ite.Scalar", prim::call_executorch_prim_sym_ite_Scalar, kArgumentDtypes + 129},  // no tensor
{"executorch_prim::sym_max.Scalar", prim::call_executorch_prim_sym_max_Scalar, kArgumentDtypes + 129},  // no tensor
{"executorch_prim::sym_min.Scalar", prim::call_executorch_prim_sym_min_Scalar, kArgumentDtypes + 129},  // no tensor
{"executorch_prim::sym_not.Scalar", prim::call_executorch_prim_sym_not_Scalar, kArgumentDtypes + 129},  // no tensor
{"executorch_prim::truediv.Scalar", prim::call_executorch_prim_truediv_Scalar, kArgumentDtypes + 129},  // no tensor
{"executorch_prim::trunc.Scalar", prim::call_executorch_prim_trunc_Scalar, kArgumentDtypes + 129},  // no tensor
{"quantized_decomposed::add.out", quantized::call_quantized_decomposed_add_out, kArgumentDtypes + 0},  // a: Byte Char Short UInt16, b: Byte Char Short UInt16, out: Byte Char Short UInt16
{"quantized_decomposed::choose_qparams.Tensor_out", quantized::call_quantized_decomposed_choose_qparams_Tensor_out, kArgumentDtypes + 80},  // input: Half Float BFloat16, scale_out: Double, zero_point_out: Long
{"quantized_decomposed::choose_qparams_per_token_asymmetric.out", quantized::call_quantized_decomposed_choose_qparams_per_token_asymmetric_out, kArgumentDtypes + 83},  // input: Half Float Double BFloat16, scale_out: Double, zero_point_out: Long
{"quantized_decomposed::dequantize_per_channel.out", quantized::call_quantized_decomposed_dequantize_per_channel_out, kArgumentDtypes + 25},  // input: Byte Char Short Int UInt16, scales: Float Double, zero_points: Int Long, out: Half Float Double BFloat16
{"quantized_decomposed::dequantize_per_tensor.Tensor_out", quantized::call_quantized_decomposed_dequantize_per_tensor_Tensor_out, kArgumentDtypes + 58},  // input: Byte Char Short Int UInt16, scale: Float Double, zero_point: Int Long, out: Half Float Double BFloat16
{"quantized_decomposed::dequantize_per_tensor.out", quantized::call_quantized_decomposed_dequantize_per_tensor_out, kArgumentDtypes + 58},  // input: Byte Char Short Int UInt16, out: Half Float Double BFloat16
{"quantized_decomposed::dequantize_per_token.out", quantized::call_quantized_decomposed_dequantize_per_token_out, kArgumentDtypes + 58},  // input: Byte Char Short Int UInt16, scales: Float Double, zero_points: Int Long, out: Half Float Double BFloat16
{"quantized_decomposed::embedding_2bit.dtype_out", quantized::call_quantized_decomposed_embedding_2bit_dtype_out, kArgumentDtypes + 34},  // weight: Byte, weight_scales: Half Float BFloat16, weight_zero_points: Half Float BFloat16, indices: Int Long, out: Half Float BFloat16
{"quantized_decomposed::embedding_2bit.out", quantized::call_quantized_decomposed_embedding_2bit_out, kArgumentDtypes + 66},  // weight: Byte, weight_scales: Half Float BFloat16, weight_zero_points: Half Float BFloat16, indices: Int Long, out: Half Float BFloat16
{"quantized_decomposed::embedding_4bit.dtype_out", quantized::call_quantized_decomposed_embedding_4bit_dtype_out, kArgumentDtypes + 34},  // weight: Byte, weight_scales: Half Float BFloat16, weight_zero_points: Half Float BFloat16, indices: Int Long, out: Half Float BFloat16
{"quantized_decomposed::embedding_4bit.out", quantized::call_quantized_decomposed_embedding_4bit_out, kArgumentDtypes + 66},  // weight: Byte, weight_scales: Half Float BFloat16, weight_zero_points: Half Float BFloat16, indices: Int Long, out: Half Float BFloat16
{"quantized_decomposed::embedding_byte.dtype_out", quantized::call_quantized_decomposed_embedding_byte_dtype_out, kArgumentDtypes + 42},  // weight: Byte Char, weight_scales: Half Float BFloat16, weight_zero_points: Half Float BFloat16, indices: Int Long, out: Half Float BFloat16
{"quantized_decomposed::embedding_byte.out", quantized::call_quantized_decomposed_embedding_byte_out, kArgumentDtypes + 73},  // weight: Byte Char, weight_scales: Half Float BFloat16, weight_zero_points: Half Float BFloat16, indices: Int Long, out: Half Float BFloat16
{"quantized_decomposed::mixed_linear.out", quantized::call_quantized_decomposed_mixed_linear_out, kArgumentDtypes + 19},  // input: Half Float Double BFloat16, weight: Char, weight_scales: Half Float Double BFloat16, weight_zero_points: Half Float Double BFloat16, out: Half Float Double BFloat16
{"quantized_decomposed::mixed_mm.out", quantized::call_quantized_decomposed_mixed_mm_out, kArgumentDtypes + 29},  // input: Half Float Double BFloat16, weight: Char, weight_scales: Half Float Double BFloat16, weight_zero_points: Half Float Double BFloat16, out: Half Float Double BFloat16
{"quantized_decomposed::quantize_per_channel.out", quantized::call_quantized_decomposed_quantize_per_channel_out, kArgumentDtypes + 50},  // input: Half Float Double BFloat16, scales: Float Double, zero_points: Int Long, out: Byte Char Short Int UInt16
{"quantized_decomposed::quantize_per_tensor.Tensor_out", quantized::call_quantized_decomposed_quantize_per_tensor_Tensor_out, kArgumentDtypes + 87},  // input: Half Float Double BFloat16, scale: Float Double, zero_point: Int Long, out: Byte Char Short Int UInt16
{"quantized_decomposed::quantize_per_tensor.out", quantized::call_quantized_decomposed_quantize_per_tensor_out, kArgumentDtypes + 87},  // input: Half Float Double BFloat16, out: Byte Char Short Int UInt16
{"quantized_decomposed::quantize_per_token.out", quantized::call_quantized_decomposed_quantize_per_token_out, kArgumentDtypes + 87},  // input: Half Float Double BFloat16, scales: Float Double, zero_points: Int Long, out: Byte Char Short Int UInt16
// [[[end]]] (sum: R8BVDgcoID)
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
0x58, 0x64, 0x3a, 0x6d, 0xc7, 0xf0, 0x56, 0xb4,
0x67, 0xef, 0x09, 0x40, 0xb4, 0x6e, 0x50, 0x79,
0xa5, 0xa3, 0x2e, 0xec, 0x70, 0x6f, 0x87, 0x2f,
0x46, 0x92, 0x7f, 0xbe, 0x4c, 0xcb, 0x97, 0xad,
// [[[end]]] (sum: 7aAP4GJEyn)
};
// clang-format on

Span<const Kernel> kernels() {
  // A use that costs an address: without one, no linker would keep the digest.
  __asm__ volatile("" : : "r"(kPlanDigest));
  return {kKernels, kKernelCount};
}

}  // namespace kerf::selected
