// The kernels of portable_comparison, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_comparison")) ]]]
#include "kernels/portable/comparison.h"

namespace kerf::selected::portable {
// aten::eq.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)
struct aten_eq_Scalar_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr NumberFacts other{7, false, Known::no};
  static constexpr TensorFacts out{0x0800, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_eq_Scalar_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Scalar&, Tensor&)> run =
      ::kerf::portable::eq_scalar_out<aten_eq_Scalar_out>;
};
Error call_aten_eq_Scalar_out(Call& call) { return adapt<bound_aten_eq_Scalar_out>(call); }
}

namespace kerf::selected::portable {
// aten::eq.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)
struct aten_eq_Tensor_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts other{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x0800, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_eq_Tensor_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, Tensor&)> run =
      ::kerf::portable::eq_tensor_out<aten_eq_Tensor_out>;
};
Error call_aten_eq_Tensor_out(Call& call) { return adapt<bound_aten_eq_Tensor_out>(call); }
}

namespace kerf::selected::portable {
// aten::ge.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)
struct aten_ge_Scalar_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr NumberFacts other{7, false, Known::no};
  static constexpr TensorFacts out{0x0800, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_ge_Scalar_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Scalar&, Tensor&)> run =
      ::kerf::portable::ge_scalar_out<aten_ge_Scalar_out>;
};
Error call_aten_ge_Scalar_out(Call& call) { return adapt<bound_aten_ge_Scalar_out>(call); }
}

namespace kerf::selected::portable {
// aten::ge.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)
struct aten_ge_Tensor_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts other{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x0800, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_ge_Tensor_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, Tensor&)> run =
      ::kerf::portable::ge_tensor_out<aten_ge_Tensor_out>;
};
Error call_aten_ge_Tensor_out(Call& call) { return adapt<bound_aten_ge_Tensor_out>(call); }
}

namespace kerf::selected::portable {
// aten::gt.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)
struct aten_gt_Scalar_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr NumberFacts other{7, false, Known::no};
  static constexpr TensorFacts out{0x0800, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_gt_Scalar_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Scalar&, Tensor&)> run =
      ::kerf::portable::gt_scalar_out<aten_gt_Scalar_out>;
};
Error call_aten_gt_Scalar_out(Call& call) { return adapt<bound_aten_gt_Scalar_out>(call); }
}

namespace kerf::selected::portable {
// aten::gt.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)
struct aten_gt_Tensor_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts other{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x0800, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_gt_Tensor_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, Tensor&)> run =
      ::kerf::portable::gt_tensor_out<aten_gt_Tensor_out>;
};
Error call_aten_gt_Tensor_out(Call& call) { return adapt<bound_aten_gt_Tensor_out>(call); }
}

namespace kerf::selected::portable {
// aten::le.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)
struct aten_le_Scalar_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr NumberFacts other{7, false, Known::no};
  static constexpr TensorFacts out{0x0800, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_le_Scalar_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Scalar&, Tensor&)> run =
      ::kerf::portable::le_scalar_out<aten_le_Scalar_out>;
};
Error call_aten_le_Scalar_out(Call& call) { return adapt<bound_aten_le_Scalar_out>(call); }
}

namespace kerf::selected::portable {
// aten::le.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)
struct aten_le_Tensor_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts other{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x0800, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_le_Tensor_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, Tensor&)> run =
      ::kerf::portable::le_tensor_out<aten_le_Tensor_out>;
};
Error call_aten_le_Tensor_out(Call& call) { return adapt<bound_aten_le_Tensor_out>(call); }
}

namespace kerf::selected::portable {
// aten::lt.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)
struct aten_lt_Scalar_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr NumberFacts other{7, false, Known::no};
  static constexpr TensorFacts out{0x0800, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_lt_Scalar_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Scalar&, Tensor&)> run =
      ::kerf::portable::lt_scalar_out<aten_lt_Scalar_out>;
};
Error call_aten_lt_Scalar_out(Call& call) { return adapt<bound_aten_lt_Scalar_out>(call); }
}

namespace kerf::selected::portable {
// aten::lt.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)
struct aten_lt_Tensor_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts other{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x0800, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_lt_Tensor_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, Tensor&)> run =
      ::kerf::portable::lt_tensor_out<aten_lt_Tensor_out>;
};
Error call_aten_lt_Tensor_out(Call& call) { return adapt<bound_aten_lt_Tensor_out>(call); }
}

namespace kerf::selected::portable {
// aten::ne.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)
struct aten_ne_Scalar_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr NumberFacts other{7, false, Known::no};
  static constexpr TensorFacts out{0x0800, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_ne_Scalar_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Scalar&, Tensor&)> run =
      ::kerf::portable::ne_scalar_out<aten_ne_Scalar_out>;
};
Error call_aten_ne_Scalar_out(Call& call) { return adapt<bound_aten_ne_Scalar_out>(call); }
}

namespace kerf::selected::portable {
// aten::ne.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)
struct aten_ne_Tensor_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts other{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x0800, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_ne_Tensor_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, Tensor&)> run =
      ::kerf::portable::ne_tensor_out<aten_ne_Tensor_out>;
};
Error call_aten_ne_Tensor_out(Call& call) { return adapt<bound_aten_ne_Tensor_out>(call); }
}
// [[[end]]] (sum: +W+9/L+COt)
// clang-format on
