// The kernels of fused_int16, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "fused_int16")) ]]]
#include "kernels/fused/int16.h"

namespace kerf::selected::fused {
// kerf::int16_add.out(Tensor self, int self_multiplier, Tensor other, int other_multiplier, int shift, int activation_min, int activation_max, *, Tensor(a!) out) -> Tensor(a!)
struct kerf_int16_add_out {
  static constexpr TensorFacts self{0x0004, 0x1ffff, true, false};
  static constexpr NumberFacts self_multiplier{7, false, Known::no};
  static constexpr TensorFacts other{0x0004, 0x1ffff, true, false};
  static constexpr NumberFacts other_multiplier{7, false, Known::no};
  static constexpr NumberFacts shift{7, false, Known::no};
  static constexpr NumberFacts activation_min{7, false, Known::no};
  static constexpr NumberFacts activation_max{7, false, Known::no};
  static constexpr TensorFacts out{0x0004, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_kerf_int16_add_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Int32, const Tensor&, Int32, Int32, Int32, Int32, Tensor&)> run =
      ::kerf::fused::int16_add_out<kerf_int16_add_out>;
};
Error call_kerf_int16_add_out(Call& call) { return adapt<bound_kerf_int16_add_out>(call); }
}

namespace kerf::selected::fused {
// kerf::int16_conv2d.out(Tensor input, Tensor weight, Tensor? bias, int[] stride, int[] padding, int[] dilation, Tensor multipliers, int shift, int activation_min, int activation_max, *, Tensor(a!) out) -> Tensor(a!)
struct kerf_int16_conv2d_out {
  static constexpr TensorFacts input{0x0004, 0x10, true, false};
  static constexpr TensorFacts weight{0x0002, 0x18, true, false};
  static constexpr TensorFacts bias{0x0008, 0x1ffff, true, true};
  static constexpr NumberFacts stride{7, false, Known::no};
  static constexpr NumberFacts padding{7, false, Known::no};
  static constexpr NumberFacts dilation{7, false, Known::no};
  static constexpr TensorFacts multipliers{0x0008, 0x1ffff, true, false};
  static constexpr NumberFacts shift{7, false, Known::no};
  static constexpr NumberFacts activation_min{7, false, Known::no};
  static constexpr NumberFacts activation_max{7, false, Known::no};
  static constexpr TensorFacts out{0x0004, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_kerf_int16_conv2d_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, const Optional<Tensor>&, Span<const int64_t>, Span<const int64_t>, Span<const int64_t>, const Tensor&, Int32, Int32, Int32, Tensor&)> run =
      ::kerf::fused::int16_conv2d_out<kerf_int16_conv2d_out>;
};
Error call_kerf_int16_conv2d_out(Call& call) { return adapt<bound_kerf_int16_conv2d_out>(call); }
}

namespace kerf::selected::fused {
// kerf::int16_lookup.out(Tensor self, Tensor table, int activation_min, int activation_max, *, Tensor(a!) out) -> Tensor(a!)
struct kerf_int16_lookup_out {
  static constexpr TensorFacts self{0x0004, 0x1ffff, true, false};
  static constexpr TensorFacts table{0x0008, 0x1ffff, true, false};
  static constexpr NumberFacts activation_min{7, false, Known::no};
  static constexpr NumberFacts activation_max{7, false, Known::no};
  static constexpr TensorFacts out{0x0004, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_kerf_int16_lookup_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, Int32, Int32, Tensor&)> run =
      ::kerf::fused::int16_lookup_out<kerf_int16_lookup_out>;
};
Error call_kerf_int16_lookup_out(Call& call) { return adapt<bound_kerf_int16_lookup_out>(call); }
}

namespace kerf::selected::fused {
// kerf::int16_max_pool2d.out(Tensor input, int[] kernel_size, int[] stride, int[] padding, bool ceil_mode, int activation_min, int activation_max, *, Tensor(a!) out) -> Tensor(a!)
struct kerf_int16_max_pool2d_out {
  static constexpr TensorFacts input{0x0004, 0x10, true, false};
  static constexpr NumberFacts kernel_size{7, false, Known::no};
  static constexpr NumberFacts stride{7, false, Known::no};
  static constexpr NumberFacts padding{7, false, Known::no};
  static constexpr NumberFacts ceil_mode{7, false, Known::no};
  static constexpr NumberFacts activation_min{7, false, Known::no};
  static constexpr NumberFacts activation_max{7, false, Known::no};
  static constexpr TensorFacts out{0x0004, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_kerf_int16_max_pool2d_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Span<const int64_t>, Span<const int64_t>, Span<const int64_t>, bool, Int32, Int32, Tensor&)> run =
      ::kerf::fused::int16_max_pool2d_out<kerf_int16_max_pool2d_out>;
};
Error call_kerf_int16_max_pool2d_out(Call& call) { return adapt<bound_kerf_int16_max_pool2d_out>(call); }
}

namespace kerf::selected::fused {
// kerf::int16_mul.out(Tensor self, Tensor other, int multiplier, int shift, int activation_min, int activation_max, *, Tensor(a!) out) -> Tensor(a!)
struct kerf_int16_mul_out {
  static constexpr TensorFacts self{0x0004, 0x1ffff, true, false};
  static constexpr TensorFacts other{0x0004, 0x1ffff, true, false};
  static constexpr NumberFacts multiplier{7, false, Known::no};
  static constexpr NumberFacts shift{7, false, Known::no};
  static constexpr NumberFacts activation_min{7, false, Known::no};
  static constexpr NumberFacts activation_max{7, false, Known::no};
  static constexpr TensorFacts out{0x0004, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_kerf_int16_mul_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, Int32, Int32, Int32, Int32, Tensor&)> run =
      ::kerf::fused::int16_mul_out<kerf_int16_mul_out>;
};
Error call_kerf_int16_mul_out(Call& call) { return adapt<bound_kerf_int16_mul_out>(call); }
}

namespace kerf::selected::fused {
// kerf::int16_rescale.out(Tensor self, int multiplier, int shift, int activation_min, int activation_max, *, Tensor(a!) out) -> Tensor(a!)
struct kerf_int16_rescale_out {
  static constexpr TensorFacts self{0x0004, 0x1ffff, true, false};
  static constexpr NumberFacts multiplier{7, false, Known::no};
  static constexpr NumberFacts shift{7, false, Known::no};
  static constexpr NumberFacts activation_min{7, false, Known::no};
  static constexpr NumberFacts activation_max{7, false, Known::no};
  static constexpr TensorFacts out{0x0004, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_kerf_int16_rescale_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Int32, Int32, Int32, Int32, Tensor&)> run =
      ::kerf::fused::int16_rescale_out<kerf_int16_rescale_out>;
};
Error call_kerf_int16_rescale_out(Call& call) { return adapt<bound_kerf_int16_rescale_out>(call); }
}
// [[[end]]] (sum: oi+EPGRI8n)
// clang-format on
