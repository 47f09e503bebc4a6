// The kernels of portable_random, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_random")) ]]]
#include "kernels/portable/random.h"

namespace kerf::selected::portable {
// aten::native_dropout.out(Tensor input, float p, bool? train, *, Tensor(a!) out0, Tensor(b!) out1) -> (Tensor(a!), Tensor(b!))
struct aten_native_dropout_out {
  static constexpr TensorFacts input{0x80e0, 0x1ffff, true, false};
  static constexpr NumberFacts p{7, false, Known::no};
  static constexpr NumberFacts train{7, true, Known::no};
  static constexpr TensorFacts out0{0x80e0, 0x1ffff, true, false};
  static constexpr TensorFacts out1{0x0800, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_native_dropout_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, double, const Optional<bool>&, Tensor&, Tensor&)> run =
      ::kerf::portable::native_dropout_out<aten_native_dropout_out>;
};
Error call_aten_native_dropout_out(Call& call) { return adapt<bound_aten_native_dropout_out>(call); }
}

namespace kerf::selected::portable {
// aten::rand.out(SymInt[] size, *, Tensor(a!) out) -> Tensor(a!)
struct aten_rand_out {
  static constexpr NumberFacts size{7, false, Known::no};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_rand_out {
  static constexpr FunctionOf<Error(KernelContext&, Span<const int64_t>, Tensor&)> run =
      ::kerf::portable::rand_out<aten_rand_out>;
};
Error call_aten_rand_out(Call& call) { return adapt<bound_aten_rand_out>(call); }
}

namespace kerf::selected::portable {
// aten::randn.out(SymInt[] size, *, Tensor(a!) out) -> Tensor(a!)
struct aten_randn_out {
  static constexpr NumberFacts size{7, false, Known::no};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_randn_out {
  static constexpr FunctionOf<Error(KernelContext&, Span<const int64_t>, Tensor&)> run =
      ::kerf::portable::randn_out<aten_randn_out>;
};
Error call_aten_randn_out(Call& call) { return adapt<bound_aten_randn_out>(call); }
}

namespace kerf::selected::portable {
// aten::randn_like.out(Tensor self, *, MemoryFormat? memory_format=None, Tensor(a!) out) -> Tensor(a!)
struct aten_randn_like_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr NumberFacts memory_format{7, true, Known::no};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_randn_like_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Optional<int64_t>&, Tensor&)> run =
      ::kerf::portable::randn_like_out<aten_randn_like_out>;
};
Error call_aten_randn_like_out(Call& call) { return adapt<bound_aten_randn_like_out>(call); }
}
// [[[end]]] (sum: tPfsnp8ZX1)
// clang-format on
