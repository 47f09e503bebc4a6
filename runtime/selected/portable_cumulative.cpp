// The kernels of portable_cumulative, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_cumulative")) ]]]
#include "kernels/portable/cumulative.h"

namespace kerf::selected::portable {
// aten::cumprod.out(Tensor self, int dim, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!)
struct aten_cumprod_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, false, Known::no};
  static constexpr NumberFacts dtype{7, true, Known::no};
  static constexpr TensorFacts out{0x80ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_cumprod_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, int64_t, const Optional<int64_t>&, Tensor&)> run =
      ::kerf::portable::cumprod_out<aten_cumprod_out>;
};
Error call_aten_cumprod_out(Call& call) { return adapt<bound_aten_cumprod_out>(call); }
}

namespace kerf::selected::portable {
// aten::cumsum.out(Tensor self, int dim, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!)
struct aten_cumsum_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, false, Known::no};
  static constexpr NumberFacts dtype{7, true, Known::no};
  static constexpr TensorFacts out{0x80ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_cumsum_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, int64_t, const Optional<int64_t>&, Tensor&)> run =
      ::kerf::portable::cumsum_out<aten_cumsum_out>;
};
Error call_aten_cumsum_out(Call& call) { return adapt<bound_aten_cumsum_out>(call); }
}
// [[[end]]] (sum: LqA7n9VckG)
// clang-format on
