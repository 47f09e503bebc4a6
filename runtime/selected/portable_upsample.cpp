// The kernels of portable_upsample, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_upsample")) ]]]
#include "kernels/portable/upsample.h"

namespace kerf::selected::portable {
// aten::_upsample_bilinear2d_aa.out(Tensor self, SymInt[2] output_size, bool align_corners, float? scales_h=None, float? scales_w=None, *, Tensor(a!) out) -> Tensor(a!)
struct aten__upsample_bilinear2d_aa_out {
  static constexpr TensorFacts self{0x00c0, 0x10, true, false};
  static constexpr NumberFacts output_size{7, false, Known::no};
  static constexpr NumberFacts align_corners{7, false, Known::no};
  static constexpr NumberFacts scales_h{7, true, Known::no};
  static constexpr NumberFacts scales_w{7, true, Known::no};
  static constexpr TensorFacts out{0x00c0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten__upsample_bilinear2d_aa_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Span<const int64_t>, bool, const Optional<double>&, const Optional<double>&, Tensor&)> run =
      ::kerf::portable::upsample_bilinear2d_aa_out<aten__upsample_bilinear2d_aa_out>;
};
Error call_aten__upsample_bilinear2d_aa_out(Call& call) { return adapt<bound_aten__upsample_bilinear2d_aa_out>(call); }
}

namespace kerf::selected::portable {
// aten::upsample_bilinear2d.out(Tensor self, SymInt[2] output_size, bool align_corners, float? scales_h=None, float? scales_w=None, *, Tensor(a!) out) -> Tensor(a!)
struct aten_upsample_bilinear2d_out {
  static constexpr TensorFacts self{0x80e0, 0x10, true, false};
  static constexpr NumberFacts output_size{7, false, Known::no};
  static constexpr NumberFacts align_corners{7, false, Known::no};
  static constexpr NumberFacts scales_h{7, true, Known::no};
  static constexpr NumberFacts scales_w{7, true, Known::no};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_upsample_bilinear2d_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Span<const int64_t>, bool, const Optional<double>&, const Optional<double>&, Tensor&)> run =
      ::kerf::portable::upsample_bilinear2d_out<aten_upsample_bilinear2d_out>;
};
Error call_aten_upsample_bilinear2d_out(Call& call) { return adapt<bound_aten_upsample_bilinear2d_out>(call); }
}

namespace kerf::selected::portable {
// aten::upsample_bilinear2d.vec_out(Tensor input, SymInt[]? output_size, bool align_corners, float[]? scale_factors, *, Tensor(a!) out) -> Tensor(a!)
struct aten_upsample_bilinear2d_vec_out {
  static constexpr TensorFacts input{0x80e0, 0x10, true, false};
  static constexpr NumberFacts output_size{7, true, Known::no};
  static constexpr NumberFacts align_corners{7, false, Known::no};
  static constexpr NumberFacts scale_factors{7, true, Known::no};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_upsample_bilinear2d_vec_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Optional<Span<const int64_t>>&, bool, const Optional<Span<const double>>&, Tensor&)> run =
      ::kerf::portable::upsample_bilinear2d_vec_out<aten_upsample_bilinear2d_vec_out>;
};
Error call_aten_upsample_bilinear2d_vec_out(Call& call) { return adapt<bound_aten_upsample_bilinear2d_vec_out>(call); }
}

namespace kerf::selected::portable {
// aten::upsample_nearest1d.out(Tensor self, SymInt[1] output_size, float? scales=None, *, Tensor(a!) out) -> Tensor(a!)
struct aten_upsample_nearest1d_out {
  static constexpr TensorFacts self{0x88ff, 0x8, true, false};
  static constexpr NumberFacts output_size{7, false, Known::no};
  static constexpr NumberFacts scales{7, true, Known::no};
  static constexpr TensorFacts out{0x88ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_upsample_nearest1d_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Span<const int64_t>, const Optional<double>&, Tensor&)> run =
      ::kerf::portable::upsample_nearest1d_out<aten_upsample_nearest1d_out>;
};
Error call_aten_upsample_nearest1d_out(Call& call) { return adapt<bound_aten_upsample_nearest1d_out>(call); }
}

namespace kerf::selected::portable {
// aten::upsample_nearest2d.out(Tensor self, SymInt[2] output_size, float? scales_h=None, float? scales_w=None, *, Tensor(a!) out) -> Tensor(a!)
struct aten_upsample_nearest2d_out {
  static constexpr TensorFacts self{0x88ff, 0x10, true, false};
  static constexpr NumberFacts output_size{7, false, Known::no};
  static constexpr NumberFacts scales_h{7, true, Known::no};
  static constexpr NumberFacts scales_w{7, true, Known::no};
  static constexpr TensorFacts out{0x88ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_upsample_nearest2d_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Span<const int64_t>, const Optional<double>&, const Optional<double>&, Tensor&)> run =
      ::kerf::portable::upsample_nearest2d_out<aten_upsample_nearest2d_out>;
};
Error call_aten_upsample_nearest2d_out(Call& call) { return adapt<bound_aten_upsample_nearest2d_out>(call); }
}

namespace kerf::selected::portable {
// aten::upsample_nearest2d.vec_out(Tensor input, SymInt[]? output_size, float[]? scale_factors, *, Tensor(a!) out) -> Tensor(a!)
struct aten_upsample_nearest2d_vec_out {
  static constexpr TensorFacts input{0x88ff, 0x10, true, false};
  static constexpr NumberFacts output_size{7, true, Known::no};
  static constexpr NumberFacts scale_factors{7, true, Known::no};
  static constexpr TensorFacts out{0x88ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_upsample_nearest2d_vec_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Optional<Span<const int64_t>>&, const Optional<Span<const double>>&, Tensor&)> run =
      ::kerf::portable::upsample_nearest2d_vec_out<aten_upsample_nearest2d_vec_out>;
};
Error call_aten_upsample_nearest2d_vec_out(Call& call) { return adapt<bound_aten_upsample_nearest2d_vec_out>(call); }
}
// [[[end]]] (sum: t//kxooHnp)
// clang-format on
