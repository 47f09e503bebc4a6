// The kernels of quantized_arithmetic, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "quantized_arithmetic")) ]]]
#include "kernels/quantized/arithmetic.h"

namespace kerf::selected::quantized {
// quantized_decomposed::add.out(Tensor a, float a_scale, int a_zero_point, int a_quant_min, int a_quant_max, Tensor b, float b_scale, int b_zero_point, int b_quant_min, int b_quant_max, float out_scale, int out_zero_point, int out_quant_min, int out_quant_max, *, Tensor(a!) out) -> Tensor(a!)
struct quantized_decomposed_add_out {
  static constexpr TensorFacts a{0x1007, 0x1ffff, true, false};
  static constexpr NumberFacts a_scale{7, false, Known::no};
  static constexpr NumberFacts a_zero_point{7, false, Known::no};
  static constexpr NumberFacts a_quant_min{7, false, Known::no};
  static constexpr NumberFacts a_quant_max{7, false, Known::no};
  static constexpr TensorFacts b{0x1007, 0x1ffff, true, false};
  static constexpr NumberFacts b_scale{7, false, Known::no};
  static constexpr NumberFacts b_zero_point{7, false, Known::no};
  static constexpr NumberFacts b_quant_min{7, false, Known::no};
  static constexpr NumberFacts b_quant_max{7, false, Known::no};
  static constexpr NumberFacts out_scale{7, false, Known::no};
  static constexpr NumberFacts out_zero_point{7, false, Known::no};
  static constexpr NumberFacts out_quant_min{7, false, Known::no};
  static constexpr NumberFacts out_quant_max{7, false, Known::no};
  static constexpr TensorFacts out{0x1007, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_quantized_decomposed_add_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, double, int64_t, int64_t, int64_t, const Tensor&, double, int64_t, int64_t, int64_t, double, int64_t, int64_t, int64_t, Tensor&)> run =
      ::kerf::quantized::add_out<quantized_decomposed_add_out>;
};
Error call_quantized_decomposed_add_out(Call& call) { return adapt<bound_quantized_decomposed_add_out>(call); }
}
// [[[end]]] (sum: OOIkIPDaXv)
// clang-format on
