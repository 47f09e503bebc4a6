// The kernels of portable_joining, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_joining")) ]]]
#include "kernels/portable/joining.h"

namespace kerf::selected::portable {
// aten::cat.out(Tensor[] tensors, int dim=0, *, Tensor(a!) out) -> Tensor(a!)
struct aten_cat_out {
  static constexpr TensorFacts tensors{0xfeff, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, false, Known::no};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_cat_out {
  static constexpr FunctionOf<Error(KernelContext&, Span<const Tensor>, int64_t, Tensor&)> run =
      ::kerf::portable::cat_out<aten_cat_out>;
};
Error call_aten_cat_out(Call& call) { return adapt<bound_aten_cat_out>(call); }
}

namespace kerf::selected::portable {
// aten::stack.out(Tensor[] tensors, int dim=0, *, Tensor(a!) out) -> Tensor(a!)
struct aten_stack_out {
  static constexpr TensorFacts tensors{0xfeff, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, false, Known::no};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_stack_out {
  static constexpr FunctionOf<Error(KernelContext&, Span<const Tensor>, int64_t, Tensor&)> run =
      ::kerf::portable::stack_out<aten_stack_out>;
};
Error call_aten_stack_out(Call& call) { return adapt<bound_aten_stack_out>(call); }
}
// [[[end]]] (sum: rPoVfis6+a)
// clang-format on
