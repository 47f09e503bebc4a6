// The kernels of portable_max_pooling, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "portable_max_pooling")) ]]]
#include "kernels/portable/max_pooling.h"

namespace kerf::selected::portable {
// aten::max_pool2d_with_indices.out(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, int[2] dilation=1, bool ceil_mode=False, *, Tensor(a!) out, Tensor(b!) indices) -> (Tensor(a!), Tensor(b!))
struct aten_max_pool2d_with_indices_out {
  static constexpr TensorFacts self{0x80ff, 0x18, true, false};
  static constexpr NumberFacts kernel_size{7, false, Known::no};
  static constexpr NumberFacts stride{7, false, Known::no};
  static constexpr NumberFacts padding{7, false, Known::no};
  static constexpr NumberFacts dilation{7, false, Known::no};
  static constexpr NumberFacts ceil_mode{7, false, Known::no};
  static constexpr TensorFacts out{0x80ff, 0x1ffff, true, false};
  static constexpr TensorFacts indices{0x0010, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_max_pool2d_with_indices_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, Span<const int64_t>, Span<const int64_t>, Span<const int64_t>, Span<const int64_t>, bool, Tensor&, Tensor&)> run =
      ::kerf::portable::max_pool2d_with_indices_out<aten_max_pool2d_with_indices_out>;
};
Error call_aten_max_pool2d_with_indices_out(Call& call) { return adapt<bound_aten_max_pool2d_with_indices_out>(call); }
}

namespace kerf::selected::portable {
// aten::max_pool2d_with_indices_backward.grad_input(Tensor grad_output, Tensor self, int[2] kernel_size, int[2] stride, int[2] padding, int[2] dilation, bool ceil_mode, Tensor indices, *, Tensor(a!) grad_input) -> Tensor(a!)
struct aten_max_pool2d_with_indices_backward_grad_input {
  static constexpr TensorFacts grad_output{0x80e0, 0x1ffff, true, false};
  static constexpr TensorFacts self{0x80e0, 0x18, true, false};
  static constexpr NumberFacts kernel_size{7, false, Known::no};
  static constexpr NumberFacts stride{7, false, Known::no};
  static constexpr NumberFacts padding{7, false, Known::no};
  static constexpr NumberFacts dilation{7, false, Known::no};
  static constexpr NumberFacts ceil_mode{7, false, Known::no};
  static constexpr TensorFacts indices{0x0010, 0x1ffff, true, false};
  static constexpr TensorFacts grad_input{0x80e0, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_aten_max_pool2d_with_indices_backward_grad_input {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, Span<const int64_t>, Span<const int64_t>, Span<const int64_t>, Span<const int64_t>, bool, const Tensor&, Tensor&)> run =
      ::kerf::portable::max_pool2d_with_indices_backward_grad_input<aten_max_pool2d_with_indices_backward_grad_input>;
};
Error call_aten_max_pool2d_with_indices_backward_grad_input(Call& call) { return adapt<bound_aten_max_pool2d_with_indices_backward_grad_input>(call); }
}
// [[[end]]] (sum: kje00eWvOj)
// clang-format on
