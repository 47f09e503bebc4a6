// The kernels of portable_distances, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_distances")) ]]]
#include "kernels/portable/distances.h"

namespace kerf::selected::portable {
// aten::_cdist_forward.out(Tensor x1, Tensor x2, float p, int? compute_mode, *, Tensor(a!) out) -> Tensor(a!)
struct aten__cdist_forward_out {
  static constexpr TensorFacts x1{0x00c0, 0x1ffff, true, false};
  static constexpr TensorFacts x2{0x00c0, 0x1ffff, true, false};
  static constexpr NumberFacts p{7, false, Known::no};
  static constexpr NumberFacts compute_mode{7, true, Known::no};
  static constexpr TensorFacts out{0x00c0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten__cdist_forward_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, double, const Optional<int64_t>&, Tensor&)> run =
      ::kerf::portable::cdist_forward_out<aten__cdist_forward_out>;
};
Error call_aten__cdist_forward_out(Call& call) { return adapt<bound_aten__cdist_forward_out>(call); }
}

namespace kerf::selected::portable {
// aten::_pdist_forward.out(Tensor self, float p=2., *, Tensor(a!) out) -> Tensor(a!)
struct aten__pdist_forward_out {
  static constexpr TensorFacts self{0x00c0, 0x1ffff, true, false};
  static constexpr NumberFacts p{7, false, Known::no};
  static constexpr TensorFacts out{0x00c0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten__pdist_forward_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, double, Tensor&)> run =
      ::kerf::portable::pdist_forward_out<aten__pdist_forward_out>;
};
Error call_aten__pdist_forward_out(Call& call) { return adapt<bound_aten__pdist_forward_out>(call); }
}
// [[[end]]] (sum: S5ZxA2BcTS)
// clang-format on
