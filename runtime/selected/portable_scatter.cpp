// The kernels of portable_scatter, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_scatter")) ]]]
#include "kernels/portable/scatter.h"

namespace kerf::selected::portable {
// aten::gather.out(Tensor self, int dim, Tensor index, *, bool sparse_grad=False, Tensor(a!) out) -> Tensor(a!)
struct aten_gather_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, false, Known::no};
  static constexpr TensorFacts index{0x0018, 0x1ffff, true, false};
  static constexpr NumberFacts sparse_grad{7, false, Known::no};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_gather_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, int64_t, const Tensor&, bool, Tensor&)> run =
      ::kerf::portable::gather_out<aten_gather_out>;
};
Error call_aten_gather_out(Call& call) { return adapt<bound_aten_gather_out>(call); }
}

namespace kerf::selected::portable {
// aten::scatter.src_out(Tensor self, int dim, Tensor index, Tensor src, *, Tensor(a!) out) -> Tensor(a!)
struct aten_scatter_src_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, false, Known::no};
  static constexpr TensorFacts index{0x0018, 0x1ffff, true, false};
  static constexpr TensorFacts src{0xfeff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_scatter_src_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, int64_t, const Tensor&, const Tensor&, Tensor&)> run =
      ::kerf::portable::scatter_src_out<aten_scatter_src_out>;
};
Error call_aten_scatter_src_out(Call& call) { return adapt<bound_aten_scatter_src_out>(call); }
}

namespace kerf::selected::portable {
// aten::scatter.value_out(Tensor self, int dim, Tensor index, Scalar value, *, Tensor(a!) out) -> Tensor(a!)
struct aten_scatter_value_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, false, Known::no};
  static constexpr TensorFacts index{0x0018, 0x1ffff, true, false};
  static constexpr NumberFacts value{7, false, Known::no};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_scatter_value_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, int64_t, const Tensor&, const Scalar&, Tensor&)> run =
      ::kerf::portable::scatter_value_out<aten_scatter_value_out>;
};
Error call_aten_scatter_value_out(Call& call) { return adapt<bound_aten_scatter_value_out>(call); }
}

namespace kerf::selected::portable {
// aten::scatter_add.out(Tensor self, int dim, Tensor index, Tensor src, *, Tensor(a!) out) -> Tensor(a!)
struct aten_scatter_add_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, false, Known::no};
  static constexpr TensorFacts index{0x0018, 0x1ffff, true, false};
  static constexpr TensorFacts src{0xfeff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_scatter_add_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, int64_t, const Tensor&, const Tensor&, Tensor&)> run =
      ::kerf::portable::scatter_add_out<aten_scatter_add_out>;
};
Error call_aten_scatter_add_out(Call& call) { return adapt<bound_aten_scatter_add_out>(call); }
}

namespace kerf::selected::portable {
// aten::scatter_reduce.two_out(Tensor self, int dim, Tensor index, Tensor src, str reduce, *, bool include_self=True, Tensor(a!) out) -> Tensor(a!)
struct aten_scatter_reduce_two_out {
  static constexpr TensorFacts self{0x80ff, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, false, Known::no};
  static constexpr TensorFacts index{0x0018, 0x1ffff, true, false};
  static constexpr TensorFacts src{0x80ff, 0x1ffff, true, false};
  static constexpr NumberFacts reduce{7, false, Known::no};
  static constexpr NumberFacts include_self{7, false, Known::no};
  static constexpr TensorFacts out{0x80ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_scatter_reduce_two_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, int64_t, const Tensor&, const Tensor&, Span<const char>, bool, Tensor&)> run =
      ::kerf::portable::scatter_reduce_two_out<aten_scatter_reduce_two_out>;
};
Error call_aten_scatter_reduce_two_out(Call& call) { return adapt<bound_aten_scatter_reduce_two_out>(call); }
}
// [[[end]]] (sum: siWZNcDCBK)
// clang-format on
