// The kernels of portable_normalization, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_normalization")) ]]]
#include "kernels/portable/normalization.h"

namespace kerf::selected::portable {
// aten::_native_batch_norm_legit.no_stats_out(Tensor input, Tensor? weight, Tensor? bias, bool training, float momentum, float eps, *, Tensor(a!) out, Tensor(b!) save_mean, Tensor(c!) save_invstd) -> (Tensor(a!), Tensor(b!), Tensor(c!))
struct aten__native_batch_norm_legit_no_stats_out {
  static constexpr TensorFacts input{0x80e0, 0x1ffff, true, false};
  static constexpr TensorFacts weight{0x80e0, 0x1ffff, true, true};
  static constexpr TensorFacts bias{0x80e0, 0x1ffff, true, true};
  static constexpr NumberFacts training{7, false, Known::no};
  static constexpr NumberFacts momentum{7, false, Known::no};
  static constexpr NumberFacts eps{7, false, Known::no};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TensorFacts save_mean{0x80e0, 0x1ffff, true, false};
  static constexpr TensorFacts save_invstd{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten__native_batch_norm_legit_no_stats_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Optional<Tensor>&, const Optional<Tensor>&, bool, double, double, Tensor&, Tensor&, Tensor&)> run =
      ::kerf::portable::native_batch_norm_legit_no_stats_out<aten__native_batch_norm_legit_no_stats_out>;
};
Error call_aten__native_batch_norm_legit_no_stats_out(Call& call) { return adapt<bound_aten__native_batch_norm_legit_no_stats_out>(call); }
}

namespace kerf::selected::portable {
// aten::_native_batch_norm_legit.out(Tensor input, Tensor? weight, Tensor? bias, Tensor(a!) running_mean, Tensor(b!) running_var, bool training, float momentum, float eps, *, Tensor(d!) out, Tensor(e!) save_mean, Tensor(f!) save_invstd) -> (Tensor(d!), Tensor(e!), Tensor(f!))
struct aten__native_batch_norm_legit_out {
  static constexpr TensorFacts input{0x80e0, 0x1ffff, true, false};
  static constexpr TensorFacts weight{0x80e0, 0x1ffff, true, true};
  static constexpr TensorFacts bias{0x80e0, 0x1ffff, true, true};
  static constexpr TensorFacts running_mean{0x80e0, 0x1ffff, true, false};
  static constexpr TensorFacts running_var{0x80e0, 0x1ffff, true, false};
  static constexpr NumberFacts training{7, false, Known::no};
  static constexpr NumberFacts momentum{7, false, Known::no};
  static constexpr NumberFacts eps{7, false, Known::no};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TensorFacts save_mean{0x80e0, 0x1ffff, true, false};
  static constexpr TensorFacts save_invstd{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten__native_batch_norm_legit_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Optional<Tensor>&, const Optional<Tensor>&, Tensor&, Tensor&, bool, double, double, Tensor&, Tensor&, Tensor&)> run =
      ::kerf::portable::native_batch_norm_legit_out<aten__native_batch_norm_legit_out>;
};
Error call_aten__native_batch_norm_legit_out(Call& call) { return adapt<bound_aten__native_batch_norm_legit_out>(call); }
}

