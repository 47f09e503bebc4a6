// The kernels of portable_choice, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_choice")) ]]]
#include "kernels/portable/choice.h"

namespace kerf::selected::portable {
// aten::where.self_out(Tensor condition, Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)
struct aten_where_self_out {
  static constexpr TensorFacts condition{0x0801, 0x1ffff, true, false};
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts other{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0xf8ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_where_self_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, const Tensor&, Tensor&)> run =
      ::kerf::portable::where_self_out<aten_where_self_out>;
};
Error call_aten_where_self_out(Call& call) { return adapt<bound_aten_where_self_out>(call); }
}
// [[[end]]] (sum: VjOJlMSRSw)
// clang-format on
