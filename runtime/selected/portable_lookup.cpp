// The kernels of portable_lookup, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_lookup")) ]]]
#include "kernels/portable/lookup.h"

namespace kerf::selected::portable {
// aten::embedding.out(Tensor weight, Tensor indices, SymInt padding_idx=-1, bool scale_grad_by_freq=False, bool sparse=False, *, Tensor(a!) out) -> Tensor(a!)
struct aten_embedding_out {
  static constexpr TensorFacts weight{0xfeff, 0x1ffff, true, false};
  static constexpr TensorFacts indices{0x0018, 0x1ffff, true, false};
  static constexpr NumberFacts padding_idx{7, false, Known::no};
  static constexpr NumberFacts scale_grad_by_freq{7, false, Known::no};
  static constexpr NumberFacts sparse{7, false, Known::no};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_embedding_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, int64_t, bool, bool, Tensor&)> run =
      ::kerf::portable::embedding_out<aten_embedding_out>;
};
Error call_aten_embedding_out(Call& call) { return adapt<bound_aten_embedding_out>(call); }
}

namespace kerf::selected::portable {
// aten::index_select.out(Tensor self, int dim, Tensor index, *, Tensor(a!) out) -> Tensor(a!)
struct aten_index_select_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, false, Known::no};
  static constexpr TensorFacts index{0x0018, 0x1ffff, true, false};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_index_select_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, int64_t, const Tensor&, Tensor&)> run =
      ::kerf::portable::index_select_out<aten_index_select_out>;
};
Error call_aten_index_select_out(Call& call) { return adapt<bound_aten_index_select_out>(call); }
}
// [[[end]]] (sum: b8mHFm8S6A)
// clang-format on
