// The kernels of portable_repeating, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_repeating")) ]]]
#include "kernels/portable/repeating.h"

namespace kerf::selected::portable {
// aten::repeat_interleave.Tensor_out(Tensor repeats, *, SymInt? output_size=None, Tensor(a!) out) -> Tensor(a!)
struct aten_repeat_interleave_Tensor_out {
  static constexpr TensorFacts repeats{0x0018, 0x1ffff, true, false};
  static constexpr NumberFacts output_size{7, true, Known::no};
  static constexpr TensorFacts out{0x0018, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_repeat_interleave_Tensor_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Optional<int64_t>&, Tensor&)> run =
      ::kerf::portable::repeat_interleave_tensor_out<aten_repeat_interleave_Tensor_out>;
};
Error call_aten_repeat_interleave_Tensor_out(Call& call) { return adapt<bound_aten_repeat_interleave_Tensor_out>(call); }
}
// [[[end]]] (sum: rAPyoI0s2A)
// clang-format on
