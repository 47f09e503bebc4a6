// The kernels of fused_normalization, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "fused_normalization")) ]]]
#include "kernels/fused/normalization.h"

namespace kerf::selected::fused {
// kerf::quantized_layer_norm.out(Tensor input, float input_scale, Tensor? weight, Tensor? bias, int columns, float eps, float output_scale, int output_zero_point, int output_min, int output_max, *, Tensor(a!) out) -> Tensor(a!)
struct kerf_quantized_layer_norm_out {
  static constexpr TensorFacts input{0x0002, 0x1ffff, true, false};
  static constexpr NumberFacts input_scale{7, false, Known::no};
  static constexpr TensorFacts weight{0x0040, 0x1ffff, true, true};
  static constexpr TensorFacts bias{0x0040, 0x1ffff, true, true};
  static constexpr NumberFacts columns{7, false, Known::no};
  static constexpr NumberFacts eps{7, false, Known::no};
  static constexpr NumberFacts output_scale{7, false, Known::no};
  static constexpr NumberFacts output_zero_point{7, false, Known::no};
  static constexpr NumberFacts output_min{7, false, Known::no};
  static constexpr NumberFacts output_max{7, false, Known::no};
  static constexpr TensorFacts out{0x0002, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_kerf_quantized_layer_norm_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, double, const Optional<Tensor>&, const Optional<Tensor>&, int64_t, double, double, int64_t, int64_t, int64_t, Tensor&)> run =
      ::kerf::fused::quantized_layer_norm_out<kerf_quantized_layer_norm_out>;
};
Error call_kerf_quantized_layer_norm_out(Call& call) { return adapt<bound_kerf_quantized_layer_norm_out>(call); }
}

namespace kerf::selected::fused {
// kerf::quantized_mean.out(Tensor input, Tensor values, int inner, float output_scale, int output_zero_point, int output_min, int output_max, *, Tensor(a!) out) -> Tensor(a!)
struct kerf_quantized_mean_out {
  static constexpr TensorFacts input{0x0006, 0x1ffff, true, false};
  static constexpr TensorFacts values{0x0040, 0x1ffff, true, false};
  static constexpr NumberFacts inner{7, false, Known::no};
  static constexpr NumberFacts output_scale{7, false, Known::no};
  static constexpr NumberFacts output_zero_point{7, false, Known::no};
  static constexpr NumberFacts output_min{7, false, Known::no};
  static constexpr NumberFacts output_max{7, false, Known::no};
  static constexpr TensorFacts out{0x0006, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_kerf_quantized_mean_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, int64_t, double, int64_t, int64_t, int64_t, Tensor&)> run =
      ::kerf::fused::quantized_mean_out<kerf_quantized_mean_out>;
};
Error call_kerf_quantized_mean_out(Call& call) { return adapt<bound_kerf_quantized_mean_out>(call); }
}

namespace kerf::selected::fused {
// kerf::quantized_softmax.out(Tensor input, Tensor exponents, int dim, float output_scale, int output_zero_point, int output_min, int output_max, *, Tensor(a!) out) -> Tensor(a!)
struct kerf_quantized_softmax_out {
  static constexpr TensorFacts input{0x0006, 0x1ffff, true, false};
  static constexpr TensorFacts exponents{0x0040, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, false, Known::no};
  static constexpr NumberFacts output_scale{7, false, Known::no};
  static constexpr NumberFacts output_zero_point{7, false, Known::no};
  static constexpr NumberFacts output_min{7, false, Known::no};
  static constexpr NumberFacts output_max{7, false, Known::no};
  static constexpr TensorFacts out{0x0006, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_kerf_quantized_softmax_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, int64_t, double, int64_t, int64_t, int64_t, Tensor&)> run =
      ::kerf::fused::quantized_softmax_out<kerf_quantized_softmax_out>;
};
Error call_kerf_quantized_softmax_out(Call& call) { return adapt<bound_kerf_quantized_softmax_out>(call); }
}
// [[[end]]] (sum: YqCPklXP2C)
// clang-format on
