// The kernels of llama_attention, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "llama_attention")) ]]]
#include "kernels/llama/attention.h"

namespace kerf::selected::llama {
// llama::custom_quantized_sdpa.out(Tensor query, Tensor key, Tensor value, SymInt start_pos, Tensor? attn_mask=None, float drpout_p=0.0, bool is_causal=False, float? scale=None, Tensor? q_zero_points=None, Tensor? q_scales=None, Tensor? k_zero_points=None, Tensor? k_scales=None, Tensor? v_zero_points=None, Tensor? v_scales=None, bool is_seq_at_dim_2=False, *, Tensor(a!) out) -> Tensor(a!)
struct llama_custom_quantized_sdpa_out {
  static constexpr TensorFacts query{0x0002, 0x10, true, false};
  static constexpr TensorFacts key{0x0002, 0x1ffff, true, false};
  static constexpr TensorFacts value{0x0002, 0x1ffff, true, false};
  static constexpr NumberFacts start_pos{7, false, Known::no};
  static constexpr TensorFacts attn_mask{0x0040, 0x1ffff, true, true};
  static constexpr NumberFacts drpout_p{7, false, Known::no};
  static constexpr NumberFacts is_causal{7, false, Known::no};
  static constexpr NumberFacts scale{7, true, Known::no};
  static constexpr TensorFacts q_zero_points{0x0002, 0x1ffff, true, true};
  static constexpr TensorFacts q_scales{0x0040, 0x1ffff, true, true};
  static constexpr TensorFacts k_zero_points{0x0002, 0x1ffff, true, true};
  static constexpr TensorFacts k_scales{0x0040, 0x1ffff, true, true};
  static constexpr TensorFacts v_zero_points{0x0002, 0x1ffff, true, true};
  static constexpr TensorFacts v_scales{0x0040, 0x1ffff, true, true};
  static constexpr NumberFacts is_seq_at_dim_2{7, false, Known::no};
  static constexpr TensorFacts out{0x0040, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_llama_custom_quantized_sdpa_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, const Tensor&, int64_t, const Optional<Tensor>&, double, bool, const Optional<double>&, const Optional<Tensor>&, const Optional<Tensor>&, const Optional<Tensor>&, const Optional<Tensor>&, const Optional<Tensor>&, const Optional<Tensor>&, bool, Tensor&)> run =
      ::kerf::llama::custom_quantized_sdpa_out<llama_custom_quantized_sdpa_out>;
};
Error call_llama_custom_quantized_sdpa_out(Call& call) { return adapt<bound_llama_custom_quantized_sdpa_out>(call); }
}

namespace kerf::selected::llama {
// llama::custom_sdpa.out(Tensor query, Tensor key, Tensor value, SymInt start_pos, Tensor? attn_mask=None, float drpout_p=0.0, bool is_causal=False, float? scale=None, *, Tensor(a!) out) -> Tensor(a!)
struct llama_custom_sdpa_out {
  static constexpr TensorFacts query{0x8060, 0x10, true, false};
  static constexpr TensorFacts key{0x8060, 0x1ffff, true, false};
  static constexpr TensorFacts value{0x8060, 0x1ffff, true, false};
  static constexpr NumberFacts start_pos{7, false, Known::no};
  static constexpr TensorFacts attn_mask{0x0040, 0x1ffff, true, true};
  static constexpr NumberFacts drpout_p{7, false, Known::no};
  static constexpr NumberFacts is_causal{7, false, Known::no};
  static constexpr NumberFacts scale{7, true, Known::no};
  static constexpr TensorFacts out{0x8060, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_llama_custom_sdpa_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, const Tensor&, int64_t, const Optional<Tensor>&, double, bool, const Optional<double>&, Tensor&)> run =
      ::kerf::llama::custom_sdpa_out<llama_custom_sdpa_out>;
};
Error call_llama_custom_sdpa_out(Call& call) { return adapt<bound_llama_custom_sdpa_out>(call); }
}

namespace kerf::selected::llama {
// llama::sdpa_with_kv_cache.out(Tensor query, Tensor key, Tensor value, Tensor(a!) key_cache, Tensor(b!) value_cache, SymInt start_pos, SymInt seq_len, Tensor? attn_mask=None, float drpout_p=0.0, bool is_causal=False, float? scale=None, *, Tensor(c!) out) -> Tensor(c!)
struct llama_sdpa_with_kv_cache_out {
  static constexpr TensorFacts query{0x8060, 0x10, true, false};
  static constexpr TensorFacts key{0x8060, 0x1ffff, true, false};
  static constexpr TensorFacts value{0x8060, 0x1ffff, true, false};
  static constexpr TensorFacts key_cache{0x8060, 0x1ffff, true, false};
  static constexpr TensorFacts value_cache{0x8060, 0x1ffff, true, false};
  static constexpr NumberFacts start_pos{7, false, Known::no};
  static constexpr NumberFacts seq_len{7, false, Known::no};
  static constexpr TensorFacts attn_mask{0x0040, 0x1ffff, true, true};
  static constexpr NumberFacts drpout_p{7, false, Known::no};
  static constexpr NumberFacts is_causal{7, false, Known::no};
  static constexpr NumberFacts scale{7, true, Known::no};
  static constexpr TensorFacts out{0x8060, 0x1ffff, true, false};
  static constexpr TraitSet traits = trait_set(Trait::broadcast) | trait_set(Trait::in_place) | trait_set(Trait::mixed_dtypes) | trait_set(Trait::mixed_layouts) | trait_set(Trait::negative_multiplier) | trait_set(Trait::outer_reduction);
};
struct bound_llama_sdpa_with_kv_cache_out {
  static constexpr FunctionOf<Error(KernelContext&, const Tensor&, const Tensor&, const Tensor&, Tensor&, Tensor&, int64_t, int64_t, const Optional<Tensor>&, double, bool, const Optional<double>&, Tensor&)> run =
      ::kerf::llama::sdpa_with_kv_cache_out<llama_sdpa_with_kv_cache_out>;
};
Error call_llama_sdpa_with_kv_cache_out(Call& call) { return adapt<bound_llama_sdpa_with_kv_cache_out>(call); }
}
// [[[end]]] (sum: FUqFEV0wuM)
// clang-format on
