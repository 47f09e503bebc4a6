"""Cases of the operators that exporters of language models write: ExecuTorch's own kernels.

Those round what they add up to Half and BFloat16: of these it is the results of Float, rounded.
"""

from __future__ import annotations

import math
from typing import Any

import torch
from case_text import COMMON, COMPLEX, NAMES, Cases, Written, generator, values
from executorch.extension.llm.custom_ops import custom_ops  # noqa: F401 - defines the operators

llama: Any = torch.ops.llama
NARROW = (torch.float16, torch.bfloat16)


def attended(query: Any, key: Any, value: Any, *rest: Any) -> Any:
    result = llama.custom_sdpa(query.float(), key.float(), value.float(), *rest)
    return result.to(query.dtype)


def attended_with_cache(query: Any, key: Any, value: Any, *given: Any) -> Any:
    keys, values_, start, _, *rest = given
    llama.update_cache(key, keys, start)
    llama.update_cache(value, values_, start)
    return attended(query, keys, values_, start, *rest)


def updated(value: Any, cache: Any, start: int, *indices: Any) -> Any:
    """Writes the cache; the result is what ExecuTorch's kernels leave as it was."""
    function = llama.update_cache_with_indices if indices else llama.update_cache
    function(value, cache, start, *indices)
    return torch.zeros(1, dtype=value.dtype)


def transformed(x: Any) -> Any:
    wide = x.float() if x.dtype in NARROW else x
    return llama.fast_hadamard_transform(wide).to(x.dtype)


def make_attention() -> Cases:
    cases = Cases()
    operator = "llama::custom_sdpa.out"
    causal, free = (None, 0.0, True, None), (None, 0.0, False, None)
    q, k, v = values(1, 3, 4, 8), values(1, 9, 2, 8), values(1, 9, 2, 8)
    for start in (0, 4, 6):
        cases.add(operator, f"from_{start}", attended, q, k, v, start, *causal)
    cases.add(operator, "not_causal", attended, q, k, v, 4, *free)
    cases.add(operator, "scaled", attended, q, k, v, 4, None, 0.0, True, 0.1)
    mask = values(3, 9)
    mask[1, :5], mask[2] = -math.inf, -math.inf
    masked = (mask, 0.0, False, None)
    cases.add(operator, "masked", attended, q, k, v, 4, *masked)
    cases.add(operator, "one_row", attended, values(1, 1, 4, 8), k, v, 8, *causal)
    batches = (values(2, 2, 3, 5), values(2, 4, 3, 5), values(2, 4, 3, 5))
    cases.add(operator, "batches", attended, *batches, 1, *causal)
    rows = (values(1, 19, 1, 4), values(1, 24, 1, 4), values(1, 24, 1, 4))
    cases.add(operator, "many_rows", attended, *rows, 3, *causal)
    beyond = q.clone()
    beyond[0, 1, 0, 0], beyond[0, 2, 1, 0] = math.inf, math.nan
    cases.add(operator, "not_finite", attended, beyond, k, v, 4, *causal)
    for dtype in NARROW:
        narrow = [each.to(dtype) for each in (q, k, v)]
        cases.add(operator, f"dtype_{NAMES[dtype]}", attended, *narrow, 4, *causal)
        cases.add(operator, f"dtype_{NAMES[dtype]}_masked", attended, *narrow, 0, *masked)
    operator = "llama::custom_quantized_sdpa.out"
    # No value is negative: how large a sum's terms are does not show in int8.
    whole = [values(*each.shape).mul(40).clamp(-128, 127).to(torch.int8) for each in (q, k, v)]
    whole[2] = whole[2] // 2 + 64
    forms = []
    for each in whole:
        zeros = values(*each.shape[:3], 1, dtype=torch.int8) - (9 if each is whole[2] else 0)
        forms += [zeros, values(*each.shape[:3], 1).abs() / 40]
    quantized = llama.custom_quantized_sdpa
    for start in (0, 4, 6):
        cases.add(operator, f"from_{start}", quantized, *whole, start, *causal, *forms, False)
    cases.add(operator, "not_causal", quantized, *whole, 4, *free, *forms, False)
    cases.add(operator, "masked", quantized, *whole, 0, *masked, *forms, False)
    operator = "llama::sdpa_with_kv_cache.out"
    for dtype in (torch.float32, *NARROW):
        query, *given = (values(1, 2, heads, 4, dtype=dtype) for heads in (4, 2, 2))
        caches = [Written(values(1, 5, 2, 4, dtype=dtype)) for _ in "kv"]
        name = f"dtype_{NAMES[dtype]}"
        cases.add(operator, name, attended_with_cache, query, *given, *caches, 2, 2, *causal)
    return cases


def make_caches() -> Cases:
    cases = Cases()
    operator, indexed = "llama::update_cache.out", "llama::update_cache_with_indices.out"
    for dtype in (*COMMON, *COMPLEX):
        name = f"dtype_{(NAMES | COMPLEX)[dtype]}"
        value, cache = values(2, 3, 2, 4, dtype=dtype), Written(values(2, 7, 2, 4, dtype=dtype))
        cases.add(operator, name, updated, value, cache, 2)
        positions = torch.randint(0, 7, (2, 3), generator=generator)
        cases.add(indexed, name, updated, value, cache, 0, positions)
    cache = Written(values(1, 4, 1, 2))
    for start in (0, 3):
        cases.add(operator, f"from_{start}", updated, values(1, 1, 1, 2), cache, start)
    twice = torch.tensor([[2, 0, 2]])
    cases.add(indexed, "twice", updated, values(1, 3, 1, 2), cache, 0, twice)
    return cases


def make_hadamard() -> Cases:
    cases = Cases()
    operator = "llama::fast_hadamard_transform.out"
    for sizes in ((2, 1), (2, 2), (2, 8), (2, 64), (2, 28), (2, 112), (4,), (2, 3, 16)):
        cases.add(operator, "of_" + "x".join(map(str, sizes)), transformed, values(*sizes))
    for dtype in (torch.float64, torch.float16):
        x = values(3, 32, dtype=dtype)
        cases.add(operator, f"dtype_{NAMES[dtype]}", transformed, x)
    return cases
