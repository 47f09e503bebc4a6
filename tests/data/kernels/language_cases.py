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
    case = cases.of("llama::custom_sdpa.out", attended)
    causal, free = (None, 0.0, True, None), (None, 0.0, False, None)
    q, k, v = values(1, 3, 4, 8), values(1, 9, 2, 8), values(1, 9, 2, 8)
    for start in (0, 4, 6):
        case(f"from_{start}", q, k, v, start, *causal)
    case("not_causal", q, k, v, 4, *free)
    case("scaled", q, k, v, 4, None, 0.0, True, 0.1)
    mask = values(3, 9)
    mask[1, :5], mask[2] = -math.inf, -math.inf
    masked = (mask, 0.0, False, None)
    case("masked", q, k, v, 4, *masked)
    case("one_row", values(1, 1, 4, 8), k, v, 8, *causal)
    batches = (values(2, 2, 3, 5), values(2, 4, 3, 5), values(2, 4, 3, 5))
    case("batches", *batches, 1, *causal)
    rows = (values(1, 19, 1, 4), values(1, 24, 1, 4), values(1, 24, 1, 4))
    case("many_rows", *rows, 3, *causal)
    beyond = q.clone()
    beyond[0, 1, 0, 0], beyond[0, 2, 1, 0] = math.inf, math.nan
    case("not_finite", beyond, k, v, 4, *causal)
    for dtype in NARROW:
        narrow = [each.to(dtype) for each in (q, k, v)]
        case(f"dtype_{NAMES[dtype]}", *narrow, 4, *causal)
        case(f"dtype_{NAMES[dtype]}_masked", *narrow, 0, *masked)
    case = cases.of("llama::custom_quantized_sdpa.out", llama.custom_quantized_sdpa)
    # No value is negative: how large a sum's terms are does not show in int8.
    whole = [values(*each.shape).mul(40).clamp(-128, 127).to(torch.int8) for each in (q, k, v)]
    whole[2] = whole[2] // 2 + 64
    forms = []
    for each in whole:
        zeros = values(*each.shape[:3], 1, dtype=torch.int8) - (9 if each is whole[2] else 0)
        forms += [zeros, values(*each.shape[:3], 1).abs() / 40]
    for start in (0, 4, 6):
        case(f"from_{start}", *whole, start, *causal, *forms, False)
    case("not_causal", *whole, 4, *free, *forms, False)
    case("masked", *whole, 0, *masked, *forms, False)
    case = cases.of("llama::sdpa_with_kv_cache.out", attended_with_cache)
    for dtype in (torch.float32, *NARROW):
        query, *given = (values(1, 2, heads, 4, dtype=dtype) for heads in (4, 2, 2))
        caches = [Written(values(1, 5, 2, 4, dtype=dtype)) for _ in "kv"]
        name = f"dtype_{NAMES[dtype]}"
        case(name, query, *given, *caches, 2, 2, *causal)
    return cases


def make_caches() -> Cases:
    cases = Cases()
    case = cases.of("llama::update_cache.out", updated)
    indexed = cases.of("llama::update_cache_with_indices.out", updated)
    for dtype in (*COMMON, *COMPLEX):
        name = f"dtype_{(NAMES | COMPLEX)[dtype]}"
        value, cache = values(2, 3, 2, 4, dtype=dtype), Written(values(2, 7, 2, 4, dtype=dtype))
        case(name, value, cache, 2)
        positions = torch.randint(0, 7, (2, 3), generator=generator)
        indexed(name, value, cache, 0, positions)
    cache = Written(values(1, 4, 1, 2))
    for start in (0, 3):
        case(f"from_{start}", values(1, 1, 1, 2), cache, start)
    twice = torch.tensor([[2, 0, 2]])
    indexed("twice", values(1, 3, 1, 2), cache, 0, twice)
    return cases


def make_hadamard() -> Cases:
    cases = Cases()
    case = cases.of("llama::fast_hadamard_transform.out", transformed)
    for sizes in ((2, 1), (2, 2), (2, 8), (2, 64), (2, 28), (2, 112), (4,), (2, 3, 16)):
        case("of_" + "x".join(map(str, sizes)), values(*sizes))
    case.each_dtype((torch.float64, torch.float16), (3, 32))
    return cases
