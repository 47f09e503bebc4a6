// The kernels of cortex_m_matmul, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "cortex_m_matmul")) ]]]
#include "kernels/cortex_m/matmul.h"

namespace kerf::selected::cortex_m {
// cortex_m::quantized_batch_matmul.out(Tensor lhs, int lhs_zero_point, Tensor rhs_transposed, int rhs_zero_point, int output_zero_point, int output_multiplier, int output_shift, Tensor scratch, *, Tensor(a!) out) -> Tensor(a!)
struct cortex_m_quantized_batch_matmul_out {
  static constexpr TensorFacts lhs{0x0002, 0x1ffff, true, false};
  static constexpr NumberFacts lhs_zero_point{7, false, Known::no};
  static constexpr TensorFacts rhs_transposed{0x0002, 0x1ffff, true, false};
  static constexpr NumberFacts rhs_zero_point{7, false, Known::no};
  static constexpr NumberFacts output_zero_point{7, false, Known::no};
  static constexpr NumberFacts output_multiplier{7, false, Known::no};
  static constexpr NumberFacts output_shift{7, false, Known::no};
  static constexpr TensorFacts scratch{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x0002, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_cortex_m_quantized_batch_matmul_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Int32, const Tensor&, Int32, Int32, Int32, Int32, const Tensor&, Tensor&)> run =
      ::kerf::cortex_m::quantized_batch_matmul_out<cortex_m_quantized_batch_matmul_out>;
};
Error call_cortex_m_quantized_batch_matmul_out(Call& call) { return adapt<bound_cortex_m_quantized_batch_matmul_out>(call); }
}

namespace kerf::selected::cortex_m {
// cortex_m::quantized_linear.out(Tensor input, Tensor weights, Tensor? bias, Tensor? kernel_sum, int input_offset, int filter_offset, int output_offset, int[] requantize_multipliers, int[] requantize_shifts, int activation_max, int activation_min, *, Tensor(a!) out) -> Tensor(a!)
struct cortex_m_quantized_linear_out {
  static constexpr TensorFacts input{0x0002, 0x1ffff, true, false};
  static constexpr TensorFacts weights{0x0002, 0x1ffff, true, false};
  static constexpr TensorFacts bias{0x0008, 0x1ffff, true, true};
  static constexpr TensorFacts kernel_sum{0x0008, 0x1ffff, true, true};
  static constexpr NumberFacts input_offset{7, false, Known::no};
  static constexpr NumberFacts filter_offset{7, false, Known::no};
  static constexpr NumberFacts output_offset{7, false, Known::no};
  static constexpr NumberFacts requantize_multipliers{7, false, Known::no};
  static constexpr NumberFacts requantize_shifts{7, false, Known::no};
  static constexpr NumberFacts activation_max{7, false, Known::no};
  static constexpr NumberFacts activation_min{7, false, Known::no};
  static constexpr TensorFacts out{0x0002, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_cortex_m_quantized_linear_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, const Optional<Tensor>&, const Optional<Tensor>&, Int32, Int32, Int32, Span<const int64_t>, Span<const int64_t>, Int32, Int32, Tensor&)> run =
      ::kerf::cortex_m::quantized_linear_out<cortex_m_quantized_linear_out>;
};
Error call_cortex_m_quantized_linear_out(Call& call) { return adapt<bound_cortex_m_quantized_linear_out>(call); }
}
// [[[end]]] (sum: OMw5oQ7Hi5)
// clang-format on
