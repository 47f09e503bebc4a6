// The kernels of portable_fourier, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_fourier")) ]]]
#include "kernels/portable/fourier.h"

namespace kerf::selected::portable {
// aten::_fft_c2c.out(Tensor self, SymInt[] dim, int normalization, bool forward, *, Tensor(a!) out) -> Tensor(a!)
struct aten__fft_c2c_out {
  static constexpr TensorFacts self{0x0600, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, false, Known::no};
  static constexpr NumberFacts normalization{7, false, Known::no};
  static constexpr NumberFacts forward{7, false, Known::no};
  static constexpr TensorFacts out{0x0600, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten__fft_c2c_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Span<const int64_t>, int64_t, bool, Tensor&)> run =
      ::kerf::portable::fft_c2c_out<aten__fft_c2c_out>;
};
Error call_aten__fft_c2c_out(Call& call) { return adapt<bound_aten__fft_c2c_out>(call); }
}

namespace kerf::selected::portable {
// aten::_fft_c2r.out(Tensor self, int[] dim, int normalization, SymInt last_dim_size, *, Tensor(a!) out) -> Tensor(a!)
struct aten__fft_c2r_out {
  static constexpr TensorFacts self{0x0600, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, false, Known::no};
  static constexpr NumberFacts normalization{7, false, Known::no};
  static constexpr NumberFacts last_dim_size{7, false, Known::no};
  static constexpr TensorFacts out{0x00c0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten__fft_c2r_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Span<const int64_t>, int64_t, int64_t, Tensor&)> run =
      ::kerf::portable::fft_c2r_out<aten__fft_c2r_out>;
};
Error call_aten__fft_c2r_out(Call& call) { return adapt<bound_aten__fft_c2r_out>(call); }
}

namespace kerf::selected::portable {
// aten::_fft_r2c.out(Tensor self, int[] dim, int normalization, bool onesided, *, Tensor(a!) out) -> Tensor(a!)
struct aten__fft_r2c_out {
  static constexpr TensorFacts self{0x00c0, 0x1ffff, true, false};
  static constexpr NumberFacts dim{7, false, Known::no};
  static constexpr NumberFacts normalization{7, false, Known::no};
  static constexpr NumberFacts onesided{7, false, Known::no};
  static constexpr TensorFacts out{0x0600, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten__fft_r2c_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Span<const int64_t>, int64_t, bool, Tensor&)> run =
      ::kerf::portable::fft_r2c_out<aten__fft_r2c_out>;
};
Error call_aten__fft_r2c_out(Call& call) { return adapt<bound_aten__fft_r2c_out>(call); }
}
// [[[end]]] (sum: NsiDJPfGYu)
// clang-format on
