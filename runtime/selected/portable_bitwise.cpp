// The kernels of portable_bitwise, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_bitwise")) ]]]
#include "kernels/portable/bitwise.h"

namespace kerf::selected::portable {
// aten::bitwise_and.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)
struct aten_bitwise_and_Scalar_out {
  static constexpr TensorFacts self{0x781f, 0x1ffff, true, false};
  static constexpr NumberFacts other{7, false, Known::no};
  static constexpr TensorFacts out{0x781f, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_bitwise_and_Scalar_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Scalar&, Tensor&)> run =
      ::kerf::portable::bitwise_and_scalar_out<aten_bitwise_and_Scalar_out>;
};
Error call_aten_bitwise_and_Scalar_out(Call& call) { return adapt<bound_aten_bitwise_and_Scalar_out>(call); }
}

namespace kerf::selected::portable {
// aten::bitwise_and.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)
struct aten_bitwise_and_Tensor_out {
  static constexpr TensorFacts self{0x781f, 0x1ffff, true, false};
  static constexpr TensorFacts other{0x781f, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x781f, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_bitwise_and_Tensor_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, Tensor&)> run =
      ::kerf::portable::bitwise_and_tensor_out<aten_bitwise_and_Tensor_out>;
};
Error call_aten_bitwise_and_Tensor_out(Call& call) { return adapt<bound_aten_bitwise_and_Tensor_out>(call); }
}

namespace kerf::selected::portable {
// aten::bitwise_left_shift.Tensor_Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)
struct aten_bitwise_left_shift_Tensor_Scalar_out {
  static constexpr TensorFacts self{0x081f, 0x1ffff, true, false};
  static constexpr NumberFacts other{7, false, Known::no};
  static constexpr TensorFacts out{0x001f, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_bitwise_left_shift_Tensor_Scalar_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Scalar&, Tensor&)> run =
      ::kerf::portable::bitwise_left_shift_tensor_scalar_out<aten_bitwise_left_shift_Tensor_Scalar_out>;
};
Error call_aten_bitwise_left_shift_Tensor_Scalar_out(Call& call) { return adapt<bound_aten_bitwise_left_shift_Tensor_Scalar_out>(call); }
}

namespace kerf::selected::portable {
// aten::bitwise_left_shift.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)
struct aten_bitwise_left_shift_Tensor_out {
  static constexpr TensorFacts self{0x081f, 0x1ffff, true, false};
  static constexpr TensorFacts other{0x081f, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x001f, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_bitwise_left_shift_Tensor_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, Tensor&)> run =
      ::kerf::portable::bitwise_left_shift_tensor_out<aten_bitwise_left_shift_Tensor_out>;
};
Error call_aten_bitwise_left_shift_Tensor_out(Call& call) { return adapt<bound_aten_bitwise_left_shift_Tensor_out>(call); }
}

namespace kerf::selected::portable {
// aten::bitwise_or.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)
struct aten_bitwise_or_Scalar_out {
  static constexpr TensorFacts self{0x781f, 0x1ffff, true, false};
  static constexpr NumberFacts other{7, false, Known::no};
  static constexpr TensorFacts out{0x781f, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_bitwise_or_Scalar_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Scalar&, Tensor&)> run =
      ::kerf::portable::bitwise_or_scalar_out<aten_bitwise_or_Scalar_out>;
};
Error call_aten_bitwise_or_Scalar_out(Call& call) { return adapt<bound_aten_bitwise_or_Scalar_out>(call); }
}

namespace kerf::selected::portable {
// aten::bitwise_or.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)
struct aten_bitwise_or_Tensor_out {
  static constexpr TensorFacts self{0x781f, 0x1ffff, true, false};
  static constexpr TensorFacts other{0x781f, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x781f, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_bitwise_or_Tensor_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, Tensor&)> run =
      ::kerf::portable::bitwise_or_tensor_out<aten_bitwise_or_Tensor_out>;
};
Error call_aten_bitwise_or_Tensor_out(Call& call) { return adapt<bound_aten_bitwise_or_Tensor_out>(call); }
}

