// The kernels of portable_complex, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_complex")) ]]]
#include "kernels/portable/complex.h"

namespace kerf::selected::portable {
// aten::_conj_physical.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
struct aten__conj_physical_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten__conj_physical_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::portable::conj_physical_out<aten__conj_physical_out>;
};
Error call_aten__conj_physical_out(Call& call) { return adapt<bound_aten__conj_physical_out>(call); }
}

namespace kerf::selected::portable {
// aten::view_as_real_copy.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
struct aten_view_as_real_copy_out {
  static constexpr TensorFacts self{0x0600, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x00c0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_view_as_real_copy_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::portable::view_as_real_copy_out<aten_view_as_real_copy_out>;
};
Error call_aten_view_as_real_copy_out(Call& call) { return adapt<bound_aten_view_as_real_copy_out>(call); }
}
// [[[end]]] (sum: cSP0tKQ8Fz)
// clang-format on
