// The kernels of portable_extremes, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_extremes")) ]]]
#include "kernels/portable/extremes.h"

namespace kerf::selected::portable {
// aten::amax.out(Tensor self, int[1] dim=[], bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!)
struct aten_amax_out {
  static constexpr TensorFacts self{0x88ff, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, false, Known::no};
  static constexpr NumberFacts keepdim{7, false, Known::no};
  static constexpr TensorFacts out{0x88ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_amax_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Span<const int64_t>, bool, Tensor&)> run =
      ::kerf::portable::amax_out<aten_amax_out>;
};
Error call_aten_amax_out(Call& call) { return adapt<bound_aten_amax_out>(call); }
}

namespace kerf::selected::portable {
// aten::amin.out(Tensor self, int[1] dim=[], bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!)
struct aten_amin_out {
  static constexpr TensorFacts self{0x88ff, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, false, Known::no};
  static constexpr NumberFacts keepdim{7, false, Known::no};
  static constexpr TensorFacts out{0x88ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_amin_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Span<const int64_t>, bool, Tensor&)> run =
      ::kerf::portable::amin_out<aten_amin_out>;
};
Error call_aten_amin_out(Call& call) { return adapt<bound_aten_amin_out>(call); }
}

namespace kerf::selected::portable {
// aten::argmax.out(Tensor self, int? dim=None, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!)
struct aten_argmax_out {
  static constexpr TensorFacts self{0x80ff, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, true, Known::no};
  static constexpr NumberFacts keepdim{7, false, Known::no};
  static constexpr TensorFacts out{0x0010, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_argmax_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Optional<int64_t>&, bool, Tensor&)> run =
      ::kerf::portable::argmax_out<aten_argmax_out>;
};
Error call_aten_argmax_out(Call& call) { return adapt<bound_aten_argmax_out>(call); }
}

namespace kerf::selected::portable {
// aten::argmin.out(Tensor self, int? dim=None, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!)
struct aten_argmin_out {
  static constexpr TensorFacts self{0x80ff, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, true, Known::no};
  static constexpr NumberFacts keepdim{7, false, Known::no};
  static constexpr TensorFacts out{0x0010, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_argmin_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Optional<int64_t>&, bool, Tensor&)> run =
      ::kerf::portable::argmin_out<aten_argmin_out>;
};
Error call_aten_argmin_out(Call& call) { return adapt<bound_aten_argmin_out>(call); }
}

namespace kerf::selected::portable {
// aten::max.dim_max(Tensor self, int dim, bool keepdim=False, *, Tensor(a!) max, Tensor(b!) max_values) -> (Tensor(a!), Tensor(b!))
struct aten_max_dim_max {
  static constexpr TensorFacts self{0x88ff, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, false, Known::no};
  static constexpr NumberFacts keepdim{7, false, Known::no};
  static constexpr TensorFacts max{0x88ff, 0x1ffff, true, false};
  static constexpr TensorFacts max_values{0x0010, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_max_dim_max {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, int64_t, bool, Tensor&, Tensor&)> run =
      ::kerf::portable::max_dim_max<aten_max_dim_max>;
};
Error call_aten_max_dim_max(Call& call) { return adapt<bound_aten_max_dim_max>(call); }
}

namespace kerf::selected::portable {
// aten::max.unary_out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
struct aten_max_unary_out {
  static constexpr TensorFacts self{0x88ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x88ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_max_unary_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::portable::max_unary_out<aten_max_unary_out>;
};
Error call_aten_max_unary_out(Call& call) { return adapt<bound_aten_max_unary_out>(call); }
}

namespace kerf::selected::portable {
// aten::min.dim_min(Tensor self, int dim, bool keepdim=False, *, Tensor(a!) min, Tensor(b!) min_indices) -> (Tensor(a!), Tensor(b!))
struct aten_min_dim_min {
  static constexpr TensorFacts self{0x88ff, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, false, Known::no};
  static constexpr NumberFacts keepdim{7, false, Known::no};
  static constexpr TensorFacts min{0x88ff, 0x1ffff, true, false};
  static constexpr TensorFacts min_indices{0x0010, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_min_dim_min {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, int64_t, bool, Tensor&, Tensor&)> run =
      ::kerf::portable::min_dim_min<aten_min_dim_min>;
};
Error call_aten_min_dim_min(Call& call) { return adapt<bound_aten_min_dim_min>(call); }
}

namespace kerf::selected::portable {
// aten::min.unary_out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
struct aten_min_unary_out {
  static constexpr TensorFacts self{0x88ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x88ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_min_unary_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::portable::min_unary_out<aten_min_unary_out>;
};
Error call_aten_min_unary_out(Call& call) { return adapt<bound_aten_min_unary_out>(call); }
}
// [[[end]]] (sum: qVKKezR6sk)
// clang-format on
