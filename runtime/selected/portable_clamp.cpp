// The kernels of portable_clamp, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_clamp")) ]]]
#include "kernels/portable/clamp.h"

namespace kerf::selected::portable {
// aten::clamp.Tensor_out(Tensor self, Tensor? min=None, Tensor? max=None, *, Tensor(a!) out) -> Tensor(a!)
struct aten_clamp_Tensor_out {
  static constexpr TensorFacts self{0x88ff, 0x1ffff, true, false};
  static constexpr TensorFacts min{0x88ff, 0x1ffff, true, true};
  static constexpr TensorFacts max{0x88ff, 0x1ffff, true, true};
  static constexpr TensorFacts out{0x88ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_clamp_Tensor_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Optional<Tensor>&, const Optional<Tensor>&, Tensor&)> run =
      ::kerf::portable::clamp_tensor_out<aten_clamp_Tensor_out>;
};
Error call_aten_clamp_Tensor_out(Call& call) { return adapt<bound_aten_clamp_Tensor_out>(call); }
}

namespace kerf::selected::portable {
// aten::clamp.out(Tensor self, Scalar? min=None, Scalar? max=None, *, Tensor(a!) out) -> Tensor(a!)
struct aten_clamp_out {
  static constexpr TensorFacts self{0x88ff, 0x1ffff, true, false};
  static constexpr NumberFacts min{7, true, Known::no};
  static constexpr NumberFacts max{7, true, Known::no};
  static constexpr TensorFacts out{0x80ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_clamp_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Optional<Scalar>&, const Optional<Scalar>&, Tensor&)> run =
      ::kerf::portable::clamp_out<aten_clamp_out>;
};
Error call_aten_clamp_out(Call& call) { return adapt<bound_aten_clamp_out>(call); }
}

namespace kerf::selected::portable {
// aten::hardtanh.out(Tensor self, Scalar min_val=-1, Scalar max_val=1, *, Tensor(a!) out) -> Tensor(a!)
struct aten_hardtanh_out {
  static constexpr TensorFacts self{0xf0ff, 0x1ffff, true, false};
  static constexpr NumberFacts min_val{7, false, Known::no};
  static constexpr NumberFacts max_val{7, false, Known::no};
  static constexpr TensorFacts out{0xf0ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_hardtanh_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Scalar&, const Scalar&, Tensor&)> run =
      ::kerf::portable::hardtanh_out<aten_hardtanh_out>;
};
Error call_aten_hardtanh_out(Call& call) { return adapt<bound_aten_hardtanh_out>(call); }
}

namespace kerf::selected::portable {
// aten::maximum.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)
struct aten_maximum_out {
  static constexpr TensorFacts self{0x88ff, 0x1ffff, true, false};
  static constexpr TensorFacts other{0x88ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x88ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_maximum_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, Tensor&)> run =
      ::kerf::portable::maximum_out<aten_maximum_out>;
};
Error call_aten_maximum_out(Call& call) { return adapt<bound_aten_maximum_out>(call); }
}

namespace kerf::selected::portable {
// aten::minimum.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)
struct aten_minimum_out {
  static constexpr TensorFacts self{0x88ff, 0x1ffff, true, false};
  static constexpr TensorFacts other{0x88ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x88ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_minimum_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, Tensor&)> run =
      ::kerf::portable::minimum_out<aten_minimum_out>;
};
Error call_aten_minimum_out(Call& call) { return adapt<bound_aten_minimum_out>(call); }
}

namespace kerf::selected::portable {
// aten::relu.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
struct aten_relu_out {
  static constexpr TensorFacts self{0xf0ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0xf0ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_relu_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::portable::relu_out<aten_relu_out>;
};
Error call_aten_relu_out(Call& call) { return adapt<bound_aten_relu_out>(call); }
}
// [[[end]]] (sum: dQGBKma5Ih)
// clang-format on
