// The kernels of prim_item, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "prim_item")) ]]]
#include "kernels/prim/item.h"

namespace kerf::selected::prim {
// aten::_local_scalar_dense(Tensor self) -> Scalar
struct aten__local_scalar_dense {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten__local_scalar_dense {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Scalar&)> run =
      ::kerf::prim::local_scalar_dense<aten__local_scalar_dense>;
};
Error call_aten__local_scalar_dense(Call& call) { return adapt<bound_aten__local_scalar_dense>(call); }
}
// [[[end]]] (sum: 2TyzB8cwNi)
// clang-format on
