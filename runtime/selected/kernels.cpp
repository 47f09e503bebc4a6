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
namespace portable { Error call_aten_abs_out(Call&); }
namespace portable { Error call_aten_acos_out(Call&); }
namespace portable { Error call_aten_acosh_out(Call&); }
namespace portable { Error call_aten_add_Scalar_out(Call&); }
namespace portable { Error call_aten_add_out(Call&); }
namespace portable { Error call_aten_addmm_out(Call&); }
namespace portable { Error call_aten_alias_copy_out(Call&); }
namespace portable { Error call_aten_allclose_out(Call&); }
namespace portable { Error call_aten_arange_out(Call&); }
namespace portable { Error call_aten_arange_start_out(Call&); }
namespace portable { Error call_aten_as_strided_copy_out(Call&); }
namespace portable { Error call_aten_asin_out(Call&); }
namespace portable { Error call_aten_asinh_out(Call&); }
namespace portable { Error call_aten_atan_out(Call&); }
namespace portable { Error call_aten_atan2_out(Call&); }
namespace portable { Error call_aten_atanh_out(Call&); }
namespace portable { Error call_aten_avg_pool2d_out(Call&); }
namespace portable { Error call_aten_bitwise_and_Scalar_out(Call&); }
namespace portable { Error call_aten_bitwise_and_Tensor_out(Call&); }
namespace portable { Error call_aten_bitwise_left_shift_Tensor_Scalar_out(Call&); }
namespace portable { Error call_aten_bitwise_left_shift_Tensor_out(Call&); }
namespace portable { Error call_aten_bitwise_not_out(Call&); }
namespace portable { Error call_aten_bitwise_or_Scalar_out(Call&); }
namespace portable { Error call_aten_bitwise_or_Tensor_out(Call&); }
namespace portable { Error call_aten_bitwise_right_shift_Tensor_Scalar_out(Call&); }
namespace portable { Error call_aten_bitwise_right_shift_Tensor_out(Call&); }
namespace portable { Error call_aten_bitwise_xor_Scalar_out(Call&); }
namespace portable { Error call_aten_bitwise_xor_Tensor_out(Call&); }
namespace portable { Error call_aten_cat_out(Call&); }
namespace portable { Error call_aten_ceil_out(Call&); }
namespace portable { Error call_aten_clamp_Tensor_out(Call&); }
namespace portable { Error call_aten_clamp_out(Call&); }
namespace portable { Error call_aten_clone_out(Call&); }
namespace portable { Error call_aten_constant_pad_nd_out(Call&); }
namespace portable { Error call_aten_convolution_out(Call&); }
namespace portable { Error call_aten_copy_out(Call&); }
namespace portable { Error call_aten_copy_(Call&); }
namespace portable { Error call_aten_cos_out(Call&); }
namespace portable { Error call_aten_cosh_out(Call&); }
namespace portable { Error call_aten_detach_copy_out(Call&); }
namespace portable { Error call_aten_diagonal_copy_out(Call&); }
namespace portable { Error call_aten_div_Scalar_mode_out(Call&); }
namespace portable { Error call_aten_div_Scalar_out(Call&); }
namespace portable { Error call_aten_div_out(Call&); }
namespace portable { Error call_aten_div_out_mode(Call&); }
namespace portable { Error call_aten_elu_out(Call&); }
namespace portable { Error call_aten_embedding_out(Call&); }
namespace portable { Error call_aten_empty_out(Call&); }
namespace portable { Error call_aten_eq_Scalar_out(Call&); }
namespace portable { Error call_aten_eq_Tensor_out(Call&); }
namespace portable { Error call_aten_erf_out(Call&); }
namespace portable { Error call_aten_exp_out(Call&); }
namespace portable { Error call_aten_expand_copy_out(Call&); }
namespace portable { Error call_aten_expm1_out(Call&); }
namespace portable { Error call_aten_fill_Scalar_out(Call&); }
namespace portable { Error call_aten_fill_Tensor_out(Call&); }
namespace portable { Error call_aten_flip_out(Call&); }
namespace portable { Error call_aten_floor_out(Call&); }
namespace portable { Error call_aten_floor_divide_out(Call&); }
namespace portable { Error call_aten_fmod_Scalar_out(Call&); }
namespace portable { Error call_aten_fmod_Tensor_out(Call&); }
namespace portable { Error call_aten_full_out(Call&); }
namespace portable { Error call_aten_full_like_out(Call&); }
namespace portable { Error call_aten_gather_out(Call&); }
namespace portable { Error call_aten_ge_Scalar_out(Call&); }
namespace portable { Error call_aten_ge_Tensor_out(Call&); }
namespace portable { Error call_aten_gelu_out(Call&); }
namespace portable { Error call_aten_glu_out(Call&); }
namespace portable { Error call_aten_gt_Scalar_out(Call&); }
namespace portable { Error call_aten_gt_Tensor_out(Call&); }
namespace portable { Error call_aten_hardtanh_out(Call&); }
namespace portable { Error call_aten_index_Tensor_out(Call&); }
namespace portable { Error call_aten_index_put_out(Call&); }
namespace portable { Error call_aten_index_put_(Call&); }
namespace portable { Error call_aten_index_select_out(Call&); }
namespace portable { Error call_aten_isinf_out(Call&); }
namespace portable { Error call_aten_isnan_out(Call&); }
namespace portable { Error call_aten_le_Scalar_out(Call&); }
namespace portable { Error call_aten_le_Tensor_out(Call&); }
namespace portable { Error call_aten_leaky_relu_out(Call&); }
namespace portable { Error call_aten_lift_fresh_copy_out(Call&); }
namespace portable { Error call_aten_log_out(Call&); }
namespace portable { Error call_aten_log10_out(Call&); }
namespace portable { Error call_aten_log1p_out(Call&); }
namespace portable { Error call_aten_log2_out(Call&); }
namespace portable { Error call_aten_logical_and_out(Call&); }
namespace portable { Error call_aten_logical_not_out(Call&); }
namespace portable { Error call_aten_logical_or_out(Call&); }
namespace portable { Error call_aten_logical_xor_out(Call&); }
namespace portable { Error call_aten_logit_out(Call&); }
namespace portable { Error call_aten_lt_Scalar_out(Call&); }
namespace portable { Error call_aten_lt_Tensor_out(Call&); }
namespace portable { Error call_aten_masked_fill_Scalar_out(Call&); }
namespace portable { Error call_aten_masked_fill_Tensor_out(Call&); }
namespace portable { Error call_aten_masked_scatter_out(Call&); }
namespace portable { Error call_aten_masked_select_out(Call&); }
namespace portable { Error call_aten_maximum_out(Call&); }
namespace portable { Error call_aten_mean_out(Call&); }
namespace portable { Error call_aten_minimum_out(Call&); }
namespace portable { Error call_aten_mm_out(Call&); }
namespace portable { Error call_aten_mul_Scalar_out(Call&); }
namespace portable { Error call_aten_mul_out(Call&); }
namespace portable { Error call_aten_narrow_copy_out(Call&); }
namespace portable { Error call_aten_native_dropout_out(Call&); }
namespace portable { Error call_aten_ne_Scalar_out(Call&); }
namespace portable { Error call_aten_ne_Tensor_out(Call&); }
namespace portable { Error call_aten_neg_out(Call&); }
namespace portable { Error call_aten_nonzero_out(Call&); }
namespace portable { Error call_aten_ones_out(Call&); }
namespace portable { Error call_aten_permute_copy_out(Call&); }
namespace portable { Error call_aten_pixel_shuffle_out(Call&); }
namespace portable { Error call_aten_pixel_unshuffle_out(Call&); }
namespace portable { Error call_aten_pow_Scalar_out(Call&); }
namespace portable { Error call_aten_pow_Tensor_Scalar_out(Call&); }
namespace portable { Error call_aten_pow_Tensor_Tensor_out(Call&); }
namespace portable { Error call_aten_rand_out(Call&); }
namespace portable { Error call_aten_randn_out(Call&); }
namespace portable { Error call_aten_reciprocal_out(Call&); }
namespace portable { Error call_aten_relu_out(Call&); }
namespace portable { Error call_aten_remainder_Scalar_out(Call&); }
namespace portable { Error call_aten_remainder_Tensor_out(Call&); }
namespace portable { Error call_aten_repeat_out(Call&); }
namespace portable { Error call_aten_roll_out(Call&); }
namespace portable { Error call_aten_round_out(Call&); }
namespace portable { Error call_aten_rsqrt_out(Call&); }
namespace portable { Error call_aten_rsub_Scalar_out(Call&); }
namespace portable { Error call_aten_scalar_tensor_out(Call&); }
namespace portable { Error call_aten_scatter_src_out(Call&); }
namespace portable { Error call_aten_scatter_value_out(Call&); }
namespace portable { Error call_aten_scatter_add_out(Call&); }
namespace portable { Error call_aten_select_copy_int_out(Call&); }
namespace portable { Error call_aten_select_scatter_out(Call&); }
namespace portable { Error call_aten_sigmoid_out(Call&); }
namespace portable { Error call_aten_sign_out(Call&); }
namespace portable { Error call_aten_sin_out(Call&); }
namespace portable { Error call_aten_sinh_out(Call&); }
namespace portable { Error call_aten_slice_copy_Tensor_out(Call&); }
namespace portable { Error call_aten_slice_scatter_out(Call&); }
namespace portable { Error call_aten_split_copy_Tensor_out(Call&); }
namespace portable { Error call_aten_split_with_sizes_copy_out(Call&); }
namespace portable { Error call_aten_sqrt_out(Call&); }
namespace portable { Error call_aten_squeeze_copy_dim_out(Call&); }
namespace portable { Error call_aten_squeeze_copy_dims_out(Call&); }
namespace portable { Error call_aten_stack_out(Call&); }
namespace portable { Error call_aten_sub_Scalar_out(Call&); }
namespace portable { Error call_aten_sub_out(Call&); }
namespace prim { Error call_aten_sym_numel(Call&); }
namespace prim { Error call_aten_sym_size_int(Call&); }
namespace prim { Error call_aten_sym_stride_int(Call&); }
namespace portable { Error call_aten_t_copy_out(Call&); }
namespace portable { Error call_aten_tan_out(Call&); }
namespace portable { Error call_aten_tanh_out(Call&); }
namespace portable { Error call_aten_transpose_copy_int_out(Call&); }
namespace portable { Error call_aten_tril_out(Call&); }
namespace portable { Error call_aten_triu_out(Call&); }
namespace portable { Error call_aten_trunc_out(Call&); }
namespace portable { Error call_aten_unbind_copy_int_out(Call&); }
namespace portable { Error call_aten_unfold_copy_out(Call&); }
namespace portable { Error call_aten_unsqueeze_copy_out(Call&); }
namespace portable { Error call_aten_view_as_real_copy_out(Call&); }
namespace portable { Error call_aten_view_copy_out(Call&); }
namespace portable { Error call_aten_where_self_out(Call&); }
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
// [[[end]]] (sum: yESKVEzflt)

