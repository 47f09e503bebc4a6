// The kernels of prim_shape, bound to the facts of the calls that the plan holds.
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
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::outer_reduction);
};
Error call_aten_sym_numel(Call& call) {
  constexpr FunctionOf<Error(KernelContext&, const Tensor&, Scalar&)> kernel =
      ::kerf::prim::sym_numel<aten_sym_numel>;
  return adapt<kernel>(call);
}
}

namespace kerf::selected::prim {
// aten::sym_size.int(Tensor self, int dim) -> SymInt
struct aten_sym_size_int {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, false, Known::no};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::outer_reduction);
};
Error call_aten_sym_size_int(Call& call) {
  constexpr FunctionOf<Error(KernelContext&, const Tensor&, int64_t, Scalar&)> kernel =
      ::kerf::prim::sym_size_int<aten_sym_size_int>;
  return adapt<kernel>(call);
}
}

namespace kerf::selected::prim {
// aten::sym_stride.int(Tensor self, int dim) -> SymInt
struct aten_sym_stride_int {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, false, Known::no};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::outer_reduction);
};
Error call_aten_sym_stride_int(Call& call) {
  constexpr FunctionOf<Error(KernelContext&, const Tensor&, int64_t, Scalar&)> kernel =
      ::kerf::prim::sym_stride_int<aten_sym_stride_int>;
  return adapt<kernel>(call);
}
}
// [[[end]]] (sum: V2IreCDD8D)
