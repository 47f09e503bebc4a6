"""Calls of the operators of language models that are not sound: ExecuTorch aborts, or goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runtime.kernels.faults import BAD, CUT, MISSING, TYPE, Calls, check, faults
from tests.runtime.kernels.portable_calls import Case, outcomes, output, zeros


def numbers(*items: int) -> str:
    data = "".join(item.to_bytes(8, "little", signed=True).hex() for item in items)
    return f"tensor Long 1,{len(items)} 0,1 {data}"


def both(dtype: str, *sizes: int) -> str:
    line = zeros(dtype, *sizes, kind="both")
    return f"{line} {line.split(' ')[-1]}"


def attended(**changed: str) -> list[str]:
    given = {"query": zeros("Float", 1, 3, 4, 2), "key": zeros("Float", 1, 5, 2, 2)}
    given |= {"value": zeros("Float", 1, 5, 2, 2), "start": "int 2", "mask": "none"}
    given |= {"dropout": "double 0.0", "causal": "bool 1", "scale": "none"}
    given |= {"out": output("Float", 1, 3, 4, 2)}
    return [*(given | changed).values()]


def masked(**changed: str) -> list[str]:
    given = {"mask": zeros("Float", 3, 5), "causal": "bool 0", "start": "int 99"}
    return attended(**(given | changed))


def quantized(**changed: str) -> list[str]:
    given = {"query": zeros("Char", 1, 3, 4, 2), "key": zeros("Char", 1, 5, 2, 2)}
    given |= {"value": zeros("Char", 1, 5, 2, 2), "start": "int 2", "mask": "none"}
    given |= {"dropout": "double 0.0", "causal": "bool 1", "scale": "none"}
    for name, rows in (("q", (3, 4)), ("k", (5, 2)), ("v", (5, 2))):
        given |= {f"{name}_zeros": zeros("Char", 1, *rows, 1)}
        given |= {f"{name}_scales": zeros("Float", 1, *rows, 1)}
    given |= {"heads_first": "bool 0", "out": output("Float", 1, 3, 4, 2)}
    return [*(given | changed).values()]


def with_cache(**changed: str) -> list[str]:
    given = {"query": zeros("Float", 1, 3, 4, 2), "key": zeros("Float", 1, 3, 2, 2)}
    given |= {"value": zeros("Float", 1, 3, 2, 2), "keys": both("Float", 1, 5, 2, 2)}
    given |= {"values": both("Float", 1, 5, 2, 2), "start": "int 2", "length": "int 3"}
    given |= {"mask": "none", "dropout": "double 0.0", "causal": "bool 1", "scale": "none"}
    given |= {"out": output("Float", 1, 3, 4, 2)}
    return [*(given | changed).values()]


def updated(**changed: str) -> list[str]:
    given = {"value": zeros("Float", 1, 3, 2, 2), "cache": both("Float", 1, 5, 2, 2)}
    given |= {"start": "int 2", "out": output("Float", 1)}
    return [*(given | changed).values()]


def indexed(**changed: str) -> list[str]:
    given = {"value": zeros("Float", 1, 3, 2, 2), "cache": both("Float", 1, 5, 2, 2)}
    given |= {"start": "int -9", "indices": numbers(4, 0, 0), "out": output("Float", 1)}
    return [*(given | changed).values()]


CALLS: Calls = {
    "llama::custom_sdpa.out": {
        "attention": (attended(), "Ok"),
        "attention_before_the_cache": attended(start="int -1"),
        "attention_far_before": attended(start=f"int {-(2**63)}"),
        "attention_behind_the_cache": attended(start="int 3"),
        "attention_far_behind": attended(start=f"int {2**63 - 1}"),
        "attention_behind_that_is_not_causal": attended(start="int 3", causal="bool 0"),
        "query_rank": attended(query=zeros("Float", 3, 4, 2)),
        "query_layout": attended(query=zeros("Float", 1, 3, 4, 2, order=(0, 2, 1, 3))),
        "key_layout": attended(key=zeros("Float", 1, 5, 2, 2, order=(0, 2, 1, 3))),
        "out_layout": attended(out=output("Float", 1, 3, 4, 2, order=(0, 2, 1, 3))),
        "key_heads": attended(key=zeros("Float", 1, 5, 1, 2)),
        "heads_that_are_not_shared": attended(query=zeros("Float", 1, 3, 3, 2)),
        "no_heads": attended(key=zeros("Float", 1, 5, 0, 2), value=zeros("Float", 1, 5, 0, 2)),
        "batches": attended(query=zeros("Float", 2, 3, 4, 2)),
        "width": attended(query=zeros("Float", 1, 3, 4, 3)),
        "key_dtype": (attended(key=zeros("Half", 1, 5, 2, 2)), TYPE),
        "out_shape": attended(out=output("Float", 1, 2, 4, 2)),
        "no_rows": (
            attended(query=zeros("Float", 1, 0, 4, 2), out=output("Float", 1, 0, 4, 2)),
            "Ok",
        ),
        "mask": (masked(), "Ok"),
        "mask_and_causal": masked(causal="bool 1"),
        "mask_of_the_seen": masked(mask=zeros("Float", 3, 3)),
        "mask_of_fewer_rows": masked(mask=zeros("Float", 2, 5)),
        "mask_rank": masked(mask=zeros("Float", 1, 3, 5)),
        "mask_layout": masked(mask=zeros("Float", 3, 5, order=(1, 0))),
        "mask_of_nothing": masked(
            mask=zeros("Float", 3, 0),
            key=zeros("Float", 1, 0, 2, 2),
            value=zeros("Float", 1, 0, 2, 2),
        ),
    },
    "llama::custom_quantized_sdpa.out": {
        "quantized": (quantized(), "Ok"),
        "quantized_behind_the_cache": quantized(start="int 3"),
        "quantized_without_scales": quantized(k_scales="none"),
        "quantized_without_zero_points": quantized(v_zeros="none"),
        "quantized_by_fewer_scales": quantized(k_scales=zeros("Float", 1, 4, 2, 1)),
        "quantized_by_one_scale": quantized(q_scales=zeros("Float", 1)),
        "quantized_by_columns": quantized(v_scales=zeros("Float", 1, 5, 2, 2)),
        "zero_points_of_fewer_heads": quantized(q_zeros=zeros("Char", 1, 3, 2, 1)),
        "quantized_heads_first": (quantized(heads_first="bool 1"), CUT),
        "quantized_to_int8": (quantized(out=output("Char", 1, 3, 4, 2)), MISSING),
    },
    "llama::sdpa_with_kv_cache.out": {
        "with_cache": (with_cache(), "Ok"),
        "with_cache_behind": with_cache(start="int 3"),
        "with_cache_of_another_dtype": (with_cache(keys=both("Half", 1, 5, 2, 2)), TYPE),
        "with_cache_of_other_heads": with_cache(values=both("Float", 1, 5, 1, 2)),
        "with_caches_of_two_lengths": with_cache(values=both("Float", 1, 6, 2, 2)),
        "with_fewer_values": with_cache(value=zeros("Float", 1, 2, 2, 2)),
    },
    "llama::update_cache.out": {
        "update": (updated(), "Ok"),
        "update_before": updated(start="int -1"),
        "update_behind": updated(start="int 3"),
        "update_far_behind": updated(start=f"int {2**63 - 1}"),
        "update_with_more": updated(value=zeros("Float", 1, 6, 2, 2), start="int 0"),
        "update_dtype": (updated(cache=both("Int", 1, 5, 2, 2)), TYPE),
        "update_layout": updated(value=zeros("Float", 1, 3, 2, 2, order=(0, 2, 1, 3))),
        "update_rank": updated(value=zeros("Float", 3, 2, 2)),
        "update_heads": updated(value=zeros("Float", 1, 3, 1, 2)),
        "update_out": updated(out=output("Float", 2)),
        "update_with_nothing": (updated(value=zeros("Float", 1, 0, 2, 2), start="int 5"), "Ok"),
        "update_of_nothing": (
            updated(
                value=zeros("Float", 0, 3, 2, 2),
                cache="both Float 0,5,2,2 0,1,2,3 - -",
                start="int 0",
            ),
            "Ok",
        ),
    },
    "llama::update_cache_with_indices.out": {
        "indices": (indexed(), "Ok"),
        "index_before": indexed(indices=numbers(0, -1, 0)),
        "index_behind": indexed(indices=numbers(0, 0, 5)),
        "fewer_indices": indexed(indices=numbers(0, 0)),
        "indices_of_another_dtype": (indexed(indices=zeros("Int", 1, 3)), MISSING),
        "indices_layout": indexed(indices=zeros("Long", 1, 3, order=(1, 0))),
    },
    "llama::fast_hadamard_transform.out": {
        "transform": ([zeros("Float", 3, 4), output("Float", 3, 4)], "Ok"),
        "transform_of_nothing": ([zeros("Float", 0, 4), output("Float", 0, 4)], "Ok"),
        "transform_of_no_terms": [zeros("Float", 4, 0), output("Float", 4, 0)],
        "transform_of_12": [zeros("Float", 1, 12), output("Float", 1, 12)],
        "transform_of_84": [zeros("Float", 1, 84), output("Float", 1, 84)],
        "transform_of_a_number": [zeros("Float"), output("Float")],
        "transform_of_columns": [zeros("Float", 4, 4, order=(1, 0)), output("Float", 4, 4)],
        "transform_dtype": ([zeros("Float", 4), output("Half", 4)], TYPE),
        "transform_shape": [zeros("Float", 4), output("Float", 8)],
    },
}
FAULTS = faults(CALLS)


@pytest.mark.parametrize("name", FAULTS)
def test_fault_is_the_error_it_should_be(name: str, kernels: Path) -> None:
    check(name, FAULTS[name], kernels)


def test_a_call_that_is_refused_leaves_the_caches_as_they_were(kernels: Path) -> None:
    """Positions are checked before the first one is written."""
    cache = "both Float 1,2,1,1 0,1,2,3 0000803f00000040 -"
    value, out = "tensor Float 1,2,1,1 0,1,2,3 0000a0400000c040", output("Float", 1)
    refused = (
        ("update_cache.out", (value, cache, "int 1", out)),
        ("update_cache_with_indices.out", (value, cache, "int 0", numbers(0, 2), out)),
    )
    cases = [Case(name="n", operator=f"llama::{name}", lines=lines) for name, lines in refused]
    for outcome in outcomes(kernels, cases):
        assert (outcome.error, outcome.outputs[0].content) == (BAD, "0000803f00000040")