namespace {

constexpr DtypeSet kArgumentDtypes[] = {
// [[[cog import cog; from codegen import emit; cog.out(emit.argument_dtypes(plan)) ]]]
0x1007, 0xfeff, 0xfeff, 0xfeff, 0xfeff, 0x1007, 0xfeff, 0xfeff, 0xfeff, 0xfeff, 0xfeff, 0xfeff,
0xfeff, 0xfeff, 0x1107, 0x80e0, 0x80e0, 0x80e0, 0x80e0, 0x80e0, 0x0002, 0x80e0, 0x80e0, 0x80e0,
0x81e0, 0x100f, 0x00c0, 0x0018, 0xfeff, 0x80e0, 0x0002, 0x80e0, 0x80e0, 0x81e0, 0x0001, 0x8060,
0x8060, 0xfeff, 0xfeff, 0x0018, 0xfeff, 0x8160, 0x0003, 0x8060, 0x8060, 0xfeff, 0xfeff, 0x0018,
0xfeff, 0x8160, 0x80e0, 0x00c0, 0x0018, 0xfeff, 0xfeff, 0xfeff, 0xfeff, 0x110f, 0x100f, 0x00c0,
0x0018, 0xf8ff, 0xfeff, 0xf8ff, 0xf8ff, 0x81e0, 0x0001, 0x8060, 0x8060, 0xfeff, 0xfeff, 0x0018,
0x8160, 0x0003, 0x8060, 0x8060, 0xfeff, 0xfeff, 0x0018, 0x8160, 0x8060, 0xfeff, 0xfeff, 0x80e0,
0xfeff, 0x0080, 0x0110, 0x80e0, 0x00c0, 0x0018, 0xfeff, 0xfeff, 0xfeff, 0x110f, 0xf8ff, 0xf8ff,
0x80e0, 0xfeff, 0xf8ff, 0x80e0, 0x0900, 0xfeff, 0xfeff, 0x0018, 0xfeff, 0x0800, 0xfeff, 0xffff,
0xf6ff, 0xf6ff, 0xf6ff, 0xf6ff, 0xf6ff, 0xf7ff, 0xfeff, 0x0819, 0xfeff, 0x0800, 0xffff, 0xfeff,
0xfeff, 0x0018, 0xfeff, 0xffff, 0x0801, 0xf8ff, 0xf8ff, 0xf9ff, 0x80ff, 0x80ff, 0x88ff, 0x81ff,
0x88ff, 0x88ff, 0x88ff, 0x89ff, 0x88ff, 0x88ff, 0x88ff, 0x81ff, 0xf0ff, 0xfeff, 0xf0ff, 0xf1ff,
0xf8ff, 0xf8ff, 0x80ff, 0x81ff, 0xfeff, 0xfeff, 0x0018, 0xffff, 0x081f, 0x081f, 0x011f, 0x781f,
0x781f, 0x791f, 0xf8ff, 0xf8ff, 0x0900, 0xfeff, 0x0819, 0xffff, 0xfeff, 0xfeff, 0xffff, 0x0600,
0x01c0, 0x081f, 0x091f, 0x88ff, 0x0900, 0xf8ff, 0x0110,
// [[[end]]] (sum: Lc6wdCoXI4)
};

// Sorted by name; one row stands for none: C++ has no empty array.
constexpr Kernel kKernels[kKernelCount == 0 ? 1 : kKernelCount] = {
// [[[cog import cog; from codegen import emit; cog.out(emit.kernel_table(plan)) ]]]
{"aten::_conj_physical.out", portable::call_aten__conj_physical_out, kArgumentDtypes + 106},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::_local_scalar_dense", prim::call_aten__local_scalar_dense, kArgumentDtypes + 127},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::_native_batch_norm_legit_no_training.out", portable::call_aten__native_batch_norm_legit_no_training_out, kArgumentDtypes + 15},  // input: Half Float Double BFloat16, weight: Half Float Double BFloat16, bias: Half Float Double BFloat16, running_mean: Half Float Double BFloat16, running_var: Half Float Double BFloat16, out0: Half Float Double BFloat16, out1: Half Float Double BFloat16, out2: Half Float Double BFloat16
{"aten::_softmax.out", portable::call_aten__softmax_out, kArgumentDtypes + 21},  // self: Half Float Double BFloat16, out: Half Float Double BFloat16
{"aten::_to_copy.out", portable::call_aten__to_copy_out, kArgumentDtypes + 104},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::abs.out", portable::call_aten_abs_out, kArgumentDtypes + 146},  // self: Byte Char Short Int Long Half Float Double BFloat16, out: Byte Char Short Int Long Half Float Double BFloat16
{"aten::acos.out", portable::call_aten_acos_out, kArgumentDtypes + 64},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::acosh.out", portable::call_aten_acosh_out, kArgumentDtypes + 64},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::add.Scalar_out", portable::call_aten_add_Scalar_out, kArgumentDtypes + 104},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::add.out", portable::call_aten_add_out, kArgumentDtypes + 148},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, other: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::addmm.out", portable::call_aten_addmm_out, kArgumentDtypes + 108},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble BFloat16 UInt16 UInt32 UInt64, mat1: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble BFloat16 UInt16 UInt32 UInt64, mat2: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble BFloat16 UInt16 UInt32 UInt64
{"aten::alias_copy.out", portable::call_aten_alias_copy_out, kArgumentDtypes + 106},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::allclose.out", portable::call_aten_allclose_out, kArgumentDtypes + 94},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, other: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Bool
{"aten::arange.out", portable::call_aten_arange_out, kArgumentDtypes + 142},  // out: Byte Char Short Int Long Half Float Double BFloat16 UInt16 UInt32 UInt64
{"aten::arange.start_out", portable::call_aten_arange_start_out, kArgumentDtypes + 140},  // out: Byte Char Short Int Long Half Float Double BFloat16 UInt16 UInt32 UInt64
{"aten::as_strided_copy.out", portable::call_aten_as_strided_copy_out, kArgumentDtypes + 114},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::asin.out", portable::call_aten_asin_out, kArgumentDtypes + 64},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::asinh.out", portable::call_aten_asinh_out, kArgumentDtypes + 64},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::atan.out", portable::call_aten_atan_out, kArgumentDtypes + 64},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::atan2.out", portable::call_aten_atan2_out, kArgumentDtypes + 63},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, other: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::atanh.out", portable::call_aten_atanh_out, kArgumentDtypes + 64},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::avg_pool2d.out", portable::call_aten_avg_pool2d_out, kArgumentDtypes + 17},  // self: Half Float Double BFloat16, out: Half Float Double BFloat16
{"aten::bitwise_and.Scalar_out", portable::call_aten_bitwise_and_Scalar_out, kArgumentDtypes + 155},  // self: Byte Char Short Int Long Bool UInt16 UInt32 UInt64, out: Byte Char Short Int Long Bool UInt16 UInt32 UInt64
{"aten::bitwise_and.Tensor_out", portable::call_aten_bitwise_and_Tensor_out, kArgumentDtypes + 155},  // self: Byte Char Short Int Long Bool UInt16 UInt32 UInt64, other: Byte Char Short Int Long Bool UInt16 UInt32 UInt64, out: Byte Char Short Int Long Bool UInt16 UInt32 UInt64
{"aten::bitwise_left_shift.Tensor_Scalar_out", portable::call_aten_bitwise_left_shift_Tensor_Scalar_out, kArgumentDtypes + 152},  // self: Byte Char Short Int Long Bool, out: Byte Char Short Int Long
{"aten::bitwise_left_shift.Tensor_out", portable::call_aten_bitwise_left_shift_Tensor_out, kArgumentDtypes + 152},  // self: Byte Char Short Int Long Bool, other: Byte Char Short Int Long Bool, out: Byte Char Short Int Long
{"aten::bitwise_not.out", portable::call_aten_bitwise_not_out, kArgumentDtypes + 169},  // self: Byte Char Short Int Long Bool, out: Byte Char Short Int Long Bool
{"aten::bitwise_or.Scalar_out", portable::call_aten_bitwise_or_Scalar_out, kArgumentDtypes + 155},  // self: Byte Char Short Int Long Bool UInt16 UInt32 UInt64, out: Byte Char Short Int Long Bool UInt16 UInt32 UInt64
{"aten::bitwise_or.Tensor_out", portable::call_aten_bitwise_or_Tensor_out, kArgumentDtypes + 155},  // self: Byte Char Short Int Long Bool UInt16 UInt32 UInt64, other: Byte Char Short Int Long Bool UInt16 UInt32 UInt64, out: Byte Char Short Int Long Bool UInt16 UInt32 UInt64
{"aten::bitwise_right_shift.Tensor_Scalar_out", portable::call_aten_bitwise_right_shift_Tensor_Scalar_out, kArgumentDtypes + 152},  // self: Byte Char Short Int Long Bool, out: Byte Char Short Int Long
{"aten::bitwise_right_shift.Tensor_out", portable::call_aten_bitwise_right_shift_Tensor_out, kArgumentDtypes + 152},  // self: Byte Char Short Int Long Bool, other: Byte Char Short Int Long Bool, out: Byte Char Short Int Long
{"aten::bitwise_xor.Scalar_out", portable::call_aten_bitwise_xor_Scalar_out, kArgumentDtypes + 155},  // self: Byte Char Short Int Long Bool UInt16 UInt32 UInt64, out: Byte Char Short Int Long Bool UInt16 UInt32 UInt64
{"aten::bitwise_xor.Tensor_out", portable::call_aten_bitwise_xor_Tensor_out, kArgumentDtypes + 155},  // self: Byte Char Short Int Long Bool UInt16 UInt32 UInt64, other: Byte Char Short Int Long Bool UInt16 UInt32 UInt64, out: Byte Char Short Int Long Bool UInt16 UInt32 UInt64
{"aten::cat.out", portable::call_aten_cat_out, kArgumentDtypes + 116},  // tensors: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::ceil.out", portable::call_aten_ceil_out, kArgumentDtypes + 142},  // self: Byte Char Short Int Long Half Float Double BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double BFloat16 UInt16 UInt32 UInt64
{"aten::clamp.Tensor_out", portable::call_aten_clamp_Tensor_out, kArgumentDtypes + 132},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16, min: Byte Char Short Int Long Half Float Double Bool BFloat16, max: Byte Char Short Int Long Half Float Double Bool BFloat16, out: Byte Char Short Int Long Half Float Double Bool BFloat16
{"aten::clamp.out", portable::call_aten_clamp_out, kArgumentDtypes + 136},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16, out: Byte Char Short Int Long Half Float Double BFloat16
{"aten::clone.out", portable::call_aten_clone_out, kArgumentDtypes + 116},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::constant_pad_nd.out", portable::call_aten_constant_pad_nd_out, kArgumentDtypes + 104},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::convolution.out", portable::call_aten_convolution_out, kArgumentDtypes + 15},  // input: Half Float Double BFloat16, weight: Half Float Double BFloat16, bias: Half Float Double BFloat16, out: Half Float Double BFloat16
{"aten::copy.out", portable::call_aten_copy_out, kArgumentDtypes + 148},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, src: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::copy_", portable::call_aten_copy_, kArgumentDtypes + 106},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, src: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::cos.out", portable::call_aten_cos_out, kArgumentDtypes + 64},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::cosh.out", portable::call_aten_cosh_out, kArgumentDtypes + 64},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::detach_copy.out", portable::call_aten_detach_copy_out, kArgumentDtypes + 106},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::diagonal_copy.out", portable::call_aten_diagonal_copy_out, kArgumentDtypes + 114},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::div.Scalar_mode_out", portable::call_aten_div_Scalar_mode_out, kArgumentDtypes + 144},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double BFloat16
{"aten::div.Scalar_out", portable::call_aten_div_Scalar_out, kArgumentDtypes + 63},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::div.out", portable::call_aten_div_out, kArgumentDtypes + 63},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, other: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::div.out_mode", portable::call_aten_div_out_mode, kArgumentDtypes + 144},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, other: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double BFloat16
{"aten::elu.out", portable::call_aten_elu_out, kArgumentDtypes + 29},  // self: Half Float Double BFloat16, out: Half Float Double BFloat16
{"aten::embedding.out", portable::call_aten_embedding_out, kArgumentDtypes + 102},  // weight: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, indices: Int Long, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::empty.out", portable::call_aten_empty_out, kArgumentDtypes + 105},  // out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::eq.Scalar_out", portable::call_aten_eq_Scalar_out, kArgumentDtypes + 98},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Bool
{"aten::eq.Tensor_out", portable::call_aten_eq_Tensor_out, kArgumentDtypes + 158},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, other: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Bool
{"aten::erf.out", portable::call_aten_erf_out, kArgumentDtypes + 64},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::exp.out", portable::call_aten_exp_out, kArgumentDtypes + 64},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::expand_copy.out", portable::call_aten_expand_copy_out, kArgumentDtypes + 104},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::expm1.out", portable::call_aten_expm1_out, kArgumentDtypes + 64},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::fill.Scalar_out", portable::call_aten_fill_Scalar_out, kArgumentDtypes + 116},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::fill.Tensor_out", portable::call_aten_fill_Tensor_out, kArgumentDtypes + 164},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, value: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::flip.out", portable::call_aten_flip_out, kArgumentDtypes + 116},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::floor.out", portable::call_aten_floor_out, kArgumentDtypes + 142},  // self: Byte Char Short Int Long Half Float Double BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double BFloat16 UInt16 UInt32 UInt64
{"aten::floor_divide.out", portable::call_aten_floor_divide_out, kArgumentDtypes + 137},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16, other: Byte Char Short Int Long Half Float Double Bool BFloat16, out: Byte Char Short Int Long Half Float Double BFloat16
{"aten::fmod.Scalar_out", portable::call_aten_fmod_Scalar_out, kArgumentDtypes + 137},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16, out: Byte Char Short Int Long Half Float Double BFloat16
{"aten::fmod.Tensor_out", portable::call_aten_fmod_Tensor_out, kArgumentDtypes + 137},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16, other: Byte Char Short Int Long Half Float Double Bool BFloat16, out: Byte Char Short Int Long Half Float Double BFloat16
{"aten::full.out", portable::call_aten_full_out, kArgumentDtypes + 105},  // out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::full_like.out", portable::call_aten_full_like_out, kArgumentDtypes + 104},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::gather.out", portable::call_aten_gather_out, kArgumentDtypes + 119},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, index: Int Long, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::ge.Scalar_out", portable::call_aten_ge_Scalar_out, kArgumentDtypes + 98},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Bool
{"aten::ge.Tensor_out", portable::call_aten_ge_Tensor_out, kArgumentDtypes + 158},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, other: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Bool
{"aten::gelu.out", portable::call_aten_gelu_out, kArgumentDtypes + 22},  // self: Half Float Double BFloat16, out: Half Float Double BFloat16
{"aten::glu.out", portable::call_aten_glu_out, kArgumentDtypes + 22},  // self: Half Float Double BFloat16, out: Half Float Double BFloat16
{"aten::gt.Scalar_out", portable::call_aten_gt_Scalar_out, kArgumentDtypes + 98},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Bool
{"aten::gt.Tensor_out", portable::call_aten_gt_Tensor_out, kArgumentDtypes + 158},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, other: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Bool
{"aten::hardtanh.out", portable::call_aten_hardtanh_out, kArgumentDtypes + 140},  // self: Byte Char Short Int Long Half Float Double BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double BFloat16 UInt16 UInt32 UInt64
{"aten::index.Tensor_out", portable::call_aten_index_Tensor_out, kArgumentDtypes + 161},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, indices: Byte Int Long Bool, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::index_put.out", portable::call_aten_index_put_out, kArgumentDtypes + 114},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, indices: Byte Int Long Bool, values: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::index_put_", portable::call_aten_index_put_, kArgumentDtypes + 161},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, indices: Byte Int Long Bool, values: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::index_select.out", portable::call_aten_index_select_out, kArgumentDtypes + 148},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, index: Int Long, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::isinf.out", portable::call_aten_isinf_out, kArgumentDtypes + 159},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Bool
{"aten::isnan.out", portable::call_aten_isnan_out, kArgumentDtypes + 159},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Bool
{"aten::le.Scalar_out", portable::call_aten_le_Scalar_out, kArgumentDtypes + 98},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Bool
{"aten::le.Tensor_out", portable::call_aten_le_Tensor_out, kArgumentDtypes + 158},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, other: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Bool
{"aten::leaky_relu.out", portable::call_aten_leaky_relu_out, kArgumentDtypes + 22},  // self: Half Float Double BFloat16, out: Half Float Double BFloat16
{"aten::lift_fresh_copy.out", portable::call_aten_lift_fresh_copy_out, kArgumentDtypes + 106},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::log.out", portable::call_aten_log_out, kArgumentDtypes + 64},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::log10.out", portable::call_aten_log10_out, kArgumentDtypes + 64},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::log1p.out", portable::call_aten_log1p_out, kArgumentDtypes + 64},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::log2.out", portable::call_aten_log2_out, kArgumentDtypes + 64},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::logical_and.out", portable::call_aten_logical_and_out, kArgumentDtypes + 158},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, other: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Bool
{"aten::logical_not.out", portable::call_aten_logical_not_out, kArgumentDtypes + 171},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16, out: Bool
{"aten::logical_or.out", portable::call_aten_logical_or_out, kArgumentDtypes + 158},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, other: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Bool
{"aten::logical_xor.out", portable::call_aten_logical_xor_out, kArgumentDtypes + 158},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, other: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Bool
{"aten::logit.out", portable::call_aten_logit_out, kArgumentDtypes + 63},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::lt.Scalar_out", portable::call_aten_lt_Scalar_out, kArgumentDtypes + 98},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Bool
{"aten::lt.Tensor_out", portable::call_aten_lt_Tensor_out, kArgumentDtypes + 158},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, other: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Bool
{"aten::masked_fill.Scalar_out", portable::call_aten_masked_fill_Scalar_out, kArgumentDtypes + 104},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, mask: Bool, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::masked_fill.Tensor_out", portable::call_aten_masked_fill_Tensor_out, kArgumentDtypes + 104},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, mask: Bool, value: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::masked_scatter.out", portable::call_aten_masked_scatter_out, kArgumentDtypes + 104},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, mask: Bool, source: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::masked_select.out", portable::call_aten_masked_select_out, kArgumentDtypes + 116},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, mask: Bool, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::maximum.out", portable::call_aten_maximum_out, kArgumentDtypes + 133},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16, other: Byte Char Short Int Long Half Float Double Bool BFloat16, out: Byte Char Short Int Long Half Float Double Bool BFloat16
{"aten::mean.out", portable::call_aten_mean_out, kArgumentDtypes + 61},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::minimum.out", portable::call_aten_minimum_out, kArgumentDtypes + 133},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16, other: Byte Char Short Int Long Half Float Double Bool BFloat16, out: Byte Char Short Int Long Half Float Double Bool BFloat16
{"aten::mm.out", portable::call_aten_mm_out, kArgumentDtypes + 111},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble BFloat16 UInt16 UInt32 UInt64, mat2: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble BFloat16 UInt16 UInt32 UInt64
{"aten::mul.Scalar_out", portable::call_aten_mul_Scalar_out, kArgumentDtypes + 125},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::mul.out", portable::call_aten_mul_out, kArgumentDtypes + 164},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, other: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::narrow_copy.out", portable::call_aten_narrow_copy_out, kArgumentDtypes + 114},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::native_dropout.out", portable::call_aten_native_dropout_out, kArgumentDtypes + 96},  // input: Half Float Double BFloat16, out0: Half Float Double BFloat16, out1: Bool
{"aten::ne.Scalar_out", portable::call_aten_ne_Scalar_out, kArgumentDtypes + 98},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Bool
{"aten::ne.Tensor_out", portable::call_aten_ne_Tensor_out, kArgumentDtypes + 158},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, other: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Bool
{"aten::neg.out", portable::call_aten_neg_out, kArgumentDtypes + 146},  // self: Byte Char Short Int Long Half Float Double BFloat16, out: Byte Char Short Int Long Half Float Double BFloat16
{"aten::nonzero.out", portable::call_aten_nonzero_out, kArgumentDtypes + 173},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Long
{"aten::ones.out", portable::call_aten_ones_out, kArgumentDtypes + 106},  // out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::permute_copy.out", portable::call_aten_permute_copy_out, kArgumentDtypes + 116},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::pixel_shuffle.out", portable::call_aten_pixel_shuffle_out, kArgumentDtypes + 116},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::pixel_unshuffle.out", portable::call_aten_pixel_unshuffle_out, kArgumentDtypes + 116},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::pow.Scalar_out", portable::call_aten_pow_Scalar_out, kArgumentDtypes + 129},  // exponent: Byte Char Short Int Long Half Float Double Bool BFloat16, out: Byte Char Short Int Long Half Float Double BFloat16
{"aten::pow.Tensor_Scalar_out", portable::call_aten_pow_Tensor_Scalar_out, kArgumentDtypes + 133},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16, out: Byte Char Short Int Long Half Float Double Bool BFloat16
{"aten::pow.Tensor_Tensor_out", portable::call_aten_pow_Tensor_Tensor_out, kArgumentDtypes + 137},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16, exponent: Byte Char Short Int Long Half Float Double Bool BFloat16, out: Byte Char Short Int Long Half Float Double BFloat16
{"aten::rand.out", portable::call_aten_rand_out, kArgumentDtypes + 23},  // out: Half Float Double BFloat16
{"aten::randn.out", portable::call_aten_randn_out, kArgumentDtypes + 23},  // out: Half Float Double BFloat16
{"aten::reciprocal.out", portable::call_aten_reciprocal_out, kArgumentDtypes + 64},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::relu.out", portable::call_aten_relu_out, kArgumentDtypes + 142},  // self: Byte Char Short Int Long Half Float Double BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double BFloat16 UInt16 UInt32 UInt64
{"aten::remainder.Scalar_out", portable::call_aten_remainder_Scalar_out, kArgumentDtypes + 137},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16, out: Byte Char Short Int Long Half Float Double BFloat16
{"aten::remainder.Tensor_out", portable::call_aten_remainder_Tensor_out, kArgumentDtypes + 137},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16, other: Byte Char Short Int Long Half Float Double Bool BFloat16, out: Byte Char Short Int Long Half Float Double BFloat16
{"aten::repeat.out", portable::call_aten_repeat_out, kArgumentDtypes + 116},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::roll.out", portable::call_aten_roll_out, kArgumentDtypes + 104},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::round.out", portable::call_aten_round_out, kArgumentDtypes + 142},  // self: Byte Char Short Int Long Half Float Double BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double BFloat16 UInt16 UInt32 UInt64
{"aten::rsqrt.out", portable::call_aten_rsqrt_out, kArgumentDtypes + 64},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::rsub.Scalar_out", portable::call_aten_rsub_Scalar_out, kArgumentDtypes + 128},  // self: Byte Char Short Int Long Half Float Double BFloat16, out: Byte Char Short Int Long Half Float Double BFloat16
{"aten::scalar_tensor.out", portable::call_aten_scalar_tensor_out, kArgumentDtypes + 106},  // out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::scatter.src_out", portable::call_aten_scatter_src_out, kArgumentDtypes + 119},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, index: Int Long, src: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::scatter.value_out", portable::call_aten_scatter_value_out, kArgumentDtypes + 119},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, index: Int Long, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::scatter_add.out", portable::call_aten_scatter_add_out, kArgumentDtypes + 119},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, index: Int Long, src: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::select_copy.int_out", portable::call_aten_select_copy_int_out, kArgumentDtypes + 104},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::select_scatter.out", portable::call_aten_select_scatter_out, kArgumentDtypes + 119},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, src: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::sigmoid.out", portable::call_aten_sigmoid_out, kArgumentDtypes + 64},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::sign.out", portable::call_aten_sign_out, kArgumentDtypes + 134},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16, out: Byte Char Short Int Long Half Float Double Bool BFloat16
{"aten::sin.out", portable::call_aten_sin_out, kArgumentDtypes + 64},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::sinh.out", portable::call_aten_sinh_out, kArgumentDtypes + 64},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::slice_copy.Tensor_out", portable::call_aten_slice_copy_Tensor_out, kArgumentDtypes + 102},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::slice_scatter.out", portable::call_aten_slice_scatter_out, kArgumentDtypes + 101},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, src: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::split_copy.Tensor_out", portable::call_aten_split_copy_Tensor_out, kArgumentDtypes + 104},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::split_with_sizes_copy.out", portable::call_aten_split_with_sizes_copy_out, kArgumentDtypes + 104},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::sqrt.out", portable::call_aten_sqrt_out, kArgumentDtypes + 64},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::squeeze_copy.dim_out", portable::call_aten_squeeze_copy_dim_out, kArgumentDtypes + 116},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::squeeze_copy.dims_out", portable::call_aten_squeeze_copy_dims_out, kArgumentDtypes + 116},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::stack.out", portable::call_aten_stack_out, kArgumentDtypes + 116},  // tensors: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::sub.Scalar_out", portable::call_aten_sub_Scalar_out, kArgumentDtypes + 128},  // self: Byte Char Short Int Long Half Float Double BFloat16, out: Byte Char Short Int Long Half Float Double BFloat16
{"aten::sub.out", portable::call_aten_sub_out, kArgumentDtypes + 128},  // self: Byte Char Short Int Long Half Float Double BFloat16, other: Byte Char Short Int Long Half Float Double BFloat16, out: Byte Char Short Int Long Half Float Double BFloat16
{"aten::sym_numel", prim::call_aten_sym_numel, kArgumentDtypes + 127},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::sym_size.int", prim::call_aten_sym_size_int, kArgumentDtypes + 127},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::sym_stride.int", prim::call_aten_sym_stride_int, kArgumentDtypes + 127},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::t_copy.out", portable::call_aten_t_copy_out, kArgumentDtypes + 106},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::tan.out", portable::call_aten_tan_out, kArgumentDtypes + 64},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::tanh.out", portable::call_aten_tanh_out, kArgumentDtypes + 64},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::transpose_copy.int_out", portable::call_aten_transpose_copy_int_out, kArgumentDtypes + 104},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::tril.out", portable::call_aten_tril_out, kArgumentDtypes + 116},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::triu.out", portable::call_aten_triu_out, kArgumentDtypes + 116},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::trunc.out", portable::call_aten_trunc_out, kArgumentDtypes + 142},  // self: Byte Char Short Int Long Half Float Double BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double BFloat16 UInt16 UInt32 UInt64
{"aten::unbind_copy.int_out", portable::call_aten_unbind_copy_int_out, kArgumentDtypes + 116},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::unfold_copy.out", portable::call_aten_unfold_copy_out, kArgumentDtypes + 114},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::unsqueeze_copy.out", portable::call_aten_unsqueeze_copy_out, kArgumentDtypes + 116},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::view_as_real_copy.out", portable::call_aten_view_as_real_copy_out, kArgumentDtypes + 167},  // self: ComplexFloat ComplexDouble, out: Float Double
{"aten::view_copy.out", portable::call_aten_view_copy_out, kArgumentDtypes + 116},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::where.self_out", portable::call_aten_where_self_out, kArgumentDtypes + 124},  // condition: Byte Bool, self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, other: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::zeros.out", portable::call_aten_zeros_out, kArgumentDtypes + 106},  // out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"dim_order_ops::_clone_dim_order.out", portable::call_dim_order_ops__clone_dim_order_out, kArgumentDtypes + 104},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"dim_order_ops::_empty_dim_order.out", portable::call_dim_order_ops__empty_dim_order_out, kArgumentDtypes + 105},  // out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"dim_order_ops::_to_dim_order_copy.out", portable::call_dim_order_ops__to_dim_order_copy_out, kArgumentDtypes + 104},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"executorch_prim::add.Scalar", prim::call_executorch_prim_add_Scalar, kArgumentDtypes + 107},  // no tensor
{"executorch_prim::ceil.Scalar", prim::call_executorch_prim_ceil_Scalar, kArgumentDtypes + 107},  // no tensor
{"executorch_prim::eq.Scalar", prim::call_executorch_prim_eq_Scalar, kArgumentDtypes + 107},  // no tensor
{"executorch_prim::et_copy_index.tensor", prim::call_executorch_prim_et_copy_index_tensor, kArgumentDtypes + 126},  // copy_to: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, copy_from: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"executorch_prim::et_view.default", prim::call_executorch_prim_et_view_default, kArgumentDtypes + 125},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"executorch_prim::floordiv.Scalar", prim::call_executorch_prim_floordiv_Scalar, kArgumentDtypes + 107},  // no tensor
{"executorch_prim::floordiv.int", prim::call_executorch_prim_floordiv_int, kArgumentDtypes + 107},  // no tensor
{"executorch_prim::ge.Scalar", prim::call_executorch_prim_ge_Scalar, kArgumentDtypes + 107},  // no tensor
{"executorch_prim::gt.Scalar", prim::call_executorch_prim_gt_Scalar, kArgumentDtypes + 107},  // no tensor
{"executorch_prim::le.Scalar", prim::call_executorch_prim_le_Scalar, kArgumentDtypes + 107},  // no tensor
{"executorch_prim::lt.Scalar", prim::call_executorch_prim_lt_Scalar, kArgumentDtypes + 107},  // no tensor
{"executorch_prim::mod.Scalar", prim::call_executorch_prim_mod_Scalar, kArgumentDtypes + 107},  // no tensor
{"executorch_prim::mod.int", prim::call_executorch_prim_mod_int, kArgumentDtypes + 107},  // no tensor
{"executorch_prim::mul.Scalar", prim::call_executorch_prim_mul_Scalar, kArgumentDtypes + 107},  // no tensor
{"executorch_prim::neg.Scalar", prim::call_executorch_prim_neg_Scalar, kArgumentDtypes + 107},  // no tensor
{"executorch_prim::round.Scalar", prim::call_executorch_prim_round_Scalar, kArgumentDtypes + 107},  // no tensor
{"executorch_prim::sub.Scalar", prim::call_executorch_prim_sub_Scalar, kArgumentDtypes + 107},  // no tensor
{"executorch_prim::sym_float.Scalar", prim::call_executorch_prim_sym_float_Scalar, kArgumentDtypes + 107},  // no tensor
{"executorch_prim::sym_int.Scalar", prim::call_executorch_prim_sym_int_Scalar, kArgumentDtypes + 107},  // no tensor
{"executorch_prim::sym_ite.Scalar", prim::call_executorch_prim_sym_ite_Scalar, kArgumentDtypes + 107},  // no tensor
{"executorch_prim::sym_max.Scalar", prim::call_executorch_prim_sym_max_Scalar, kArgumentDtypes + 107},  // no tensor
{"executorch_prim::sym_min.Scalar", prim::call_executorch_prim_sym_min_Scalar, kArgumentDtypes + 107},  // no tensor
{"executorch_prim::sym_not.Scalar", prim::call_executorch_prim_sym_not_Scalar, kArgumentDtypes + 107},  // no tensor
{"executorch_prim::truediv.Scalar", prim::call_executorch_prim_truediv_Scalar, kArgumentDtypes + 107},  // no tensor
{"executorch_prim::trunc.Scalar", prim::call_executorch_prim_trunc_Scalar, kArgumentDtypes + 107},  // no tensor
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
// [[[end]]] (sum: NnqeVY84Ju)
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
0xa5, 0xf0, 0xe0, 0x0f, 0x66, 0xaf, 0xb8, 0x75,
0xef, 0xaf, 0x6f, 0x2e, 0xd1, 0x9a, 0x4d, 0x61,
0x1d, 0xbe, 0x33, 0xa1, 0xef, 0x6b, 0x68, 0x53,
0x2a, 0x68, 0xec, 0x02, 0x53, 0xab, 0xbc, 0xbd,
// [[[end]]] (sum: mmmh2t+S+B)
};
// clang-format on

Span<const Kernel> kernels() {
  // A use that costs an address: without one, no linker would keep the digest.
  __asm__ volatile("" : : "r"(kPlanDigest));
  return {kKernels, kKernelCount};
}

}  // namespace kerf::selected
