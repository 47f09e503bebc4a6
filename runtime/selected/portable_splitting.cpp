// The kernels of portable_splitting, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_splitting")) ]]]
#include "kernels/portable/splitting.h"

namespace kerf::selected::portable {
// aten::split_copy.Tensor_out(Tensor self, SymInt split_size, int dim=0, *, Tensor(a!)[] out) -> ()
struct aten_split_copy_Tensor_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr NumberFacts split_size{7, false, Known::no};
  static constexpr NumberFacts dim{7, false, Known::no};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_split_copy_Tensor_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, int64_t, int64_t, Span<Tensor>)> run =
      ::kerf::portable::split_copy_tensor_out<aten_split_copy_Tensor_out>;
};
Error call_aten_split_copy_Tensor_out(Call& call) { return adapt<bound_aten_split_copy_Tensor_out>(call); }
}

namespace kerf::selected::portable {
// aten::split_with_sizes_copy.out(Tensor self, SymInt[] split_sizes, int dim=0, *, Tensor(a!)[] out) -> ()
struct aten_split_with_sizes_copy_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr NumberFacts split_sizes{7, false, Known::no};
  static constexpr NumberFacts dim{7, false, Known::no};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_split_with_sizes_copy_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Span<const int64_t>, int64_t, Span<Tensor>)> run =
      ::kerf::portable::split_with_sizes_copy_out<aten_split_with_sizes_copy_out>;
};
Error call_aten_split_with_sizes_copy_out(Call& call) { return adapt<bound_aten_split_with_sizes_copy_out>(call); }
}

namespace kerf::selected::portable {
// aten::unbind_copy.int_out(Tensor self, int dim=0, *, Tensor(a!)[] out) -> ()
struct aten_unbind_copy_int_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, false, Known::no};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_unbind_copy_int_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, int64_t, Span<Tensor>)> run =
      ::kerf::portable::unbind_copy_int_out<aten_unbind_copy_int_out>;
};
Error call_aten_unbind_copy_int_out(Call& call) { return adapt<bound_aten_unbind_copy_int_out>(call); }
}
// [[[end]]] (sum: 9qXL+iEEbp)
// clang-format on
