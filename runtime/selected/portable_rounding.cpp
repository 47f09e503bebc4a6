// The kernels of portable_rounding, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_rounding")) ]]]
#include "kernels/portable/rounding.h"

namespace kerf::selected::portable {
// aten::ceil.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
struct aten_ceil_out {
  static constexpr TensorFacts self{0xf0ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0xf0ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_ceil_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::portable::ceil_out<aten_ceil_out>;
};
Error call_aten_ceil_out(Call& call) { return adapt<bound_aten_ceil_out>(call); }
}

namespace kerf::selected::portable {
// aten::floor.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
struct aten_floor_out {
  static constexpr TensorFacts self{0xf0ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0xf0ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_floor_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::portable::floor_out<aten_floor_out>;
};
Error call_aten_floor_out(Call& call) { return adapt<bound_aten_floor_out>(call); }
}

namespace kerf::selected::portable {
// aten::round.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
struct aten_round_out {
  static constexpr TensorFacts self{0xf0ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0xf0ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_round_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::portable::round_out<aten_round_out>;
};
Error call_aten_round_out(Call& call) { return adapt<bound_aten_round_out>(call); }
}

namespace kerf::selected::portable {
// aten::trunc.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
struct aten_trunc_out {
  static constexpr TensorFacts self{0xf0ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0xf0ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_trunc_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::portable::trunc_out<aten_trunc_out>;
};
Error call_aten_trunc_out(Call& call) { return adapt<bound_aten_trunc_out>(call); }
}
// [[[end]]] (sum: ZTKSENn0Lb)
// clang-format on
