// The kernels of portable_creation, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_creation")) ]]]
#include "kernels/portable/creation.h"

namespace kerf::selected::portable {
// aten::arange.out(Scalar end, *, Tensor(a!) out) -> Tensor(a!)
struct aten_arange_out {
  static constexpr NumberFacts end{7, false, Known::no};
  static constexpr TensorFacts out{0xf0ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_arange_out {
  static constexpr FunctionOf<Error(KernelContext&, const Scalar&, Tensor&)> run =
      ::kerf::portable::arange_out<aten_arange_out>;
};
Error call_aten_arange_out(Call& call) { return adapt<bound_aten_arange_out>(call); }
}

namespace kerf::selected::portable {
// aten::arange.start_out(Scalar start, Scalar end, Scalar step=1, *, Tensor(a!) out) -> Tensor(a!)
struct aten_arange_start_out {
  static constexpr NumberFacts start{7, false, Known::no};
  static constexpr NumberFacts end{7, false, Known::no};
  static constexpr NumberFacts step{7, false, Known::no};
  static constexpr TensorFacts out{0xf0ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_arange_start_out {
  static constexpr FunctionOf<Error(KernelContext&, const Scalar&, const Scalar&, const Scalar&, Tensor&)> run =
      ::kerf::portable::arange_start_out<aten_arange_start_out>;
};
Error call_aten_arange_start_out(Call& call) { return adapt<bound_aten_arange_start_out>(call); }
}

namespace kerf::selected::portable {
// aten::empty.out(SymInt[] size, *, MemoryFormat? memory_format=None, Tensor(a!) out) -> Tensor(a!)
struct aten_empty_out {
  static constexpr NumberFacts size{7, false, Known::no};
  static constexpr NumberFacts memory_format{7, true, Known::no};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_empty_out {
  static constexpr FunctionOf<Error(KernelContext&, Span<const int64_t>, const Optional<int64_t>&, Tensor&)> run =
      ::kerf::portable::empty_out<aten_empty_out>;
};
Error call_aten_empty_out(Call& call) { return adapt<bound_aten_empty_out>(call); }
}

namespace kerf::selected::portable {
// aten::fill.Scalar_out(Tensor self, Scalar value, *, Tensor(a!) out) -> Tensor(a!)
struct aten_fill_Scalar_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr NumberFacts value{7, false, Known::no};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_fill_Scalar_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Scalar&, Tensor&)> run =
      ::kerf::portable::fill_scalar_out<aten_fill_Scalar_out>;
};
Error call_aten_fill_Scalar_out(Call& call) { return adapt<bound_aten_fill_Scalar_out>(call); }
}

namespace kerf::selected::portable {
// aten::fill.Tensor_out(Tensor self, Tensor value, *, Tensor(a!) out) -> Tensor(a!)
struct aten_fill_Tensor_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr TensorFacts value{0xfeff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_fill_Tensor_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, Tensor&)> run =
      ::kerf::portable::fill_tensor_out<aten_fill_Tensor_out>;
};
Error call_aten_fill_Tensor_out(Call& call) { return adapt<bound_aten_fill_Tensor_out>(call); }
}

namespace kerf::selected::portable {
// aten::full.out(SymInt[] size, Scalar fill_value, *, Tensor(a!) out) -> Tensor(a!)
struct aten_full_out {
  static constexpr NumberFacts size{7, false, Known::no};
  static constexpr NumberFacts fill_value{7, false, Known::no};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_full_out {
  static constexpr FunctionOf<Error(KernelContext&, Span<const int64_t>, const Scalar&, Tensor&)> run =
      ::kerf::portable::full_out<aten_full_out>;
};
Error call_aten_full_out(Call& call) { return adapt<bound_aten_full_out>(call); }
}

namespace kerf::selected::portable {
// aten::full_like.out(Tensor self, Scalar fill_value, *, MemoryFormat? memory_format=None, Tensor(a!) out) -> Tensor(a!)
struct aten_full_like_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr NumberFacts fill_value{7, false, Known::no};
  static constexpr NumberFacts memory_format{7, true, Known::no};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_full_like_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Scalar&, const Optional<int64_t>&, Tensor&)> run =
      ::kerf::portable::full_like_out<aten_full_like_out>;
};
Error call_aten_full_like_out(Call& call) { return adapt<bound_aten_full_like_out>(call); }
}

namespace kerf::selected::portable {
// aten::ones.out(SymInt[] size, *, Tensor(a!) out) -> Tensor(a!)
struct aten_ones_out {
  static constexpr NumberFacts size{7, false, Known::no};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_ones_out {
  static constexpr FunctionOf<Error(KernelContext&, Span<const int64_t>, Tensor&)> run =
      ::kerf::portable::ones_out<aten_ones_out>;
};
Error call_aten_ones_out(Call& call) { return adapt<bound_aten_ones_out>(call); }
}

namespace kerf::selected::portable {
// aten::scalar_tensor.out(Scalar s, *, Tensor(a!) out) -> Tensor(a!)
struct aten_scalar_tensor_out {
  static constexpr NumberFacts s{7, false, Known::no};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_scalar_tensor_out {
  static constexpr FunctionOf<Error(KernelContext&, const Scalar&, Tensor&)> run =
      ::kerf::portable::scalar_tensor_out<aten_scalar_tensor_out>;
};
Error call_aten_scalar_tensor_out(Call& call) { return adapt<bound_aten_scalar_tensor_out>(call); }
}

namespace kerf::selected::portable {
// aten::zeros.out(SymInt[] size, *, Tensor(a!) out) -> Tensor(a!)
struct aten_zeros_out {
  static constexpr NumberFacts size{7, false, Known::no};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_zeros_out {
  static constexpr FunctionOf<Error(KernelContext&, Span<const int64_t>, Tensor&)> run =
      ::kerf::portable::zeros_out<aten_zeros_out>;
};
Error call_aten_zeros_out(Call& call) { return adapt<bound_aten_zeros_out>(call); }
}

namespace kerf::selected::portable {
// dim_order_ops::_empty_dim_order.out(int[] size, *, int[]? dim_order=None, Tensor(a!) out) -> Tensor(a!)
struct dim_order_ops__empty_dim_order_out {
  static constexpr NumberFacts size{7, false, Known::no};
  static constexpr NumberFacts dim_order{7, true, Known::no};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_dim_order_ops__empty_dim_order_out {
  static constexpr FunctionOf<Error(KernelContext&, Span<const int64_t>, const Optional<Span<const int64_t>>&, Tensor&)> run =
      ::kerf::portable::empty_dim_order_out<dim_order_ops__empty_dim_order_out>;
};
Error call_dim_order_ops__empty_dim_order_out(Call& call) { return adapt<bound_dim_order_ops__empty_dim_order_out>(call); }
}
// [[[end]]] (sum: Bu3GQBvOA8)
// clang-format on
