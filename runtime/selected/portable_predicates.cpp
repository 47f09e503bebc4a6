// The kernels of portable_predicates, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_predicates")) ]]]
#include "kernels/portable/predicates.h"

namespace kerf::selected::portable {
// aten::isinf.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
struct aten_isinf_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x0800, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_isinf_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::portable::isinf_out<aten_isinf_out>;
};
Error call_aten_isinf_out(Call& call) { return adapt<bound_aten_isinf_out>(call); }
}

namespace kerf::selected::portable {
// aten::isnan.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
struct aten_isnan_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x0800, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_isnan_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::portable::isnan_out<aten_isnan_out>;
};
Error call_aten_isnan_out(Call& call) { return adapt<bound_aten_isnan_out>(call); }
}
// [[[end]]] (sum: 6UYApkw0Ke)
// clang-format on
