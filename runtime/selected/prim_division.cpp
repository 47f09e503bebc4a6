// The kernels of prim_division, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "prim_division")) ]]]
#include "kernels/prim/division.h"

namespace kerf::selected::prim {
// executorch_prim::floordiv.Scalar(Scalar a, Scalar b) -> Scalar
struct executorch_prim_floordiv_Scalar {
  static constexpr NumberFacts a{7, false, Known::no};
  static constexpr NumberFacts b{7, false, Known::no};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_executorch_prim_floordiv_Scalar {
  static constexpr FunctionOf<Error(KernelContext&, const Scalar&, const Scalar&, Scalar&)> run =
      ::kerf::prim::floordiv_scalar<executorch_prim_floordiv_Scalar>;
};
Error call_executorch_prim_floordiv_Scalar(Call& call) { return adapt<bound_executorch_prim_floordiv_Scalar>(call); }
}

namespace kerf::selected::prim {
// executorch_prim::floordiv.int(SymInt a, SymInt b) -> SymInt
struct executorch_prim_floordiv_int {
  static constexpr NumberFacts a{7, false, Known::no};
  static constexpr NumberFacts b{7, false, Known::no};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_executorch_prim_floordiv_int {
  static constexpr FunctionOf<Error(KernelContext&, int64_t, int64_t, Scalar&)> run =
      ::kerf::prim::floordiv_int<executorch_prim_floordiv_int>;
};
Error call_executorch_prim_floordiv_int(Call& call) { return adapt<bound_executorch_prim_floordiv_int>(call); }
}

namespace kerf::selected::prim {
// executorch_prim::mod.Scalar(SymInt a, SymInt b) -> SymInt
struct executorch_prim_mod_Scalar {
  static constexpr NumberFacts a{7, false, Known::no};
  static constexpr NumberFacts b{7, false, Known::no};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_executorch_prim_mod_Scalar {
  static constexpr FunctionOf<Error(KernelContext&, int64_t, int64_t, Scalar&)> run =
      ::kerf::prim::mod_scalar<executorch_prim_mod_Scalar>;
};
Error call_executorch_prim_mod_Scalar(Call& call) { return adapt<bound_executorch_prim_mod_Scalar>(call); }
}

namespace kerf::selected::prim {
// executorch_prim::mod.int(SymInt a, SymInt b) -> SymInt
struct executorch_prim_mod_int {
  static constexpr NumberFacts a{7, false, Known::no};
  static constexpr NumberFacts b{7, false, Known::no};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_executorch_prim_mod_int {
  static constexpr FunctionOf<Error(KernelContext&, int64_t, int64_t, Scalar&)> run =
      ::kerf::prim::mod_int<executorch_prim_mod_int>;
};
Error call_executorch_prim_mod_int(Call& call) { return adapt<bound_executorch_prim_mod_int>(call); }
}

namespace kerf::selected::prim {
// executorch_prim::truediv.Scalar(Scalar a, Scalar b) -> float
struct executorch_prim_truediv_Scalar {
  static constexpr NumberFacts a{7, false, Known::no};
  static constexpr NumberFacts b{7, false, Known::no};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_executorch_prim_truediv_Scalar {
  static constexpr FunctionOf<Error(KernelContext&, const Scalar&, const Scalar&, Scalar&)> run =
      ::kerf::prim::truediv_scalar<executorch_prim_truediv_Scalar>;
};
Error call_executorch_prim_truediv_Scalar(Call& call) { return adapt<bound_executorch_prim_truediv_Scalar>(call); }
}
// [[[end]]] (sum: Hte217tCmR)
// clang-format on
