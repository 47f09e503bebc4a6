// The kernels of quantized_quantize, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "quantized_quantize")) ]]]
#include "kernels/quantized/quantize.h"

namespace kerf::selected::quantized {
// quantized_decomposed::quantize_per_channel.out(Tensor input, Tensor scales, Tensor zero_points, int axis, int quant_min, int quant_max, ScalarType dtype, *, Tensor(a!) out) -> Tensor(a!)
struct quantized_decomposed_quantize_per_channel_out {
  static constexpr TensorFacts input{0x80e0, 0x1ffff, true, false};
  static constexpr TensorFacts scales{0x00c0, 0x1ffff, true, false};
  static constexpr TensorFacts zero_points{0x0018, 0x1ffff, true, false};
  static constexpr NumberFacts axis{7, false, Known::no};
  static constexpr NumberFacts quant_min{7, false, Known::no};
  static constexpr NumberFacts quant_max{7, false, Known::no};
  static constexpr NumberFacts dtype{7, false, Known::no};
  static constexpr TensorFacts out{0x100f, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_quantized_decomposed_quantize_per_channel_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, const Tensor&, int64_t, int64_t, int64_t, int64_t, Tensor&)> run =
      ::kerf::quantized::quantize_per_channel_out<quantized_decomposed_quantize_per_channel_out>;
};
Error call_quantized_decomposed_quantize_per_channel_out(Call& call) { return adapt<bound_quantized_decomposed_quantize_per_channel_out>(call); }
}

namespace kerf::selected::quantized {
// quantized_decomposed::quantize_per_tensor.Tensor_out(Tensor input, Tensor scale, Tensor zero_point, int quant_min, int quant_max, ScalarType dtype, *, Tensor(a!) out) -> Tensor(a!)
struct quantized_decomposed_quantize_per_tensor_Tensor_out {
  static constexpr TensorFacts input{0x80e0, 0x1ffff, true, false};
  static constexpr TensorFacts scale{0x00c0, 0x1ffff, true, false};
  static constexpr TensorFacts zero_point{0x0018, 0x1ffff, true, false};
  static constexpr NumberFacts quant_min{7, false, Known::no};
  static constexpr NumberFacts quant_max{7, false, Known::no};
  static constexpr NumberFacts dtype{7, false, Known::no};
  static constexpr TensorFacts out{0x100f, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_quantized_decomposed_quantize_per_tensor_Tensor_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, const Tensor&, int64_t, int64_t, int64_t, Tensor&)> run =
      ::kerf::quantized::quantize_per_tensor_tensor_out<quantized_decomposed_quantize_per_tensor_Tensor_out>;
};
Error call_quantized_decomposed_quantize_per_tensor_Tensor_out(Call& call) { return adapt<bound_quantized_decomposed_quantize_per_tensor_Tensor_out>(call); }
}

namespace kerf::selected::quantized {
// quantized_decomposed::quantize_per_tensor.out(Tensor input, float scale, int zero_point, int quant_min, int quant_max, ScalarType dtype, *, Tensor(a!) out) -> Tensor(a!)
struct quantized_decomposed_quantize_per_tensor_out {
  static constexpr TensorFacts input{0x80e0, 0x1ffff, true, false};
  static constexpr NumberFacts scale{7, false, Known::no};
  static constexpr NumberFacts zero_point{7, false, Known::no};
  static constexpr NumberFacts quant_min{7, false, Known::no};
  static constexpr NumberFacts quant_max{7, false, Known::no};
  static constexpr NumberFacts dtype{7, false, Known::no};
  static constexpr TensorFacts out{0x100f, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_quantized_decomposed_quantize_per_tensor_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, double, int64_t, int64_t, int64_t, int64_t, Tensor&)> run =
      ::kerf::quantized::quantize_per_tensor_out<quantized_decomposed_quantize_per_tensor_out>;
};
Error call_quantized_decomposed_quantize_per_tensor_out(Call& call) { return adapt<bound_quantized_decomposed_quantize_per_tensor_out>(call); }
}

namespace kerf::selected::quantized {
// quantized_decomposed::quantize_per_token.out(Tensor input, Tensor scales, Tensor zero_points, int quant_min, int quant_max, ScalarType dtype, *, Tensor(a!) out) -> Tensor(a!)
struct quantized_decomposed_quantize_per_token_out {
  static constexpr TensorFacts input{0x80e0, 0x1ffff, true, false};
  static constexpr TensorFacts scales{0x00c0, 0x1ffff, true, false};
  static constexpr TensorFacts zero_points{0x0018, 0x1ffff, true, false};
  static constexpr NumberFacts quant_min{7, false, Known::no};
  static constexpr NumberFacts quant_max{7, false, Known::no};
  static constexpr NumberFacts dtype{7, false, Known::no};
  static constexpr TensorFacts out{0x100f, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_quantized_decomposed_quantize_per_token_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, const Tensor&, int64_t, int64_t, int64_t, Tensor&)> run =
      ::kerf::quantized::quantize_per_token_out<quantized_decomposed_quantize_per_token_out>;
};
Error call_quantized_decomposed_quantize_per_token_out(Call& call) { return adapt<bound_quantized_decomposed_quantize_per_token_out>(call); }
}
// [[[end]]] (sum: ccz5ux81lv)
// clang-format on
