// The registration table and the plan that it comes from, in read-only memory.
#include "selected/kernels.h"

#include "selected/capacity.h"
#include "selected/identity.h"
#include "selected/memory.h"

namespace kerf::selected {

// The functions that run the kernels are defined by the sources of their families. Generated from
// the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.kernel_functions(plan)) ]]]
namespace portable { Error call_aten__adaptive_avg_pool2d_out(Call&); }
namespace portable { Error call_aten__cdist_forward_out(Call&); }
namespace portable { Error call_aten__conj_physical_out(Call&); }
namespace portable { Error call_aten__fft_c2c_out(Call&); }
namespace portable { Error call_aten__fft_c2r_out(Call&); }
namespace portable { Error call_aten__fft_r2c_out(Call&); }
namespace prim { Error call_aten__local_scalar_dense(Call&); }
namespace portable { Error call_aten__log_softmax_out(Call&); }
namespace portable { Error call_aten__native_batch_norm_legit_no_stats_out(Call&); }
namespace portable { Error call_aten__native_batch_norm_legit_out(Call&); }
namespace portable { Error call_aten__native_batch_norm_legit_no_training_out(Call&); }
namespace portable { Error call_aten__pdist_forward_out(Call&); }
namespace portable { Error call_aten__softmax_out(Call&); }
namespace portable { Error call_aten__to_copy_out(Call&); }
namespace portable { Error call_aten__upsample_bilinear2d_aa_out(Call&); }
namespace portable { Error call_aten_abs_out(Call&); }
namespace portable { Error call_aten_acos_out(Call&); }
namespace portable { Error call_aten_acosh_out(Call&); }
namespace portable { Error call_aten_add_Scalar_out(Call&); }
namespace portable { Error call_aten_add_out(Call&); }
namespace portable { Error call_aten_addmm_out(Call&); }
namespace portable { Error call_aten_addmv_out(Call&); }
namespace portable { Error call_aten_alias_copy_out(Call&); }
namespace portable { Error call_aten_all_all_out(Call&); }
namespace portable { Error call_aten_all_dims_out(Call&); }
namespace portable { Error call_aten_all_out(Call&); }
namespace portable { Error call_aten_allclose_out(Call&); }
namespace portable { Error call_aten_amax_out(Call&); }
namespace portable { Error call_aten_amin_out(Call&); }
namespace portable { Error call_aten_any_all_out(Call&); }
namespace portable { Error call_aten_any_dims_out(Call&); }
namespace portable { Error call_aten_any_out(Call&); }
namespace portable { Error call_aten_arange_out(Call&); }
namespace portable { Error call_aten_arange_start_out(Call&); }
namespace portable { Error call_aten_argmax_out(Call&); }
namespace portable { Error call_aten_argmin_out(Call&); }
namespace portable { Error call_aten_as_strided_copy_out(Call&); }
namespace portable { Error call_aten_asin_out(Call&); }
namespace portable { Error call_aten_asinh_out(Call&); }
namespace portable { Error call_aten_atan_out(Call&); }
namespace portable { Error call_aten_atan2_out(Call&); }
namespace portable { Error call_aten_atanh_out(Call&); }
namespace portable { Error call_aten_avg_pool1d_out(Call&); }
namespace portable { Error call_aten_avg_pool2d_out(Call&); }
namespace portable { Error call_aten_avg_pool3d_out(Call&); }
namespace portable { Error call_aten_baddbmm_out(Call&); }
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
namespace portable { Error call_aten_bmm_out(Call&); }
namespace portable { Error call_aten_cat_out(Call&); }
namespace portable { Error call_aten_ceil_out(Call&); }
namespace portable { Error call_aten_clamp_Tensor_out(Call&); }
namespace portable { Error call_aten_clamp_out(Call&); }
namespace portable { Error call_aten_clone_out(Call&); }
namespace portable { Error call_aten_constant_pad_nd_out(Call&); }
namespace portable { Error call_aten_convolution_out(Call&); }
namespace portable { Error call_aten_convolution_backward_out(Call&); }
namespace portable { Error call_aten_copy_out(Call&); }
namespace portable { Error call_aten_copy_(Call&); }
namespace portable { Error call_aten_cos_out(Call&); }
namespace portable { Error call_aten_cosh_out(Call&); }
namespace portable { Error call_aten_cumprod_out(Call&); }
namespace portable { Error call_aten_cumsum_out(Call&); }
namespace portable { Error call_aten_detach_copy_out(Call&); }
namespace portable { Error call_aten_diagonal_copy_out(Call&); }
namespace portable { Error call_aten_div_Scalar_mode_out(Call&); }
namespace portable { Error call_aten_div_Scalar_out(Call&); }
namespace portable { Error call_aten_div_out(Call&); }
namespace portable { Error call_aten_div_out_mode(Call&); }
namespace portable { Error call_aten_dot_out(Call&); }
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
namespace portable { Error call_aten_grid_sampler_2d_out(Call&); }
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
namespace portable { Error call_aten_linear_out(Call&); }
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
namespace portable { Error call_aten_max_dim_max(Call&); }
namespace portable { Error call_aten_max_unary_out(Call&); }
namespace portable { Error call_aten_max_pool2d_with_indices_out(Call&); }
namespace portable { Error call_aten_max_pool2d_with_indices_backward_grad_input(Call&); }
namespace portable { Error call_aten_max_pool3d_with_indices_out(Call&); }
namespace portable { Error call_aten_maximum_out(Call&); }
namespace portable { Error call_aten_mean_dtype_out(Call&); }
namespace portable { Error call_aten_mean_out(Call&); }
namespace portable { Error call_aten_min_dim_min(Call&); }
namespace portable { Error call_aten_min_unary_out(Call&); }
namespace portable { Error call_aten_minimum_out(Call&); }
namespace portable { Error call_aten_mm_out(Call&); }
namespace portable { Error call_aten_mul_Scalar_out(Call&); }
namespace portable { Error call_aten_mul_out(Call&); }
namespace portable { Error call_aten_mv_out(Call&); }
namespace portable { Error call_aten_narrow_copy_out(Call&); }
namespace portable { Error call_aten_native_dropout_out(Call&); }
namespace portable { Error call_aten_native_group_norm_out(Call&); }
namespace portable { Error call_aten_native_layer_norm_out(Call&); }
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
namespace portable { Error call_aten_prod_int_out(Call&); }
namespace portable { Error call_aten_prod_out(Call&); }
namespace portable { Error call_aten_rand_out(Call&); }
namespace portable { Error call_aten_randn_out(Call&); }
namespace portable { Error call_aten_randn_like_out(Call&); }
namespace portable { Error call_aten_reciprocal_out(Call&); }
namespace portable { Error call_aten_reflection_pad1d_out(Call&); }
namespace portable { Error call_aten_reflection_pad2d_out(Call&); }
namespace portable { Error call_aten_reflection_pad3d_out(Call&); }
namespace portable { Error call_aten_relu_out(Call&); }
namespace portable { Error call_aten_remainder_Scalar_out(Call&); }
namespace portable { Error call_aten_remainder_Tensor_out(Call&); }
namespace portable { Error call_aten_repeat_out(Call&); }
namespace portable { Error call_aten_repeat_interleave_Tensor_out(Call&); }
namespace portable { Error call_aten_replication_pad1d_out(Call&); }
namespace portable { Error call_aten_replication_pad2d_out(Call&); }
namespace portable { Error call_aten_replication_pad3d_out(Call&); }
namespace portable { Error call_aten_roll_out(Call&); }
namespace portable { Error call_aten_round_out(Call&); }
namespace portable { Error call_aten_rsqrt_out(Call&); }
namespace portable { Error call_aten_rsub_Scalar_out(Call&); }
namespace portable { Error call_aten_scalar_tensor_out(Call&); }
namespace portable { Error call_aten_scatter_src_out(Call&); }
namespace portable { Error call_aten_scatter_value_out(Call&); }
namespace portable { Error call_aten_scatter_add_out(Call&); }
namespace portable { Error call_aten_scatter_reduce_two_out(Call&); }
namespace portable { Error call_aten_select_copy_int_out(Call&); }
namespace portable { Error call_aten_select_scatter_out(Call&); }
namespace portable { Error call_aten_sigmoid_out(Call&); }
namespace portable { Error call_aten_sign_out(Call&); }
namespace portable { Error call_aten_sin_out(Call&); }
namespace portable { Error call_aten_sinh_out(Call&); }
namespace portable { Error call_aten_slice_copy_Tensor_out(Call&); }
namespace portable { Error call_aten_slice_scatter_out(Call&); }
namespace portable { Error call_aten_sort_values(Call&); }
namespace portable { Error call_aten_sort_values_stable(Call&); }
namespace portable { Error call_aten_split_copy_Tensor_out(Call&); }
namespace portable { Error call_aten_split_with_sizes_copy_out(Call&); }
namespace portable { Error call_aten_sqrt_out(Call&); }
namespace portable { Error call_aten_squeeze_copy_dim_out(Call&); }
namespace portable { Error call_aten_squeeze_copy_dims_out(Call&); }
namespace portable { Error call_aten_stack_out(Call&); }
namespace portable { Error call_aten_std_correction_out(Call&); }
namespace portable { Error call_aten_std_out(Call&); }
namespace portable { Error call_aten_sub_Scalar_out(Call&); }
namespace portable { Error call_aten_sub_out(Call&); }
namespace portable { Error call_aten_sum_IntList_out(Call&); }
namespace prim { Error call_aten_sym_numel(Call&); }
namespace prim { Error call_aten_sym_size_int(Call&); }
namespace prim { Error call_aten_sym_stride_int(Call&); }
namespace portable { Error call_aten_t_copy_out(Call&); }
namespace portable { Error call_aten_tan_out(Call&); }
namespace portable { Error call_aten_tanh_out(Call&); }
namespace portable { Error call_aten_topk_values(Call&); }
namespace portable { Error call_aten_transpose_copy_int_out(Call&); }
namespace portable { Error call_aten_tril_out(Call&); }
namespace portable { Error call_aten_triu_out(Call&); }
namespace portable { Error call_aten_trunc_out(Call&); }
namespace portable { Error call_aten_unbind_copy_int_out(Call&); }
namespace portable { Error call_aten_unfold_copy_out(Call&); }
namespace portable { Error call_aten_unsqueeze_copy_out(Call&); }
namespace portable { Error call_aten_upsample_bilinear2d_out(Call&); }
namespace portable { Error call_aten_upsample_bilinear2d_vec_out(Call&); }
namespace portable { Error call_aten_upsample_nearest1d_out(Call&); }
namespace portable { Error call_aten_upsample_nearest2d_out(Call&); }
namespace portable { Error call_aten_upsample_nearest2d_vec_out(Call&); }
namespace portable { Error call_aten_var_correction_out(Call&); }
namespace portable { Error call_aten_var_out(Call&); }
namespace portable { Error call_aten_var_mean_correction_out(Call&); }
namespace portable { Error call_aten_view_as_real_copy_out(Call&); }
namespace portable { Error call_aten_view_copy_out(Call&); }
namespace portable { Error call_aten_where_self_out(Call&); }
namespace portable { Error call_aten_zeros_out(Call&); }
namespace cortex_m { Error call_cortex_m_dequantize_per_tensor_out(Call&); }
namespace cortex_m { Error call_cortex_m_maximum_out(Call&); }
namespace cortex_m { Error call_cortex_m_minimum_out(Call&); }
namespace cortex_m { Error call_cortex_m_pad_out(Call&); }
namespace cortex_m { Error call_cortex_m_quantize_per_tensor_out(Call&); }
namespace cortex_m { Error call_cortex_m_quantized_activation_out(Call&); }
namespace cortex_m { Error call_cortex_m_quantized_add_out(Call&); }
namespace cortex_m { Error call_cortex_m_quantized_avg_pool2d_out(Call&); }
namespace cortex_m { Error call_cortex_m_quantized_avg_pool2d_nhwc_out(Call&); }
namespace cortex_m { Error call_cortex_m_quantized_batch_matmul_out(Call&); }
namespace cortex_m { Error call_cortex_m_quantized_conv2d_out(Call&); }
namespace cortex_m { Error call_cortex_m_quantized_conv2d_nhwc_out(Call&); }
namespace cortex_m { Error call_cortex_m_quantized_depthwise_conv2d_out(Call&); }
namespace cortex_m { Error call_cortex_m_quantized_depthwise_conv2d_nhwc_out(Call&); }
namespace cortex_m { Error call_cortex_m_quantized_div_out(Call&); }
namespace cortex_m { Error call_cortex_m_quantized_linear_out(Call&); }
namespace cortex_m { Error call_cortex_m_quantized_max_pool2d_out(Call&); }
namespace cortex_m { Error call_cortex_m_quantized_max_pool2d_nhwc_out(Call&); }
namespace cortex_m { Error call_cortex_m_quantized_mul_out(Call&); }
namespace cortex_m { Error call_cortex_m_quantized_transpose_conv2d_out(Call&); }
namespace cortex_m { Error call_cortex_m_quantized_transpose_conv2d_nhwc_out(Call&); }
namespace cortex_m { Error call_cortex_m_softmax_out(Call&); }
namespace cortex_m { Error call_cortex_m_transpose_out(Call&); }
namespace portable { Error call_dim_order_ops__clone_dim_order_out(Call&); }
namespace portable { Error call_dim_order_ops__empty_dim_order_out(Call&); }
namespace portable { Error call_dim_order_ops__to_dim_order_copy_out(Call&); }
namespace portable { Error call_et_copy__d2h_copy_out(Call&); }
namespace portable { Error call_et_copy__h2d_copy_out(Call&); }
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
namespace fused { Error call_kerf_add_clamp_out(Call&); }
namespace fused { Error call_kerf_addmm_clamp_out(Call&); }
namespace fused { Error call_kerf_convolution_clamp_out(Call&); }
namespace fused { Error call_kerf_gate_out(Call&); }
namespace fused { Error call_kerf_half_convolution_out(Call&); }
namespace fused { Error call_kerf_half_linear_out(Call&); }
namespace fused { Error call_kerf_int16_add_out(Call&); }
namespace fused { Error call_kerf_int16_conv2d_out(Call&); }
namespace fused { Error call_kerf_int16_lookup_out(Call&); }
namespace fused { Error call_kerf_int16_max_pool2d_out(Call&); }
namespace fused { Error call_kerf_int16_mul_out(Call&); }
namespace fused { Error call_kerf_int16_rescale_out(Call&); }
namespace fused { Error call_kerf_int4_conv2d_out(Call&); }
namespace fused { Error call_kerf_int4_depthwise_conv2d_out(Call&); }
namespace fused { Error call_kerf_integer_convolution_out(Call&); }
namespace fused { Error call_kerf_integer_linear_out(Call&); }
namespace fused { Error call_kerf_linear_clamp_out(Call&); }
namespace fused { Error call_kerf_quantized_layer_norm_out(Call&); }
namespace fused { Error call_kerf_quantized_mean_out(Call&); }
namespace fused { Error call_kerf_quantized_softmax_out(Call&); }
namespace fused { Error call_kerf_strips_out(Call&); }
namespace llama { Error call_llama_custom_quantized_sdpa_out(Call&); }
namespace llama { Error call_llama_custom_sdpa_out(Call&); }
namespace llama { Error call_llama_fast_hadamard_transform_out(Call&); }
namespace llama { Error call_llama_sdpa_with_kv_cache_out(Call&); }
namespace llama { Error call_llama_update_cache_out(Call&); }
namespace llama { Error call_llama_update_cache_with_indices_out(Call&); }
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
// [[[end]]] (sum: 2IkjuMjzqv)

namespace {

[[maybe_unused]] constexpr DtypeSet kArgumentDtypes[] = {
// [[[cog import cog; from codegen import emit; cog.out(emit.argument_dtypes(plan)) ]]]
0x0002, 0x0002, 0x0002, 0xfeff, 0x0040, 0x0040, 0x0040, 0xfeff, 0x0002, 0x0040, 0x0002, 0x0040,
0x0002, 0x0040, 0xfeff, 0x0140, 0x0200, 0x0002, 0x0002, 0x0008, 0xfeff, 0x0002, 0x0002, 0x0008,
0x0008, 0xfeff, 0x0008, 0x000a, 0x0002, 0xfeff, 0xf8ff, 0xf8ff, 0x0102, 0x0200, 0x0002, 0x0001,
0xfeff, 0x0008, 0xfeff, 0xfeff, 0xfeff, 0xfeff, 0xfeff, 0xfeff, 0x0008, 0x000a, 0xfeff, 0xfeff,
0x0102, 0x4200, 0x0002, 0x0002, 0x0008, 0xfeff, 0xfeff, 0xfeff, 0xfeff, 0xfeff, 0xfeff, 0x0008,
0x000a, 0xfeff, 0xfeff, 0xf8ff, 0x0102, 0x4200, 0x1007, 0xfeff, 0xfeff, 0xfeff, 0xfeff, 0x1007,
0xfeff, 0xfeff, 0xfeff, 0xfeff, 0xfeff, 0xfeff, 0xfeff, 0xfeff, 0x1107, 0x0200, 0x0002, 0x0001,
0xfeff, 0x0008, 0xfeff, 0xfeff, 0xfeff, 0xfeff, 0xfeff, 0x0008, 0x000a, 0xfeff, 0xfeff, 0x0102,
0x4200, 0x0002, 0x0002, 0x0008, 0xfeff, 0xfeff, 0xfeff, 0xfeff, 0xfeff, 0x0008, 0x000a, 0xfeff,
0xfeff, 0xf8ff, 0x0102, 0x4200, 0x0002, 0xfeff, 0xfeff, 0xfeff, 0x0002, 0xfeff, 0xfeff, 0xfeff,
0xfeff, 0xfeff, 0xfeff, 0xfeff, 0xfeff, 0x0102, 0x0211, 0x80e0, 0x80e0, 0x80e0, 0xfeff, 0xfeff,
0xfeff, 0xfeff, 0xfeff, 0xfeff, 0xfeff, 0xfeff, 0xfeff, 0xfeff, 0xffff, 0x0600, 0x0042, 0x00c0,
0x0018, 0x0002, 0x0040, 0x0040, 0x0006, 0x0040, 0x0020, 0x0040, 0xfeff, 0xfeff, 0x0140, 0x0200,
0x0002, 0x0002, 0x0008, 0xfeff, 0xfeff, 0xfeff, 0xfeff, 0xfeff, 0xfeff, 0xfeff, 0x0002, 0x0102,
0x4400, 0x8060, 0x8060, 0x8060, 0x8060, 0x8060, 0xfeff, 0xfeff, 0x0040, 0xfeff, 0xfeff, 0xfeff,
0x8160, 0x1200, 0x0002, 0xfeff, 0x0040, 0x0040, 0xfeff, 0xfeff, 0xfeff, 0xfeff, 0x0002, 0x0002,
0x0102, 0x0201, 0x80e0, 0x80e0, 0x80e0, 0x80e0, 0x80e0, 0xfeff, 0xfeff, 0xfeff, 0x80e0, 0x80e0,
0x81e0, 0x1000, 0x80e0, 0x80e0, 0x80e0, 0x80e0, 0x80e0, 0x80e0, 0x80e0, 0xfeff, 0x80e0, 0x80e0,
0x81e0, 0x0600, 0x0004, 0x0002, 0x0008, 0x0004, 0xfeff, 0xfeff, 0x0008, 0xfeff, 0xfeff, 0xfeff,
0x0104, 0x0200, 0x0002, 0x0002, 0xfeff, 0x0002, 0xfeff, 0xfeff, 0xfeff, 0x0002, 0xf8ff, 0x0102,
0x0200, 0x80e0, 0x80e0, 0x80e0, 0x80e0, 0x80e0, 0xfeff, 0xfeff, 0x80e0, 0x80e0, 0x81e0, 0x0601,
0x80ff, 0x80ff, 0x80ff, 0x80ff, 0xfeff, 0x0018, 0x80ff, 0x80ff, 0x80ff, 0x81ff, 0x0200, 0x0040,
0x0020, 0x0040, 0xfeff, 0x0040, 0x0040, 0x0040, 0xfeff, 0xfeff, 0x0140, 0x0200, 0x8060, 0x8060,
0x8060, 0xfeff, 0x0040, 0xfeff, 0xfeff, 0xfeff, 0x8160, 0x0200, 0x80e0, 0x80e0, 0xfeff, 0x80e0,
0x0002, 0x80e0, 0x80e0, 0x0010, 0x81e0, 0x0200, 0x100f, 0x00c0, 0x0018, 0x80e0, 0x80e0, 0x0002,
0x80e0, 0x80e0, 0x81e0, 0x0200, 0x0042, 0x00c0, 0x0018, 0x0003, 0x0040, 0x0040, 0xfeff, 0xfeff,
0x0140, 0x0200, 0x0001, 0x8060, 0x8060, 0xfeff, 0xfeff, 0x0018, 0xfeff, 0x8160, 0x0200, 0x0002,
0xfeff, 0x0002, 0xfeff, 0xfeff, 0xfeff, 0xfeff, 0x0102, 0x0205, 0x0002, 0xfeff, 0xfeff, 0xfeff,
0xfeff, 0xfeff, 0xfeff, 0x0102, 0x0201, 0x0003, 0x8060, 0x8060, 0xfeff, 0xfeff, 0x0018, 0xfeff,
0x8160, 0x0200, 0x80e0, 0x00c0, 0x0018, 0xfeff, 0xfeff, 0xfeff, 0xfeff, 0x110f, 0x0200, 0x80f0,
0x80f0, 0xfeff, 0xfeff, 0xfeff, 0xfeff, 0xfeff, 0x81f0, 0x0200, 0x80ff, 0x80ff, 0xfeff, 0xfeff,
0xfeff, 0xfeff, 0x80ff, 0x0110, 0x0400, 0x0004, 0xfeff, 0x0004, 0xfeff, 0xfeff, 0xfeff, 0xfeff,
0x0104, 0x0205, 0x100f, 0x00c0, 0x0018, 0xf8ff, 0xfeff, 0xf8ff, 0xfeff, 0x81e0, 0x0200, 0x0006,
0x0040, 0xfeff, 0xfeff, 0xfeff, 0xfeff, 0xfeff, 0x0106, 0x0200, 0x0006, 0x0040, 0xfeff, 0xfeff,
0xfeff, 0xfeff, 0xfeff, 0x0106, 0x0201, 0x0001, 0x8060, 0x8060, 0xfeff, 0xfeff, 0x0018, 0x8160,
0x0200, 0x0003, 0x8060, 0x8060, 0xfeff, 0xfeff, 0x0018, 0x8160, 0x0200, 0x8060, 0xfeff, 0xfeff,
0x80e0, 0xfeff, 0x0080, 0x0110, 0x0400, 0x80e0, 0x00c0, 0x0018, 0xfeff, 0xfeff, 0xfeff, 0x110f,
0x0200, 0x0004, 0x0004, 0xfeff, 0xfeff, 0xfeff, 0xfeff, 0x0104, 0x0203, 0x0006, 0xfeff, 0x0006,
0xfeff, 0xfeff, 0xfeff, 0x0106, 0x0200, 0xf8ff, 0xf8ff, 0xfeff, 0xfeff, 0xf8ff, 0xf8ff, 0x0900,
0x0200, 0x0040, 0xfeff, 0xfeff, 0xfeff, 0xfeff, 0xfeff, 0x0106, 0x4200, 0xfeff, 0xfeff, 0x0018,
0xfeff, 0x0800, 0xfeff, 0xffff, 0x0200, 0x00c0, 0x0600, 0xfeff, 0x00c0, 0x0600, 0x01c0, 0x0200,
0x80e0, 0xfeff, 0xfeff, 0xfeff, 0x80e0, 0x81e0, 0x0400, 0x80ff, 0x80ff, 0x80ff, 0x88ff, 0x88ff,
0x81ff, 0x0200, 0x0004, 0x0004, 0x0008, 0xfeff, 0xfeff, 0x0104, 0x0201, 0xf6ff, 0xf6ff, 0xf6ff,
0xf6ff, 0xf6ff, 0xf7ff, 0x0200, 0xf8ff, 0xf8ff, 0xfeff, 0xfeff, 0xf8ff, 0x0110, 0x0400, 0x0040,
0xfeff, 0xfeff, 0xfeff, 0xfeff, 0x0140, 0x0201, 0x0600, 0xfeff, 0xfeff, 0xfeff, 0x0700, 0x0200,
0x00c0, 0x00c0, 0xfeff, 0xfeff, 0x01c0, 0x0200, 0x00c0, 0xfeff, 0xfeff, 0xfeff, 0x0700, 0x0200,
0x80e0, 0xfeff, 0xfeff, 0x80e0, 0x0900, 0x0400, 0x80e0, 0x80e0, 0x80e0, 0xf8ff, 0x81e0, 0x0201,
0x88ff, 0xfeff, 0xfeff, 0x88ff, 0x0110, 0x0400, 0x88ff, 0x88ff, 0x88ff, 0x88ff, 0x89ff, 0x0200,
0xf8ff, 0xfeff, 0xf8ff, 0xfeff, 0x89ff, 0x0200, 0x0040, 0x0040, 0xfeff, 0xfeff, 0x0140, 0x0203,
0xfeff, 0x0819, 0xfeff, 0x0800, 0xffff, 0x0200, 0xfeff, 0xfeff, 0xfeff, 0x0010, 0xffff, 0x0800,
0xfeff, 0xfeff, 0x0018, 0xfeff, 0xffff, 0x0200, 0xfeff, 0xfeff, 0x8eff, 0xfeff, 0x8fff, 0x0200,
0x0801, 0xf8ff, 0xf8ff, 0xf9ff, 0x0206, 0x80ff, 0x80ff, 0xfeff, 0x81ff, 0x0203, 0x80ff, 0xfeff,
0xf8ff, 0x0110, 0x0200, 0x80ff, 0xfeff, 0x80ff, 0x81ff, 0x0201, 0x86ff, 0x86ff, 0x86ff, 0x87ff,
0x0200, 0x88ff, 0xfeff, 0x86ff, 0x81ff, 0x0201, 0xf0ff, 0xfeff, 0xf0ff, 0xf1ff, 0x0201, 0xf8ff,
0xf8ff, 0xfeff, 0x81ff, 0x0203, 0xf8ff, 0xfeff, 0xf8ff, 0x0901, 0x0200, 0xf8ff, 0xfeff, 0xfeff,
0x81ff, 0x0200, 0xf8ff, 0xfeff, 0xfeff, 0x81ff, 0x0201, 0xfeff, 0xfeff, 0x0018, 0xffff, 0x0200,
0xfeff, 0xfeff, 0xfeff, 0xffff, 0x0203, 0xfeff, 0xfeff, 0xfeff, 0xffff, 0x0201, 0xfeff, 0xfeff,
0xf1ff, 0x0200, 0x0002, 0x0002, 0x0102, 0x0203, 0x081f, 0x081f, 0x011f, 0x0200, 0x0018, 0xfeff,
0x0118, 0x0200, 0x781f, 0x781f, 0x791f, 0x0203, 0x781f, 0xfeff, 0x791f, 0x0201, 0x88ff, 0x88ff,
0x81ff, 0x0203, 0x88ff, 0x88ff, 0x89ff, 0x0203, 0x88ff, 0x88ff, 0x89ff, 0x0201, 0xf8ff, 0xf8ff,
0x81e0, 0x0203, 0xf8ff, 0xfeff, 0x81e0, 0x0201, 0xf8ff, 0xfeff, 0xf9ff, 0x0000, 0xf8ff, 0xfeff,
0xf9ff, 0x0201, 0xfeff, 0x0819, 0xffff, 0x8600, 0xfeff, 0x0819, 0xffff, 0x0200, 0xfeff, 0xfeff,
0xffff, 0x0200, 0x081f, 0x091f, 0x0201, 0x00e0, 0x01e0, 0x0200, 0x88ff, 0x0900, 0x0201, 0xf8ff,
0xf9ff, 0x8400, 0xf8ff, 0xf9ff, 0x0200, 0xfeff, 0xffff, 0x8402, 0xffff, 0x0000,
// [[[end]]] (sum: 0F0BJEnGy5)
};

// Sorted by name; one row stands for none: C++ has no empty array.
constexpr Kernel kKernels[kKernelCount == 0 ? 1 : kKernelCount] = {
// [[[cog import cog; from codegen import emit; cog.out(emit.kernel_table(plan)) ]]]
{"aten::_adaptive_avg_pool2d.out", portable::call_aten__adaptive_avg_pool2d_out, kArgumentDtypes + 290},  // self: Half Float Double BFloat16, out: Half Float Double BFloat16
{"aten::_cdist_forward.out", portable::call_aten__cdist_forward_out, kArgumentDtypes + 540},  // x1: Float Double, x2: Float Double, out: Float Double
{"aten::_conj_physical.out", portable::call_aten__conj_physical_out, kArgumentDtypes + 482},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::_fft_c2c.out", portable::call_aten__fft_c2c_out, kArgumentDtypes + 534},  // self: ComplexFloat ComplexDouble, out: ComplexFloat ComplexDouble
{"aten::_fft_c2r.out", portable::call_aten__fft_c2r_out, kArgumentDtypes + 486},  // self: ComplexFloat ComplexDouble, out: Float Double
{"aten::_fft_r2c.out", portable::call_aten__fft_r2c_out, kArgumentDtypes + 546},  // self: Float Double, out: ComplexFloat ComplexDouble
{"aten::_local_scalar_dense", prim::call_aten__local_scalar_dense, kArgumentDtypes + 728},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::_log_softmax.out", portable::call_aten__log_softmax_out, kArgumentDtypes + 559},  // self: Half Float Double BFloat16, out: Half Float Double BFloat16
{"aten::_native_batch_norm_legit.no_stats_out", portable::call_aten__native_batch_norm_legit_no_stats_out, kArgumentDtypes + 208},  // input: Half Float Double BFloat16, weight: Half Float Double BFloat16, bias: Half Float Double BFloat16, out: Half Float Double BFloat16, save_mean: Half Float Double BFloat16, save_invstd: Half Float Double BFloat16
{"aten::_native_batch_norm_legit.out", portable::call_aten__native_batch_norm_legit_out, kArgumentDtypes + 194},  // input: Half Float Double BFloat16, weight: Half Float Double BFloat16, bias: Half Float Double BFloat16, running_mean: Half Float Double BFloat16, running_var: Half Float Double BFloat16, out: Half Float Double BFloat16, save_mean: Half Float Double BFloat16, save_invstd: Half Float Double BFloat16
{"aten::_native_batch_norm_legit_no_training.out", portable::call_aten__native_batch_norm_legit_no_training_out, kArgumentDtypes + 241},  // input: Half Float Double BFloat16, weight: Half Float Double BFloat16, bias: Half Float Double BFloat16, running_mean: Half Float Double BFloat16, running_var: Half Float Double BFloat16, out0: Half Float Double BFloat16, out1: Half Float Double BFloat16, out2: Half Float Double BFloat16
{"aten::_pdist_forward.out", portable::call_aten__pdist_forward_out, kArgumentDtypes + 488},  // self: Float Double, out: Float Double
{"aten::_softmax.out", portable::call_aten__softmax_out, kArgumentDtypes + 559},  // self: Half Float Double BFloat16, out: Half Float Double BFloat16
{"aten::_to_copy.out", portable::call_aten__to_copy_out, kArgumentDtypes + 480},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::_upsample_bilinear2d_aa.out", portable::call_aten__upsample_bilinear2d_aa_out, kArgumentDtypes + 485},  // self: Float Double, out: Float Double
{"aten::abs.out", portable::call_aten_abs_out, kArgumentDtypes + 639},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble BFloat16, out: Byte Char Short Int Long Half Float Double BFloat16
{"aten::acos.out", portable::call_aten_acos_out, kArgumentDtypes + 561},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::acosh.out", portable::call_aten_acosh_out, kArgumentDtypes + 561},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::add.Scalar_out", portable::call_aten_add_Scalar_out, kArgumentDtypes + 677},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::add.out", portable::call_aten_add_out, kArgumentDtypes + 672},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, other: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::addmm.out", portable::call_aten_addmm_out, kArgumentDtypes + 513},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble BFloat16 UInt16 UInt32 UInt64, mat1: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble BFloat16 UInt16 UInt32 UInt64, mat2: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble BFloat16 UInt16 UInt32 UInt64
{"aten::addmv.out", portable::call_aten_addmv_out, kArgumentDtypes + 499},  // self: Byte Char Short Int Long Half Float Double BFloat16, mat: Byte Char Short Int Long Half Float Double BFloat16, vec: Byte Char Short Int Long Half Float Double BFloat16, out: Byte Char Short Int Long Half Float Double BFloat16
{"aten::alias_copy.out", portable::call_aten_alias_copy_out, kArgumentDtypes + 482},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::all.all_out", portable::call_aten_all_all_out, kArgumentDtypes + 654},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Bool
{"aten::all.dims_out", portable::call_aten_all_dims_out, kArgumentDtypes + 652},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Bool
{"aten::all.out", portable::call_aten_all_out, kArgumentDtypes + 652},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Bool
{"aten::allclose.out", portable::call_aten_allclose_out, kArgumentDtypes + 461},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, other: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Bool
{"aten::amax.out", portable::call_aten_amax_out, kArgumentDtypes + 571},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16, out: Byte Char Short Int Long Half Float Double Bool BFloat16
{"aten::amin.out", portable::call_aten_amin_out, kArgumentDtypes + 571},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16, out: Byte Char Short Int Long Half Float Double Bool BFloat16
{"aten::any.all_out", portable::call_aten_any_all_out, kArgumentDtypes + 654},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Bool
{"aten::any.dims_out", portable::call_aten_any_dims_out, kArgumentDtypes + 652},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Bool
{"aten::any.out", portable::call_aten_any_out, kArgumentDtypes + 652},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Bool
{"aten::arange.out", portable::call_aten_arange_out, kArgumentDtypes + 683},  // out: Byte Char Short Int Long Half Float Double BFloat16 UInt16 UInt32 UInt64
{"aten::arange.start_out", portable::call_aten_arange_start_out, kArgumentDtypes + 681},  // out: Byte Char Short Int Long Half Float Double BFloat16 UInt16 UInt32 UInt64
{"aten::argmax.out", portable::call_aten_argmax_out, kArgumentDtypes + 622},  // self: Byte Char Short Int Long Half Float Double BFloat16, out: Long
{"aten::argmin.out", portable::call_aten_argmin_out, kArgumentDtypes + 622},  // self: Byte Char Short Int Long Half Float Double BFloat16, out: Long
{"aten::as_strided_copy.out", portable::call_aten_as_strided_copy_out, kArgumentDtypes + 588},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::asin.out", portable::call_aten_asin_out, kArgumentDtypes + 561},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::asinh.out", portable::call_aten_asinh_out, kArgumentDtypes + 561},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::atan.out", portable::call_aten_atan_out, kArgumentDtypes + 561},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::atan2.out", portable::call_aten_atan2_out, kArgumentDtypes + 718},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, other: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::atanh.out", portable::call_aten_atanh_out, kArgumentDtypes + 561},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::avg_pool1d.out", portable::call_aten_avg_pool1d_out, kArgumentDtypes + 360},  // self: Long Half Float Double BFloat16, out: Long Half Float Double BFloat16
{"aten::avg_pool2d.out", portable::call_aten_avg_pool2d_out, kArgumentDtypes + 359},  // self: Long Half Float Double BFloat16, out: Long Half Float Double BFloat16
{"aten::avg_pool3d.out", portable::call_aten_avg_pool3d_out, kArgumentDtypes + 359},  // self: Long Half Float Double BFloat16, out: Long Half Float Double BFloat16
{"aten::baddbmm.out", portable::call_aten_baddbmm_out, kArgumentDtypes + 499},  // self: Byte Char Short Int Long Half Float Double BFloat16, batch1: Byte Char Short Int Long Half Float Double BFloat16, batch2: Byte Char Short Int Long Half Float Double BFloat16, out: Byte Char Short Int Long Half Float Double BFloat16
{"aten::bitwise_and.Scalar_out", portable::call_aten_bitwise_and_Scalar_out, kArgumentDtypes + 702},  // self: Byte Char Short Int Long Bool UInt16 UInt32 UInt64, out: Byte Char Short Int Long Bool UInt16 UInt32 UInt64
{"aten::bitwise_and.Tensor_out", portable::call_aten_bitwise_and_Tensor_out, kArgumentDtypes + 698},  // self: Byte Char Short Int Long Bool UInt16 UInt32 UInt64, other: Byte Char Short Int Long Bool UInt16 UInt32 UInt64, out: Byte Char Short Int Long Bool UInt16 UInt32 UInt64
{"aten::bitwise_left_shift.Tensor_Scalar_out", portable::call_aten_bitwise_left_shift_Tensor_Scalar_out, kArgumentDtypes + 690},  // self: Byte Char Short Int Long Bool, out: Byte Char Short Int Long
{"aten::bitwise_left_shift.Tensor_out", portable::call_aten_bitwise_left_shift_Tensor_out, kArgumentDtypes + 690},  // self: Byte Char Short Int Long Bool, other: Byte Char Short Int Long Bool, out: Byte Char Short Int Long
{"aten::bitwise_not.out", portable::call_aten_bitwise_not_out, kArgumentDtypes + 746},  // self: Byte Char Short Int Long Bool, out: Byte Char Short Int Long Bool
{"aten::bitwise_or.Scalar_out", portable::call_aten_bitwise_or_Scalar_out, kArgumentDtypes + 702},  // self: Byte Char Short Int Long Bool UInt16 UInt32 UInt64, out: Byte Char Short Int Long Bool UInt16 UInt32 UInt64
{"aten::bitwise_or.Tensor_out", portable::call_aten_bitwise_or_Tensor_out, kArgumentDtypes + 698},  // self: Byte Char Short Int Long Bool UInt16 UInt32 UInt64, other: Byte Char Short Int Long Bool UInt16 UInt32 UInt64, out: Byte Char Short Int Long Bool UInt16 UInt32 UInt64
{"aten::bitwise_right_shift.Tensor_Scalar_out", portable::call_aten_bitwise_right_shift_Tensor_Scalar_out, kArgumentDtypes + 690},  // self: Byte Char Short Int Long Bool, out: Byte Char Short Int Long
{"aten::bitwise_right_shift.Tensor_out", portable::call_aten_bitwise_right_shift_Tensor_out, kArgumentDtypes + 690},  // self: Byte Char Short Int Long Bool, other: Byte Char Short Int Long Bool, out: Byte Char Short Int Long
{"aten::bitwise_xor.Scalar_out", portable::call_aten_bitwise_xor_Scalar_out, kArgumentDtypes + 702},  // self: Byte Char Short Int Long Bool UInt16 UInt32 UInt64, out: Byte Char Short Int Long Bool UInt16 UInt32 UInt64
{"aten::bitwise_xor.Tensor_out", portable::call_aten_bitwise_xor_Tensor_out, kArgumentDtypes + 698},  // self: Byte Char Short Int Long Bool UInt16 UInt32 UInt64, other: Byte Char Short Int Long Bool UInt16 UInt32 UInt64, out: Byte Char Short Int Long Bool UInt16 UInt32 UInt64
{"aten::bmm.out", portable::call_aten_bmm_out, kArgumentDtypes + 633},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble BFloat16, mat2: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble BFloat16, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble BFloat16
{"aten::cat.out", portable::call_aten_cat_out, kArgumentDtypes + 590},  // tensors: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::ceil.out", portable::call_aten_ceil_out, kArgumentDtypes + 644},  // self: Byte Char Short Int Long Half Float Double BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double BFloat16 UInt16 UInt32 UInt64
{"aten::clamp.Tensor_out", portable::call_aten_clamp_Tensor_out, kArgumentDtypes + 571},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16, min: Byte Char Short Int Long Half Float Double Bool BFloat16, max: Byte Char Short Int Long Half Float Double Bool BFloat16, out: Byte Char Short Int Long Half Float Double Bool BFloat16
{"aten::clamp.out", portable::call_aten_clamp_out, kArgumentDtypes + 637},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16, out: Byte Char Short Int Long Half Float Double BFloat16
{"aten::clone.out", portable::call_aten_clone_out, kArgumentDtypes + 590},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::constant_pad_nd.out", portable::call_aten_constant_pad_nd_out, kArgumentDtypes + 480},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::convolution.out", portable::call_aten_convolution_out, kArgumentDtypes + 252},  // input: Byte Char Short Int Long Half Float Double BFloat16, weight: Byte Char Short Int Long Half Float Double BFloat16, bias: Byte Char Short Int Long Half Float Double BFloat16, out: Byte Char Short Int Long Half Float Double BFloat16
{"aten::convolution_backward.out", portable::call_aten_convolution_backward_out, kArgumentDtypes + 127},  // grad_output: Half Float Double BFloat16, input: Half Float Double BFloat16, weight: Half Float Double BFloat16, out0: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out1: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out2: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::copy.out", portable::call_aten_copy_out, kArgumentDtypes + 667},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, src: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::copy_", portable::call_aten_copy_, kArgumentDtypes + 761},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, src: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::cos.out", portable::call_aten_cos_out, kArgumentDtypes + 561},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::cosh.out", portable::call_aten_cosh_out, kArgumentDtypes + 561},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::cumprod.out", portable::call_aten_cumprod_out, kArgumentDtypes + 657},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double BFloat16
{"aten::cumsum.out", portable::call_aten_cumsum_out, kArgumentDtypes + 657},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double BFloat16
{"aten::detach_copy.out", portable::call_aten_detach_copy_out, kArgumentDtypes + 482},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::diagonal_copy.out", portable::call_aten_diagonal_copy_out, kArgumentDtypes + 588},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::div.Scalar_mode_out", portable::call_aten_div_Scalar_mode_out, kArgumentDtypes + 662},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double BFloat16
{"aten::div.Scalar_out", portable::call_aten_div_Scalar_out, kArgumentDtypes + 722},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::div.out", portable::call_aten_div_out, kArgumentDtypes + 718},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, other: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::div.out_mode", portable::call_aten_div_out_mode, kArgumentDtypes + 647},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, other: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double BFloat16
{"aten::dot.out", portable::call_aten_dot_out, kArgumentDtypes + 259},  // self: Byte Char Short Int Long Half Float Double BFloat16, tensor: Byte Char Short Int Long Half Float Double BFloat16, out: Byte Char Short Int Long Half Float Double BFloat16
{"aten::elu.out", portable::call_aten_elu_out, kArgumentDtypes + 558},  // self: Half Float Double BFloat16, out: Half Float Double BFloat16
{"aten::embedding.out", portable::call_aten_embedding_out, kArgumentDtypes + 478},  // weight: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, indices: Int Long, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::empty.out", portable::call_aten_empty_out, kArgumentDtypes + 481},  // out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::eq.Scalar_out", portable::call_aten_eq_Scalar_out, kArgumentDtypes + 465},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Bool
{"aten::eq.Tensor_out", portable::call_aten_eq_Tensor_out, kArgumentDtypes + 465},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, other: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Bool
{"aten::erf.out", portable::call_aten_erf_out, kArgumentDtypes + 561},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::exp.out", portable::call_aten_exp_out, kArgumentDtypes + 561},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::expand_copy.out", portable::call_aten_expand_copy_out, kArgumentDtypes + 480},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::expm1.out", portable::call_aten_expm1_out, kArgumentDtypes + 561},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::fill.Scalar_out", portable::call_aten_fill_Scalar_out, kArgumentDtypes + 590},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::fill.Tensor_out", portable::call_aten_fill_Tensor_out, kArgumentDtypes + 742},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, value: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::flip.out", portable::call_aten_flip_out, kArgumentDtypes + 590},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::floor.out", portable::call_aten_floor_out, kArgumentDtypes + 644},  // self: Byte Char Short Int Long Half Float Double BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double BFloat16 UInt16 UInt32 UInt64
{"aten::floor_divide.out", portable::call_aten_floor_divide_out, kArgumentDtypes + 502},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16, other: Byte Char Short Int Long Half Float Double Bool BFloat16, out: Byte Char Short Int Long Half Float Double BFloat16
{"aten::fmod.Scalar_out", portable::call_aten_fmod_Scalar_out, kArgumentDtypes + 502},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16, out: Byte Char Short Int Long Half Float Double BFloat16
{"aten::fmod.Tensor_out", portable::call_aten_fmod_Tensor_out, kArgumentDtypes + 502},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16, other: Byte Char Short Int Long Half Float Double Bool BFloat16, out: Byte Char Short Int Long Half Float Double BFloat16
{"aten::full.out", portable::call_aten_full_out, kArgumentDtypes + 481},  // out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::full_like.out", portable::call_aten_full_like_out, kArgumentDtypes + 480},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::gather.out", portable::call_aten_gather_out, kArgumentDtypes + 600},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, index: Int Long, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::ge.Scalar_out", portable::call_aten_ge_Scalar_out, kArgumentDtypes + 465},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Bool
{"aten::ge.Tensor_out", portable::call_aten_ge_Tensor_out, kArgumentDtypes + 465},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, other: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Bool
{"aten::gelu.out", portable::call_aten_gelu_out, kArgumentDtypes + 560},  // self: Half Float Double BFloat16, out: Half Float Double BFloat16
{"aten::glu.out", portable::call_aten_glu_out, kArgumentDtypes + 290},  // self: Half Float Double BFloat16, out: Half Float Double BFloat16
{"aten::grid_sampler_2d.out", portable::call_aten_grid_sampler_2d_out, kArgumentDtypes + 297},  // input: Half Float Double BFloat16, grid: Half Float Double BFloat16, out: Half Float Double BFloat16
{"aten::gt.Scalar_out", portable::call_aten_gt_Scalar_out, kArgumentDtypes + 465},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Bool
{"aten::gt.Tensor_out", portable::call_aten_gt_Tensor_out, kArgumentDtypes + 465},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, other: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Bool
{"aten::hardtanh.out", portable::call_aten_hardtanh_out, kArgumentDtypes + 642},  // self: Byte Char Short Int Long Half Float Double BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double BFloat16 UInt16 UInt32 UInt64
{"aten::index.Tensor_out", portable::call_aten_index_Tensor_out, kArgumentDtypes + 738},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, indices: Byte Int Long Bool, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::index_put.out", portable::call_aten_index_put_out, kArgumentDtypes + 588},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, indices: Byte Int Long Bool, values: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::index_put_", portable::call_aten_index_put_, kArgumentDtypes + 734},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, indices: Byte Int Long Bool, values: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::index_select.out", portable::call_aten_index_select_out, kArgumentDtypes + 667},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, index: Int Long, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::isinf.out", portable::call_aten_isinf_out, kArgumentDtypes + 466},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Bool
{"aten::isnan.out", portable::call_aten_isnan_out, kArgumentDtypes + 466},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Bool
{"aten::le.Scalar_out", portable::call_aten_le_Scalar_out, kArgumentDtypes + 465},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Bool
{"aten::le.Tensor_out", portable::call_aten_le_Tensor_out, kArgumentDtypes + 465},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, other: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Bool
{"aten::leaky_relu.out", portable::call_aten_leaky_relu_out, kArgumentDtypes + 560},  // self: Half Float Double BFloat16, out: Half Float Double BFloat16
{"aten::lift_fresh_copy.out", portable::call_aten_lift_fresh_copy_out, kArgumentDtypes + 482},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::linear.out", portable::call_aten_linear_out, kArgumentDtypes + 632},  // input: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble BFloat16, weight: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble BFloat16, bias: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble BFloat16, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble BFloat16
{"aten::log.out", portable::call_aten_log_out, kArgumentDtypes + 561},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::log10.out", portable::call_aten_log10_out, kArgumentDtypes + 561},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::log1p.out", portable::call_aten_log1p_out, kArgumentDtypes + 561},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::log2.out", portable::call_aten_log2_out, kArgumentDtypes + 561},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::logical_and.out", portable::call_aten_logical_and_out, kArgumentDtypes + 465},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, other: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Bool
{"aten::logical_not.out", portable::call_aten_logical_not_out, kArgumentDtypes + 752},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16, out: Bool
{"aten::logical_or.out", portable::call_aten_logical_or_out, kArgumentDtypes + 465},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, other: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Bool
{"aten::logical_xor.out", portable::call_aten_logical_xor_out, kArgumentDtypes + 465},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, other: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Bool
{"aten::logit.out", portable::call_aten_logit_out, kArgumentDtypes + 391},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::lt.Scalar_out", portable::call_aten_lt_Scalar_out, kArgumentDtypes + 465},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Bool
{"aten::lt.Tensor_out", portable::call_aten_lt_Tensor_out, kArgumentDtypes + 465},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, other: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Bool
{"aten::masked_fill.Scalar_out", portable::call_aten_masked_fill_Scalar_out, kArgumentDtypes + 480},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, mask: Bool, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::masked_fill.Tensor_out", portable::call_aten_masked_fill_Tensor_out, kArgumentDtypes + 480},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, mask: Bool, value: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::masked_scatter.out", portable::call_aten_masked_scatter_out, kArgumentDtypes + 480},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, mask: Bool, source: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::masked_select.out", portable::call_aten_masked_select_out, kArgumentDtypes + 590},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, mask: Bool, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::max.dim_max", portable::call_aten_max_dim_max, kArgumentDtypes + 564},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16, max: Byte Char Short Int Long Half Float Double Bool BFloat16, max_values: Long
{"aten::max.unary_out", portable::call_aten_max_unary_out, kArgumentDtypes + 573},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16, out: Byte Char Short Int Long Half Float Double Bool BFloat16
{"aten::max_pool2d_with_indices.out", portable::call_aten_max_pool2d_with_indices_out, kArgumentDtypes + 368},  // self: Byte Char Short Int Long Half Float Double BFloat16, out: Byte Char Short Int Long Half Float Double BFloat16, indices: Long
{"aten::max_pool2d_with_indices_backward.grad_input", portable::call_aten_max_pool2d_with_indices_backward_grad_input, kArgumentDtypes + 284},  // grad_output: Half Float Double BFloat16, self: Half Float Double BFloat16, indices: Long, grad_input: Half Float Double BFloat16
{"aten::max_pool3d_with_indices.out", portable::call_aten_max_pool3d_with_indices_out, kArgumentDtypes + 368},  // self: Byte Char Short Int Long Half Float Double BFloat16, out: Byte Char Short Int Long Half Float Double BFloat16, indices: Long
{"aten::maximum.out", portable::call_aten_maximum_out, kArgumentDtypes + 710},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16, other: Byte Char Short Int Long Half Float Double Bool BFloat16, out: Byte Char Short Int Long Half Float Double Bool BFloat16
{"aten::mean.dtype_out", portable::call_aten_mean_dtype_out, kArgumentDtypes + 391},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::mean.out", portable::call_aten_mean_out, kArgumentDtypes + 389},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::min.dim_min", portable::call_aten_min_dim_min, kArgumentDtypes + 564},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16, min: Byte Char Short Int Long Half Float Double Bool BFloat16, min_indices: Long
{"aten::min.unary_out", portable::call_aten_min_unary_out, kArgumentDtypes + 573},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16, out: Byte Char Short Int Long Half Float Double Bool BFloat16
{"aten::minimum.out", portable::call_aten_minimum_out, kArgumentDtypes + 710},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16, other: Byte Char Short Int Long Half Float Double Bool BFloat16, out: Byte Char Short Int Long Half Float Double Bool BFloat16
{"aten::mm.out", portable::call_aten_mm_out, kArgumentDtypes + 516},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble BFloat16 UInt16 UInt32 UInt64, mat2: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble BFloat16 UInt16 UInt32 UInt64
{"aten::mul.Scalar_out", portable::call_aten_mul_Scalar_out, kArgumentDtypes + 730},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::mul.out", portable::call_aten_mul_out, kArgumentDtypes + 673},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, other: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::mv.out", portable::call_aten_mv_out, kArgumentDtypes + 259},  // self: Byte Char Short Int Long Half Float Double BFloat16, vec: Byte Char Short Int Long Half Float Double BFloat16, out: Byte Char Short Int Long Half Float Double BFloat16
{"aten::narrow_copy.out", portable::call_aten_narrow_copy_out, kArgumentDtypes + 588},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::native_dropout.out", portable::call_aten_native_dropout_out, kArgumentDtypes + 552},  // input: Half Float Double BFloat16, out0: Half Float Double BFloat16, out1: Bool
{"aten::native_group_norm.out", portable::call_aten_native_group_norm_out, kArgumentDtypes + 206},  // input: Half Float Double BFloat16, weight: Half Float Double BFloat16, bias: Half Float Double BFloat16, out0: Half Float Double BFloat16, out1: Half Float Double BFloat16, out2: Half Float Double BFloat16
{"aten::native_layer_norm.out", portable::call_aten_native_layer_norm_out, kArgumentDtypes + 209},  // input: Half Float Double BFloat16, weight: Half Float Double BFloat16, bias: Half Float Double BFloat16, out0: Half Float Double BFloat16, out1: Half Float Double BFloat16, out2: Half Float Double BFloat16
{"aten::ne.Scalar_out", portable::call_aten_ne_Scalar_out, kArgumentDtypes + 465},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Bool
{"aten::ne.Tensor_out", portable::call_aten_ne_Tensor_out, kArgumentDtypes + 465},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, other: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Bool
{"aten::neg.out", portable::call_aten_neg_out, kArgumentDtypes + 629},  // self: Byte Char Short Int Long Half Float Double BFloat16, out: Byte Char Short Int Long Half Float Double BFloat16
{"aten::nonzero.out", portable::call_aten_nonzero_out, kArgumentDtypes + 624},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Long
{"aten::ones.out", portable::call_aten_ones_out, kArgumentDtypes + 482},  // out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::permute_copy.out", portable::call_aten_permute_copy_out, kArgumentDtypes + 590},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::pixel_shuffle.out", portable::call_aten_pixel_shuffle_out, kArgumentDtypes + 590},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::pixel_unshuffle.out", portable::call_aten_pixel_unshuffle_out, kArgumentDtypes + 590},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::pow.Scalar_out", portable::call_aten_pow_Scalar_out, kArgumentDtypes + 502},  // exponent: Byte Char Short Int Long Half Float Double Bool BFloat16, out: Byte Char Short Int Long Half Float Double BFloat16
{"aten::pow.Tensor_Scalar_out", portable::call_aten_pow_Tensor_Scalar_out, kArgumentDtypes + 714},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16, out: Byte Char Short Int Long Half Float Double Bool BFloat16
{"aten::pow.Tensor_Tensor_out", portable::call_aten_pow_Tensor_Tensor_out, kArgumentDtypes + 706},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16, exponent: Byte Char Short Int Long Half Float Double Bool BFloat16, out: Byte Char Short Int Long Half Float Double BFloat16
{"aten::prod.int_out", portable::call_aten_prod_int_out, kArgumentDtypes + 576},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16
{"aten::prod.out", portable::call_aten_prod_out, kArgumentDtypes + 578},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16
{"aten::rand.out", portable::call_aten_rand_out, kArgumentDtypes + 291},  // out: Half Float Double BFloat16
{"aten::randn.out", portable::call_aten_randn_out, kArgumentDtypes + 291},  // out: Half Float Double BFloat16
{"aten::randn_like.out", portable::call_aten_randn_like_out, kArgumentDtypes + 391},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::reciprocal.out", portable::call_aten_reciprocal_out, kArgumentDtypes + 561},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::reflection_pad1d.out", portable::call_aten_reflection_pad1d_out, kArgumentDtypes + 608},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16
{"aten::reflection_pad2d.out", portable::call_aten_reflection_pad2d_out, kArgumentDtypes + 608},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16
{"aten::reflection_pad3d.out", portable::call_aten_reflection_pad3d_out, kArgumentDtypes + 608},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16
{"aten::relu.out", portable::call_aten_relu_out, kArgumentDtypes + 644},  // self: Byte Char Short Int Long Half Float Double BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double BFloat16 UInt16 UInt32 UInt64
{"aten::remainder.Scalar_out", portable::call_aten_remainder_Scalar_out, kArgumentDtypes + 502},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16, out: Byte Char Short Int Long Half Float Double BFloat16
{"aten::remainder.Tensor_out", portable::call_aten_remainder_Tensor_out, kArgumentDtypes + 502},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16, other: Byte Char Short Int Long Half Float Double Bool BFloat16, out: Byte Char Short Int Long Half Float Double BFloat16
{"aten::repeat.out", portable::call_aten_repeat_out, kArgumentDtypes + 590},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::repeat_interleave.Tensor_out", portable::call_aten_repeat_interleave_Tensor_out, kArgumentDtypes + 694},  // repeats: Int Long, out: Int Long
{"aten::replication_pad1d.out", portable::call_aten_replication_pad1d_out, kArgumentDtypes + 608},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16
{"aten::replication_pad2d.out", portable::call_aten_replication_pad2d_out, kArgumentDtypes + 608},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16
{"aten::replication_pad3d.out", portable::call_aten_replication_pad3d_out, kArgumentDtypes + 608},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16
{"aten::roll.out", portable::call_aten_roll_out, kArgumentDtypes + 480},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::round.out", portable::call_aten_round_out, kArgumentDtypes + 644},  // self: Byte Char Short Int Long Half Float Double BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double BFloat16 UInt16 UInt32 UInt64
{"aten::rsqrt.out", portable::call_aten_rsqrt_out, kArgumentDtypes + 561},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::rsub.Scalar_out", portable::call_aten_rsub_Scalar_out, kArgumentDtypes + 627},  // self: Byte Char Short Int Long Half Float Double BFloat16, out: Byte Char Short Int Long Half Float Double BFloat16
{"aten::scalar_tensor.out", portable::call_aten_scalar_tensor_out, kArgumentDtypes + 482},  // out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::scatter.src_out", portable::call_aten_scatter_src_out, kArgumentDtypes + 600},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, index: Int Long, src: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::scatter.value_out", portable::call_aten_scatter_value_out, kArgumentDtypes + 600},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, index: Int Long, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::scatter_add.out", portable::call_aten_scatter_add_out, kArgumentDtypes + 600},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, index: Int Long, src: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::scatter_reduce.two_out", portable::call_aten_scatter_reduce_two_out, kArgumentDtypes + 255},  // self: Byte Char Short Int Long Half Float Double BFloat16, index: Int Long, src: Byte Char Short Int Long Half Float Double BFloat16, out: Byte Char Short Int Long Half Float Double BFloat16
{"aten::select_copy.int_out", portable::call_aten_select_copy_int_out, kArgumentDtypes + 480},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::select_scatter.out", portable::call_aten_select_scatter_out, kArgumentDtypes + 600},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, src: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::sigmoid.out", portable::call_aten_sigmoid_out, kArgumentDtypes + 561},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::sign.out", portable::call_aten_sign_out, kArgumentDtypes + 715},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16, out: Byte Char Short Int Long Half Float Double Bool BFloat16
{"aten::sin.out", portable::call_aten_sin_out, kArgumentDtypes + 561},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::sinh.out", portable::call_aten_sinh_out, kArgumentDtypes + 561},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::slice_copy.Tensor_out", portable::call_aten_slice_copy_Tensor_out, kArgumentDtypes + 478},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::slice_scatter.out", portable::call_aten_slice_scatter_out, kArgumentDtypes + 477},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, src: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::sort.values", portable::call_aten_sort_values, kArgumentDtypes + 521},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, values: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, indices: Long
{"aten::sort.values_stable", portable::call_aten_sort_values_stable, kArgumentDtypes + 520},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, values: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, indices: Long
{"aten::split_copy.Tensor_out", portable::call_aten_split_copy_Tensor_out, kArgumentDtypes + 480},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::split_with_sizes_copy.out", portable::call_aten_split_with_sizes_copy_out, kArgumentDtypes + 480},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::sqrt.out", portable::call_aten_sqrt_out, kArgumentDtypes + 561},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::squeeze_copy.dim_out", portable::call_aten_squeeze_copy_dim_out, kArgumentDtypes + 590},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::squeeze_copy.dims_out", portable::call_aten_squeeze_copy_dims_out, kArgumentDtypes + 590},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::stack.out", portable::call_aten_stack_out, kArgumentDtypes + 590},  // tensors: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::std.correction_out", portable::call_aten_std_correction_out, kArgumentDtypes + 298},  // self: Half Float Double BFloat16, out: Half Float Double BFloat16
{"aten::std.out", portable::call_aten_std_out, kArgumentDtypes + 298},  // self: Half Float Double BFloat16, out: Half Float Double BFloat16
{"aten::sub.Scalar_out", portable::call_aten_sub_Scalar_out, kArgumentDtypes + 627},  // self: Byte Char Short Int Long Half Float Double BFloat16, out: Byte Char Short Int Long Half Float Double BFloat16
{"aten::sub.out", portable::call_aten_sub_out, kArgumentDtypes + 617},  // self: Byte Char Short Int Long Half Float Double BFloat16, other: Byte Char Short Int Long Half Float Double BFloat16, out: Byte Char Short Int Long Half Float Double BFloat16
{"aten::sum.IntList_out", portable::call_aten_sum_IntList_out, kArgumentDtypes + 606},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16
{"aten::sym_numel", prim::call_aten_sym_numel, kArgumentDtypes + 728},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::sym_size.int", prim::call_aten_sym_size_int, kArgumentDtypes + 728},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::sym_stride.int", prim::call_aten_sym_stride_int, kArgumentDtypes + 728},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::t_copy.out", portable::call_aten_t_copy_out, kArgumentDtypes + 482},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::tan.out", portable::call_aten_tan_out, kArgumentDtypes + 561},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::tanh.out", portable::call_aten_tanh_out, kArgumentDtypes + 561},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Half Float Double BFloat16
{"aten::topk.values", portable::call_aten_topk_values, kArgumentDtypes + 369},  // self: Byte Char Short Int Long Half Float Double BFloat16, values: Byte Char Short Int Long Half Float Double BFloat16, indices: Long
{"aten::transpose_copy.int_out", portable::call_aten_transpose_copy_int_out, kArgumentDtypes + 480},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::tril.out", portable::call_aten_tril_out, kArgumentDtypes + 590},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::triu.out", portable::call_aten_triu_out, kArgumentDtypes + 590},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::trunc.out", portable::call_aten_trunc_out, kArgumentDtypes + 644},  // self: Byte Char Short Int Long Half Float Double BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double BFloat16 UInt16 UInt32 UInt64
{"aten::unbind_copy.int_out", portable::call_aten_unbind_copy_int_out, kArgumentDtypes + 590},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::unfold_copy.out", portable::call_aten_unfold_copy_out, kArgumentDtypes + 588},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::unsqueeze_copy.out", portable::call_aten_unsqueeze_copy_out, kArgumentDtypes + 590},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::upsample_bilinear2d.out", portable::call_aten_upsample_bilinear2d_out, kArgumentDtypes + 287},  // self: Half Float Double BFloat16, out: Half Float Double BFloat16
{"aten::upsample_bilinear2d.vec_out", portable::call_aten_upsample_bilinear2d_vec_out, kArgumentDtypes + 298},  // input: Half Float Double BFloat16, out: Half Float Double BFloat16
{"aten::upsample_nearest1d.out", portable::call_aten_upsample_nearest1d_out, kArgumentDtypes + 571},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16, out: Byte Char Short Int Long Half Float Double Bool BFloat16
{"aten::upsample_nearest2d.out", portable::call_aten_upsample_nearest2d_out, kArgumentDtypes + 570},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16, out: Byte Char Short Int Long Half Float Double Bool BFloat16
{"aten::upsample_nearest2d.vec_out", portable::call_aten_upsample_nearest2d_vec_out, kArgumentDtypes + 571},  // input: Byte Char Short Int Long Half Float Double Bool BFloat16, out: Byte Char Short Int Long Half Float Double Bool BFloat16
{"aten::var.correction_out", portable::call_aten_var_correction_out, kArgumentDtypes + 298},  // self: Half Float Double BFloat16, out: Half Float Double BFloat16
{"aten::var.out", portable::call_aten_var_out, kArgumentDtypes + 298},  // self: Half Float Double BFloat16, out: Half Float Double BFloat16
{"aten::var_mean.correction_out", portable::call_aten_var_mean_correction_out, kArgumentDtypes + 492},  // self: Half Float Double BFloat16, out0: Half Float Double BFloat16, out1: Half Float Double BFloat16
{"aten::view_as_real_copy.out", portable::call_aten_view_as_real_copy_out, kArgumentDtypes + 489},  // self: ComplexFloat ComplexDouble, out: Float Double
{"aten::view_copy.out", portable::call_aten_view_copy_out, kArgumentDtypes + 590},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"aten::where.self_out", portable::call_aten_where_self_out, kArgumentDtypes + 612},  // condition: Byte Bool, self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, other: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"aten::zeros.out", portable::call_aten_zeros_out, kArgumentDtypes + 482},  // out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"cortex_m::dequantize_per_tensor.out", cortex_m::call_cortex_m_dequantize_per_tensor_out, kArgumentDtypes + 148},  // input: Char Short, out: Float
{"cortex_m::maximum.out", cortex_m::call_cortex_m_maximum_out, kArgumentDtypes + 686},  // self: Char, other: Char, out: Char
{"cortex_m::minimum.out", cortex_m::call_cortex_m_minimum_out, kArgumentDtypes + 686},  // self: Char, other: Char, out: Char
{"cortex_m::pad.out", cortex_m::call_cortex_m_pad_out, kArgumentDtypes + 28},  // input: Char, out: Char
{"cortex_m::quantize_per_tensor.out", cortex_m::call_cortex_m_quantize_per_tensor_out, kArgumentDtypes + 469},  // input: Float, out: Char Short
{"cortex_m::quantized_activation.out", cortex_m::call_cortex_m_quantized_activation_out, kArgumentDtypes + 190},  // input: Char, lut: Char, out: Char
{"cortex_m::quantized_add.out", cortex_m::call_cortex_m_quantized_add_out, kArgumentDtypes + 112},  // self: Char, other: Char, out: Char
{"cortex_m::quantized_avg_pool2d.out", cortex_m::call_cortex_m_quantized_avg_pool2d_out, kArgumentDtypes + 230},  // input: Char, scratch: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Char
{"cortex_m::quantized_avg_pool2d_nhwc.out", cortex_m::call_cortex_m_quantized_avg_pool2d_nhwc_out, kArgumentDtypes + 230},  // input: Char, scratch: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Char
{"cortex_m::quantized_batch_matmul.out", cortex_m::call_cortex_m_quantized_batch_matmul_out, kArgumentDtypes + 231},  // lhs: Char, rhs_transposed: Char, scratch: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Char
{"cortex_m::quantized_conv2d.out", cortex_m::call_cortex_m_quantized_conv2d_out, kArgumentDtypes + 97},  // input: Char, weight: Char, bias: Int, requantize_multipliers: Int, requantize_shifts: Char Int, scratch: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Char
{"cortex_m::quantized_conv2d_nhwc.out", cortex_m::call_cortex_m_quantized_conv2d_nhwc_out, kArgumentDtypes + 97},  // input: Char, weight: Char, bias: Int, requantize_multipliers: Int, requantize_shifts: Char Int, scratch: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Char
{"cortex_m::quantized_depthwise_conv2d.out", cortex_m::call_cortex_m_quantized_depthwise_conv2d_out, kArgumentDtypes + 50},  // input: Char, weight: Char, bias: Int, requantize_multipliers: Int, requantize_shifts: Char Int, scratch: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Char
{"cortex_m::quantized_depthwise_conv2d_nhwc.out", cortex_m::call_cortex_m_quantized_depthwise_conv2d_nhwc_out, kArgumentDtypes + 50},  // input: Char, weight: Char, bias: Int, requantize_multipliers: Int, requantize_shifts: Char Int, scratch: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Char
{"cortex_m::quantized_div.out", cortex_m::call_cortex_m_quantized_div_out, kArgumentDtypes + 453},  // self: Char Short, other: Char Short, out: Char Short
{"cortex_m::quantized_linear.out", cortex_m::call_cortex_m_quantized_linear_out, kArgumentDtypes + 21},  // input: Char, weights: Char, bias: Int, kernel_sum: Int, out: Char
{"cortex_m::quantized_max_pool2d.out", cortex_m::call_cortex_m_quantized_max_pool2d_out, kArgumentDtypes + 22},  // input: Char, out: Char
{"cortex_m::quantized_max_pool2d_nhwc.out", cortex_m::call_cortex_m_quantized_max_pool2d_nhwc_out, kArgumentDtypes + 22},  // input: Char, out: Char
{"cortex_m::quantized_mul.out", cortex_m::call_cortex_m_quantized_mul_out, kArgumentDtypes + 323},  // self: Char, other: Char, out: Char
{"cortex_m::quantized_transpose_conv2d.out", cortex_m::call_cortex_m_quantized_transpose_conv2d_out, kArgumentDtypes + 17},  // input: Char, weight: Char, bias: Int, requantize_multipliers: Int, requantize_shifts: Char Int, scratch: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, output_scratch: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Char
{"cortex_m::quantized_transpose_conv2d_nhwc.out", cortex_m::call_cortex_m_quantized_transpose_conv2d_nhwc_out, kArgumentDtypes + 17},  // input: Char, weight: Char, bias: Int, requantize_multipliers: Int, requantize_shifts: Char Int, scratch: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, output_scratch: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Char
{"cortex_m::softmax.out", cortex_m::call_cortex_m_softmax_out, kArgumentDtypes + 332},  // input: Char, out: Char
{"cortex_m::transpose.out", cortex_m::call_cortex_m_transpose_out, kArgumentDtypes + 237},  // input: Char, out: Char
{"dim_order_ops::_clone_dim_order.out", portable::call_dim_order_ops__clone_dim_order_out, kArgumentDtypes + 480},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"dim_order_ops::_empty_dim_order.out", portable::call_dim_order_ops__empty_dim_order_out, kArgumentDtypes + 481},  // out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"dim_order_ops::_to_dim_order_copy.out", portable::call_dim_order_ops__to_dim_order_copy_out, kArgumentDtypes + 480},  // self: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"et_copy::_d2h_copy.out", portable::call_et_copy__d2h_copy_out, kArgumentDtypes + 758},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"et_copy::_h2d_copy.out", portable::call_et_copy__h2d_copy_out, kArgumentDtypes + 758},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"executorch_prim::add.Scalar", prim::call_executorch_prim_add_Scalar, kArgumentDtypes + 764},  // no tensor
{"executorch_prim::ceil.Scalar", prim::call_executorch_prim_ceil_Scalar, kArgumentDtypes + 764},  // no tensor
{"executorch_prim::eq.Scalar", prim::call_executorch_prim_eq_Scalar, kArgumentDtypes + 764},  // no tensor
{"executorch_prim::et_copy_index.tensor", prim::call_executorch_prim_et_copy_index_tensor, kArgumentDtypes + 755},  // copy_to: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, copy_from: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"executorch_prim::et_view.default", prim::call_executorch_prim_et_view_default, kArgumentDtypes + 726},  // self: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double Bool BFloat16 UInt16 UInt32 UInt64
{"executorch_prim::floordiv.Scalar", prim::call_executorch_prim_floordiv_Scalar, kArgumentDtypes + 764},  // no tensor
{"executorch_prim::floordiv.int", prim::call_executorch_prim_floordiv_int, kArgumentDtypes + 764},  // no tensor
{"executorch_prim::ge.Scalar", prim::call_executorch_prim_ge_Scalar, kArgumentDtypes + 764},  // no tensor
{"executorch_prim::gt.Scalar", prim::call_executorch_prim_gt_Scalar, kArgumentDtypes + 764},  // no tensor
{"executorch_prim::le.Scalar", prim::call_executorch_prim_le_Scalar, kArgumentDtypes + 764},  // no tensor
{"executorch_prim::lt.Scalar", prim::call_executorch_prim_lt_Scalar, kArgumentDtypes + 764},  // no tensor
{"executorch_prim::mod.Scalar", prim::call_executorch_prim_mod_Scalar, kArgumentDtypes + 764},  // no tensor
{"executorch_prim::mod.int", prim::call_executorch_prim_mod_int, kArgumentDtypes + 764},  // no tensor
{"executorch_prim::mul.Scalar", prim::call_executorch_prim_mul_Scalar, kArgumentDtypes + 764},  // no tensor
{"executorch_prim::neg.Scalar", prim::call_executorch_prim_neg_Scalar, kArgumentDtypes + 764},  // no tensor
{"executorch_prim::round.Scalar", prim::call_executorch_prim_round_Scalar, kArgumentDtypes + 764},  // no tensor
{"executorch_prim::sub.Scalar", prim::call_executorch_prim_sub_Scalar, kArgumentDtypes + 764},  // no tensor
{"executorch_prim::sym_float.Scalar", prim::call_executorch_prim_sym_float_Scalar, kArgumentDtypes + 764},  // no tensor
{"executorch_prim::sym_int.Scalar", prim::call_executorch_prim_sym_int_Scalar, kArgumentDtypes + 764},  // no tensor
{"executorch_prim::sym_ite.Scalar", prim::call_executorch_prim_sym_ite_Scalar, kArgumentDtypes + 764},  // no tensor
{"executorch_prim::sym_max.Scalar", prim::call_executorch_prim_sym_max_Scalar, kArgumentDtypes + 764},  // no tensor
{"executorch_prim::sym_min.Scalar", prim::call_executorch_prim_sym_min_Scalar, kArgumentDtypes + 764},  // no tensor
{"executorch_prim::sym_not.Scalar", prim::call_executorch_prim_sym_not_Scalar, kArgumentDtypes + 764},  // no tensor
{"executorch_prim::truediv.Scalar", prim::call_executorch_prim_truediv_Scalar, kArgumentDtypes + 764},  // no tensor
{"executorch_prim::trunc.Scalar", prim::call_executorch_prim_trunc_Scalar, kArgumentDtypes + 764},  // no tensor
{"kerf::add_clamp.out", fused::call_kerf_add_clamp_out, kArgumentDtypes + 582},  // self: Float, other: Float, out: Float
{"kerf::addmm_clamp.out", fused::call_kerf_addmm_clamp_out, kArgumentDtypes + 267},  // self: Float, mat1: Float, mat2: Float, out: Float
{"kerf::convolution_clamp.out", fused::call_kerf_convolution_clamp_out, kArgumentDtypes + 4},  // input: Float, weight: Float, bias: Float, out: Float
{"kerf::gate.out", fused::call_kerf_gate_out, kArgumentDtypes + 527},  // self: Float, out: Float
{"kerf::half_convolution.out", fused::call_kerf_half_convolution_out, kArgumentDtypes + 263},  // input: Float, weight: Half, bias: Float, out: Float
{"kerf::half_linear.out", fused::call_kerf_half_linear_out, kArgumentDtypes + 149},  // input: Float, weight: Half, bias: Float, out: Float
{"kerf::int16_add.out", fused::call_kerf_int16_add_out, kArgumentDtypes + 377},  // self: Short, other: Short, out: Short
{"kerf::int16_conv2d.out", fused::call_kerf_int16_conv2d_out, kArgumentDtypes + 218},  // input: Short, weight: Char, bias: Int, multipliers: Int, out: Short
{"kerf::int16_lookup.out", fused::call_kerf_int16_lookup_out, kArgumentDtypes + 507},  // self: Short, table: Int, out: Short
{"kerf::int16_max_pool2d.out", fused::call_kerf_int16_max_pool2d_out, kArgumentDtypes + 221},  // input: Short, out: Short
{"kerf::int16_mul.out", fused::call_kerf_int16_mul_out, kArgumentDtypes + 445},  // self: Short, other: Short, out: Short
{"kerf::int16_rescale.out", fused::call_kerf_int16_rescale_out, kArgumentDtypes + 506},  // self: Short, out: Short
{"kerf::int4_conv2d.out", fused::call_kerf_int4_conv2d_out, kArgumentDtypes + 82},  // input: Char, weight: Byte, bias: Int, requantize_multipliers: Int, requantize_shifts: Char Int, out: Char
{"kerf::int4_depthwise_conv2d.out", fused::call_kerf_int4_depthwise_conv2d_out, kArgumentDtypes + 34},  // input: Char, weight: Byte, bias: Int, requantize_multipliers: Int, requantize_shifts: Char Int, out: Char
{"kerf::integer_convolution.out", fused::call_kerf_integer_convolution_out, kArgumentDtypes + 142},  // input: Char Float, scale: Float Double, zero_point: Int Long, weight: Char, weight_scales: Float, bias: Float, out: Float
{"kerf::integer_linear.out", fused::call_kerf_integer_linear_out, kArgumentDtypes + 304},  // input: Char Float, scale: Float Double, zero_point: Int Long, weight: Byte Char, weight_scales: Float, bias: Float, out: Float
{"kerf::linear_clamp.out", fused::call_kerf_linear_clamp_out, kArgumentDtypes + 267},  // input: Float, weight: Float, bias: Float, out: Float
{"kerf::quantized_layer_norm.out", fused::call_kerf_quantized_layer_norm_out, kArgumentDtypes + 182},  // input: Char, weight: Float, bias: Float, out: Char
{"kerf::quantized_mean.out", fused::call_kerf_quantized_mean_out, kArgumentDtypes + 395},  // input: Char Short, values: Float, out: Char Short
{"kerf::quantized_softmax.out", fused::call_kerf_quantized_softmax_out, kArgumentDtypes + 404},  // input: Char Short, exponents: Float, out: Char Short
{"kerf::strips.out", fused::call_kerf_strips_out, kArgumentDtypes + 156},  // input: Char, weights: Char, numbers: Int, out: Char, workspace: Char
{"llama::custom_quantized_sdpa.out", llama::call_llama_custom_quantized_sdpa_out, kArgumentDtypes + 0},  // query: Char, key: Char, value: Char, attn_mask: Float, q_zero_points: Char, q_scales: Float, k_zero_points: Char, k_scales: Float, v_zero_points: Char, v_scales: Float, out: Float
{"llama::custom_sdpa.out", llama::call_llama_custom_sdpa_out, kArgumentDtypes + 274},  // query: Half Float BFloat16, key: Half Float BFloat16, value: Half Float BFloat16, attn_mask: Float, out: Half Float BFloat16
{"llama::fast_hadamard_transform.out", llama::call_llama_fast_hadamard_transform_out, kArgumentDtypes + 749},  // mat: Half Float Double, out: Half Float Double
{"llama::sdpa_with_kv_cache.out", llama::call_llama_sdpa_with_kv_cache_out, kArgumentDtypes + 169},  // query: Half Float BFloat16, key: Half Float BFloat16, value: Half Float BFloat16, key_cache: Half Float BFloat16, value_cache: Half Float BFloat16, attn_mask: Float, out: Half Float BFloat16
{"llama::update_cache.out", llama::call_llama_update_cache_out, kArgumentDtypes + 137},  // value: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, cache: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"llama::update_cache_with_indices.out", llama::call_llama_update_cache_with_indices_out, kArgumentDtypes + 594},  // value: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, cache: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64, indices: Long, out: Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16 UInt16 UInt32 UInt64
{"quantized_decomposed::add.out", quantized::call_quantized_decomposed_add_out, kArgumentDtypes + 66},  // a: Byte Char Short UInt16, b: Byte Char Short UInt16, out: Byte Char Short UInt16
{"quantized_decomposed::choose_qparams.Tensor_out", quantized::call_quantized_decomposed_choose_qparams_Tensor_out, kArgumentDtypes + 429},  // input: Half Float BFloat16, scale_out: Double, zero_point_out: Long
{"quantized_decomposed::choose_qparams_per_token_asymmetric.out", quantized::call_quantized_decomposed_choose_qparams_per_token_asymmetric_out, kArgumentDtypes + 432},  // input: Half Float Double BFloat16, scale_out: Double, zero_point_out: Long
{"quantized_decomposed::dequantize_per_channel.out", quantized::call_quantized_decomposed_dequantize_per_channel_out, kArgumentDtypes + 294},  // input: Byte Char Short Int UInt16, scales: Float Double, zero_points: Int Long, out: Half Float Double BFloat16
{"quantized_decomposed::dequantize_per_tensor.Tensor_out", quantized::call_quantized_decomposed_dequantize_per_tensor_Tensor_out, kArgumentDtypes + 386},  // input: Byte Char Short Int UInt16, scale: Float Double, zero_point: Int Long, out: Half Float Double BFloat16
{"quantized_decomposed::dequantize_per_tensor.out", quantized::call_quantized_decomposed_dequantize_per_tensor_out, kArgumentDtypes + 386},  // input: Byte Char Short Int UInt16, out: Half Float Double BFloat16
{"quantized_decomposed::dequantize_per_token.out", quantized::call_quantized_decomposed_dequantize_per_token_out, kArgumentDtypes + 386},  // input: Byte Char Short Int UInt16, scales: Float Double, zero_points: Int Long, out: Half Float Double BFloat16
{"quantized_decomposed::embedding_2bit.dtype_out", quantized::call_quantized_decomposed_embedding_2bit_dtype_out, kArgumentDtypes + 314},  // weight: Byte, weight_scales: Half Float BFloat16, weight_zero_points: Half Float BFloat16, indices: Int Long, out: Half Float BFloat16
{"quantized_decomposed::embedding_2bit.out", quantized::call_quantized_decomposed_embedding_2bit_out, kArgumentDtypes + 413},  // weight: Byte, weight_scales: Half Float BFloat16, weight_zero_points: Half Float BFloat16, indices: Int Long, out: Half Float BFloat16
{"quantized_decomposed::embedding_4bit.dtype_out", quantized::call_quantized_decomposed_embedding_4bit_dtype_out, kArgumentDtypes + 314},  // weight: Byte, weight_scales: Half Float BFloat16, weight_zero_points: Half Float BFloat16, indices: Int Long, out: Half Float BFloat16
{"quantized_decomposed::embedding_4bit.out", quantized::call_quantized_decomposed_embedding_4bit_out, kArgumentDtypes + 413},  // weight: Byte, weight_scales: Half Float BFloat16, weight_zero_points: Half Float BFloat16, indices: Int Long, out: Half Float BFloat16
{"quantized_decomposed::embedding_byte.dtype_out", quantized::call_quantized_decomposed_embedding_byte_dtype_out, kArgumentDtypes + 341},  // weight: Byte Char, weight_scales: Half Float BFloat16, weight_zero_points: Half Float BFloat16, indices: Int Long, out: Half Float BFloat16
{"quantized_decomposed::embedding_byte.out", quantized::call_quantized_decomposed_embedding_byte_out, kArgumentDtypes + 421},  // weight: Byte Char, weight_scales: Half Float BFloat16, weight_zero_points: Half Float BFloat16, indices: Int Long, out: Half Float BFloat16
{"quantized_decomposed::mixed_linear.out", quantized::call_quantized_decomposed_mixed_linear_out, kArgumentDtypes + 287},  // input: Half Float Double BFloat16, weight: Char, weight_scales: Half Float Double BFloat16, weight_zero_points: Half Float Double BFloat16, out: Half Float Double BFloat16
{"quantized_decomposed::mixed_mm.out", quantized::call_quantized_decomposed_mixed_mm_out, kArgumentDtypes + 298},  // input: Half Float Double BFloat16, weight: Char, weight_scales: Half Float Double BFloat16, weight_zero_points: Half Float Double BFloat16, out: Half Float Double BFloat16
{"quantized_decomposed::quantize_per_channel.out", quantized::call_quantized_decomposed_quantize_per_channel_out, kArgumentDtypes + 350},  // input: Half Float Double BFloat16, scales: Float Double, zero_points: Int Long, out: Byte Char Short Int UInt16
{"quantized_decomposed::quantize_per_tensor.Tensor_out", quantized::call_quantized_decomposed_quantize_per_tensor_Tensor_out, kArgumentDtypes + 437},  // input: Half Float Double BFloat16, scale: Float Double, zero_point: Int Long, out: Byte Char Short Int UInt16
{"quantized_decomposed::quantize_per_tensor.out", quantized::call_quantized_decomposed_quantize_per_tensor_out, kArgumentDtypes + 437},  // input: Half Float Double BFloat16, out: Byte Char Short Int UInt16
{"quantized_decomposed::quantize_per_token.out", quantized::call_quantized_decomposed_quantize_per_token_out, kArgumentDtypes + 437},  // input: Half Float Double BFloat16, scales: Float Double, zero_points: Int Long, out: Byte Char Short Int UInt16
// [[[end]]] (sum: Gd19t6U9li)
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

