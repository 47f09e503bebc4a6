// The kernels of portable_trigonometry, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_trigonometry")) ]]]
#include "kernels/portable/trigonometry.h"

namespace kerf::selected::portable {
// aten::acos.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
struct aten_acos_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_acos_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::portable::acos_out<aten_acos_out>;
};
Error call_aten_acos_out(Call& call) { return adapt<bound_aten_acos_out>(call); }
}

namespace kerf::selected::portable {
// aten::acosh.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
struct aten_acosh_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_acosh_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::portable::acosh_out<aten_acosh_out>;
};
Error call_aten_acosh_out(Call& call) { return adapt<bound_aten_acosh_out>(call); }
}

namespace kerf::selected::portable {
// aten::asin.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
struct aten_asin_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_asin_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::portable::asin_out<aten_asin_out>;
};
Error call_aten_asin_out(Call& call) { return adapt<bound_aten_asin_out>(call); }
}

namespace kerf::selected::portable {
// aten::asinh.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
struct aten_asinh_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_asinh_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::portable::asinh_out<aten_asinh_out>;
};
Error call_aten_asinh_out(Call& call) { return adapt<bound_aten_asinh_out>(call); }
}

namespace kerf::selected::portable {
// aten::atan.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
struct aten_atan_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_atan_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::portable::atan_out<aten_atan_out>;
};
Error call_aten_atan_out(Call& call) { return adapt<bound_aten_atan_out>(call); }
}

namespace kerf::selected::portable {
// aten::atanh.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
struct aten_atanh_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_atanh_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::portable::atanh_out<aten_atanh_out>;
};
Error call_aten_atanh_out(Call& call) { return adapt<bound_aten_atanh_out>(call); }
}

namespace kerf::selected::portable {
// aten::cos.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
struct aten_cos_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_cos_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::portable::cos_out<aten_cos_out>;
};
Error call_aten_cos_out(Call& call) { return adapt<bound_aten_cos_out>(call); }
}

namespace kerf::selected::portable {
// aten::cosh.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
struct aten_cosh_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_cosh_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::portable::cosh_out<aten_cosh_out>;
};
Error call_aten_cosh_out(Call& call) { return adapt<bound_aten_cosh_out>(call); }
}

namespace kerf::selected::portable {
// aten::erf.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
struct aten_erf_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_erf_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::portable::erf_out<aten_erf_out>;
};
Error call_aten_erf_out(Call& call) { return adapt<bound_aten_erf_out>(call); }
}

namespace kerf::selected::portable {
// aten::sin.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
struct aten_sin_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_sin_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::portable::sin_out<aten_sin_out>;
};
Error call_aten_sin_out(Call& call) { return adapt<bound_aten_sin_out>(call); }
}

namespace kerf::selected::portable {
// aten::sinh.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
struct aten_sinh_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_sinh_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::portable::sinh_out<aten_sinh_out>;
};
Error call_aten_sinh_out(Call& call) { return adapt<bound_aten_sinh_out>(call); }
}

namespace kerf::selected::portable {
// aten::tan.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
struct aten_tan_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_tan_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::portable::tan_out<aten_tan_out>;
};
Error call_aten_tan_out(Call& call) { return adapt<bound_aten_tan_out>(call); }
}

namespace kerf::selected::portable {
// aten::tanh.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
struct aten_tanh_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_tanh_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Tensor&)> run =
      ::kerf::portable::tanh_out<aten_tanh_out>;
};
Error call_aten_tanh_out(Call& call) { return adapt<bound_aten_tanh_out>(call); }
}
// [[[end]]] (sum: 2A53MHSAyU)
// clang-format on
