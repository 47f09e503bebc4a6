// The kernels of portable_edge_padding, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_edge_padding")) ]]]
#include "kernels/portable/edge_padding.h"

namespace kerf::selected::portable {
// aten::reflection_pad1d.out(Tensor self, SymInt[2] padding, *, Tensor(a!) out) -> Tensor(a!)
struct aten_reflection_pad1d_out {
  static constexpr TensorFacts self{0x8eff, 0xc, true, false};
  static constexpr NumberFacts padding{7, false, Known::no};
  static constexpr TensorFacts out{0x8eff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_reflection_pad1d_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Span<const int64_t>, Tensor&)> run =
      ::kerf::portable::reflection_pad1d_out<aten_reflection_pad1d_out>;
};
Error call_aten_reflection_pad1d_out(Call& call) { return adapt<bound_aten_reflection_pad1d_out>(call); }
}

namespace kerf::selected::portable {
// aten::reflection_pad2d.out(Tensor self, SymInt[4] padding, *, Tensor(a!) out) -> Tensor(a!)
struct aten_reflection_pad2d_out {
  static constexpr TensorFacts self{0x8eff, 0x18, true, false};
  static constexpr NumberFacts padding{7, false, Known::no};
  static constexpr TensorFacts out{0x8eff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_reflection_pad2d_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Span<const int64_t>, Tensor&)> run =
      ::kerf::portable::reflection_pad2d_out<aten_reflection_pad2d_out>;
};
Error call_aten_reflection_pad2d_out(Call& call) { return adapt<bound_aten_reflection_pad2d_out>(call); }
}

namespace kerf::selected::portable {
// aten::reflection_pad3d.out(Tensor self, SymInt[6] padding, *, Tensor(a!) out) -> Tensor(a!)
struct aten_reflection_pad3d_out {
  static constexpr TensorFacts self{0x8eff, 0x30, true, false};
  static constexpr NumberFacts padding{7, false, Known::no};
  static constexpr TensorFacts out{0x8eff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_reflection_pad3d_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Span<const int64_t>, Tensor&)> run =
      ::kerf::portable::reflection_pad3d_out<aten_reflection_pad3d_out>;
};
Error call_aten_reflection_pad3d_out(Call& call) { return adapt<bound_aten_reflection_pad3d_out>(call); }
}

namespace kerf::selected::portable {
// aten::replication_pad1d.out(Tensor self, SymInt[2] padding, *, Tensor(a!) out) -> Tensor(a!)
struct aten_replication_pad1d_out {
  static constexpr TensorFacts self{0x8eff, 0xc, true, false};
  static constexpr NumberFacts padding{7, false, Known::no};
  static constexpr TensorFacts out{0x8eff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_replication_pad1d_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Span<const int64_t>, Tensor&)> run =
      ::kerf::portable::replication_pad1d_out<aten_replication_pad1d_out>;
};
Error call_aten_replication_pad1d_out(Call& call) { return adapt<bound_aten_replication_pad1d_out>(call); }
}

namespace kerf::selected::portable {
// aten::replication_pad2d.out(Tensor self, SymInt[4] padding, *, Tensor(a!) out) -> Tensor(a!)
struct aten_replication_pad2d_out {
  static constexpr TensorFacts self{0x8eff, 0x18, true, false};
  static constexpr NumberFacts padding{7, false, Known::no};
  static constexpr TensorFacts out{0x8eff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_replication_pad2d_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Span<const int64_t>, Tensor&)> run =
      ::kerf::portable::replication_pad2d_out<aten_replication_pad2d_out>;
};
Error call_aten_replication_pad2d_out(Call& call) { return adapt<bound_aten_replication_pad2d_out>(call); }
}

namespace kerf::selected::portable {
// aten::replication_pad3d.out(Tensor self, SymInt[6] padding, *, Tensor(a!) out) -> Tensor(a!)
struct aten_replication_pad3d_out {
  static constexpr TensorFacts self{0x8eff, 0x30, true, false};
  static constexpr NumberFacts padding{7, false, Known::no};
  static constexpr TensorFacts out{0x8eff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_replication_pad3d_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Span<const int64_t>, Tensor&)> run =
      ::kerf::portable::replication_pad3d_out<aten_replication_pad3d_out>;
};
Error call_aten_replication_pad3d_out(Call& call) { return adapt<bound_aten_replication_pad3d_out>(call); }
}
// [[[end]]] (sum: iS6b4Q1Oq0)
// clang-format on
