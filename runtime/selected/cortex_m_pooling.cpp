// The kernels of cortex_m_pooling, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "cortex_m_pooling")) ]]]
#include "kernels/cortex_m/pooling.h"

namespace kerf::selected::cortex_m {
// cortex_m::quantized_avg_pool2d.out(Tensor input, int[] kernel_size, int[] stride, int[] padding, bool ceil_mode, int zero_point, int multiplier, int shift, Tensor scratch, *, Tensor(a!) out) -> Tensor(a!)
struct cortex_m_quantized_avg_pool2d_out {
  static constexpr TensorFacts input{0x0002, 0x10, true, false};
  static constexpr NumberFacts kernel_size{7, false, Known::no};
  static constexpr NumberFacts stride{7, false, Known::no};
  static constexpr NumberFacts padding{7, false, Known::no};
  static constexpr NumberFacts ceil_mode{7, false, Known::no};
  static constexpr NumberFacts zero_point{7, false, Known::no};
  static constexpr NumberFacts multiplier{7, false, Known::no};
  static constexpr NumberFacts shift{7, false, Known::no};
  static constexpr TensorFacts scratch{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x0002, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_cortex_m_quantized_avg_pool2d_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Span<const int64_t>, Span<const int64_t>, Span<const int64_t>, bool, Int32, Int32, Int32, const Tensor&, Tensor&)> run =
      ::kerf::cortex_m::quantized_avg_pool2d_out<cortex_m_quantized_avg_pool2d_out>;
};
Error call_cortex_m_quantized_avg_pool2d_out(Call& call) { return adapt<bound_cortex_m_quantized_avg_pool2d_out>(call); }
}

namespace kerf::selected::cortex_m {
// cortex_m::quantized_avg_pool2d_nhwc.out(Tensor input, int[] kernel_size, int[] stride, int[] padding, bool ceil_mode, int zero_point, int multiplier, int shift, Tensor scratch, *, Tensor(a!) out) -> Tensor(a!)
struct cortex_m_quantized_avg_pool2d_nhwc_out {
  static constexpr TensorFacts input{0x0002, 0x10, true, false};
  static constexpr NumberFacts kernel_size{7, false, Known::no};
  static constexpr NumberFacts stride{7, false, Known::no};
  static constexpr NumberFacts padding{7, false, Known::no};
  static constexpr NumberFacts ceil_mode{7, false, Known::no};
  static constexpr NumberFacts zero_point{7, false, Known::no};
  static constexpr NumberFacts multiplier{7, false, Known::no};
  static constexpr NumberFacts shift{7, false, Known::no};
  static constexpr TensorFacts scratch{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x0002, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_cortex_m_quantized_avg_pool2d_nhwc_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Span<const int64_t>, Span<const int64_t>, Span<const int64_t>, bool, Int32, Int32, Int32, const Tensor&, Tensor&)> run =
      ::kerf::cortex_m::quantized_avg_pool2d_nhwc_out<cortex_m_quantized_avg_pool2d_nhwc_out>;
};
Error call_cortex_m_quantized_avg_pool2d_nhwc_out(Call& call) { return adapt<bound_cortex_m_quantized_avg_pool2d_nhwc_out>(call); }
}

namespace kerf::selected::cortex_m {
// cortex_m::quantized_max_pool2d.out(Tensor input, int[] kernel_size, int[] stride, int[] padding, int[] dilation, bool ceil_mode, int input_zero_point, int output_zero_point, int activation_min, int activation_max, *, Tensor(a!) out) -> Tensor(a!)
struct cortex_m_quantized_max_pool2d_out {
  static constexpr TensorFacts input{0x0002, 0x10, true, false};
  static constexpr NumberFacts kernel_size{7, false, Known::no};
  static constexpr NumberFacts stride{7, false, Known::no};
  static constexpr NumberFacts padding{7, false, Known::no};
  static constexpr NumberFacts dilation{7, false, Known::no};
  static constexpr NumberFacts ceil_mode{7, false, Known::no};
  static constexpr NumberFacts input_zero_point{7, false, Known::no};
  static constexpr NumberFacts output_zero_point{7, false, Known::no};
  static constexpr NumberFacts activation_min{7, false, Known::no};
  static constexpr NumberFacts activation_max{7, false, Known::no};
  static constexpr TensorFacts out{0x0002, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_cortex_m_quantized_max_pool2d_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Span<const int64_t>, Span<const int64_t>, Span<const int64_t>, Span<const int64_t>, bool, int64_t, int64_t, int64_t, int64_t, Tensor&)> run =
      ::kerf::cortex_m::quantized_max_pool2d_out<cortex_m_quantized_max_pool2d_out>;
};
Error call_cortex_m_quantized_max_pool2d_out(Call& call) { return adapt<bound_cortex_m_quantized_max_pool2d_out>(call); }
}

namespace kerf::selected::cortex_m {
// cortex_m::quantized_max_pool2d_nhwc.out(Tensor input, int[] kernel_size, int[] stride, int[] padding, int[] dilation, bool ceil_mode, int input_zero_point, int output_zero_point, int activation_min, int activation_max, *, Tensor(a!) out) -> Tensor(a!)
struct cortex_m_quantized_max_pool2d_nhwc_out {
  static constexpr TensorFacts input{0x0002, 0x10, true, false};
  static constexpr NumberFacts kernel_size{7, false, Known::no};
  static constexpr NumberFacts stride{7, false, Known::no};
  static constexpr NumberFacts padding{7, false, Known::no};
  static constexpr NumberFacts dilation{7, false, Known::no};
  static constexpr NumberFacts ceil_mode{7, false, Known::no};
  static constexpr NumberFacts input_zero_point{7, false, Known::no};
  static constexpr NumberFacts output_zero_point{7, false, Known::no};
  static constexpr NumberFacts activation_min{7, false, Known::no};
  static constexpr NumberFacts activation_max{7, false, Known::no};
  static constexpr TensorFacts out{0x0002, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_cortex_m_quantized_max_pool2d_nhwc_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Span<const int64_t>, Span<const int64_t>, Span<const int64_t>, Span<const int64_t>, bool, int64_t, int64_t, int64_t, int64_t, Tensor&)> run =
      ::kerf::cortex_m::quantized_max_pool2d_nhwc_out<cortex_m_quantized_max_pool2d_nhwc_out>;
};
Error call_cortex_m_quantized_max_pool2d_nhwc_out(Call& call) { return adapt<bound_cortex_m_quantized_max_pool2d_nhwc_out>(call); }
}
// [[[end]]] (sum: m7U6xN/8KY)
// clang-format on
