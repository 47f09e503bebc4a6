// The kernels of prim_copy_index, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "prim_copy_index")) ]]]
#include "kernels/prim/copy_index.h"

namespace kerf::selected::prim {
// executorch_prim::et_copy_index.tensor(Tensor(a!) copy_to, Tensor copy_from, SymInt index) -> ()
struct executorch_prim_et_copy_index_tensor {
  static constexpr TensorFacts copy_to{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts copy_from{0xf8ff, 0x1ffff, true, false};
  static constexpr NumberFacts index{7, false, Known::no};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_executorch_prim_et_copy_index_tensor {
  static constexpr FunctionOf<Error(KernelContext&, Tensor&, const Tensor&, int64_t)> run =
      ::kerf::prim::et_copy_index_tensor<executorch_prim_et_copy_index_tensor>;
};
Error call_executorch_prim_et_copy_index_tensor(Call& call) { return adapt<bound_executorch_prim_et_copy_index_tensor>(call); }
}
// [[[end]]] (sum: oHhO2TxZit)
// clang-format on
