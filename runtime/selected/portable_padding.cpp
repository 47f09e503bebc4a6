// The kernels of portable_padding, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_padding")) ]]]
#include "kernels/portable/padding.h"

namespace kerf::selected::portable {
// aten::constant_pad_nd.out(Tensor self, SymInt[] pad, Scalar value=0, *, Tensor(a!) out) -> Tensor(a!)
struct aten_constant_pad_nd_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr NumberFacts pad{7, false, Known::no};
  static constexpr NumberFacts value{7, false, Known::no};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_constant_pad_nd_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Span<const int64_t>, const Scalar&, Tensor&)> run =
      ::kerf::portable::constant_pad_nd_out<aten_constant_pad_nd_out>;
};
Error call_aten_constant_pad_nd_out(Call& call) { return adapt<bound_aten_constant_pad_nd_out>(call); }
}
// [[[end]]] (sum: clSCTZl5Yd)
// clang-format on
