// The kernels of portable_reshaping, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_reshaping")) ]]]
#include "kernels/portable/reshaping.h"

namespace kerf::selected::portable {
// aten::squeeze_copy.dim_out(Tensor self, int dim, *, Tensor(a!) out) -> Tensor(a!)
struct aten_squeeze_copy_dim_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, false, Known::no};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_squeeze_copy_dim_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, int64_t, Tensor&)> run =
      ::kerf::portable::squeeze_copy_dim_out<aten_squeeze_copy_dim_out>;
};
Error call_aten_squeeze_copy_dim_out(Call& call) { return adapt<bound_aten_squeeze_copy_dim_out>(call); }
}

namespace kerf::selected::portable {
// aten::squeeze_copy.dims_out(Tensor self, int[] dim, *, Tensor(a!) out) -> Tensor(a!)
struct aten_squeeze_copy_dims_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, false, Known::no};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_squeeze_copy_dims_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Span<const int64_t>, Tensor&)> run =
      ::kerf::portable::squeeze_copy_dims_out<aten_squeeze_copy_dims_out>;
};
Error call_aten_squeeze_copy_dims_out(Call& call) { return adapt<bound_aten_squeeze_copy_dims_out>(call); }
}

namespace kerf::selected::portable {
// aten::unsqueeze_copy.out(Tensor self, int dim, *, Tensor(a!) out) -> Tensor(a!)
struct aten_unsqueeze_copy_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, false, Known::no};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_unsqueeze_copy_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, int64_t, Tensor&)> run =
      ::kerf::portable::unsqueeze_copy_out<aten_unsqueeze_copy_out>;
};
Error call_aten_unsqueeze_copy_out(Call& call) { return adapt<bound_aten_unsqueeze_copy_out>(call); }
}

namespace kerf::selected::portable {
// aten::view_copy.out(Tensor self, SymInt[] size, *, Tensor(a!) out) -> Tensor(a!)
struct aten_view_copy_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr NumberFacts size{7, false, Known::no};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_view_copy_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Span<const int64_t>, Tensor&)> run =
      ::kerf::portable::view_copy_out<aten_view_copy_out>;
};
Error call_aten_view_copy_out(Call& call) { return adapt<bound_aten_view_copy_out>(call); }
}
// [[[end]]] (sum: s6EoyRkwx3)
// clang-format on
