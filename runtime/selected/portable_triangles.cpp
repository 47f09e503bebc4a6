// The kernels of portable_triangles, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_triangles")) ]]]
#include "kernels/portable/triangles.h"

namespace kerf::selected::portable {
// aten::tril.out(Tensor self, SymInt diagonal=0, *, Tensor(a!) out) -> Tensor(a!)
struct aten_tril_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr NumberFacts diagonal{7, false, Known::no};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_tril_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, int64_t, Tensor&)> run =
      ::kerf::portable::tril_out<aten_tril_out>;
};
Error call_aten_tril_out(Call& call) { return adapt<bound_aten_tril_out>(call); }
}

namespace kerf::selected::portable {
// aten::triu.out(Tensor self, SymInt diagonal=0, *, Tensor(a!) out) -> Tensor(a!)
struct aten_triu_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr NumberFacts diagonal{7, false, Known::no};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_triu_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, int64_t, Tensor&)> run =
      ::kerf::portable::triu_out<aten_triu_out>;
};
Error call_aten_triu_out(Call& call) { return adapt<bound_aten_triu_out>(call); }
}
// [[[end]]] (sum: GVAvjzwMCj)
// clang-format on
