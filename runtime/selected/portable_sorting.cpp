// The kernels of portable_sorting, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_sorting")) ]]]
#include "kernels/portable/sorting.h"

namespace kerf::selected::portable {
// aten::sort.values(Tensor self, int dim=-1, bool descending=False, *, Tensor(a!) values, Tensor(b!) indices) -> (Tensor(a!), Tensor(b!))
struct aten_sort_values {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, false, Known::no};
  static constexpr NumberFacts descending{7, false, Known::no};
  static constexpr TensorFacts values{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts indices{0x0010, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_sort_values {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, int64_t, bool, Tensor&, Tensor&)> run =
      ::kerf::portable::sort_values<aten_sort_values>;
};
Error call_aten_sort_values(Call& call) { return adapt<bound_aten_sort_values>(call); }
}

namespace kerf::selected::portable {
// aten::sort.values_stable(Tensor self, *, bool? stable, int dim=-1, bool descending=False, Tensor(a!) values, Tensor(b!) indices) -> (Tensor(a!), Tensor(b!))
struct aten_sort_values_stable {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr NumberFacts stable{7, true, Known::no};
  static constexpr NumberFacts dim{7, false, Known::no};
  static constexpr NumberFacts descending{7, false, Known::no};
  static constexpr TensorFacts values{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts indices{0x0010, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_sort_values_stable {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Optional<bool>&, int64_t, bool, Tensor&, Tensor&)> run =
      ::kerf::portable::sort_values_stable<aten_sort_values_stable>;
};
Error call_aten_sort_values_stable(Call& call) { return adapt<bound_aten_sort_values_stable>(call); }
}

namespace kerf::selected::portable {
// aten::topk.values(Tensor self, SymInt k, int dim=-1, bool largest=True, bool sorted=True, *, Tensor(a!) values, Tensor(b!) indices) -> (Tensor(a!), Tensor(b!))
struct aten_topk_values {
  static constexpr TensorFacts self{0x80ff, 0x1ffff, true, false};
  static constexpr NumberFacts k{7, false, Known::no};
  static constexpr NumberFacts dim{7, false, Known::no};
  static constexpr NumberFacts largest{7, false, Known::no};
  static constexpr NumberFacts sorted{7, false, Known::no};
  static constexpr TensorFacts values{0x80ff, 0x1ffff, true, false};
  static constexpr TensorFacts indices{0x0010, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_topk_values {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, int64_t, int64_t, bool, bool, Tensor&, Tensor&)> run =
      ::kerf::portable::topk_values<aten_topk_values>;
};
Error call_aten_topk_values(Call& call) { return adapt<bound_aten_topk_values>(call); }
}
// [[[end]]] (sum: 6hlqfJ7lJS)
// clang-format on
