// The kernels of portable_closeness, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_closeness")) ]]]
#include "kernels/portable/closeness.h"

namespace kerf::selected::portable {
// aten::allclose.out(Tensor self, Tensor other, float rtol=1e-05, float atol=1e-08, bool equal_nan=False, bool dummy_param=False, *, Tensor(a!) out) -> Tensor(a!)
struct aten_allclose_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts other{0xf8ff, 0x1ffff, true, false};
  static constexpr NumberFacts rtol{7, false, Known::no};
  static constexpr NumberFacts atol{7, false, Known::no};
  static constexpr NumberFacts equal_nan{7, false, Known::no};
  static constexpr NumberFacts dummy_param{7, false, Known::no};
  static constexpr TensorFacts out{0x0800, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_allclose_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, double, double, bool, bool, Tensor&)> run =
      ::kerf::portable::allclose_out<aten_allclose_out>;
};
Error call_aten_allclose_out(Call& call) { return adapt<bound_aten_allclose_out>(call); }
}
// [[[end]]] (sum: srrqyDcu0M)
// clang-format on
