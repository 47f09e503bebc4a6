// The kernels of portable_volume_pooling, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_volume_pooling")) ]]]
#include "kernels/portable/volume_pooling.h"

namespace kerf::selected::portable {
// aten::avg_pool3d.out(Tensor self, int[3] kernel_size, int[3] stride=[], int[3] padding=0, bool ceil_mode=False, bool count_include_pad=True, int? divisor_override=None, *, Tensor(a!) out) -> Tensor(a!)
struct aten_avg_pool3d_out {
  static constexpr TensorFacts self{0x80f0, 0x30, true, false};
  static constexpr NumberFacts kernel_size{7, false, Known::no};
  static constexpr NumberFacts stride{7, false, Known::no};
  static constexpr NumberFacts padding{7, false, Known::no};
  static constexpr NumberFacts ceil_mode{7, false, Known::no};
  static constexpr NumberFacts count_include_pad{7, false, Known::no};
  static constexpr NumberFacts divisor_override{7, true, Known::no};
  static constexpr TensorFacts out{0x80f0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_avg_pool3d_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Span<const int64_t>, Span<const int64_t>, Span<const int64_t>, bool, bool, const Optional<int64_t>&, Tensor&)> run =
      ::kerf::portable::avg_pool3d_out<aten_avg_pool3d_out>;
};
Error call_aten_avg_pool3d_out(Call& call) { return adapt<bound_aten_avg_pool3d_out>(call); }
}

namespace kerf::selected::portable {
// aten::max_pool3d_with_indices.out(Tensor self, int[3] kernel_size, int[3] stride=[], int[3] padding=0, int[3] dilation=1, bool ceil_mode=False, *, Tensor(a!) out, Tensor(b!) indices) -> (Tensor(a!), Tensor(b!))
struct aten_max_pool3d_with_indices_out {
  static constexpr TensorFacts self{0x80ff, 0x30, true, false};
  static constexpr NumberFacts kernel_size{7, false, Known::no};
  static constexpr NumberFacts stride{7, false, Known::no};
  static constexpr NumberFacts padding{7, false, Known::no};
  static constexpr NumberFacts dilation{7, false, Known::no};
  static constexpr NumberFacts ceil_mode{7, false, Known::no};
  static constexpr TensorFacts out{0x80ff, 0x1ffff, true, false};
  static constexpr TensorFacts indices{0x0010, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_max_pool3d_with_indices_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Span<const int64_t>, Span<const int64_t>, Span<const int64_t>, Span<const int64_t>, bool, Tensor&, Tensor&)> run =
      ::kerf::portable::max_pool3d_with_indices_out<aten_max_pool3d_with_indices_out>;
};
Error call_aten_max_pool3d_with_indices_out(Call& call) { return adapt<bound_aten_max_pool3d_with_indices_out>(call); }
}
// [[[end]]] (sum: Lwnekewncy)
// clang-format on
