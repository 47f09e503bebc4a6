"""Recipes for the operators of language models: queries, keys and values by batch and position."""

from __future__ import annotations

from codegen.dtype import DType
from tests.runtime.campaign.calls import Arguments, Call
from tests.runtime.campaign.recipes.registry import of

NARROW = (DType.Float, DType.Float, DType.Half, DType.BFloat16)


def _sizes(call: Call) -> tuple[int, int, int, int, int]:
    """Batches, positions of a cache, heads of it, how many share one, and the width."""
    batches, positions, heads, shared, width = (max(call.size(), 1) for _ in range(5))
    return batches, positions, heads, shared, width


@of("llama::custom_sdpa.out", "llama::custom_quantized_sdpa.out", "llama::sdpa_with_kv_cache.out")
def attention(call: Call) -> Arguments:
    quantized, writes = (word in call.schema.name for word in ("quantized", "with_kv"))
    call.dtype = DType.Char if quantized else call.random.choice(NARROW)
    batches, positions, heads, shared, width = _sizes(call)
    rows = call.random.randint(1, positions)
    query = (batches, rows, heads * shared, width)
    cache = (batches, positions, heads, width)
    given = (batches, rows, heads, width) if writes else cache
    masked = not writes and call.random.random() < 0.3
    mask = call.tensor((rows, positions), DType.Float) if masked else call.number(None)
    arguments = {
        "query": call.tensor(query),
        "key": call.tensor(given),
        "value": call.tensor(given),
        "start_pos": call.number(call.random.randint(0, positions - rows)),
        "seq_len": call.number(rows),
        "attn_mask": mask,
        "is_causal": call.number(not masked and call.random.random() < 0.7),
        "out": call.out(query, DType.Float if quantized else call.dtype),
    }
    if writes:
        arguments |= {"key_cache": call.out(cache), "value_cache": call.out(cache)}
    for name, shape in (("q", query), ("k", cache), ("v", cache)) if quantized else ():
        row = (*shape[:3], 1)
        arguments |= {f"{name}_zero_points": call.tensor(row, DType.Char)}
        arguments |= {f"{name}_scales": call.tensor(row, DType.Float)}
    return arguments


@of("llama::update_cache.out", "llama::update_cache_with_indices.out")
def update(call: Call) -> Arguments:
    batches, positions, heads, _, width = _sizes(call)
    rows = call.random.randint(1, positions)
    return {
        "value": call.tensor((batches, rows, heads, width)),
        "cache": call.out((batches, positions, heads, width)),
        "start_pos": call.number(call.random.randint(0, positions - rows)),
        "indices": call.index((batches, rows), positions),
        "out": call.out((1,)),
    }


@of("llama::fast_hadamard_transform.out")
def transform(call: Call) -> Arguments:
    call.dtype = call.random.choice((DType.Float, DType.Float, DType.Double, DType.Half))
    shape = (*call.shape(0, 2), call.random.choice((1, 2, 4, 8, 28, 56)))
    return {"mat": call.tensor(shape), "out": call.out(shape)}
