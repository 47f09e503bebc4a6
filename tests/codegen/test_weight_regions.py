"""Weights in several regions: the most read are in the fastest, and none where there is no room."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from codegen.compiled.compile import compile_programs
from codegen.compiled.tables import Base, Compiled, WeightRegion, Weights
from codegen.compiled.weight_uses import bytes_read, weight_uses
from codegen.compiled.weights import ALIGNMENT, Constant, WeightMap
from codegen.errors import SizeError
from codegen.opinfo import tensors_of
from codegen.pte import read_model, read_program_file
from codegen.sources.detect import read_file
from tests.codegen.model_files import programs
from tests.runtime.sanitized import libraries, plan_for


def regions(*sizes: int) -> tuple[WeightRegion, ...]:
    return tuple(
        WeightRegion(name=f"R{n}", section=f".kerf_weights.R{n}", capacity_bytes=size)
        for n, size in enumerate(sizes)
    )


def compiled(name: str, *sizes: int) -> Compiled:
    path = programs()[name]
    models = {path.name: read_program_file(path)}
    plan = plan_for(read_file(path))
    placed = regions(*sizes)
    return compile_programs(models, plan, libraries(), Weights.LINKED, regions=placed)


def test_what_is_read_most_for_its_size_is_in_the_first_region() -> None:
    reads = {("m", 0, 64): 64, ("m", 64, 32): 320, ("m", 96, 16): 48, ("m", 112, 16): 0}
    weights = WeightMap(reads, Weights.LINKED, regions(32, 32, 1000), reads)
    assert weights.place("m", 64) == (0, 0)  # ten times
    assert weights.place("m", 96) == (1, 0)  # three times
    assert weights.place("m", 0) == (2, 0)  # once, and too large for the second
    assert weights.place("m", 112) == (1, 16)  # never, but there is room
    assert [region.bytes for region in weights.regions] == [32, 32, 64]
    assert weights.place("m", 70) == (0, 6)


def test_a_region_can_be_filled_to_its_last_byte_and_no_further() -> None:
    reads = {("m", 0, 20): 20, ("m", 32, 12): 12}
    full = WeightMap(reads, Weights.LINKED, regions(44), reads)
    assert full.bytes == 44
    with pytest.raises(SizeError, match=r"need 32 B.* no room for 12 B: R0 43 B\.") as error:
        WeightMap(reads, Weights.LINKED, regions(43), reads)
    assert error.value.exit_code == 7


def test_constants_that_share_bytes_stay_together_and_count_all_their_reads() -> None:
    reads = {("m", 0, 32): 32, ("m", 16, 32): 64, ("m", 48, 48): 60}
    weights = WeightMap(reads, Weights.LINKED, regions(48, 48), reads)
    assert [weights.place("m", at) for at in (0, 16, 47)] == [(0, 0), (0, 16), (0, 47)]
    assert weights.place("m", 48) == (1, 0)


@pytest.mark.parametrize("seed", range(20))
def test_places_are_disjoint_aligned_and_within_their_regions(seed: int) -> None:
    source = random.Random(seed)
    reads: dict[Constant, int] = {}
    at = 0
    for _ in range(source.randint(1, 60)):
        at += source.choice((0, 0, 4, 13, 64))
        size = source.randint(1, 300)
        reads["ab"[seed % 2], at, size] = size * source.randint(0, 50)
        at += size - source.choice((0, 0, 0, min(size, 7)))
    total = sum(size + ALIGNMENT for _, _, size in reads)
    sizes = [*source.choices(range(total), k=source.randint(0, 4)), total]
    weights = WeightMap(reads, Weights.LINKED, regions(*sizes), reads)
    taken: Counter[tuple[int, int]] = Counter()
    for run in weights.runs:
        assert run.offset % ALIGNMENT == run.position % ALIGNMENT
        assert run.offset + run.bytes <= weights.regions[run.region].bytes <= sizes[run.region]
        taken.update((run.region, run.offset + each) for each in range(run.bytes))
    assert max(taken.values()) == 1
    for model, position, size in reads:
        places = [weights.place(model, position + each) for each in range(size)]
        first = places[0]
        assert places == [(first[0], first[1] + each) for each in range(size)]


def test_a_convolution_walks_over_its_weights_at_each_position_of_its_result() -> None:
    path = programs()["dscnn_cortex_m"]
    models = {path.name: read_program_file(path)}
    plan = plan_for(read_file(path))
    kernels = {k.operator: k for library in libraries() for k in library.kernels}
    uses = list(weight_uses(models, {k.operator: kernels[k.operator] for k in plan.kernels}))
    (method,) = read_model(path).methods
    results = {call.instruction: list(tensors_of(call.arguments))[-1] for call in method.calls}
    seen = set()
    for use in uses:
        seen.add(use.operator)
        if "conv2d" in use.operator:
            rows, columns = results[use.instruction].sizes[2:]
            assert use.walks == rows * columns > 1
        if "linear" in use.operator:
            assert use.walks == results[use.instruction].sizes[0] == 1
    assert len(seen) > 2
    reads = bytes_read(iter(uses))
    assert sum(reads.values()) == sum(use.bytes * use.walks for use in uses)


def test_tables_locate_constants_in_each_region() -> None:
    whole, divided = compiled("dscnn"), compiled("dscnn", 2000, 30_000, 10**6)
    assert divided.bases == (Base.WEIGHTS, Base.ARENA, Base.NULL, Base.WEIGHTS_2, Base.WEIGHTS_3)
    assert {base for base, _ in whole.locations} <= {Base.WEIGHTS, Base.ARENA, Base.NULL}
    assert {base for base, _ in divided.locations} >= {Base.WEIGHTS_2, Base.WEIGHTS_3}
    assert sum(run.bytes for run in divided.runs) <= divided.weight_bytes
    assert divided.code == whole.code
    assert divided.shapes == whole.shapes


def test_plan_of_a_target_without_regions_is_what_it_was() -> None:
    path = programs()["linear"]
    plan = plan_for(read_file(path))
    one = replace(plan, compiled=compiled("linear")).to_json()
    assert "region" not in one
    assert "weight_regions" in replace(plan, compiled=compiled("linear", 10**6)).to_json()
