// The kernels of portable_variance, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_variance")) ]]]
#include "kernels/portable/variance.h"

namespace kerf::selected::portable {
// aten::std.correction_out(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False, Tensor(a!) out) -> Tensor(a!)
struct aten_std_correction_out {
  static constexpr TensorFacts self{0x80e0, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, true, Known::no};
  static constexpr NumberFacts correction{7, true, Known::no};
  static constexpr NumberFacts keepdim{7, false, Known::no};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_std_correction_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Optional<Span<const int64_t>>&, const Optional<Scalar>&, bool, Tensor&)> run =
      ::kerf::portable::std_correction_out<aten_std_correction_out>;
};
Error call_aten_std_correction_out(Call& call) { return adapt<bound_aten_std_correction_out>(call); }
}

namespace kerf::selected::portable {
// aten::std.out(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!)
struct aten_std_out {
  static constexpr TensorFacts self{0x80e0, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, true, Known::no};
  static constexpr NumberFacts unbiased{7, false, Known::no};
  static constexpr NumberFacts keepdim{7, false, Known::no};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_std_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Optional<Span<const int64_t>>&, bool, bool, Tensor&)> run =
      ::kerf::portable::std_out<aten_std_out>;
};
Error call_aten_std_out(Call& call) { return adapt<bound_aten_std_out>(call); }
}

namespace kerf::selected::portable {
// aten::var.correction_out(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False, Tensor(a!) out) -> Tensor(a!)
struct aten_var_correction_out {
  static constexpr TensorFacts self{0x80e0, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, true, Known::no};
  static constexpr NumberFacts correction{7, true, Known::no};
  static constexpr NumberFacts keepdim{7, false, Known::no};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_var_correction_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Optional<Span<const int64_t>>&, const Optional<Scalar>&, bool, Tensor&)> run =
      ::kerf::portable::var_correction_out<aten_var_correction_out>;
};
Error call_aten_var_correction_out(Call& call) { return adapt<bound_aten_var_correction_out>(call); }
}

namespace kerf::selected::portable {
// aten::var.out(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!)
struct aten_var_out {
  static constexpr TensorFacts self{0x80e0, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, true, Known::no};
  static constexpr NumberFacts unbiased{7, false, Known::no};
  static constexpr NumberFacts keepdim{7, false, Known::no};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_var_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Optional<Span<const int64_t>>&, bool, bool, Tensor&)> run =
      ::kerf::portable::var_out<aten_var_out>;
};
Error call_aten_var_out(Call& call) { return adapt<bound_aten_var_out>(call); }
}

namespace kerf::selected::portable {
// aten::var_mean.correction_out(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False, Tensor(a!) out0, Tensor(b!) out1) -> (Tensor(a!), Tensor(b!))
struct aten_var_mean_correction_out {
  static constexpr TensorFacts self{0x80e0, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, true, Known::no};
  static constexpr NumberFacts correction{7, true, Known::no};
  static constexpr NumberFacts keepdim{7, false, Known::no};
  static constexpr TensorFacts out0{0x80e0, 0x1ffff, true, false};
  static constexpr TensorFacts out1{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_var_mean_correction_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Optional<Span<const int64_t>>&, const Optional<Scalar>&, bool, Tensor&, Tensor&)> run =
      ::kerf::portable::var_mean_correction_out<aten_var_mean_correction_out>;
};
Error call_aten_var_mean_correction_out(Call& call) { return adapt<bound_aten_var_mean_correction_out>(call); }
}
// [[[end]]] (sum: Go2IKTvv0/)
// clang-format on
