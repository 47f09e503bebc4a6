// The kernels of portable_matmul, bound to the facts of their calls in the plan.
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
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_addmm_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, const Tensor&, const Scalar&, const Scalar&, Tensor&)> run =
      ::kerf::portable::addmm_out<aten_addmm_out>;
};
Error call_aten_addmm_out(Call& call) { return adapt<bound_aten_addmm_out>(call); }
}

namespace kerf::selected::portable {
// aten::addmv.out(Tensor self, Tensor mat, Tensor vec, *, Scalar beta=1, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)
struct aten_addmv_out {
  static constexpr TensorFacts self{0x80ff, 0x1ffff, true, false};
  static constexpr TensorFacts mat{0x80ff, 0x1ffff, true, false};
  static constexpr TensorFacts vec{0x80ff, 0x1ffff, true, false};
  static constexpr NumberFacts beta{7, false, Known::no};
  static constexpr NumberFacts alpha{7, false, Known::no};
  static constexpr TensorFacts out{0x80ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_addmv_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, const Tensor&, const Scalar&, const Scalar&, Tensor&)> run =
      ::kerf::portable::addmv_out<aten_addmv_out>;
};
Error call_aten_addmv_out(Call& call) { return adapt<bound_aten_addmv_out>(call); }
}

namespace kerf::selected::portable {
// aten::baddbmm.out(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)
struct aten_baddbmm_out {
  static constexpr TensorFacts self{0x80ff, 0x1ffff, true, false};
  static constexpr TensorFacts batch1{0x80ff, 0x1ffff, true, false};
  static constexpr TensorFacts batch2{0x80ff, 0x1ffff, true, false};
  static constexpr NumberFacts beta{7, false, Known::no};
  static constexpr NumberFacts alpha{7, false, Known::no};
  static constexpr TensorFacts out{0x80ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_baddbmm_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, const Tensor&, const Scalar&, const Scalar&, Tensor&)> run =
      ::kerf::portable::baddbmm_out<aten_baddbmm_out>;
};
Error call_aten_baddbmm_out(Call& call) { return adapt<bound_aten_baddbmm_out>(call); }
}

namespace kerf::selected::portable {
// aten::bmm.out(Tensor self, Tensor mat2, *, Tensor(a!) out) -> Tensor(a!)
struct aten_bmm_out {
  static constexpr TensorFacts self{0x86ff, 0x1ffff, true, false};
  static constexpr TensorFacts mat2{0x86ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x86ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_bmm_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, Tensor&)> run =
      ::kerf::portable::bmm_out<aten_bmm_out>;
};
Error call_aten_bmm_out(Call& call) { return adapt<bound_aten_bmm_out>(call); }
}

namespace kerf::selected::portable {
// aten::dot.out(Tensor self, Tensor tensor, *, Tensor(a!) out) -> Tensor(a!)
struct aten_dot_out {
  static constexpr TensorFacts self{0x80ff, 0x1ffff, true, false};
  static constexpr TensorFacts tensor{0x80ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x80ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_dot_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, Tensor&)> run =
      ::kerf::portable::dot_out<aten_dot_out>;
};
Error call_aten_dot_out(Call& call) { return adapt<bound_aten_dot_out>(call); }
}

namespace kerf::selected::portable {
// aten::linear.out(Tensor input, Tensor weight, Tensor? bias=None, *, Tensor(a!) out) -> Tensor(a!)
struct aten_linear_out {
  static constexpr TensorFacts input{0x86ff, 0x1ffff, true, false};
  static constexpr TensorFacts weight{0x86ff, 0x1ffff, true, false};
  static constexpr TensorFacts bias{0x86ff, 0x1ffff, true, true};
  static constexpr TensorFacts out{0x86ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_linear_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, const Optional<Tensor>&, Tensor&)> run =
      ::kerf::portable::linear_out<aten_linear_out>;
};
Error call_aten_linear_out(Call& call) { return adapt<bound_aten_linear_out>(call); }
}

namespace kerf::selected::portable {
// aten::mm.out(Tensor self, Tensor mat2, *, Tensor(a!) out) -> Tensor(a!)
struct aten_mm_out {
  static constexpr TensorFacts self{0xf6ff, 0x1ffff, true, false};
  static constexpr TensorFacts mat2{0xf6ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0xf6ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_mm_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, Tensor&)> run =
      ::kerf::portable::mm_out<aten_mm_out>;
};
Error call_aten_mm_out(Call& call) { return adapt<bound_aten_mm_out>(call); }
}

namespace kerf::selected::portable {
// aten::mv.out(Tensor self, Tensor vec, *, Tensor(a!) out) -> Tensor(a!)
struct aten_mv_out {
  static constexpr TensorFacts self{0x80ff, 0x1ffff, true, false};
  static constexpr TensorFacts vec{0x80ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x80ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_mv_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, Tensor&)> run =
      ::kerf::portable::mv_out<aten_mv_out>;
};
Error call_aten_mv_out(Call& call) { return adapt<bound_aten_mv_out>(call); }
}
// [[[end]]] (sum: RRj4emAfSA)
// clang-format on
