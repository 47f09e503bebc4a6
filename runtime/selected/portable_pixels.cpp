// The kernels of portable_pixels, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_pixels")) ]]]
#include "kernels/portable/pixels.h"

namespace kerf::selected::portable {
// aten::pixel_shuffle.out(Tensor self, int upscale_factor, *, Tensor(a!) out) -> Tensor(a!)
struct aten_pixel_shuffle_out {
  static constexpr TensorFacts self{0xfeff, 0x7ff8, true, false};
  static constexpr NumberFacts upscale_factor{7, false, Known::no};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_pixel_shuffle_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, int64_t, Tensor&)> run =
      ::kerf::portable::pixel_shuffle_out<aten_pixel_shuffle_out>;
};
Error call_aten_pixel_shuffle_out(Call& call) { return adapt<bound_aten_pixel_shuffle_out>(call); }
}

namespace kerf::selected::portable {
// aten::pixel_unshuffle.out(Tensor self, int downscale_factor, *, Tensor(a!) out) -> Tensor(a!)
struct aten_pixel_unshuffle_out {
  static constexpr TensorFacts self{0xfeff, 0x7ff8, true, false};
  static constexpr NumberFacts downscale_factor{7, false, Known::no};
  static constexpr TensorFacts out{0xfeff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_pixel_unshuffle_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, int64_t, Tensor&)> run =
      ::kerf::portable::pixel_unshuffle_out<aten_pixel_unshuffle_out>;
};
Error call_aten_pixel_unshuffle_out(Call& call) { return adapt<bound_aten_pixel_unshuffle_out>(call); }
}
// [[[end]]] (sum: VhdpHI/NVP)
// clang-format on
