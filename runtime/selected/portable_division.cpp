// The kernels of portable_division, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_division")) ]]]
#include "kernels/portable/division.h"

namespace kerf::selected::portable {
// aten::atan2.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)
struct aten_atan2_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts other{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_atan2_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, Tensor&)> run =
      ::kerf::portable::atan2_out<aten_atan2_out>;
};
Error call_aten_atan2_out(Call& call) { return adapt<bound_aten_atan2_out>(call); }
}

namespace kerf::selected::portable {
// aten::div.Scalar_mode_out(Tensor self, Scalar other, *, str? rounding_mode, Tensor(a!) out) -> Tensor(a!)
struct aten_div_Scalar_mode_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr NumberFacts other{7, false, Known::no};
  static constexpr NumberFacts rounding_mode{7, true, Known::no};
  static constexpr TensorFacts out{0x80ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_div_Scalar_mode_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Scalar&, const Optional<Span<const char>>&, Tensor&)> run =
      ::kerf::portable::div_scalar_mode_out<aten_div_Scalar_mode_out>;
};
Error call_aten_div_Scalar_mode_out(Call& call) { return adapt<bound_aten_div_Scalar_mode_out>(call); }
}

namespace kerf::selected::portable {
// aten::div.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)
struct aten_div_Scalar_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr NumberFacts other{7, false, Known::no};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_div_Scalar_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Scalar&, Tensor&)> run =
      ::kerf::portable::div_scalar_out<aten_div_Scalar_out>;
};
Error call_aten_div_Scalar_out(Call& call) { return adapt<bound_aten_div_Scalar_out>(call); }
}

namespace kerf::selected::portable {
// aten::div.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)
struct aten_div_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts other{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_div_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, Tensor&)> run =
      ::kerf::portable::div_out<aten_div_out>;
};
Error call_aten_div_out(Call& call) { return adapt<bound_aten_div_out>(call); }
}

namespace kerf::selected::portable {
// aten::div.out_mode(Tensor self, Tensor other, *, str? rounding_mode, Tensor(a!) out) -> Tensor(a!)
struct aten_div_out_mode {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts other{0xf8ff, 0x1ffff, true, false};
  static constexpr NumberFacts rounding_mode{7, true, Known::no};
  static constexpr TensorFacts out{0x80ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_div_out_mode {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, const Optional<Span<const char>>&, Tensor&)> run =
      ::kerf::portable::div_out_mode<aten_div_out_mode>;
};
Error call_aten_div_out_mode(Call& call) { return adapt<bound_aten_div_out_mode>(call); }
}

namespace kerf::selected::portable {
// aten::floor_divide.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)
struct aten_floor_divide_out {
  static constexpr TensorFacts self{0x88ff, 0x1ffff, true, false};
  static constexpr TensorFacts other{0x88ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x80ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_floor_divide_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, Tensor&)> run =
      ::kerf::portable::floor_divide_out<aten_floor_divide_out>;
};
Error call_aten_floor_divide_out(Call& call) { return adapt<bound_aten_floor_divide_out>(call); }
}

namespace kerf::selected::portable {
// aten::fmod.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)
struct aten_fmod_Scalar_out {
  static constexpr TensorFacts self{0x88ff, 0x1ffff, true, false};
  static constexpr NumberFacts other{7, false, Known::no};
  static constexpr TensorFacts out{0x80ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_fmod_Scalar_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Scalar&, Tensor&)> run =
      ::kerf::portable::fmod_scalar_out<aten_fmod_Scalar_out>;
};
Error call_aten_fmod_Scalar_out(Call& call) { return adapt<bound_aten_fmod_Scalar_out>(call); }
}

namespace kerf::selected::portable {
// aten::fmod.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)
struct aten_fmod_Tensor_out {
  static constexpr TensorFacts self{0x88ff, 0x1ffff, true, false};
  static constexpr TensorFacts other{0x88ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x80ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_fmod_Tensor_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, Tensor&)> run =
      ::kerf::portable::fmod_tensor_out<aten_fmod_Tensor_out>;
};
Error call_aten_fmod_Tensor_out(Call& call) { return adapt<bound_aten_fmod_Tensor_out>(call); }
}

namespace kerf::selected::portable {
// aten::remainder.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)
struct aten_remainder_Scalar_out {
  static constexpr TensorFacts self{0x88ff, 0x1ffff, true, false};
  static constexpr NumberFacts other{7, false, Known::no};
  static constexpr TensorFacts out{0x80ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_remainder_Scalar_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Scalar&, Tensor&)> run =
      ::kerf::portable::remainder_scalar_out<aten_remainder_Scalar_out>;
};
Error call_aten_remainder_Scalar_out(Call& call) { return adapt<bound_aten_remainder_Scalar_out>(call); }
}

namespace kerf::selected::portable {
// aten::remainder.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)
struct aten_remainder_Tensor_out {
  static constexpr TensorFacts self{0x88ff, 0x1ffff, true, false};
  static constexpr TensorFacts other{0x88ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x80ff, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_remainder_Tensor_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, Tensor&)> run =
      ::kerf::portable::remainder_tensor_out<aten_remainder_Tensor_out>;
};
Error call_aten_remainder_Tensor_out(Call& call) { return adapt<bound_aten_remainder_Tensor_out>(call); }
}
// [[[end]]] (sum: HJfvNv7tZr)
// clang-format on
