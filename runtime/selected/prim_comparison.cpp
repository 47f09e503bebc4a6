// The kernels of prim_comparison, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "prim_comparison")) ]]]
#include "kernels/prim/comparison.h"

namespace kerf::selected::prim {
// executorch_prim::eq.Scalar(Scalar a, Scalar b) -> bool
struct executorch_prim_eq_Scalar {
  static constexpr NumberFacts a{7, false, Known::no};
  static constexpr NumberFacts b{7, false, Known::no};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_executorch_prim_eq_Scalar {
  static constexpr FunctionOf<Error(KernelContext&, const Scalar&, const Scalar&, Scalar&)> run =
      ::kerf::prim::eq_scalar<executorch_prim_eq_Scalar>;
};
Error call_executorch_prim_eq_Scalar(Call& call) { return adapt<bound_executorch_prim_eq_Scalar>(call); }
}

namespace kerf::selected::prim {
// executorch_prim::ge.Scalar(Scalar a, Scalar b) -> bool
struct executorch_prim_ge_Scalar {
  static constexpr NumberFacts a{7, false, Known::no};
  static constexpr NumberFacts b{7, false, Known::no};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_executorch_prim_ge_Scalar {
  static constexpr FunctionOf<Error(KernelContext&, const Scalar&, const Scalar&, Scalar&)> run =
      ::kerf::prim::ge_scalar<executorch_prim_ge_Scalar>;
};
Error call_executorch_prim_ge_Scalar(Call& call) { return adapt<bound_executorch_prim_ge_Scalar>(call); }
}

namespace kerf::selected::prim {
// executorch_prim::gt.Scalar(Scalar a, Scalar b) -> bool
struct executorch_prim_gt_Scalar {
  static constexpr NumberFacts a{7, false, Known::no};
  static constexpr NumberFacts b{7, false, Known::no};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_executorch_prim_gt_Scalar {
  static constexpr FunctionOf<Error(KernelContext&, const Scalar&, const Scalar&, Scalar&)> run =
      ::kerf::prim::gt_scalar<executorch_prim_gt_Scalar>;
};
Error call_executorch_prim_gt_Scalar(Call& call) { return adapt<bound_executorch_prim_gt_Scalar>(call); }
}

namespace kerf::selected::prim {
// executorch_prim::le.Scalar(Scalar a, Scalar b) -> bool
struct executorch_prim_le_Scalar {
  static constexpr NumberFacts a{7, false, Known::no};
  static constexpr NumberFacts b{7, false, Known::no};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_executorch_prim_le_Scalar {
  static constexpr FunctionOf<Error(KernelContext&, const Scalar&, const Scalar&, Scalar&)> run =
      ::kerf::prim::le_scalar<executorch_prim_le_Scalar>;
};
Error call_executorch_prim_le_Scalar(Call& call) { return adapt<bound_executorch_prim_le_Scalar>(call); }
}

namespace kerf::selected::prim {
// executorch_prim::lt.Scalar(Scalar a, Scalar b) -> bool
struct executorch_prim_lt_Scalar {
  static constexpr NumberFacts a{7, false, Known::no};
  static constexpr NumberFacts b{7, false, Known::no};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_executorch_prim_lt_Scalar {
  static constexpr FunctionOf<Error(KernelContext&, const Scalar&, const Scalar&, Scalar&)> run =
      ::kerf::prim::lt_scalar<executorch_prim_lt_Scalar>;
};
Error call_executorch_prim_lt_Scalar(Call& call) { return adapt<bound_executorch_prim_lt_Scalar>(call); }
}
// [[[end]]] (sum: 0TuoMfsnWZ)
// clang-format on