// Of the description: what the selected models need, all ones where none was selected.
[[maybe_unused]] constexpr size_t kDescribedMethodBytes =
    kMethodCount == 0 ? SIZE_MAX : kMethodBytes;
[[maybe_unused]] constexpr size_t kDescribedTempBytes = kMethodCount == 0 ? SIZE_MAX : kTempBytes;
[[maybe_unused]] constexpr uint8_t byte_of(size_t number, unsigned index) {
  return static_cast<uint8_t>(number >> (8 * index) & 0xFF);
}

}  // namespace

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
const uint8_t kPlanDigest[] = {
// [[[cog import cog; from codegen import emit; cog.out(emit.plan_digest(plan)) ]]]
0x31, 0x71, 0xc9, 0x7d, 0x7d, 0x45, 0xe2, 0xf2,
0x2e, 0x98, 0xef, 0x32, 0xca, 0x9b, 0xc6, 0xe2,
0xdd, 0xa3, 0x47, 0x67, 0x52, 0x97, 0xb1, 0xb0,
0xc7, 0xe1, 0xff, 0xfc, 0x62, 0xfa, 0x94, 0x05,
// [[[end]]] (sum: tLvhdk+mv2)
// [[[cog import cog; from codegen import emit; cog.out(emit.plan_description(plan)) ]]]
// [[[end]]] (sum: 1B2M2Y8Asg)
};
// clang-format on

Span<const Kernel> kernels() {
  // A use that costs an address: without one, no linker would keep the digest.
  __asm__ volatile("" : : "r"(kPlanDigest));
  return {kKernels, kKernelCount};
}

}  // namespace kerf::selected
