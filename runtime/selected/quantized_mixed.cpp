// The kernels of quantized_mixed, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "quantized_mixed")) ]]]
#include "kernels/quantized/mixed.h"

namespace kerf::selected::quantized {
// quantized_decomposed::mixed_linear.out(Tensor input, Tensor weight, Tensor weight_scales, Tensor? weight_zero_points, ScalarType? dtype=None, *, Tensor(a!) out) -> Tensor(a!)
struct quantized_decomposed_mixed_linear_out {
  static constexpr TensorFacts input{0x80e0, 0x1ffff, true, false};
  static constexpr TensorFacts weight{0x0002, 0x1ffff, true, false};
  static constexpr TensorFacts weight_scales{0x80e0, 0x1ffff, true, false};
  static constexpr TensorFacts weight_zero_points{0x80e0, 0x1ffff, true, true};
  static constexpr NumberFacts dtype{7, true, Known::no};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_quantized_decomposed_mixed_linear_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, const Tensor&, const Optional<Tensor>&, const Optional<int64_t>&, Tensor&)> run =
      ::kerf::quantized::mixed_linear_out<quantized_decomposed_mixed_linear_out>;
};
Error call_quantized_decomposed_mixed_linear_out(Call& call) { return adapt<bound_quantized_decomposed_mixed_linear_out>(call); }
}

namespace kerf::selected::quantized {
// quantized_decomposed::mixed_mm.out(Tensor input, Tensor weight, Tensor weight_scales, Tensor? weight_zero_points, *, Tensor(a!) out) -> Tensor(a!)
struct quantized_decomposed_mixed_mm_out {
  static constexpr TensorFacts input{0x80e0, 0x1ffff, true, false};
  static constexpr TensorFacts weight{0x0002, 0x1ffff, true, false};
  static constexpr TensorFacts weight_scales{0x80e0, 0x1ffff, true, false};
  static constexpr TensorFacts weight_zero_points{0x80e0, 0x1ffff, true, true};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_quantized_decomposed_mixed_mm_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, const Tensor&, const Optional<Tensor>&, Tensor&)> run =
      ::kerf::quantized::mixed_mm_out<quantized_decomposed_mixed_mm_out>;
};
Error call_quantized_decomposed_mixed_mm_out(Call& call) { return adapt<bound_quantized_decomposed_mixed_mm_out>(call); }
}
// [[[end]]] (sum: SsWDXaKW3o)
// clang-format on
