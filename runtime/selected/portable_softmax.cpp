// The kernels of portable_softmax, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_softmax")) ]]]
#include "kernels/portable/softmax.h"

namespace kerf::selected::portable {
// aten::_log_softmax.out(Tensor self, int dim, bool half_to_float, *, Tensor(a!) out) -> Tensor(a!)
struct aten__log_softmax_out {
  static constexpr TensorFacts self{0x80e0, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, false, Known::no};
  static constexpr NumberFacts half_to_float{7, false, Known::no};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten__log_softmax_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, int64_t, bool, Tensor&)> run =
      ::kerf::portable::log_softmax_out<aten__log_softmax_out>;
};
Error call_aten__log_softmax_out(Call& call) { return adapt<bound_aten__log_softmax_out>(call); }
}

namespace kerf::selected::portable {
// aten::_softmax.out(Tensor self, int dim, bool half_to_float, *, Tensor(a!) out) -> Tensor(a!)
struct aten__softmax_out {
  static constexpr TensorFacts self{0x80e0, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, false, Known::no};
  static constexpr NumberFacts half_to_float{7, false, Known::no};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten__softmax_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, int64_t, bool, Tensor&)> run =
      ::kerf::portable::softmax_out<aten__softmax_out>;
};
Error call_aten__softmax_out(Call& call) { return adapt<bound_aten__softmax_out>(call); }
}
// [[[end]]] (sum: 7HRlY5p9or)
// clang-format on
