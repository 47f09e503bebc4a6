// The kernels of llama_cache, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "llama_cache")) ]]]
#include "kernels/llama/cache.h"

namespace kerf::selected::llama {
// llama::update_cache.out(Tensor value, Tensor(a!) cache, SymInt start_pos, *, Tensor(b!) out) -> Tensor(b!)
struct llama_update_cache_out {
  static constexpr TensorFacts value{0xfeff, 0x1ffff, true, false};
  static constexpr TensorFacts cache{0xfeff, 0x1ffff, true, false};
  static constexpr NumberFacts start_pos{7, false, Known::no};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_llama_update_cache_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&, int64_t, Tensor&)> run =
      ::kerf::llama::update_cache_out<llama_update_cache_out>;
};
Error call_llama_update_cache_out(Call& call) { return adapt<bound_llama_update_cache_out>(call); }
}

namespace kerf::selected::llama {
// llama::update_cache_with_indices.out(Tensor value, Tensor(a!) cache, SymInt start_pos, Tensor indices, *, Tensor(b!) out) -> Tensor(b!)
struct llama_update_cache_with_indices_out {
  static constexpr TensorFacts value{0xfeff, 0x1ffff, true, false};
  static constexpr TensorFacts cache{0xfeff, 0x1ffff, true, false};
  static constexpr NumberFacts start_pos{7, false, Known::no};
  static constexpr TensorFacts indices{0x0010, 0x1ffff, true, false};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_llama_update_cache_with_indices_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&, int64_t, const Tensor&, Tensor&)> run =
      ::kerf::llama::update_cache_with_indices_out<llama_update_cache_with_indices_out>;
};
Error call_llama_update_cache_with_indices_out(Call& call) { return adapt<bound_llama_update_cache_with_indices_out>(call); }
}
// [[[end]]] (sum: 61qdiQ9xCa)
// clang-format on
