// The kernels of portable_copies, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_copies")) ]]]
#include "kernels/portable/copies.h"

namespace kerf::selected::portable {
// aten::_to_copy.out(Tensor self, *, bool non_blocking=False, MemoryFormat? memory_format=None, Tensor(a!) out) -> Tensor(a!)
struct aten__to_copy_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr NumberFacts non_blocking{7, false, Known::no};
  static constexpr NumberFacts memory_format{7, true, Known::no};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten__to_copy_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, bool, const Optional<int64_t>&, Tensor&)> run =
      ::kerf::portable::to_copy_out<aten__to_copy_out>;
};
Error call_aten__to_copy_out(Call& call) { return adapt<bound_aten__to_copy_out>(call); }
}

namespace kerf::selected::portable {
// aten::alias_copy.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
struct aten_alias_copy_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_alias_copy_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::portable::alias_copy_out<aten_alias_copy_out>;
};
Error call_aten_alias_copy_out(Call& call) { return adapt<bound_aten_alias_copy_out>(call); }
}

namespace kerf::selected::portable {
// aten::clone.out(Tensor self, *, MemoryFormat? memory_format=None, Tensor(a!) out) -> Tensor(a!)
struct aten_clone_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr NumberFacts memory_format{7, true, Known::no};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_clone_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Optional<int64_t>&, Tensor&)> run =
      ::kerf::portable::clone_out<aten_clone_out>;
};
Error call_aten_clone_out(Call& call) { return adapt<bound_aten_clone_out>(call); }
}

namespace kerf::selected::portable {
// aten::copy.out(Tensor self, Tensor src, bool non_blocking=False, *, Tensor(a!) out) -> Tensor(a!)
struct aten_copy_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr TensorFacts src{0xfeff, 0x1ffff, true, false};
  static constexpr NumberFacts non_blocking{7, false, Known::no};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_copy_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, bool, Tensor&)> run =
      ::kerf::portable::copy_out<aten_copy_out>;
};
Error call_aten_copy_out(Call& call) { return adapt<bound_aten_copy_out>(call); }
}

namespace kerf::selected::portable {
// aten::copy_(Tensor(a!) self, Tensor src, bool non_blocking=False) -> Tensor(a!)
struct aten_copy_ {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr TensorFacts src{0xfeff, 0x1ffff, true, false};
  static constexpr NumberFacts non_blocking{7, false, Known::no};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_copy_ {
  static constexpr FunctionOf<Error(KernelContext&, Tensor&, const Tensor&, bool)> run =
      ::kerf::portable::copy_<aten_copy_>;
};
Error call_aten_copy_(Call& call) { return adapt<bound_aten_copy_>(call); }
}

namespace kerf::selected::portable {
// aten::detach_copy.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
struct aten_detach_copy_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_detach_copy_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::portable::detach_copy_out<aten_detach_copy_out>;
};
Error call_aten_detach_copy_out(Call& call) { return adapt<bound_aten_detach_copy_out>(call); }
}

namespace kerf::selected::portable {
// aten::lift_fresh_copy.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
struct aten_lift_fresh_copy_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_lift_fresh_copy_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::portable::lift_fresh_copy_out<aten_lift_fresh_copy_out>;
};
Error call_aten_lift_fresh_copy_out(Call& call) { return adapt<bound_aten_lift_fresh_copy_out>(call); }
}

namespace kerf::selected::portable {
// dim_order_ops::_clone_dim_order.out(Tensor self, *, bool non_blocking=False, int[]? dim_order=None, Tensor(a!) out) -> Tensor(a!)
struct dim_order_ops__clone_dim_order_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr NumberFacts non_blocking{7, false, Known::no};
  static constexpr NumberFacts dim_order{7, true, Known::no};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_dim_order_ops__clone_dim_order_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, bool, const Optional<Span<const int64_t>>&, Tensor&)> run =
      ::kerf::portable::clone_dim_order_out<dim_order_ops__clone_dim_order_out>;
};
Error call_dim_order_ops__clone_dim_order_out(Call& call) { return adapt<bound_dim_order_ops__clone_dim_order_out>(call); }
}

namespace kerf::selected::portable {
// dim_order_ops::_to_dim_order_copy.out(Tensor self, *, bool non_blocking=False, int[]? dim_order=None, Tensor(a!) out) -> Tensor(a!)
struct dim_order_ops__to_dim_order_copy_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr NumberFacts non_blocking{7, false, Known::no};
  static constexpr NumberFacts dim_order{7, true, Known::no};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_dim_order_ops__to_dim_order_copy_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, bool, const Optional<Span<const int64_t>>&, Tensor&)> run =
      ::kerf::portable::to_dim_order_copy_out<dim_order_ops__to_dim_order_copy_out>;
};
Error call_dim_order_ops__to_dim_order_copy_out(Call& call) { return adapt<bound_dim_order_ops__to_dim_order_copy_out>(call); }
}
// [[[end]]] (sum: L66z6icyXH)
// clang-format on
