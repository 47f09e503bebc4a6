// The kernels of cortex_m_convolution, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "cortex_m_convolution")) ]]]
#include "kernels/cortex_m/convolution.h"

namespace kerf::selected::cortex_m {
// cortex_m::quantized_conv2d.out(Tensor input, Tensor weight, Tensor? bias, int[] stride, int[] padding, int[] dilation, int input_offset, int output_offset, Tensor requantize_multipliers, Tensor requantize_shifts, int activation_min, int activation_max, Tensor scratch, *, Tensor(a!) out) -> Tensor(a!)
struct cortex_m_quantized_conv2d_out {
  static constexpr TensorFacts input{0x0002, 0x10, true, false};
  static constexpr TensorFacts weight{0x0002, 0x10, true, false};
  static constexpr TensorFacts bias{0x0008, 0x1ffff, true, true};
  static constexpr NumberFacts stride{7, false, Known::no};
  static constexpr NumberFacts padding{7, false, Known::no};
  static constexpr NumberFacts dilation{7, false, Known::no};
  static constexpr NumberFacts input_offset{7, false, Known::no};
  static constexpr NumberFacts output_offset{7, false, Known::no};
  static constexpr TensorFacts requantize_multipliers{0x0008, 0x1ffff, true, false};
  static constexpr TensorFacts requantize_shifts{0x000a, 0x1ffff, true, false};
  static constexpr NumberFacts activation_min{7, false, Known::no};
  static constexpr NumberFacts activation_max{7, false, Known::no};
  static constexpr TensorFacts scratch{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x0002, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction) | trait_set(Trait::overlap);
};
struct bound_cortex_m_quantized_conv2d_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, const Optional<Tensor>&, Span<const int64_t>, Span<const int64_t>, Span<const int64_t>, Int32, Int32, const Tensor&, const Tensor&, Int32, Int32, const Tensor&, Tensor&)> run =
      ::kerf::cortex_m::quantized_conv2d_out<cortex_m_quantized_conv2d_out>;
};
Error call_cortex_m_quantized_conv2d_out(Call& call) { return adapt<bound_cortex_m_quantized_conv2d_out>(call); }
}

namespace kerf::selected::cortex_m {
// cortex_m::quantized_conv2d_nhwc.out(Tensor input, Tensor weight, Tensor? bias, int[] stride, int[] padding, int[] dilation, int input_offset, int output_offset, Tensor requantize_multipliers, Tensor requantize_shifts, int activation_min, int activation_max, Tensor scratch, *, Tensor(a!) out) -> Tensor(a!)
struct cortex_m_quantized_conv2d_nhwc_out {
  static constexpr TensorFacts input{0x0002, 0x10, true, false};
  static constexpr TensorFacts weight{0x0002, 0x10, true, false};
  static constexpr TensorFacts bias{0x0008, 0x1ffff, true, true};
  static constexpr NumberFacts stride{7, false, Known::no};
  static constexpr NumberFacts padding{7, false, Known::no};
  static constexpr NumberFacts dilation{7, false, Known::no};
  static constexpr NumberFacts input_offset{7, false, Known::no};
  static constexpr NumberFacts output_offset{7, false, Known::no};
  static constexpr TensorFacts requantize_multipliers{0x0008, 0x1ffff, true, false};
  static constexpr TensorFacts requantize_shifts{0x000a, 0x1ffff, true, false};
  static constexpr NumberFacts activation_min{7, false, Known::no};
  static constexpr NumberFacts activation_max{7, false, Known::no};
  static constexpr TensorFacts scratch{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x0002, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction) | trait_set(Trait::overlap);
};
struct bound_cortex_m_quantized_conv2d_nhwc_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, const Optional<Tensor>&, Span<const int64_t>, Span<const int64_t>, Span<const int64_t>, Int32, Int32, const Tensor&, const Tensor&, Int32, Int32, const Tensor&, Tensor&)> run =
      ::kerf::cortex_m::quantized_conv2d_nhwc_out<cortex_m_quantized_conv2d_nhwc_out>;
};
Error call_cortex_m_quantized_conv2d_nhwc_out(Call& call) { return adapt<bound_cortex_m_quantized_conv2d_nhwc_out>(call); }
}

