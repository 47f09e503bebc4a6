// The kernels of portable_masking, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_masking")) ]]]
#include "kernels/portable/masking.h"

namespace kerf::selected::portable {
// aten::masked_fill.Scalar_out(Tensor self, Tensor mask, Scalar value, *, Tensor(a!) out) -> Tensor(a!)
struct aten_masked_fill_Scalar_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr TensorFacts mask{0x0800, 0x1ffff, true, false};
  static constexpr NumberFacts value{7, false, Known::no};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_masked_fill_Scalar_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, const Scalar&, Tensor&)> run =
      ::kerf::portable::masked_fill_scalar_out<aten_masked_fill_Scalar_out>;
};
Error call_aten_masked_fill_Scalar_out(Call& call) { return adapt<bound_aten_masked_fill_Scalar_out>(call); }
}

namespace kerf::selected::portable {
// aten::masked_fill.Tensor_out(Tensor self, Tensor mask, Tensor value, *, Tensor(a!) out) -> Tensor(a!)
struct aten_masked_fill_Tensor_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr TensorFacts mask{0x0800, 0x1ffff, true, false};
  static constexpr TensorFacts value{0xfeff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_masked_fill_Tensor_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, const Tensor&, Tensor&)> run =
      ::kerf::portable::masked_fill_tensor_out<aten_masked_fill_Tensor_out>;
};
Error call_aten_masked_fill_Tensor_out(Call& call) { return adapt<bound_aten_masked_fill_Tensor_out>(call); }
}

namespace kerf::selected::portable {
// aten::masked_scatter.out(Tensor self, Tensor mask, Tensor source, *, Tensor(a!) out) -> Tensor(a!)
struct aten_masked_scatter_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr TensorFacts mask{0x0800, 0x1ffff, true, false};
  static constexpr TensorFacts source{0xfeff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_masked_scatter_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, const Tensor&, Tensor&)> run =
      ::kerf::portable::masked_scatter_out<aten_masked_scatter_out>;
};
Error call_aten_masked_scatter_out(Call& call) { return adapt<bound_aten_masked_scatter_out>(call); }
}

namespace kerf::selected::portable {
// aten::masked_select.out(Tensor self, Tensor mask, *, Tensor(a!) out) -> Tensor(a!)
struct aten_masked_select_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr TensorFacts mask{0x0800, 0x1ffff, true, false};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_masked_select_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, Tensor&)> run =
      ::kerf::portable::masked_select_out<aten_masked_select_out>;
};
Error call_aten_masked_select_out(Call& call) { return adapt<bound_aten_masked_select_out>(call); }
}

namespace kerf::selected::portable {
// aten::nonzero.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
struct aten_nonzero_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x0010, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_nonzero_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::portable::nonzero_out<aten_nonzero_out>;
};
Error call_aten_nonzero_out(Call& call) { return adapt<bound_aten_nonzero_out>(call); }
}
// [[[end]]] (sum: N+dotkzjdA)
// clang-format on
