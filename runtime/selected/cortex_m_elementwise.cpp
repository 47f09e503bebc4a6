// The kernels of cortex_m_elementwise, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "cortex_m_elementwise")) ]]]
#include "kernels/cortex_m/elementwise.h"

namespace kerf::selected::cortex_m {
// cortex_m::maximum.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)
struct cortex_m_maximum_out {
  static constexpr TensorFacts self{0x0002, 0x1ffff, true, false};
  static constexpr TensorFacts other{0x0002, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x0002, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_cortex_m_maximum_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, Tensor&)> run =
      ::kerf::cortex_m::maximum_out<cortex_m_maximum_out>;
};
Error call_cortex_m_maximum_out(Call& call) { return adapt<bound_cortex_m_maximum_out>(call); }
}

namespace kerf::selected::cortex_m {
// cortex_m::minimum.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)
struct cortex_m_minimum_out {
  static constexpr TensorFacts self{0x0002, 0x1ffff, true, false};
  static constexpr TensorFacts other{0x0002, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x0002, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_cortex_m_minimum_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, Tensor&)> run =
      ::kerf::cortex_m::minimum_out<cortex_m_minimum_out>;
};
Error call_cortex_m_minimum_out(Call& call) { return adapt<bound_cortex_m_minimum_out>(call); }
}

namespace kerf::selected::cortex_m {
// cortex_m::quantized_activation.out(Tensor input, Tensor lut, *, Tensor(a!) out) -> Tensor(a!)
struct cortex_m_quantized_activation_out {
  static constexpr TensorFacts input{0x0002, 0x1ffff, true, false};
  static constexpr TensorFacts lut{0x0002, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x0002, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_cortex_m_quantized_activation_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, Tensor&)> run =
      ::kerf::cortex_m::quantized_activation_out<cortex_m_quantized_activation_out>;
};
Error call_cortex_m_quantized_activation_out(Call& call) { return adapt<bound_cortex_m_quantized_activation_out>(call); }
}

namespace kerf::selected::cortex_m {
// cortex_m::quantized_add.out(Tensor self, int self_zero_point, int self_multiplier, int self_shift, Tensor other, int other_zero_point, int other_multiplier, int other_shift, int output_zero_point, int output_multiplier, int output_shift, int activation_min, int activation_max, *, Tensor(a!) out) -> Tensor(a!)
struct cortex_m_quantized_add_out {
  static constexpr TensorFacts self{0x0002, 0x1ffff, true, false};
  static constexpr NumberFacts self_zero_point{7, false, Known::no};
  static constexpr NumberFacts self_multiplier{7, false, Known::no};
  static constexpr NumberFacts self_shift{7, false, Known::no};
  static constexpr TensorFacts other{0x0002, 0x1ffff, true, false};
  static constexpr NumberFacts other_zero_point{7, false, Known::no};
  static constexpr NumberFacts other_multiplier{7, false, Known::no};
  static constexpr NumberFacts other_shift{7, false, Known::no};
  static constexpr NumberFacts output_zero_point{7, false, Known::no};
  static constexpr NumberFacts output_multiplier{7, false, Known::no};
  static constexpr NumberFacts output_shift{7, false, Known::no};
  static constexpr NumberFacts activation_min{7, false, Known::no};
  static constexpr NumberFacts activation_max{7, false, Known::no};
  static constexpr TensorFacts out{0x0002, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_cortex_m_quantized_add_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Int32, Int32, Int32, const Tensor&, Int32, Int32, Int32, Int32, Int32, Int32, Int32, Int32, Tensor&)> run =
      ::kerf::cortex_m::quantized_add_out<cortex_m_quantized_add_out>;
};
Error call_cortex_m_quantized_add_out(Call& call) { return adapt<bound_cortex_m_quantized_add_out>(call); }
}

namespace kerf::selected::cortex_m {
// cortex_m::quantized_div.out(Tensor self, int self_zero_point, Tensor other, int other_zero_point, int output_zero_point, float output_scale, *, Tensor(a!) out) -> Tensor(a!)
struct cortex_m_quantized_div_out {
  static constexpr TensorFacts self{0x0006, 0x1ffff, true, false};
  static constexpr NumberFacts self_zero_point{7, false, Known::no};
  static constexpr TensorFacts other{0x0006, 0x1ffff, true, false};
  static constexpr NumberFacts other_zero_point{7, false, Known::no};
  static constexpr NumberFacts output_zero_point{7, false, Known::no};
  static constexpr NumberFacts output_scale{7, false, Known::no};
  static constexpr TensorFacts out{0x0006, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_cortex_m_quantized_div_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Int32, const Tensor&, Int32, Int32, double, Tensor&)> run =
      ::kerf::cortex_m::quantized_div_out<cortex_m_quantized_div_out>;
};
Error call_cortex_m_quantized_div_out(Call& call) { return adapt<bound_cortex_m_quantized_div_out>(call); }
}

namespace kerf::selected::cortex_m {
// cortex_m::quantized_mul.out(Tensor self, int self_zero_point, Tensor other, int other_zero_point, int output_zero_point, int output_multiplier, int output_shift, *, Tensor(a!) out) -> Tensor(a!)
struct cortex_m_quantized_mul_out {
  static constexpr TensorFacts self{0x0002, 0x1ffff, true, false};
  static constexpr NumberFacts self_zero_point{7, false, Known::no};
  static constexpr TensorFacts other{0x0002, 0x1ffff, true, false};
  static constexpr NumberFacts other_zero_point{7, false, Known::no};
  static constexpr NumberFacts output_zero_point{7, false, Known::no};
  static constexpr NumberFacts output_multiplier{7, false, Known::no};
  static constexpr NumberFacts output_shift{7, false, Known::no};
  static constexpr TensorFacts out{0x0002, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_cortex_m_quantized_mul_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Int32, const Tensor&, Int32, Int32, Int32, Int32, Tensor&)> run =
      ::kerf::cortex_m::quantized_mul_out<cortex_m_quantized_mul_out>;
};
Error call_cortex_m_quantized_mul_out(Call& call) { return adapt<bound_cortex_m_quantized_mul_out>(call); }
}
// [[[end]]] (sum: YhFPnto7Wx)
// clang-format on