namespace kerf::selected::cortex_m {
// cortex_m::quantized_depthwise_conv2d.out(Tensor input, Tensor weight, Tensor? bias, int[] stride, int[] padding, int[] dilation, int depth_multiplier, int input_offset, int output_offset, Tensor requantize_multipliers, Tensor requantize_shifts, int activation_min, int activation_max, Tensor scratch, *, Tensor(a!) out) -> Tensor(a!)
struct cortex_m_quantized_depthwise_conv2d_out {
  static constexpr TensorFacts input{0x0002, 0x10, true, false};
  static constexpr TensorFacts weight{0x0002, 0x10, true, false};
  static constexpr TensorFacts bias{0x0008, 0x1ffff, true, true};
  static constexpr NumberFacts stride{7, false, Known::no};
  static constexpr NumberFacts padding{7, false, Known::no};
  static constexpr NumberFacts dilation{7, false, Known::no};
  static constexpr NumberFacts depth_multiplier{7, false, Known::no};
  static constexpr NumberFacts input_offset{7, false, Known::no};
  static constexpr NumberFacts output_offset{7, false, Known::no};
  static constexpr TensorFacts requantize_multipliers{0x0008, 0x1ffff, true, false};
  static constexpr TensorFacts requantize_shifts{0x000a, 0x1ffff, true, false};
  static constexpr NumberFacts activation_min{7, false, Known::no};
  static constexpr NumberFacts activation_max{7, false, Known::no};
  static constexpr TensorFacts scratch{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x0002, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction) | trait_set(Trait::overlap);
};
struct bound_cortex_m_quantized_depthwise_conv2d_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, const Optional<Tensor>&, Span<const int64_t>, Span<const int64_t>, Span<const int64_t>, Int32, Int32, Int32, const Tensor&, const Tensor&, Int32, Int32, const Tensor&, Tensor&)> run =
      ::kerf::cortex_m::quantized_depthwise_conv2d_out<cortex_m_quantized_depthwise_conv2d_out>;
};
Error call_cortex_m_quantized_depthwise_conv2d_out(Call& call) { return adapt<bound_cortex_m_quantized_depthwise_conv2d_out>(call); }
}

namespace kerf::selected::cortex_m {
// cortex_m::quantized_depthwise_conv2d_nhwc.out(Tensor input, Tensor weight, Tensor? bias, int[] stride, int[] padding, int[] dilation, int depth_multiplier, int input_offset, int output_offset, Tensor requantize_multipliers, Tensor requantize_shifts, int activation_min, int activation_max, Tensor scratch, *, Tensor(a!) out) -> Tensor(a!)
struct cortex_m_quantized_depthwise_conv2d_nhwc_out {
  static constexpr TensorFacts input{0x0002, 0x10, true, false};
  static constexpr TensorFacts weight{0x0002, 0x10, true, false};
  static constexpr TensorFacts bias{0x0008, 0x1ffff, true, true};
  static constexpr NumberFacts stride{7, false, Known::no};
  static constexpr NumberFacts padding{7, false, Known::no};
  static constexpr NumberFacts dilation{7, false, Known::no};
  static constexpr NumberFacts depth_multiplier{7, false, Known::no};
  static constexpr NumberFacts input_offset{7, false, Known::no};
  static constexpr NumberFacts output_offset{7, false, Known::no};
  static constexpr TensorFacts requantize_multipliers{0x0008, 0x1ffff, true, false};
  static constexpr TensorFacts requantize_shifts{0x000a, 0x1ffff, true, false};
  static constexpr NumberFacts activation_min{7, false, Known::no};
  static constexpr NumberFacts activation_max{7, false, Known::no};
  static constexpr TensorFacts scratch{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x0002, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction) | trait_set(Trait::overlap);
};
struct bound_cortex_m_quantized_depthwise_conv2d_nhwc_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, const Optional<Tensor>&, Span<const int64_t>, Span<const int64_t>, Span<const int64_t>, Int32, Int32, Int32, const Tensor&, const Tensor&, Int32, Int32, const Tensor&, Tensor&)> run =
      ::kerf::cortex_m::quantized_depthwise_conv2d_nhwc_out<cortex_m_quantized_depthwise_conv2d_nhwc_out>;
};
Error call_cortex_m_quantized_depthwise_conv2d_nhwc_out(Call& call) { return adapt<bound_cortex_m_quantized_depthwise_conv2d_nhwc_out>(call); }
}

