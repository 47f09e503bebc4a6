// The kernels of fused_integers, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "fused_integers")) ]]]
#include "kernels/fused/integers.h"

namespace kerf::selected::fused {
// kerf::integer_convolution.out(Tensor input, Tensor? scale, Tensor? zero_point, Tensor weight, Tensor weight_scales, Tensor? bias, int[] stride, int[] padding, int[] dilation, int groups, float? min, float? max, *, Tensor(a!) out) -> Tensor(a!)
struct kerf_integer_convolution_out {
  static constexpr TensorFacts input{0x0042, 0x18, true, false};
  static constexpr TensorFacts scale{0x00c0, 0x1ffff, true, true};
  static constexpr TensorFacts zero_point{0x0018, 0x1ffff, true, true};
  static constexpr TensorFacts weight{0x0002, 0x10, true, false};
  static constexpr TensorFacts weight_scales{0x0040, 0x1ffff, true, false};
  static constexpr TensorFacts bias{0x0040, 0x1ffff, true, true};
  static constexpr NumberFacts stride{7, false, Known::no};
  static constexpr NumberFacts padding{7, false, Known::no};
  static constexpr NumberFacts dilation{7, false, Known::no};
  static constexpr NumberFacts groups{7, false, Known::no};
  static constexpr NumberFacts min{7, true, Known::no};
  static constexpr NumberFacts max{7, true, Known::no};
  static constexpr TensorFacts out{0x0040, 0x18, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_kerf_integer_convolution_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Optional<Tensor>&, const Optional<Tensor>&, const Tensor&, const Tensor&, const Optional<Tensor>&, Span<const int64_t>, Span<const int64_t>, Span<const int64_t>, int64_t, const Optional<double>&, const Optional<double>&, Tensor&)> run =
      ::kerf::fused::integer_convolution_out<kerf_integer_convolution_out>;
};
Error call_kerf_integer_convolution_out(Call& call) { return adapt<bound_kerf_integer_convolution_out>(call); }
}

namespace kerf::selected::fused {
// kerf::integer_linear.out(Tensor input, Tensor? scale, Tensor? zero_point, Tensor weight, Tensor weight_scales, Tensor? bias, float? min, float? max, *, Tensor(a!) out) -> Tensor(a!)
struct kerf_integer_linear_out {
  static constexpr TensorFacts input{0x0042, 0x1ffff, true, false};
  static constexpr TensorFacts scale{0x00c0, 0x1ffff, true, true};
  static constexpr TensorFacts zero_point{0x0018, 0x1ffff, true, true};
  static constexpr TensorFacts weight{0x0003, 0x1ffff, true, false};
  static constexpr TensorFacts weight_scales{0x0040, 0x1ffff, true, false};
  static constexpr TensorFacts bias{0x0040, 0x1ffff, true, true};
  static constexpr NumberFacts min{7, true, Known::no};
  static constexpr NumberFacts max{7, true, Known::no};
  static constexpr TensorFacts out{0x0040, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_kerf_integer_linear_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Optional<Tensor>&, const Optional<Tensor>&, const Tensor&, const Tensor&, const Optional<Tensor>&, const Optional<double>&, const Optional<double>&, Tensor&)> run =
      ::kerf::fused::integer_linear_out<kerf_integer_linear_out>;
};
Error call_kerf_integer_linear_out(Call& call) { return adapt<bound_kerf_integer_linear_out>(call); }
}
// [[[end]]] (sum: Jwc9cCLXvM)
// clang-format on
