// The kernels of portable_signs, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_signs")) ]]]
#include "kernels/portable/signs.h"

namespace kerf::selected::portable {
// aten::abs.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
struct aten_abs_out {
  static constexpr TensorFacts self{0x86ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x80ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_abs_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::portable::abs_out<aten_abs_out>;
};
Error call_aten_abs_out(Call& call) { return adapt<bound_aten_abs_out>(call); }
}

namespace kerf::selected::portable {
// aten::bitwise_not.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
struct aten_bitwise_not_out {
  static constexpr TensorFacts self{0x081f, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x081f, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_bitwise_not_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::portable::bitwise_not_out<aten_bitwise_not_out>;
};
Error call_aten_bitwise_not_out(Call& call) { return adapt<bound_aten_bitwise_not_out>(call); }
}

namespace kerf::selected::portable {
// aten::logical_not.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
struct aten_logical_not_out {
  static constexpr TensorFacts self{0x88ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x0800, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_logical_not_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::portable::logical_not_out<aten_logical_not_out>;
};
Error call_aten_logical_not_out(Call& call) { return adapt<bound_aten_logical_not_out>(call); }
}

namespace kerf::selected::portable {
// aten::neg.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
struct aten_neg_out {
  static constexpr TensorFacts self{0x80ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x80ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_neg_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::portable::neg_out<aten_neg_out>;
};
Error call_aten_neg_out(Call& call) { return adapt<bound_aten_neg_out>(call); }
}

namespace kerf::selected::portable {
// aten::sign.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
struct aten_sign_out {
  static constexpr TensorFacts self{0x88ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x88ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_sign_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::portable::sign_out<aten_sign_out>;
};
Error call_aten_sign_out(Call& call) { return adapt<bound_aten_sign_out>(call); }
}
// [[[end]]] (sum: 5aymRMMI7Z)
// clang-format on
