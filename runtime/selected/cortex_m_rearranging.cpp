// The kernels of cortex_m_rearranging, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "cortex_m_rearranging")) ]]]
#include "kernels/cortex_m/rearranging.h"

namespace kerf::selected::cortex_m {
// cortex_m::pad.out(Tensor input, int[] pre_pad, int[] post_pad, int pad_value, *, Tensor(a!) out) -> Tensor(a!)
struct cortex_m_pad_out {
  static constexpr TensorFacts input{0x0002, 0x1ffff, true, false};
  static constexpr NumberFacts pre_pad{7, false, Known::no};
  static constexpr NumberFacts post_pad{7, false, Known::no};
  static constexpr NumberFacts pad_value{7, false, Known::no};
  static constexpr TensorFacts out{0x0002, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_cortex_m_pad_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Span<const int64_t>, Span<const int64_t>, int64_t, Tensor&)> run =
      ::kerf::cortex_m::pad_out<cortex_m_pad_out>;
};
Error call_cortex_m_pad_out(Call& call) { return adapt<bound_cortex_m_pad_out>(call); }
}

namespace kerf::selected::cortex_m {
// cortex_m::transpose.out(Tensor input, int[] perm, *, Tensor(a!) out) -> Tensor(a!)
struct cortex_m_transpose_out {
  static constexpr TensorFacts input{0x0002, 0x1ffff, true, false};
  static constexpr NumberFacts perm{7, false, Known::no};
  static constexpr TensorFacts out{0x0002, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_cortex_m_transpose_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Span<const int64_t>, Tensor&)> run =
      ::kerf::cortex_m::transpose_out<cortex_m_transpose_out>;
};
Error call_cortex_m_transpose_out(Call& call) { return adapt<bound_cortex_m_transpose_out>(call); }
}
// [[[end]]] (sum: yu10nuI0v6)
// clang-format on
