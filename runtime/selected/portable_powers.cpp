// The kernels of portable_powers, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_powers")) ]]]
#include "kernels/portable/powers.h"

namespace kerf::selected::portable {
// aten::pow.Scalar_out(Scalar self, Tensor exponent, *, Tensor(a!) out) -> Tensor(a!)
struct aten_pow_Scalar_out {
  static constexpr NumberFacts self{7, false, Known::no};
  static constexpr TensorFacts exponent{0x88ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x80ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_pow_Scalar_out {
  static constexpr FunctionOf<Error(KernelContext&, const Scalar&, const Tensor&, Tensor&)> run =
      ::kerf::portable::pow_scalar_out<aten_pow_Scalar_out>;
};
Error call_aten_pow_Scalar_out(Call& call) { return adapt<bound_aten_pow_Scalar_out>(call); }
}

namespace kerf::selected::portable {
// aten::pow.Tensor_Scalar_out(Tensor self, Scalar exponent, *, Tensor(a!) out) -> Tensor(a!)
struct aten_pow_Tensor_Scalar_out {
  static constexpr TensorFacts self{0x88ff, 0x1ffff, true, false};
  static constexpr NumberFacts exponent{7, false, Known::no};
  static constexpr TensorFacts out{0x88ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_pow_Tensor_Scalar_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Scalar&, Tensor&)> run =
      ::kerf::portable::pow_tensor_scalar_out<aten_pow_Tensor_Scalar_out>;
};
Error call_aten_pow_Tensor_Scalar_out(Call& call) { return adapt<bound_aten_pow_Tensor_Scalar_out>(call); }
}

namespace kerf::selected::portable {
// aten::pow.Tensor_Tensor_out(Tensor self, Tensor exponent, *, Tensor(a!) out) -> Tensor(a!)
struct aten_pow_Tensor_Tensor_out {
  static constexpr TensorFacts self{0x88ff, 0x1ffff, true, false};
  static constexpr TensorFacts exponent{0x88ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x80ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_pow_Tensor_Tensor_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, Tensor&)> run =
      ::kerf::portable::pow_tensor_tensor_out<aten_pow_Tensor_Tensor_out>;
};
Error call_aten_pow_Tensor_Tensor_out(Call& call) { return adapt<bound_aten_pow_Tensor_Tensor_out>(call); }
}
// [[[end]]] (sum: B+bcny5Yj8)
// clang-format on
