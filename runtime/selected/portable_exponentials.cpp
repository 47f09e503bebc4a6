// The kernels of portable_exponentials, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_exponentials")) ]]]
#include "kernels/portable/exponentials.h"

namespace kerf::selected::portable {
// aten::exp.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
struct aten_exp_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_exp_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::portable::exp_out<aten_exp_out>;
};
Error call_aten_exp_out(Call& call) { return adapt<bound_aten_exp_out>(call); }
}

namespace kerf::selected::portable {
// aten::expm1.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
struct aten_expm1_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_expm1_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::portable::expm1_out<aten_expm1_out>;
};
Error call_aten_expm1_out(Call& call) { return adapt<bound_aten_expm1_out>(call); }
}

namespace kerf::selected::portable {
// aten::log.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
struct aten_log_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_log_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::portable::log_out<aten_log_out>;
};
Error call_aten_log_out(Call& call) { return adapt<bound_aten_log_out>(call); }
}

namespace kerf::selected::portable {
// aten::log10.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
struct aten_log10_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_log10_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::portable::log10_out<aten_log10_out>;
};
Error call_aten_log10_out(Call& call) { return adapt<bound_aten_log10_out>(call); }
}

namespace kerf::selected::portable {
// aten::log1p.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
struct aten_log1p_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_log1p_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::portable::log1p_out<aten_log1p_out>;
};
Error call_aten_log1p_out(Call& call) { return adapt<bound_aten_log1p_out>(call); }
}

namespace kerf::selected::portable {
// aten::log2.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
struct aten_log2_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_log2_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::portable::log2_out<aten_log2_out>;
};
Error call_aten_log2_out(Call& call) { return adapt<bound_aten_log2_out>(call); }
}

namespace kerf::selected::portable {
// aten::reciprocal.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
struct aten_reciprocal_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_reciprocal_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::portable::reciprocal_out<aten_reciprocal_out>;
};
Error call_aten_reciprocal_out(Call& call) { return adapt<bound_aten_reciprocal_out>(call); }
}

namespace kerf::selected::portable {
// aten::rsqrt.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
struct aten_rsqrt_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_rsqrt_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::portable::rsqrt_out<aten_rsqrt_out>;
};
Error call_aten_rsqrt_out(Call& call) { return adapt<bound_aten_rsqrt_out>(call); }
}

namespace kerf::selected::portable {
// aten::sqrt.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
struct aten_sqrt_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_sqrt_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::portable::sqrt_out<aten_sqrt_out>;
};
Error call_aten_sqrt_out(Call& call) { return adapt<bound_aten_sqrt_out>(call); }
}
// [[[end]]] (sum: JZj5k8FBAs)
// clang-format on
