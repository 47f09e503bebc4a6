// The kernels of portable_views, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_views")) ]]]
#include "kernels/portable/views.h"

namespace kerf::selected::portable {
// aten::as_strided_copy.out(Tensor self, SymInt[] size, SymInt[] stride, SymInt? storage_offset=None, *, Tensor(a!) out) -> Tensor(a!)
struct aten_as_strided_copy_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr NumberFacts size{7, false, Known::no};
  static constexpr NumberFacts stride{7, false, Known::no};
  static constexpr NumberFacts storage_offset{7, true, Known::no};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_as_strided_copy_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Span<const int64_t>, Span<const int64_t>, const Optional<int64_t>&, Tensor&)> run =
      ::kerf::portable::as_strided_copy_out<aten_as_strided_copy_out>;
};
Error call_aten_as_strided_copy_out(Call& call) { return adapt<bound_aten_as_strided_copy_out>(call); }
}

namespace kerf::selected::portable {
// aten::diagonal_copy.out(Tensor self, int offset=0, int dim1=0, int dim2=1, *, Tensor(a!) out) -> Tensor(a!)
struct aten_diagonal_copy_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr NumberFacts offset{7, false, Known::no};
  static constexpr NumberFacts dim1{7, false, Known::no};
  static constexpr NumberFacts dim2{7, false, Known::no};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_diagonal_copy_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, int64_t, int64_t, int64_t, Tensor&)> run =
      ::kerf::portable::diagonal_copy_out<aten_diagonal_copy_out>;
};
Error call_aten_diagonal_copy_out(Call& call) { return adapt<bound_aten_diagonal_copy_out>(call); }
}

namespace kerf::selected::portable {
// aten::expand_copy.out(Tensor self, SymInt[] size, *, bool implicit=False, Tensor(a!) out) -> Tensor(a!)
struct aten_expand_copy_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr NumberFacts size{7, false, Known::no};
  static constexpr NumberFacts implicit{7, false, Known::no};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_expand_copy_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Span<const int64_t>, bool, Tensor&)> run =
      ::kerf::portable::expand_copy_out<aten_expand_copy_out>;
};
Error call_aten_expand_copy_out(Call& call) { return adapt<bound_aten_expand_copy_out>(call); }
}

namespace kerf::selected::portable {
// aten::unfold_copy.out(Tensor self, int dimension, int size, int step, *, Tensor(a!) out) -> Tensor(a!)
struct aten_unfold_copy_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr NumberFacts dimension{7, false, Known::no};
  static constexpr NumberFacts size{7, false, Known::no};
  static constexpr NumberFacts step{7, false, Known::no};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_unfold_copy_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, int64_t, int64_t, int64_t, Tensor&)> run =
      ::kerf::portable::unfold_copy_out<aten_unfold_copy_out>;
};
Error call_aten_unfold_copy_out(Call& call) { return adapt<bound_aten_unfold_copy_out>(call); }
}
// [[[end]]] (sum: OfLvletdLv)
// clang-format on
