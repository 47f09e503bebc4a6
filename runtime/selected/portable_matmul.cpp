// The kernels of portable_matmul, bound to the facts of the calls that the plan holds.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_matmul")) ]]]
#include "kernels/portable/matmul.h"

namespace kerf::selected::portable {
// aten::addmm.out(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)
struct aten_addmm_out {
  static constexpr TensorFacts self{0xf6ff, 0x1ffff, true, false};
  static constexpr TensorFacts mat1{0xf6ff, 0x1ffff, true, false};
  static constexpr TensorFacts mat2{0xf6ff, 0x1ffff, true, false};
  static constexpr NumberFacts beta{7, false, Known::no};
  static constexpr NumberFacts alpha{7, false, Known::no};
  static constexpr TensorFacts out{0xf6ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::outer_reduction);
};
struct bound_aten_addmm_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, const Tensor&, const Scalar&, const Scalar&, Tensor&)> run =
      ::kerf::portable::addmm_out<aten_addmm_out>;
};
Error call_aten_addmm_out(Call& call) { return adapt<bound_aten_addmm_out>(call); }
}

namespace kerf::selected::portable {
// aten::mm.out(Tensor self, Tensor mat2, *, Tensor(a!) out) -> Tensor(a!)
struct aten_mm_out {
  static constexpr TensorFacts self{0xf6ff, 0x1ffff, true, false};
  static constexpr TensorFacts mat2{0xf6ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0xf6ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::outer_reduction);
};
struct bound_aten_mm_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, Tensor&)> run =
      ::kerf::portable::mm_out<aten_mm_out>;
};
Error call_aten_mm_out(Call& call) { return adapt<bound_aten_mm_out>(call); }
}
// [[[end]]] (sum: Hzg1H6j1av)
// clang-format on
