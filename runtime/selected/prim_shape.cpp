// The kernels of prim_shape, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "prim_shape")) ]]]
#include "kernels/prim/shape.h"

namespace kerf::selected::prim {
// aten::sym_numel(Tensor self) -> SymInt
struct aten_sym_numel {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_sym_numel {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Scalar&)> run =
      ::kerf::prim::sym_numel<aten_sym_numel>;
};
Error call_aten_sym_numel(Call& call) { return adapt<bound_aten_sym_numel>(call); }
}

namespace kerf::selected::prim {
// aten::sym_size.int(Tensor self, int dim) -> SymInt
struct aten_sym_size_int {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, false, Known::no};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_sym_size_int {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, int64_t, Scalar&)> run =
      ::kerf::prim::sym_size_int<aten_sym_size_int>;
};
Error call_aten_sym_size_int(Call& call) { return adapt<bound_aten_sym_size_int>(call); }
}

namespace kerf::selected::prim {
// aten::sym_stride.int(Tensor self, int dim) -> SymInt
struct aten_sym_stride_int {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, false, Known::no};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_sym_stride_int {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, int64_t, Scalar&)> run =
      ::kerf::prim::sym_stride_int<aten_sym_stride_int>;
};
Error call_aten_sym_stride_int(Call& call) { return adapt<bound_aten_sym_stride_int>(call); }
}
// [[[end]]] (sum: MbIO3itC3Q)
// clang-format on
