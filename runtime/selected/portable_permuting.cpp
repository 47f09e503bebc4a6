// The kernels of portable_permuting, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_permuting")) ]]]
#include "kernels/portable/permuting.h"

namespace kerf::selected::portable {
// aten::permute_copy.out(Tensor self, int[] dims, *, Tensor(a!) out) -> Tensor(a!)
struct aten_permute_copy_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr NumberFacts dims{7, false, Known::no};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_permute_copy_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Span<const int64_t>, Tensor&)> run =
      ::kerf::portable::permute_copy_out<aten_permute_copy_out>;
};
Error call_aten_permute_copy_out(Call& call) { return adapt<bound_aten_permute_copy_out>(call); }
}

namespace kerf::selected::portable {
// aten::t_copy.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
struct aten_t_copy_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_t_copy_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::portable::t_copy_out<aten_t_copy_out>;
};
Error call_aten_t_copy_out(Call& call) { return adapt<bound_aten_t_copy_out>(call); }
}

namespace kerf::selected::portable {
// aten::transpose_copy.int_out(Tensor self, int dim0, int dim1, *, Tensor(a!) out) -> Tensor(a!)
struct aten_transpose_copy_int_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr NumberFacts dim0{7, false, Known::no};
  static constexpr NumberFacts dim1{7, false, Known::no};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_transpose_copy_int_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, int64_t, int64_t, Tensor&)> run =
      ::kerf::portable::transpose_copy_int_out<aten_transpose_copy_int_out>;
};
Error call_aten_transpose_copy_int_out(Call& call) { return adapt<bound_aten_transpose_copy_int_out>(call); }
}
// [[[end]]] (sum: Ux9l5C2x0k)
// clang-format on
