// The kernels of prim_rounding, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "prim_rounding")) ]]]
#include "kernels/prim/rounding.h"

namespace kerf::selected::prim {
// executorch_prim::ceil.Scalar(Scalar a) -> Scalar
struct executorch_prim_ceil_Scalar {
  static constexpr NumberFacts a{7, false, Known::no};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_executorch_prim_ceil_Scalar {
  static constexpr FunctionOf<Error(KernelContext&, const Scalar&, Scalar&)> run =
      ::kerf::prim::ceil_scalar<executorch_prim_ceil_Scalar>;
};
Error call_executorch_prim_ceil_Scalar(Call& call) { return adapt<bound_executorch_prim_ceil_Scalar>(call); }
}

namespace kerf::selected::prim {
// executorch_prim::round.Scalar(Scalar a) -> Scalar
struct executorch_prim_round_Scalar {
  static constexpr NumberFacts a{7, false, Known::no};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_executorch_prim_round_Scalar {
  static constexpr FunctionOf<Error(KernelContext&, const Scalar&, Scalar&)> run =
      ::kerf::prim::round_scalar<executorch_prim_round_Scalar>;
};
Error call_executorch_prim_round_Scalar(Call& call) { return adapt<bound_executorch_prim_round_Scalar>(call); }
}

namespace kerf::selected::prim {
// executorch_prim::sym_float.Scalar(Scalar a) -> float
struct executorch_prim_sym_float_Scalar {
  static constexpr NumberFacts a{7, false, Known::no};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_executorch_prim_sym_float_Scalar {
  static constexpr FunctionOf<Error(KernelContext&, const Scalar&, Scalar&)> run =
      ::kerf::prim::sym_float_scalar<executorch_prim_sym_float_Scalar>;
};
Error call_executorch_prim_sym_float_Scalar(Call& call) { return adapt<bound_executorch_prim_sym_float_Scalar>(call); }
}

namespace kerf::selected::prim {
// executorch_prim::sym_int.Scalar(Scalar a) -> Scalar
struct executorch_prim_sym_int_Scalar {
  static constexpr NumberFacts a{7, false, Known::no};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_executorch_prim_sym_int_Scalar {
  static constexpr FunctionOf<Error(KernelContext&, const Scalar&, Scalar&)> run =
      ::kerf::prim::sym_int_scalar<executorch_prim_sym_int_Scalar>;
};
Error call_executorch_prim_sym_int_Scalar(Call& call) { return adapt<bound_executorch_prim_sym_int_Scalar>(call); }
}

namespace kerf::selected::prim {
// executorch_prim::trunc.Scalar(Scalar a) -> Scalar
struct executorch_prim_trunc_Scalar {
  static constexpr NumberFacts a{7, false, Known::no};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_executorch_prim_trunc_Scalar {
  static constexpr FunctionOf<Error(KernelContext&, const Scalar&, Scalar&)> run =
      ::kerf::prim::trunc_scalar<executorch_prim_trunc_Scalar>;
};
Error call_executorch_prim_trunc_Scalar(Call& call) { return adapt<bound_executorch_prim_trunc_Scalar>(call); }
}
// [[[end]]] (sum: u22Wn8LTmM)
// clang-format on
