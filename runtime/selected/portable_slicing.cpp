// The kernels of portable_slicing, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_slicing")) ]]]
#include "kernels/portable/slicing.h"

namespace kerf::selected::portable {
// aten::narrow_copy.out(Tensor self, int dim, SymInt start, SymInt length, *, Tensor(a!) out) -> Tensor(a!)
struct aten_narrow_copy_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, false, Known::no};
  static constexpr NumberFacts start{7, false, Known::no};
  static constexpr NumberFacts length{7, false, Known::no};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_narrow_copy_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, int64_t, int64_t, int64_t, Tensor&)> run =
      ::kerf::portable::narrow_copy_out<aten_narrow_copy_out>;
};
Error call_aten_narrow_copy_out(Call& call) { return adapt<bound_aten_narrow_copy_out>(call); }
}

namespace kerf::selected::portable {
// aten::select_copy.int_out(Tensor self, int dim, SymInt index, *, Tensor(a!) out) -> Tensor(a!)
struct aten_select_copy_int_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, false, Known::no};
  static constexpr NumberFacts index{7, false, Known::no};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_select_copy_int_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, int64_t, int64_t, Tensor&)> run =
      ::kerf::portable::select_copy_int_out<aten_select_copy_int_out>;
};
Error call_aten_select_copy_int_out(Call& call) { return adapt<bound_aten_select_copy_int_out>(call); }
}

namespace kerf::selected::portable {
// aten::select_scatter.out(Tensor self, Tensor src, int dim, SymInt index, *, Tensor(a!) out) -> Tensor(a!)
struct aten_select_scatter_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr TensorFacts src{0xfeff, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, false, Known::no};
  static constexpr NumberFacts index{7, false, Known::no};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_select_scatter_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, int64_t, int64_t, Tensor&)> run =
      ::kerf::portable::select_scatter_out<aten_select_scatter_out>;
};
Error call_aten_select_scatter_out(Call& call) { return adapt<bound_aten_select_scatter_out>(call); }
}

namespace kerf::selected::portable {
// aten::slice_copy.Tensor_out(Tensor self, int dim=0, SymInt? start=None, SymInt? end=None, SymInt step=1, *, Tensor(a!) out) -> Tensor(a!)
struct aten_slice_copy_Tensor_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, false, Known::no};
  static constexpr NumberFacts start{7, true, Known::no};
  static constexpr NumberFacts end{7, true, Known::no};
  static constexpr NumberFacts step{7, false, Known::no};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_slice_copy_Tensor_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, int64_t, const Optional<int64_t>&, const Optional<int64_t>&, int64_t, Tensor&)> run =
      ::kerf::portable::slice_copy_tensor_out<aten_slice_copy_Tensor_out>;
};
Error call_aten_slice_copy_Tensor_out(Call& call) { return adapt<bound_aten_slice_copy_Tensor_out>(call); }
}

namespace kerf::selected::portable {
// aten::slice_scatter.out(Tensor self, Tensor src, int dim=0, SymInt? start=None, SymInt? end=None, SymInt step=1, *, Tensor(a!) out) -> Tensor(a!)
struct aten_slice_scatter_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr TensorFacts src{0xfeff, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, false, Known::no};
  static constexpr NumberFacts start{7, true, Known::no};
  static constexpr NumberFacts end{7, true, Known::no};
  static constexpr NumberFacts step{7, false, Known::no};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_slice_scatter_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, int64_t, const Optional<int64_t>&, const Optional<int64_t>&, int64_t, Tensor&)> run =
      ::kerf::portable::slice_scatter_out<aten_slice_scatter_out>;
};
Error call_aten_slice_scatter_out(Call& call) { return adapt<bound_aten_slice_scatter_out>(call); }
}
// [[[end]]] (sum: YbvQ3YVwQC)
// clang-format on
