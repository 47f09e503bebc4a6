// The kernels of portable_convolution, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_convolution")) ]]]
#include "kernels/portable/convolution.h"

namespace kerf::selected::portable {
// aten::convolution.out(Tensor input, Tensor weight, Tensor? bias, SymInt[] stride, SymInt[] padding, SymInt[] dilation, bool transposed, SymInt[] output_padding, SymInt groups, *, Tensor(a!) out) -> Tensor(a!)
struct aten_convolution_out {
  static constexpr TensorFacts input{0x80ff, 0x38, true, false};
  static constexpr TensorFacts weight{0x80ff, 0x38, true, false};
  static constexpr TensorFacts bias{0x80ff, 0x1ffff, true, true};
  static constexpr NumberFacts stride{7, false, Known::no};
  static constexpr NumberFacts padding{7, false, Known::no};
  static constexpr NumberFacts dilation{7, false, Known::no};
  static constexpr NumberFacts transposed{7, false, Known::no};
  static constexpr NumberFacts output_padding{7, false, Known::no};
  static constexpr NumberFacts groups{7, false, Known::no};
  static constexpr TensorFacts out{0x80ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_convolution_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, const Optional<Tensor>&, Span<const int64_t>, Span<const int64_t>, Span<const int64_t>, bool, Span<const int64_t>, int64_t, Tensor&)> run =
      ::kerf::portable::convolution_out<aten_convolution_out>;
};
Error call_aten_convolution_out(Call& call) { return adapt<bound_aten_convolution_out>(call); }
}
// [[[end]]] (sum: BwwI/FG3nA)
// clang-format on
