// The kernels of portable_sampling, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_sampling")) ]]]
#include "kernels/portable/sampling.h"

namespace kerf::selected::portable {
// aten::grid_sampler_2d.out(Tensor input, Tensor grid, int interpolation_mode, int padding_mode, bool align_corners, *, Tensor(a!) out) -> Tensor(a!)
struct aten_grid_sampler_2d_out {
  static constexpr TensorFacts input{0x80e0, 0x10, true, false};
  static constexpr TensorFacts grid{0x80e0, 0x10, true, false};
  static constexpr NumberFacts interpolation_mode{7, false, Known::no};
  static constexpr NumberFacts padding_mode{7, false, Known::no};
  static constexpr NumberFacts align_corners{7, false, Known::no};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_grid_sampler_2d_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, int64_t, int64_t, bool, Tensor&)> run =
      ::kerf::portable::grid_sampler_2d_out<aten_grid_sampler_2d_out>;
};
Error call_aten_grid_sampler_2d_out(Call& call) { return adapt<bound_aten_grid_sampler_2d_out>(call); }
}
// [[[end]]] (sum: KETtK/C681)
// clang-format on
