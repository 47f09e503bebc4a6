// The kernels of quantized_embedding, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "quantized_embedding")) ]]]
#include "kernels/quantized/embedding.h"

namespace kerf::selected::quantized {
// quantized_decomposed::embedding_2bit.dtype_out(Tensor weight, Tensor weight_scales, Tensor? weight_zero_points, int weight_quant_min, int weight_quant_max, Tensor indices, ScalarType? dtype=None, *, Tensor(a!) out) -> Tensor(a!)
struct quantized_decomposed_embedding_2bit_dtype_out {
  static constexpr TensorFacts weight{0x0001, 0x1ffff, true, false};
  static constexpr TensorFacts weight_scales{0x8060, 0x1ffff, true, false};
  static constexpr TensorFacts weight_zero_points{0x8060, 0x1ffff, true, true};
  static constexpr NumberFacts weight_quant_min{7, false, Known::no};
  static constexpr NumberFacts weight_quant_max{7, false, Known::no};
  static constexpr TensorFacts indices{0x0018, 0x1ffff, true, false};
  static constexpr NumberFacts dtype{7, true, Known::no};
  static constexpr TensorFacts out{0x8060, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_quantized_decomposed_embedding_2bit_dtype_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, const Optional<Tensor>&, int64_t, int64_t, const Tensor&, const Optional<int64_t>&, Tensor&)> run =
      ::kerf::quantized::embedding_2bit_dtype_out<quantized_decomposed_embedding_2bit_dtype_out>;
};
Error call_quantized_decomposed_embedding_2bit_dtype_out(Call& call) { return adapt<bound_quantized_decomposed_embedding_2bit_dtype_out>(call); }
}

namespace kerf::selected::quantized {
// quantized_decomposed::embedding_2bit.out(Tensor weight, Tensor weight_scales, Tensor? weight_zero_points, int weight_quant_min, int weight_quant_max, Tensor indices, *, Tensor(a!) out) -> Tensor(a!)
struct quantized_decomposed_embedding_2bit_out {
  static constexpr TensorFacts weight{0x0001, 0x1ffff, true, false};
  static constexpr TensorFacts weight_scales{0x8060, 0x1ffff, true, false};
  static constexpr TensorFacts weight_zero_points{0x8060, 0x1ffff, true, true};
  static constexpr NumberFacts weight_quant_min{7, false, Known::no};
  static constexpr NumberFacts weight_quant_max{7, false, Known::no};
  static constexpr TensorFacts indices{0x0018, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x8060, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_quantized_decomposed_embedding_2bit_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, const Optional<Tensor>&, int64_t, int64_t, const Tensor&, Tensor&)> run =
      ::kerf::quantized::embedding_2bit_out<quantized_decomposed_embedding_2bit_out>;
};
Error call_quantized_decomposed_embedding_2bit_out(Call& call) { return adapt<bound_quantized_decomposed_embedding_2bit_out>(call); }
}

namespace kerf::selected::quantized {
// quantized_decomposed::embedding_4bit.dtype_out(Tensor weight, Tensor weight_scales, Tensor? weight_zero_points, int weight_quant_min, int weight_quant_max, Tensor indices, ScalarType? dtype=None, *, Tensor(a!) out) -> Tensor(a!)
struct quantized_decomposed_embedding_4bit_dtype_out {
  static constexpr TensorFacts weight{0x0001, 0x1ffff, true, false};
  static constexpr TensorFacts weight_scales{0x8060, 0x1ffff, true, false};
  static constexpr TensorFacts weight_zero_points{0x8060, 0x1ffff, true, true};
  static constexpr NumberFacts weight_quant_min{7, false, Known::no};
  static constexpr NumberFacts weight_quant_max{7, false, Known::no};
  static constexpr TensorFacts indices{0x0018, 0x1ffff, true, false};
  static constexpr NumberFacts dtype{7, true, Known::no};
  static constexpr TensorFacts out{0x8060, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_quantized_decomposed_embedding_4bit_dtype_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, const Optional<Tensor>&, int64_t, int64_t, const Tensor&, const Optional<int64_t>&, Tensor&)> run =
      ::kerf::quantized::embedding_4bit_dtype_out<quantized_decomposed_embedding_4bit_dtype_out>;
};
Error call_quantized_decomposed_embedding_4bit_dtype_out(Call& call) { return adapt<bound_quantized_decomposed_embedding_4bit_dtype_out>(call); }
}

