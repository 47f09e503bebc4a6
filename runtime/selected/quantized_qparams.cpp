// The kernels of quantized_qparams, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "quantized_qparams")) ]]]
#include "kernels/quantized/qparams.h"

namespace kerf::selected::quantized {
// quantized_decomposed::choose_qparams.Tensor_out(Tensor input, int quant_min, int quant_max, float eps, ScalarType dtype, *, Tensor(a!) scale_out, Tensor(b!) zero_point_out) -> (Tensor(a!), Tensor(b!))
struct quantized_decomposed_choose_qparams_Tensor_out {
  static constexpr TensorFacts input{0x8060, 0x1ffff, true, false};
  static constexpr NumberFacts quant_min{7, false, Known::no};
  static constexpr NumberFacts quant_max{7, false, Known::no};
  static constexpr NumberFacts eps{7, false, Known::no};
  static constexpr NumberFacts dtype{7, false, Known::no};
  static constexpr TensorFacts scale_out{0x0080, 0x1ffff, true, false};
  static constexpr TensorFacts zero_point_out{0x0010, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_quantized_decomposed_choose_qparams_Tensor_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, int64_t, int64_t, double, int64_t, Tensor&, Tensor&)> run =
      ::kerf::quantized::choose_qparams_tensor_out<quantized_decomposed_choose_qparams_Tensor_out>;
};
Error call_quantized_decomposed_choose_qparams_Tensor_out(Call& call) { return adapt<bound_quantized_decomposed_choose_qparams_Tensor_out>(call); }
}

namespace kerf::selected::quantized {
// quantized_decomposed::choose_qparams_per_token_asymmetric.out(Tensor input, ScalarType dtype, *, Tensor(a!) scale_out, Tensor(b!) zero_point_out) -> (Tensor(a!), Tensor(b!))
struct quantized_decomposed_choose_qparams_per_token_asymmetric_out {
  static constexpr TensorFacts input{0x80e0, 0x1ffff, true, false};
  static constexpr NumberFacts dtype{7, false, Known::no};
  static constexpr TensorFacts scale_out{0x0080, 0x1ffff, true, false};
  static constexpr TensorFacts zero_point_out{0x0010, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_quantized_decomposed_choose_qparams_per_token_asymmetric_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, int64_t, Tensor&, Tensor&)> run =
      ::kerf::quantized::choose_qparams_per_token_asymmetric_out<quantized_decomposed_choose_qparams_per_token_asymmetric_out>;
};
Error call_quantized_decomposed_choose_qparams_per_token_asymmetric_out(Call& call) { return adapt<bound_quantized_decomposed_choose_qparams_per_token_asymmetric_out>(call); }
}
// [[[end]]] (sum: N/0uKHnV/m)
// clang-format on