namespace kerf::selected::cortex_m {
// cortex_m::quantized_transpose_conv2d.out(Tensor input, Tensor weight, Tensor? bias, int[] stride, int[] padding, int[] output_padding, int[] dilation, int input_offset, int output_offset, Tensor requantize_multipliers, Tensor requantize_shifts, int activation_min, int activation_max, Tensor scratch, Tensor output_scratch, *, Tensor(a!) out) -> Tensor(a!)
struct cortex_m_quantized_transpose_conv2d_out {
  static constexpr TensorFacts input{0x0002, 0x10, true, false};
  static constexpr TensorFacts weight{0x0002, 0x10, true, false};
  static constexpr TensorFacts bias{0x0008, 0x1ffff, true, true};
  static constexpr NumberFacts stride{7, false, Known::no};
  static constexpr NumberFacts padding{7, false, Known::no};
  static constexpr NumberFacts output_padding{7, false, Known::no};
  static constexpr NumberFacts dilation{7, false, Known::no};
  static constexpr NumberFacts input_offset{7, false, Known::no};
  static constexpr NumberFacts output_offset{7, false, Known::no};
  static constexpr TensorFacts requantize_multipliers{0x0008, 0x1ffff, true, false};
  static constexpr TensorFacts requantize_shifts{0x000a, 0x1ffff, true, false};
  static constexpr NumberFacts activation_min{7, false, Known::no};
  static constexpr NumberFacts activation_max{7, false, Known::no};
  static constexpr TensorFacts scratch{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts output_scratch{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x0002, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_cortex_m_quantized_transpose_conv2d_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, const Optional<Tensor>&, Span<const int64_t>, Span<const int64_t>, Span<const int64_t>, Span<const int64_t>, Int32, Int32, const Tensor&, const Tensor&, Int32, Int32, const Tensor&, const Tensor&, Tensor&)> run =
      ::kerf::cortex_m::quantized_transpose_conv2d_out<cortex_m_quantized_transpose_conv2d_out>;
};
Error call_cortex_m_quantized_transpose_conv2d_out(Call& call) { return adapt<bound_cortex_m_quantized_transpose_conv2d_out>(call); }
}

namespace kerf::selected::cortex_m {
// cortex_m::quantized_transpose_conv2d_nhwc.out(Tensor input, Tensor weight, Tensor? bias, int[] stride, int[] padding, int[] output_padding, int[] dilation, int input_offset, int output_offset, Tensor requantize_multipliers, Tensor requantize_shifts, int activation_min, int activation_max, Tensor scratch, Tensor output_scratch, *, Tensor(a!) out) -> Tensor(a!)
struct cortex_m_quantized_transpose_conv2d_nhwc_out {
  static constexpr TensorFacts input{0x0002, 0x10, true, false};
  static constexpr TensorFacts weight{0x0002, 0x10, true, false};
  static constexpr TensorFacts bias{0x0008, 0x1ffff, true, true};
  static constexpr NumberFacts stride{7, false, Known::no};
  static constexpr NumberFacts padding{7, false, Known::no};
  static constexpr NumberFacts output_padding{7, false, Known::no};
  static constexpr NumberFacts dilation{7, false, Known::no};
  static constexpr NumberFacts input_offset{7, false, Known::no};
  static constexpr NumberFacts output_offset{7, false, Known::no};
  static constexpr TensorFacts requantize_multipliers{0x0008, 0x1ffff, true, false};
  static constexpr TensorFacts requantize_shifts{0x000a, 0x1ffff, true, false};
  static constexpr NumberFacts activation_min{7, false, Known::no};
  static constexpr NumberFacts activation_max{7, false, Known::no};
  static constexpr TensorFacts scratch{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts output_scratch{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x0002, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_cortex_m_quantized_transpose_conv2d_nhwc_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, const Optional<Tensor>&, Span<const int64_t>, Span<const int64_t>, Span<const int64_t>, Span<const int64_t>, Int32, Int32, const Tensor&, const Tensor&, Int32, Int32, const Tensor&, const Tensor&, Tensor&)> run =
      ::kerf::cortex_m::quantized_transpose_conv2d_nhwc_out<cortex_m_quantized_transpose_conv2d_nhwc_out>;
};
Error call_cortex_m_quantized_transpose_conv2d_nhwc_out(Call& call) { return adapt<bound_cortex_m_quantized_transpose_conv2d_nhwc_out>(call); }
}
// [[[end]]] (sum: zJtmi1OaI1)
// clang-format on