namespace kerf::selected::portable {
// aten::_native_batch_norm_legit_no_training.out(Tensor input, Tensor? weight, Tensor? bias, Tensor running_mean, Tensor running_var, float momentum, float eps, *, Tensor(a!) out0, Tensor(b!) out1, Tensor(c!) out2) -> (Tensor(a!), Tensor(b!), Tensor(c!))
struct aten__native_batch_norm_legit_no_training_out {
  static constexpr TensorFacts input{0x80e0, 0x1ffff, true, false};
  static constexpr TensorFacts weight{0x80e0, 0x1ffff, true, true};
  static constexpr TensorFacts bias{0x80e0, 0x1ffff, true, true};
  static constexpr TensorFacts running_mean{0x80e0, 0x1ffff, true, false};
  static constexpr TensorFacts running_var{0x80e0, 0x1ffff, true, false};
  static constexpr NumberFacts momentum{7, false, Known::no};
  static constexpr NumberFacts eps{7, false, Known::no};
  static constexpr TensorFacts out0{0x80e0, 0x1ffff, true, false};
  static constexpr TensorFacts out1{0x80e0, 0x1ffff, true, false};
  static constexpr TensorFacts out2{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten__native_batch_norm_legit_no_training_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Optional<Tensor>&, const Optional<Tensor>&, const Tensor&, const Tensor&, double, double, Tensor&, Tensor&, Tensor&)> run =
      ::kerf::portable::native_batch_norm_legit_no_training_out<aten__native_batch_norm_legit_no_training_out>;
};
Error call_aten__native_batch_norm_legit_no_training_out(Call& call) { return adapt<bound_aten__native_batch_norm_legit_no_training_out>(call); }
}

namespace kerf::selected::portable {
// aten::native_group_norm.out(Tensor input, Tensor? weight, Tensor? bias, SymInt N, SymInt C, SymInt HxW, int group, float eps, *, Tensor(a!) out0, Tensor(b!) out1, Tensor(c!) out2) -> (Tensor(a!), Tensor(b!), Tensor(c!))
struct aten_native_group_norm_out {
  static constexpr TensorFacts input{0x80e0, 0x1ffff, true, false};
  static constexpr TensorFacts weight{0x80e0, 0x1ffff, true, true};
  static constexpr TensorFacts bias{0x80e0, 0x1ffff, true, true};
  static constexpr NumberFacts N{7, false, Known::no};
  static constexpr NumberFacts C{7, false, Known::no};
  static constexpr NumberFacts HxW{7, false, Known::no};
  static constexpr NumberFacts group{7, false, Known::no};
  static constexpr NumberFacts eps{7, false, Known::no};
  static constexpr TensorFacts out0{0x80e0, 0x1ffff, true, false};
  static constexpr TensorFacts out1{0x80e0, 0x1ffff, true, false};
  static constexpr TensorFacts out2{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_native_group_norm_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Optional<Tensor>&, const Optional<Tensor>&, int64_t, int64_t, int64_t, int64_t, double, Tensor&, Tensor&, Tensor&)> run =
      ::kerf::portable::native_group_norm_out<aten_native_group_norm_out>;
};
Error call_aten_native_group_norm_out(Call& call) { return adapt<bound_aten_native_group_norm_out>(call); }
}

namespace kerf::selected::portable {
// aten::native_layer_norm.out(Tensor input, SymInt[] normalized_shape, Tensor? weight, Tensor? bias, float eps, *, Tensor(a!) out0, Tensor(b!) out1, Tensor(c!) out2) -> (Tensor(a!), Tensor(b!), Tensor(c!))
struct aten_native_layer_norm_out {
  static constexpr TensorFacts input{0x80e0, 0x1ffff, true, false};
  static constexpr NumberFacts normalized_shape{7, false, Known::no};
  static constexpr TensorFacts weight{0x80e0, 0x1ffff, true, true};
  static constexpr TensorFacts bias{0x80e0, 0x1ffff, true, true};
  static constexpr NumberFacts eps{7, false, Known::no};
  static constexpr TensorFacts out0{0x80e0, 0x1ffff, true, false};
  static constexpr TensorFacts out1{0x80e0, 0x1ffff, true, false};
  static constexpr TensorFacts out2{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_native_layer_norm_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Span<const int64_t>, const Optional<Tensor>&, const Optional<Tensor>&, double, Tensor&, Tensor&, Tensor&)> run =
      ::kerf::portable::native_layer_norm_out<aten_native_layer_norm_out>;
};
Error call_aten_native_layer_norm_out(Call& call) { return adapt<bound_aten_native_layer_norm_out>(call); }
}
// [[[end]]] (sum: UrsPH9IRdH)
// clang-format on
