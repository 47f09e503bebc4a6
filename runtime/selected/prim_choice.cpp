// The kernels of prim_choice, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "prim_choice")) ]]]
#include "kernels/prim/choice.h"

namespace kerf::selected::prim {
// executorch_prim::sym_ite.Scalar(bool condition, Scalar yes, Scalar no) -> Scalar
struct executorch_prim_sym_ite_Scalar {
  static constexpr NumberFacts condition{7, false, Known::no};
  static constexpr NumberFacts yes{7, false, Known::no};
  static constexpr NumberFacts no{7, false, Known::no};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_executorch_prim_sym_ite_Scalar {
  static constexpr FunctionOf<Error(KernelContext&, bool, const Scalar&, const Scalar&, Scalar&)> run =
      ::kerf::prim::sym_ite_scalar<executorch_prim_sym_ite_Scalar>;
};
Error call_executorch_prim_sym_ite_Scalar(Call& call) { return adapt<bound_executorch_prim_sym_ite_Scalar>(call); }
}

namespace kerf::selected::prim {
// executorch_prim::sym_max.Scalar(Scalar a, Scalar b) -> Scalar
struct executorch_prim_sym_max_Scalar {
  static constexpr NumberFacts a{7, false, Known::no};
  static constexpr NumberFacts b{7, false, Known::no};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_executorch_prim_sym_max_Scalar {
  static constexpr FunctionOf<Error(KernelContext&, const Scalar&, const Scalar&, Scalar&)> run =
      ::kerf::prim::sym_max_scalar<executorch_prim_sym_max_Scalar>;
};
Error call_executorch_prim_sym_max_Scalar(Call& call) { return adapt<bound_executorch_prim_sym_max_Scalar>(call); }
}

namespace kerf::selected::prim {
// executorch_prim::sym_min.Scalar(Scalar a, Scalar b) -> Scalar
struct executorch_prim_sym_min_Scalar {
  static constexpr NumberFacts a{7, false, Known::no};
  static constexpr NumberFacts b{7, false, Known::no};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_executorch_prim_sym_min_Scalar {
  static constexpr FunctionOf<Error(KernelContext&, const Scalar&, const Scalar&, Scalar&)> run =
      ::kerf::prim::sym_min_scalar<executorch_prim_sym_min_Scalar>;
};
Error call_executorch_prim_sym_min_Scalar(Call& call) { return adapt<bound_executorch_prim_sym_min_Scalar>(call); }
}

namespace kerf::selected::prim {
// executorch_prim::sym_not.Scalar(bool a) -> bool
struct executorch_prim_sym_not_Scalar {
  static constexpr NumberFacts a{7, false, Known::no};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_executorch_prim_sym_not_Scalar {
  static constexpr FunctionOf<Error(KernelContext&, bool, Scalar&)> run =
      ::kerf::prim::sym_not_scalar<executorch_prim_sym_not_Scalar>;
};
Error call_executorch_prim_sym_not_Scalar(Call& call) { return adapt<bound_executorch_prim_sym_not_Scalar>(call); }
}
// [[[end]]] (sum: YB7SPqCT25)
// clang-format on
