// The kernels of fused_products, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "fused_products")) ]]]
#include "kernels/fused/products.h"

namespace kerf::selected::fused {
// kerf::addmm_clamp.out(Tensor self, Tensor mat1, Tensor mat2, float min, float max, *, Tensor(a!) out) -> Tensor(a!)
struct kerf_addmm_clamp_out {
  static constexpr TensorFacts self{0x0040, 0x1ffff, true, false};
  static constexpr TensorFacts mat1{0x0040, 0x1ffff, true, false};
  static constexpr TensorFacts mat2{0x0040, 0x1ffff, true, false};
  static constexpr NumberFacts min{7, false, Known::no};
  static constexpr NumberFacts max{7, false, Known::no};
  static constexpr TensorFacts out{0x0040, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_kerf_addmm_clamp_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, const Tensor&, double, double, Tensor&)> run =
      ::kerf::fused::addmm_clamp_out<kerf_addmm_clamp_out>;
};
Error call_kerf_addmm_clamp_out(Call& call) { return adapt<bound_kerf_addmm_clamp_out>(call); }
}

namespace kerf::selected::fused {
// kerf::convolution_clamp.out(Tensor input, Tensor weight, Tensor? bias, SymInt[] stride, SymInt[] padding, SymInt[] dilation, bool transposed, SymInt[] output_padding, SymInt groups, float min, float max, *, Tensor(a!) out) -> Tensor(a!)
struct kerf_convolution_clamp_out {
  static constexpr TensorFacts input{0x0040, 0x18, true, false};
  static constexpr TensorFacts weight{0x0040, 0x18, true, false};
  static constexpr TensorFacts bias{0x0040, 0x1ffff, true, true};
  static constexpr NumberFacts stride{7, false, Known::no};
  static constexpr NumberFacts padding{7, false, Known::no};
  static constexpr NumberFacts dilation{7, false, Known::no};
  static constexpr NumberFacts transposed{7, false, Known::no};
  static constexpr NumberFacts output_padding{7, false, Known::no};
  static constexpr NumberFacts groups{7, false, Known::no};
  static constexpr NumberFacts min{7, false, Known::no};
  static constexpr NumberFacts max{7, false, Known::no};
  static constexpr TensorFacts out{0x0040, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_kerf_convolution_clamp_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, const Optional<Tensor>&, Span<const int64_t>, Span<const int64_t>, Span<const int64_t>, bool, Span<const int64_t>, int64_t, double, double, Tensor&)> run =
      ::kerf::fused::convolution_clamp_out<kerf_convolution_clamp_out>;
};
Error call_kerf_convolution_clamp_out(Call& call) { return adapt<bound_kerf_convolution_clamp_out>(call); }
}

namespace kerf::selected::fused {
// kerf::linear_clamp.out(Tensor input, Tensor weight, Tensor? bias, float min, float max, *, Tensor(a!) out) -> Tensor(a!)
struct kerf_linear_clamp_out {
  static constexpr TensorFacts input{0x0040, 0x1ffff, true, false};
  static constexpr TensorFacts weight{0x0040, 0x1ffff, true, false};
  static constexpr TensorFacts bias{0x0040, 0x1ffff, true, true};
  static constexpr NumberFacts min{7, false, Known::no};
  static constexpr NumberFacts max{7, false, Known::no};
  static constexpr TensorFacts out{0x0040, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_kerf_linear_clamp_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, const Optional<Tensor>&, double, double, Tensor&)> run =
      ::kerf::fused::linear_clamp_out<kerf_linear_clamp_out>;
};
Error call_kerf_linear_clamp_out(Call& call) { return adapt<bound_kerf_linear_clamp_out>(call); }
}
// [[[end]]] (sum: zVjQvbeLwL)
// clang-format on
