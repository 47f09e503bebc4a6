// The kernels of portable_indexing, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_indexing")) ]]]
#include "kernels/portable/indexing.h"

namespace kerf::selected::portable {
// aten::index.Tensor_out(Tensor self, Tensor?[] indices, *, Tensor(a!) out) -> Tensor(a!)
struct aten_index_Tensor_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr TensorFacts indices{0x0819, 0x1ffff, true, true};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_index_Tensor_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Span<const Optional<Tensor>>, Tensor&)> run =
      ::kerf::portable::index_tensor_out<aten_index_Tensor_out>;
};
Error call_aten_index_Tensor_out(Call& call) { return adapt<bound_aten_index_Tensor_out>(call); }
}

namespace kerf::selected::portable {
// aten::index_put.out(Tensor self, Tensor?[] indices, Tensor values, bool accumulate=False, *, Tensor(a!) out) -> Tensor(a!)
struct aten_index_put_out {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr TensorFacts indices{0x0819, 0x1ffff, true, true};
  static constexpr TensorFacts values{0xfeff, 0x1ffff, true, false};
  static constexpr NumberFacts accumulate{7, false, Known::no};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_index_put_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Span<const Optional<Tensor>>, const Tensor&, bool, Tensor&)> run =
      ::kerf::portable::index_put_out<aten_index_put_out>;
};
Error call_aten_index_put_out(Call& call) { return adapt<bound_aten_index_put_out>(call); }
}

namespace kerf::selected::portable {
// aten::index_put_(Tensor(a!) self, Tensor?[] indices, Tensor values, bool accumulate=False) -> Tensor(a!)
struct aten_index_put_ {
  static constexpr TensorFacts self{0xfeff, 0x1ffff, true, false};
  static constexpr TensorFacts indices{0x0819, 0x1ffff, true, true};
  static constexpr TensorFacts values{0xfeff, 0x1ffff, true, false};
  static constexpr NumberFacts accumulate{7, false, Known::no};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_index_put_ {
  static constexpr FunctionOf<Error(KernelContext&, Tensor&, Span<const Optional<Tensor>>, const Tensor&, bool)> run =
      ::kerf::portable::index_put_<aten_index_put_>;
};
Error call_aten_index_put_(Call& call) { return adapt<bound_aten_index_put_>(call); }
}
// [[[end]]] (sum: aGayj7E86b)
// clang-format on