namespace kerf::selected::quantized {
// quantized_decomposed::embedding_4bit.out(Tensor weight, Tensor weight_scales, Tensor? weight_zero_points, int weight_quant_min, int weight_quant_max, Tensor indices, *, Tensor(a!) out) -> Tensor(a!)
struct quantized_decomposed_embedding_4bit_out {
  static constexpr TensorFacts weight{0x0001, 0x1ffff, true, false};
  static constexpr TensorFacts weight_scales{0x8060, 0x1ffff, true, false};
  static constexpr TensorFacts weight_zero_points{0x8060, 0x1ffff, true, true};
  static constexpr NumberFacts weight_quant_min{7, false, Known::no};
  static constexpr NumberFacts weight_quant_max{7, false, Known::no};
  static constexpr TensorFacts indices{0x0018, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x8060, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_quantized_decomposed_embedding_4bit_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, const Optional<Tensor>&, int64_t, int64_t, const Tensor&, Tensor&)> run =
      ::kerf::quantized::embedding_4bit_out<quantized_decomposed_embedding_4bit_out>;
};
Error call_quantized_decomposed_embedding_4bit_out(Call& call) { return adapt<bound_quantized_decomposed_embedding_4bit_out>(call); }
}

namespace kerf::selected::quantized {
// quantized_decomposed::embedding_byte.dtype_out(Tensor weight, Tensor weight_scales, Tensor? weight_zero_points, int weight_quant_min, int weight_quant_max, Tensor indices, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!)
struct quantized_decomposed_embedding_byte_dtype_out {
  static constexpr TensorFacts weight{0x0003, 0x1ffff, true, false};
  static constexpr TensorFacts weight_scales{0x8060, 0x1ffff, true, false};
  static constexpr TensorFacts weight_zero_points{0x8060, 0x1ffff, true, true};
  static constexpr NumberFacts weight_quant_min{7, false, Known::no};
  static constexpr NumberFacts weight_quant_max{7, false, Known::no};
  static constexpr TensorFacts indices{0x0018, 0x1ffff, true, false};
  static constexpr NumberFacts dtype{7, true, Known::no};
  static constexpr TensorFacts out{0x8060, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_quantized_decomposed_embedding_byte_dtype_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, const Optional<Tensor>&, int64_t, int64_t, const Tensor&, const Optional<int64_t>&, Tensor&)> run =
      ::kerf::quantized::embedding_byte_dtype_out<quantized_decomposed_embedding_byte_dtype_out>;
};
Error call_quantized_decomposed_embedding_byte_dtype_out(Call& call) { return adapt<bound_quantized_decomposed_embedding_byte_dtype_out>(call); }
}

namespace kerf::selected::quantized {
// quantized_decomposed::embedding_byte.out(Tensor weight, Tensor weight_scales, Tensor? weight_zero_points, int weight_quant_min, int weight_quant_max, Tensor indices, *, Tensor(a!) out) -> Tensor(a!)
struct quantized_decomposed_embedding_byte_out {
  static constexpr TensorFacts weight{0x0003, 0x1ffff, true, false};
  static constexpr TensorFacts weight_scales{0x8060, 0x1ffff, true, false};
  static constexpr TensorFacts weight_zero_points{0x8060, 0x1ffff, true, true};
  static constexpr NumberFacts weight_quant_min{7, false, Known::no};
  static constexpr NumberFacts weight_quant_max{7, false, Known::no};
  static constexpr TensorFacts indices{0x0018, 0x1ffff, true, false};
  static constexpr TensorFacts out{0x8060, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_quantized_decomposed_embedding_byte_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, const Optional<Tensor>&, int64_t, int64_t, const Tensor&, Tensor&)> run =
      ::kerf::quantized::embedding_byte_out<quantized_decomposed_embedding_byte_out>;
};
Error call_quantized_decomposed_embedding_byte_out(Call& call) { return adapt<bound_quantized_decomposed_embedding_byte_out>(call); }
}
// [[[end]]] (sum: qD72UqfF2N)
// clang-format on
