// The kernels of fused_strips, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "fused_strips")) ]]]
#include "kernels/fused/strips.h"

namespace kerf::selected::fused {
// kerf::strips.out(Tensor input, Tensor weights, Tensor numbers, int kinds, int layers, int step, int filters, int terms, int taps, int ahead, *, Tensor(a!) out, Tensor(b!) workspace) -> (Tensor(a!), Tensor(b!))
struct kerf_strips_out {
  static constexpr TensorFacts input{0x0002, 0x1ffff, true, false};
  static constexpr TensorFacts weights{0x0002, 0x1ffff, true, false};
  static constexpr TensorFacts numbers{0x0008, 0x1ffff, true, false};
  static constexpr NumberFacts kinds{7, false, Known::no};
  static constexpr NumberFacts layers{7, false, Known::no};
  static constexpr NumberFacts step{7, false, Known::no};
  static constexpr NumberFacts filters{7, false, Known::no};
  static constexpr NumberFacts terms{7, false, Known::no};
  static constexpr NumberFacts taps{7, false, Known::no};
  static constexpr NumberFacts ahead{7, false, Known::no};
  static constexpr TensorFacts out{0x0002, 0x1ffff, true, false};
  static constexpr TensorFacts workspace{0x0002, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction) | trait_set(Trait::overlap);
};
struct bound_kerf_strips_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, const Tensor&, Int32, Int32, Int32, Int32, Int32, Int32, Int32, Tensor&, Tensor&)> run =
      ::kerf::fused::strips_out<kerf_strips_out>;
};
Error call_kerf_strips_out(Call& call) { return adapt<bound_kerf_strips_out>(call); }
}
// [[[end]]] (sum: OZo74++3Yn)
// clang-format on
