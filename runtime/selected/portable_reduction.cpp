// The kernels of portable_reduction, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_reduction")) ]]]
#include "kernels/portable/reduction.h"

namespace kerf::selected::portable {
// aten::all.all_out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
struct aten_all_all_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x0801, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_all_all_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::portable::all_all_out<aten_all_all_out>;
};
Error call_aten_all_all_out(Call& call) { return adapt<bound_aten_all_all_out>(call); }
}

namespace kerf::selected::portable {
// aten::all.dims_out(Tensor self, int[]? dim=None, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!)
struct aten_all_dims_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, true, Known::no};
  static constexpr NumberFacts keepdim{7, false, Known::no};
  static constexpr TensorFacts out{0x0801, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_all_dims_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Optional<Span<const int64_t>>&, bool, Tensor&)> run =
      ::kerf::portable::all_dims_out<aten_all_dims_out>;
};
Error call_aten_all_dims_out(Call& call) { return adapt<bound_aten_all_dims_out>(call); }
}

namespace kerf::selected::portable {
// aten::all.out(Tensor self, int dim, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!)
struct aten_all_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, false, Known::no};
  static constexpr NumberFacts keepdim{7, false, Known::no};
  static constexpr TensorFacts out{0x0801, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_all_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, int64_t, bool, Tensor&)> run =
      ::kerf::portable::all_out<aten_all_out>;
};
Error call_aten_all_out(Call& call) { return adapt<bound_aten_all_out>(call); }
}

namespace kerf::selected::portable {
// aten::any.all_out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
struct aten_any_all_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x0801, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_any_all_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::portable::any_all_out<aten_any_all_out>;
};
Error call_aten_any_all_out(Call& call) { return adapt<bound_aten_any_all_out>(call); }
}

namespace kerf::selected::portable {
// aten::any.dims_out(Tensor self, int[]? dim=None, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!)
struct aten_any_dims_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, true, Known::no};
  static constexpr NumberFacts keepdim{7, false, Known::no};
  static constexpr TensorFacts out{0x0801, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_any_dims_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Optional<Span<const int64_t>>&, bool, Tensor&)> run =
      ::kerf::portable::any_dims_out<aten_any_dims_out>;
};
Error call_aten_any_dims_out(Call& call) { return adapt<bound_aten_any_dims_out>(call); }
}

namespace kerf::selected::portable {
// aten::any.out(Tensor self, int dim, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!)
struct aten_any_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, false, Known::no};
  static constexpr NumberFacts keepdim{7, false, Known::no};
  static constexpr TensorFacts out{0x0801, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_any_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, int64_t, bool, Tensor&)> run =
      ::kerf::portable::any_out<aten_any_out>;
};
Error call_aten_any_out(Call& call) { return adapt<bound_aten_any_out>(call); }
}

namespace kerf::selected::portable {
// aten::mean.dtype_out(Tensor self, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!)
struct aten_mean_dtype_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr NumberFacts dtype{7, true, Known::no};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_mean_dtype_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Optional<int64_t>&, Tensor&)> run =
      ::kerf::portable::mean_dtype_out<aten_mean_dtype_out>;
};
Error call_aten_mean_dtype_out(Call& call) { return adapt<bound_aten_mean_dtype_out>(call); }
}

namespace kerf::selected::portable {
// aten::mean.out(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!)
struct aten_mean_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, true, Known::no};
  static constexpr NumberFacts keepdim{7, false, Known::no};
  static constexpr NumberFacts dtype{7, true, Known::no};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_mean_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Optional<Span<const int64_t>>&, bool, const Optional<int64_t>&, Tensor&)> run =
      ::kerf::portable::mean_out<aten_mean_out>;
};
Error call_aten_mean_out(Call& call) { return adapt<bound_aten_mean_out>(call); }
}

namespace kerf::selected::portable {
// aten::prod.int_out(Tensor self, int dim, bool keepdim=False, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!)
struct aten_prod_int_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, false, Known::no};
  static constexpr NumberFacts keepdim{7, false, Known::no};
  static constexpr NumberFacts dtype{7, true, Known::no};
  static constexpr TensorFacts out{0x88ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_prod_int_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, int64_t, bool, const Optional<int64_t>&, Tensor&)> run =
      ::kerf::portable::prod_int_out<aten_prod_int_out>;
};
Error call_aten_prod_int_out(Call& call) { return adapt<bound_aten_prod_int_out>(call); }
}

namespace kerf::selected::portable {
// aten::prod.out(Tensor self, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!)
struct aten_prod_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr NumberFacts dtype{7, true, Known::no};
  static constexpr TensorFacts out{0x88ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_prod_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Optional<int64_t>&, Tensor&)> run =
      ::kerf::portable::prod_out<aten_prod_out>;
};
Error call_aten_prod_out(Call& call) { return adapt<bound_aten_prod_out>(call); }
}

namespace kerf::selected::portable {
// aten::sum.IntList_out(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!)
struct aten_sum_IntList_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, true, Known::no};
  static constexpr NumberFacts keepdim{7, false, Known::no};
  static constexpr NumberFacts dtype{7, true, Known::no};
  static constexpr TensorFacts out{0x8eff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_sum_IntList_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Optional<Span<const int64_t>>&, bool, const Optional<int64_t>&, Tensor&)> run =
      ::kerf::portable::sum_intlist_out<aten_sum_IntList_out>;
};
Error call_aten_sum_IntList_out(Call& call) { return adapt<bound_aten_sum_IntList_out>(call); }
}
// [[[end]]] (sum: 3Aj95PVnHu)
// clang-format on
