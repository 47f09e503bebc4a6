// The kernels of cortex_m_quantize, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "cortex_m_quantize")) ]]]
#include "kernels/cortex_m/quantize.h"

namespace kerf::selected::cortex_m {
// cortex_m::dequantize_per_tensor.out(Tensor input, float scale, int zero_point, int quant_min, int quant_max, ScalarType dtype, *, Tensor(a!) out) -> Tensor(a!)
struct cortex_m_dequantize_per_tensor_out {
  static constexpr TensorFacts input{0x0006, 0x1ffff, true, false};
  static constexpr NumberFacts scale{7, false, Known::no};
  static constexpr NumberFacts zero_point{7, false, Known::no};
  static constexpr NumberFacts quant_min{7, false, Known::no};
  static constexpr NumberFacts quant_max{7, false, Known::no};
  static constexpr NumberFacts dtype{7, false, Known::no};
  static constexpr TensorFacts out{0x0040, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_cortex_m_dequantize_per_tensor_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, double, Int32, Int32, Int32, Int32, Tensor&)> run =
      ::kerf::cortex_m::dequantize_per_tensor_out<cortex_m_dequantize_per_tensor_out>;
};
Error call_cortex_m_dequantize_per_tensor_out(Call& call) { return adapt<bound_cortex_m_dequantize_per_tensor_out>(call); }
}

namespace kerf::selected::cortex_m {
// cortex_m::quantize_per_tensor.out(Tensor input, float scale, int zero_point, int quant_min, int quant_max, ScalarType dtype, *, Tensor(a!) out) -> Tensor(a!)
struct cortex_m_quantize_per_tensor_out {
  static constexpr TensorFacts input{0x0040, 0x1ffff, true, false};
  static constexpr NumberFacts scale{7, false, Known::no};
  static constexpr NumberFacts zero_point{7, false, Known::no};
  static constexpr NumberFacts quant_min{7, false, Known::no};
  static constexpr NumberFacts quant_max{7, false, Known::no};
  static constexpr NumberFacts dtype{7, false, Known::no};
  static constexpr TensorFacts out{0x0006, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction) | trait_set(Trait::overlap);
};
struct bound_cortex_m_quantize_per_tensor_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, double, Int32, Int32, Int32, Int32, Tensor&)> run =
      ::kerf::cortex_m::quantize_per_tensor_out<cortex_m_quantize_per_tensor_out>;
};
Error call_cortex_m_quantize_per_tensor_out(Call& call) { return adapt<bound_cortex_m_quantize_per_tensor_out>(call); }
}
// [[[end]]] (sum: Jw/OobpMRY)
// clang-format on
