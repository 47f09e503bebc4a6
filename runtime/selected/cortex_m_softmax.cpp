// The kernels of cortex_m_softmax, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "cortex_m_softmax")) ]]]
#include "kernels/cortex_m/softmax.h"

namespace kerf::selected::cortex_m {
// cortex_m::softmax.out(Tensor input, int dim, int input_zero_point, int output_zero_point, int input_multiplier, int input_shift, int diff_min, *, Tensor(a!) out) -> Tensor(a!)
struct cortex_m_softmax_out {
  static constexpr TensorFacts input{0x0002, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, false, Known::no};
  static constexpr NumberFacts input_zero_point{7, false, Known::no};
  static constexpr NumberFacts output_zero_point{7, false, Known::no};
  static constexpr NumberFacts input_multiplier{7, false, Known::no};
  static constexpr NumberFacts input_shift{7, false, Known::no};
  static constexpr NumberFacts diff_min{7, false, Known::no};
  static constexpr TensorFacts out{0x0002, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_cortex_m_softmax_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, Tensor&)> run =
      ::kerf::cortex_m::softmax_out<cortex_m_softmax_out>;
};
Error call_cortex_m_softmax_out(Call& call) { return adapt<bound_cortex_m_softmax_out>(call); }
}
// [[[end]]] (sum: 9+2snmhZUv)
// clang-format on
