// The kernels of portable_convolution_gradients, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_convolution_gradients")) ]]]
#include "kernels/portable/convolution_gradients.h"

namespace kerf::selected::portable {
// aten::convolution_backward.out(Tensor grad_output, Tensor input, Tensor weight, SymInt[]? bias_sizes, SymInt[] stride, SymInt[] padding, SymInt[] dilation, bool transposed, SymInt[] output_padding, SymInt groups, bool[3] output_mask, *, Tensor(a!) out0, Tensor(b!) out1, Tensor(c!) out2) -> (Tensor(a!), Tensor(b!), Tensor(c!))
struct aten_convolution_backward_out {
  static constexpr TensorFacts grad_output{0x80e0, 0x1ffff, true, false};
  static constexpr TensorFacts input{0x80e0, 0x18, true, false};
  static constexpr TensorFacts weight{0x80e0, 0x18, true, false};
  static constexpr NumberFacts bias_sizes{7, true, Known::no};
  static constexpr NumberFacts stride{7, false, Known::no};
  static constexpr NumberFacts padding{7, false, Known::no};
  static constexpr NumberFacts dilation{7, false, Known::no};
  static constexpr NumberFacts transposed{7, false, Known::no};
  static constexpr NumberFacts output_padding{7, false, Known::no};
  static constexpr NumberFacts groups{7, false, Known::no};
  static constexpr NumberFacts output_mask{7, false, Known::no};
  static constexpr TensorFacts out0{0xfeff, 0x1ffff, true, false};
  static constexpr TensorFacts out1{0xfeff, 0x1ffff, true, false};
  static constexpr TensorFacts out2{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_convolution_backward_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, const Tensor&, const Optional<Span<const int64_t>>&, Span<const int64_t>, Span<const int64_t>, Span<const int64_t>, bool, Span<const int64_t>, int64_t, Span<const bool>, Tensor&, Tensor&, Tensor&)> run =
      ::kerf::portable::convolution_backward_out<aten_convolution_backward_out>;
};
Error call_aten_convolution_backward_out(Call& call) { return adapt<bound_aten_convolution_backward_out>(call); }
}
// [[[end]]] (sum: W8NbkNiOwc)
// clang-format on