namespace kerf::selected::portable {
// aten::bitwise_right_shift.Tensor_Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)
struct aten_bitwise_right_shift_Tensor_Scalar_out {
  static constexpr TensorFacts self{0x081f, 0x1ffff, true, false};
  static constexpr NumberFacts other{7, false, Known::no};
  static constexpr TensorFacts out{0x001f, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_bitwise_right_shift_Tensor_Scalar_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Scalar&, Tensor&)> run =
      ::kerf::portable::bitwise_right_shift_tensor_scalar_out<aten_bitwise_right_shift_Tensor_Scalar_out>;
};
Error call_aten_bitwise_right_shift_Tensor_Scalar_out(Call& call) { return adapt<bound_aten_bitwise_right_shift_Tensor_Scalar_out>(call); }
}

namespace kerf::selected::portable {
// aten::bitwise_right_shift.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)
struct aten_bitwise_right_shift_Tensor_out {
  static constexpr TensorFacts self{0x081f, 0x1ffff, true, false};
  static constexpr TensorFacts other{0x081f, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x001f, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_bitwise_right_shift_Tensor_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, Tensor&)> run =
      ::kerf::portable::bitwise_right_shift_tensor_out<aten_bitwise_right_shift_Tensor_out>;
};
Error call_aten_bitwise_right_shift_Tensor_out(Call& call) { return adapt<bound_aten_bitwise_right_shift_Tensor_out>(call); }
}

namespace kerf::selected::portable {
// aten::bitwise_xor.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)
struct aten_bitwise_xor_Scalar_out {
  static constexpr TensorFacts self{0x781f, 0x1ffff, true, false};
  static constexpr NumberFacts other{7, false, Known::no};
  static constexpr TensorFacts out{0x781f, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_bitwise_xor_Scalar_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Scalar&, Tensor&)> run =
      ::kerf::portable::bitwise_xor_scalar_out<aten_bitwise_xor_Scalar_out>;
};
Error call_aten_bitwise_xor_Scalar_out(Call& call) { return adapt<bound_aten_bitwise_xor_Scalar_out>(call); }
}

namespace kerf::selected::portable {
// aten::bitwise_xor.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)
struct aten_bitwise_xor_Tensor_out {
  static constexpr TensorFacts self{0x781f, 0x1ffff, true, false};
  static constexpr TensorFacts other{0x781f, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x781f, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_bitwise_xor_Tensor_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, Tensor&)> run =
      ::kerf::portable::bitwise_xor_tensor_out<aten_bitwise_xor_Tensor_out>;
};
Error call_aten_bitwise_xor_Tensor_out(Call& call) { return adapt<bound_aten_bitwise_xor_Tensor_out>(call); }
}

namespace kerf::selected::portable {
// aten::logical_and.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)
struct aten_logical_and_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts other{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x0800, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_logical_and_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, Tensor&)> run =
      ::kerf::portable::logical_and_out<aten_logical_and_out>;
};
Error call_aten_logical_and_out(Call& call) { return adapt<bound_aten_logical_and_out>(call); }
}

namespace kerf::selected::portable {
// aten::logical_or.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)
struct aten_logical_or_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts other{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x0800, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_logical_or_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, Tensor&)> run =
      ::kerf::portable::logical_or_out<aten_logical_or_out>;
};
Error call_aten_logical_or_out(Call& call) { return adapt<bound_aten_logical_or_out>(call); }
}

namespace kerf::selected::portable {
// aten::logical_xor.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)
struct aten_logical_xor_out {
  static constexpr TensorFacts self{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts other{0xf8ff, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x0800, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_logical_xor_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, Tensor&)> run =
      ::kerf::portable::logical_xor_out<aten_logical_xor_out>;
};
Error call_aten_logical_xor_out(Call& call) { return adapt<bound_aten_logical_xor_out>(call); }
}
// [[[end]]] (sum: eGMtp/RRaL)
// clang-format on
