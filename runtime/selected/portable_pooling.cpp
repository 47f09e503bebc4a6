// The kernels of portable_pooling, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_pooling")) ]]]
#include "kernels/portable/pooling.h"

namespace kerf::selected::portable {
// aten::_adaptive_avg_pool2d.out(Tensor self, SymInt[2] output_size, *, Tensor(a!) out) -> Tensor(a!)
struct aten__adaptive_avg_pool2d_out {
  static constexpr TensorFacts self{0x80e0, 0x18, true, false};
  static constexpr NumberFacts output_size{7, false, Known::no};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten__adaptive_avg_pool2d_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Span<const int64_t>, Tensor&)> run =
      ::kerf::portable::adaptive_avg_pool2d_out<aten__adaptive_avg_pool2d_out>;
};
Error call_aten__adaptive_avg_pool2d_out(Call& call) { return adapt<bound_aten__adaptive_avg_pool2d_out>(call); }
}

namespace kerf::selected::portable {
// aten::avg_pool1d.out(Tensor self, int[1] kernel_size, int[1] stride=[], int[1] padding=[0], bool ceil_mode=False, bool count_include_pad=True, *, Tensor(a!) out) -> Tensor(a!)
struct aten_avg_pool1d_out {
  static constexpr TensorFacts self{0x80f0, 0xc, true, false};
  static constexpr NumberFacts kernel_size{7, false, Known::no};
  static constexpr NumberFacts stride{7, false, Known::no};
  static constexpr NumberFacts padding{7, false, Known::no};
  static constexpr NumberFacts ceil_mode{7, false, Known::no};
  static constexpr NumberFacts count_include_pad{7, false, Known::no};
  static constexpr TensorFacts out{0x80f0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_avg_pool1d_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Span<const int64_t>, Span<const int64_t>, Span<const int64_t>, bool, bool, Tensor&)> run =
      ::kerf::portable::avg_pool1d_out<aten_avg_pool1d_out>;
};
Error call_aten_avg_pool1d_out(Call& call) { return adapt<bound_aten_avg_pool1d_out>(call); }
}

namespace kerf::selected::portable {
// aten::avg_pool2d.out(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, bool ceil_mode=False, bool count_include_pad=True, int? divisor_override=None, *, Tensor(a!) out) -> Tensor(a!)
struct aten_avg_pool2d_out {
  static constexpr TensorFacts self{0x80f0, 0x18, true, false};
  static constexpr NumberFacts kernel_size{7, false, Known::no};
  static constexpr NumberFacts stride{7, false, Known::no};
  static constexpr NumberFacts padding{7, false, Known::no};
  static constexpr NumberFacts ceil_mode{7, false, Known::no};
  static constexpr NumberFacts count_include_pad{7, false, Known::no};
  static constexpr NumberFacts divisor_override{7, true, Known::no};
  static constexpr TensorFacts out{0x80f0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_avg_pool2d_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Span<const int64_t>, Span<const int64_t>, Span<const int64_t>, bool, bool, const Optional<int64_t>&, Tensor&)> run =
      ::kerf::portable::avg_pool2d_out<aten_avg_pool2d_out>;
};
Error call_aten_avg_pool2d_out(Call& call) { return adapt<bound_aten_avg_pool2d_out>(call); }
}
// [[[end]]] (sum: Z/erigQ+ZG)
// clang-format on
