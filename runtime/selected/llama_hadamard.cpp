// The kernels of llama_hadamard, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "llama_hadamard")) ]]]
#include "kernels/llama/hadamard.h"

namespace kerf::selected::llama {
// llama::fast_hadamard_transform.out(Tensor mat, *, Tensor(a!) out) -> Tensor(a!)
struct llama_fast_hadamard_transform_out {
  static constexpr TensorFacts mat{0x00e0, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x00e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_llama_fast_hadamard_transform_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::llama::fast_hadamard_transform_out<llama_fast_hadamard_transform_out>;
};
Error call_llama_fast_hadamard_transform_out(Call& call) { return adapt<bound_llama_fast_hadamard_transform_out>(call); }
}
// [[[end]]] (sum: ZIcghk44nT)
// clang-format on
