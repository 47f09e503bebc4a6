// The kernels of portable_arithmetic, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_arithmetic")) ]]]
#include "kernels/portable/arithmetic.h"

namespace kerf::selected::portable {
// aten::add.Scalar_out(Tensor self, Scalar other, Scalar alpha=1, *, Tensor(a!) out) -> Tensor(a!)
struct aten_add_Scalar_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr NumberFacts other{7, false, Known::no};
  static constexpr NumberFacts alpha{7, false, Known::no};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_add_Scalar_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Scalar&, const Scalar&, Tensor&)> run =
      ::kerf::portable::add_scalar_out<aten_add_Scalar_out>;
};
Error call_aten_add_Scalar_out(Call& call) { return adapt<bound_aten_add_Scalar_out>(call); }
}

namespace kerf::selected::portable {
// aten::add.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)
struct aten_add_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr TensorFacts other{0xfeff, 0x1ffff, true, false};
  static constexpr NumberFacts alpha{7, false, Known::no};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_add_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, const Scalar&, Tensor&)> run =
      ::kerf::portable::add_out<aten_add_out>;
};
Error call_aten_add_out(Call& call) { return adapt<bound_aten_add_out>(call); }
}

namespace kerf::selected::portable {
// aten::mul.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)
struct aten_mul_Scalar_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr NumberFacts other{7, false, Known::no};
  static constexpr TensorFacts out{0xf8ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_mul_Scalar_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Scalar&, Tensor&)> run =
      ::kerf::portable::mul_scalar_out<aten_mul_Scalar_out>;
};
Error call_aten_mul_Scalar_out(Call& call) { return adapt<bound_aten_mul_Scalar_out>(call); }
}

namespace kerf::selected::portable {
// aten::mul.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)
struct aten_mul_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr TensorFacts other{0xfeff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_mul_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, Tensor&)> run =
      ::kerf::portable::mul_out<aten_mul_out>;
};
Error call_aten_mul_out(Call& call) { return adapt<bound_aten_mul_out>(call); }
}

namespace kerf::selected::portable {
// aten::rsub.Scalar_out(Tensor self, Scalar other, Scalar alpha=1, *, Tensor(a!) out) -> Tensor(a!)
struct aten_rsub_Scalar_out {
  static constexpr TensorFacts self{0x80ff, 0x1ffff, true, false};
  static constexpr NumberFacts other{7, false, Known::no};
  static constexpr NumberFacts alpha{7, false, Known::no};
  static constexpr TensorFacts out{0x80ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_rsub_Scalar_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Scalar&, const Scalar&, Tensor&)> run =
      ::kerf::portable::rsub_scalar_out<aten_rsub_Scalar_out>;
};
Error call_aten_rsub_Scalar_out(Call& call) { return adapt<bound_aten_rsub_Scalar_out>(call); }
}

namespace kerf::selected::portable {
// aten::sub.Scalar_out(Tensor self, Scalar other, Scalar alpha=1, *, Tensor(a!) out) -> Tensor(a!)
struct aten_sub_Scalar_out {
  static constexpr TensorFacts self{0x80ff, 0x1ffff, true, false};
  static constexpr NumberFacts other{7, false, Known::no};
  static constexpr NumberFacts alpha{7, false, Known::no};
  static constexpr TensorFacts out{0x80ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_sub_Scalar_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Scalar&, const Scalar&, Tensor&)> run =
      ::kerf::portable::sub_scalar_out<aten_sub_Scalar_out>;
};
Error call_aten_sub_Scalar_out(Call& call) { return adapt<bound_aten_sub_Scalar_out>(call); }
}

namespace kerf::selected::portable {
// aten::sub.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)
struct aten_sub_out {
  static constexpr TensorFacts self{0x80ff, 0x1ffff, true, false};
  static constexpr TensorFacts other{0x80ff, 0x1ffff, true, false};
  static constexpr NumberFacts alpha{7, false, Known::no};
  static constexpr TensorFacts out{0x80ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_sub_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, const Scalar&, Tensor&)> run =
      ::kerf::portable::sub_out<aten_sub_out>;
};
Error call_aten_sub_out(Call& call) { return adapt<bound_aten_sub_out>(call); }
}
// [[[end]]] (sum: mMsw4Azk6E)
// clang-format on
