// The kernels of portable_activations, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_activations")) ]]]
#include "kernels/portable/activations.h"

namespace kerf::selected::portable {
// aten::elu.out(Tensor self, Scalar alpha=1, Scalar scale=1, Scalar input_scale=1, *, Tensor(a!) out) -> Tensor(a!)
struct aten_elu_out {
  static constexpr TensorFacts self{0x80e0, 0x1ffff, true, false};
  static constexpr NumberFacts alpha{7, false, Known::no};
  static constexpr NumberFacts scale{7, false, Known::no};
  static constexpr NumberFacts input_scale{7, false, Known::no};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_elu_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Scalar&, const Scalar&, const Scalar&, Tensor&)> run =
      ::kerf::portable::elu_out<aten_elu_out>;
};
Error call_aten_elu_out(Call& call) { return adapt<bound_aten_elu_out>(call); }
}

namespace kerf::selected::portable {
// aten::gelu.out(Tensor self, *, str approximate='none', Tensor(a!) out) -> Tensor(a!)
struct aten_gelu_out {
  static constexpr TensorFacts self{0x80e0, 0x1ffff, true, false};
  static constexpr NumberFacts approximate{7, false, Known::no};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_gelu_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Span<const char>, Tensor&)> run =
      ::kerf::portable::gelu_out<aten_gelu_out>;
};
Error call_aten_gelu_out(Call& call) { return adapt<bound_aten_gelu_out>(call); }
}

namespace kerf::selected::portable {
// aten::glu.out(Tensor self, int dim=-1, *, Tensor(a!) out) -> Tensor(a!)
struct aten_glu_out {
  static constexpr TensorFacts self{0x80e0, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, false, Known::no};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_glu_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, int64_t, Tensor&)> run =
      ::kerf::portable::glu_out<aten_glu_out>;
};
Error call_aten_glu_out(Call& call) { return adapt<bound_aten_glu_out>(call); }
}

namespace kerf::selected::portable {
// aten::leaky_relu.out(Tensor self, Scalar negative_slope=0.01, *, Tensor(a!) out) -> Tensor(a!)
struct aten_leaky_relu_out {
  static constexpr TensorFacts self{0x80e0, 0x1ffff, true, false};
  static constexpr NumberFacts negative_slope{7, false, Known::no};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_leaky_relu_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Scalar&, Tensor&)> run =
      ::kerf::portable::leaky_relu_out<aten_leaky_relu_out>;
};
Error call_aten_leaky_relu_out(Call& call) { return adapt<bound_aten_leaky_relu_out>(call); }
}

namespace kerf::selected::portable {
// aten::logit.out(Tensor self, float? eps=None, *, Tensor(a!) out) -> Tensor(a!)
struct aten_logit_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr NumberFacts eps{7, true, Known::no};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_logit_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Optional<double>&, Tensor&)> run =
      ::kerf::portable::logit_out<aten_logit_out>;
};
Error call_aten_logit_out(Call& call) { return adapt<bound_aten_logit_out>(call); }
}

namespace kerf::selected::portable {
// aten::sigmoid.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
struct aten_sigmoid_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_sigmoid_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::portable::sigmoid_out<aten_sigmoid_out>;
};
Error call_aten_sigmoid_out(Call& call) { return adapt<bound_aten_sigmoid_out>(call); }
}
// [[[end]]] (sum: xzPak498Xe)
// clang-format on
