// The kernels of prim_arithmetic, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "prim_arithmetic")) ]]]
#include "kernels/prim/arithmetic.h"

namespace kerf::selected::prim {
// executorch_prim::add.Scalar(Scalar a, Scalar b) -> Scalar
struct executorch_prim_add_Scalar {
  static constexpr NumberFacts a{7, false, Known::no};
  static constexpr NumberFacts b{7, false, Known::no};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_executorch_prim_add_Scalar {
  static constexpr FunctionOf<Error(KernelContext&, const Scalar&, const Scalar&, Scalar&)> run =
      ::kerf::prim::add_scalar<executorch_prim_add_Scalar>;
};
Error call_executorch_prim_add_Scalar(Call& call) { return adapt<bound_executorch_prim_add_Scalar>(call); }
}

namespace kerf::selected::prim {
// executorch_prim::mul.Scalar(Scalar a, Scalar b) -> Scalar
struct executorch_prim_mul_Scalar {
  static constexpr NumberFacts a{7, false, Known::no};
  static constexpr NumberFacts b{7, false, Known::no};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_executorch_prim_mul_Scalar {
  static constexpr FunctionOf<Error(KernelContext&, const Scalar&, const Scalar&, Scalar&)> run =
      ::kerf::prim::mul_scalar<executorch_prim_mul_Scalar>;
};
Error call_executorch_prim_mul_Scalar(Call& call) { return adapt<bound_executorch_prim_mul_Scalar>(call); }
}

namespace kerf::selected::prim {
// executorch_prim::neg.Scalar(Scalar a) -> Scalar
struct executorch_prim_neg_Scalar {
  static constexpr NumberFacts a{7, false, Known::no};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_executorch_prim_neg_Scalar {
  static constexpr FunctionOf<Error(KernelContext&, const Scalar&, Scalar&)> run =
      ::kerf::prim::neg_scalar<executorch_prim_neg_Scalar>;
};
Error call_executorch_prim_neg_Scalar(Call& call) { return adapt<bound_executorch_prim_neg_Scalar>(call); }
}

namespace kerf::selected::prim {
// executorch_prim::sub.Scalar(Scalar a, Scalar b) -> Scalar
struct executorch_prim_sub_Scalar {
  static constexpr NumberFacts a{7, false, Known::no};
  static constexpr NumberFacts b{7, false, Known::no};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_executorch_prim_sub_Scalar {
  static constexpr FunctionOf<Error(KernelContext&, const Scalar&, const Scalar&, Scalar&)> run =
      ::kerf::prim::sub_scalar<executorch_prim_sub_Scalar>;
};
Error call_executorch_prim_sub_Scalar(Call& call) { return adapt<bound_executorch_prim_sub_Scalar>(call); }
}
// [[[end]]] (sum: s8e7n3Mjwy)
// clang-format on
