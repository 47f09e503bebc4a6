// The kernels of portable_reduction, bound to the facts of the calls that the plan holds.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_reduction")) ]]]
#include "kernels/portable/reduction.h"

namespace kerf::selected::portable {
// aten::mean.out(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!)
struct aten_mean_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, true, Known::no};
  static constexpr NumberFacts keepdim{7, false, Known::no};
  static constexpr NumberFacts dtype{7, true, Known::no};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::outer_reduction);
};
struct bound_aten_mean_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Optional<Span<const int64_t>>&, bool, const Optional<int64_t>&, Tensor&)> run =
      ::kerf::portable::mean_out<aten_mean_out>;
};
Error call_aten_mean_out(Call& call) { return adapt<bound_aten_mean_out>(call); }
}
// [[[end]]] (sum: kg84CejiFt)
// clang-format on
