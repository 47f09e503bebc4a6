// The kernels of portable_device_copies, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_device_copies")) ]]]
#include "kernels/portable/device_copies.h"

namespace kerf::selected::portable {
// et_copy::_d2h_copy.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
struct et_copy__d2h_copy_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0xf8ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_et_copy__d2h_copy_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::portable::d2h_copy_out<et_copy__d2h_copy_out>;
};
Error call_et_copy__d2h_copy_out(Call& call) { return adapt<bound_et_copy__d2h_copy_out>(call); }
}

namespace kerf::selected::portable {
// et_copy::_h2d_copy.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
struct et_copy__h2d_copy_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0xf8ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_et_copy__h2d_copy_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::portable::h2d_copy_out<et_copy__h2d_copy_out>;
};
Error call_et_copy__h2d_copy_out(Call& call) { return adapt<bound_et_copy__h2d_copy_out>(call); }
}
// [[[end]]] (sum: JZl0ginH1S)
// clang-format on
