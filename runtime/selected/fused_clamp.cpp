// The kernels of fused_clamp, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "fused_clamp")) ]]]
#include "kernels/fused/clamp.h"

namespace kerf::selected::fused {
// kerf::add_clamp.out(Tensor self, Tensor other, float min, float max, *, Tensor(a!) out) -> Tensor(a!)
struct kerf_add_clamp_out {
  static constexpr TensorFacts self{0x0040, 0x1ffff, true, false};
  static constexpr TensorFacts other{0x0040, 0x1ffff, true, false};
  static constexpr NumberFacts min{7, false, Known::no};
  static constexpr NumberFacts max{7, false, Known::no};
  static constexpr TensorFacts out{0x0040, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_kerf_add_clamp_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, double, double, Tensor&)> run =
      ::kerf::fused::add_clamp_out<kerf_add_clamp_out>;
};
Error call_kerf_add_clamp_out(Call& call) { return adapt<bound_kerf_add_clamp_out>(call); }
}

namespace kerf::selected::fused {
// kerf::gate.out(Tensor self, float shift, float min, float max, float scale, *, Tensor(a!) out) -> Tensor(a!)
struct kerf_gate_out {
  static constexpr TensorFacts self{0x0040, 0x1ffff, true, false};
  static constexpr NumberFacts shift{7, false, Known::no};
  static constexpr NumberFacts min{7, false, Known::no};
  static constexpr NumberFacts max{7, false, Known::no};
  static constexpr NumberFacts scale{7, false, Known::no};
  static constexpr TensorFacts out{0x0040, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_kerf_gate_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, double, double, double, double, Tensor&)> run =
      ::kerf::fused::gate_out<kerf_gate_out>;
};
Error call_kerf_gate_out(Call& call) { return adapt<bound_kerf_gate_out>(call); }
}
// [[[end]]] (sum: tR2koIACF6)
// clang-format on
