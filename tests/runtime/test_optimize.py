"""Optimised programs in the interpreter: every model, and random graphs, against what was given."""

from __future__ import annotations

import json
import random
import struct
from dataclasses import replace
from pathlib import Path

import pytest

from codegen.optimize.batch_norm import fold_into_producers
from codegen.optimize.edit import Edit
from codegen.optimize.graph import Call, Instruction, Method
from codegen.optimize.pipeline import DEFAULT, optimize
from codegen.optimize.plan_memory import plan_as_is
from codegen.optimize.write import write_graph
from codegen.pte import read_model
from tests.codegen import program_builder as build
from tests.codegen.model_files import programs
from tests.codegen.optimize.graphs import (
    OPERATORS,
    call,
    exact_passes,
    graph_of,
    operators,
    planned,
    program_of,
    variants,
)
from tests.codegen.program_builder import TableSpec
from tests.runtime.model_cases import models, outputs_of, read_cases, runner_arguments
from tests.runtime.sanitized import Finished, run
from tests.runtime.test_models import OPERATOR_MISSING, check

GRAPHS = 60
FOLDING_BOUND = 2e-6
"""A share of the largest number of a tensor, measured 7.2e-7: others may be small differences of
large sums."""
SHAPES = ((12,), (3, 4), (4, 3), (1, 12), (2, 2, 3))


def outputs(done: Finished) -> list[list[object]]:
    """The outputs of each call, tensors with their bytes."""
    assert done.exit_code == 0, done.stderr
    return [
        [
            (value["sizes"], value["dim_order"], Path(value["file"]).read_bytes())
            if value["kind"] == "tensor"
            else value
            for value in json.loads(line)["outputs"]
        ]
        for line in done.stdout.splitlines()
    ]


SMALL = [path for path in models() if path.stat().st_size < 40_000]
"""Each pass on its own is run on these; the others take seconds for each run."""


@pytest.mark.parametrize("model", models(), ids=lambda path: path.stem)
def test_exact_passes_keep_every_bit(model: Path, runner: Path, tmp_path: Path) -> None:
    cases = read_cases(model)
    given = run(runner, *runner_arguments(model, cases, tmp_path))
    if given.exit_code == OPERATOR_MISSING:
        return  # no library has it
    expected = outputs(given)
    written = tmp_path / model.name
    single = [(each,) for each in exact_passes()] if model in SMALL else []
    distinct = {
        optimize(
            model.read_bytes(), name=model.name, operators=operators(), passes=passes
        ).data: passes
        for passes in (exact_passes(), *single)
    }
    for data, passes in distinct.items():
        written.write_bytes(data)
        arguments = runner_arguments(model, cases, tmp_path, written)
        assert outputs(run(runner, *arguments)) == expected, passes


@pytest.mark.parametrize("name", ["dscnn_cortex_m", "multi_method", "kv_cache"])
def test_a_model_in_two_memories_keeps_every_bit(name: str, runner: Path, tmp_path: Path) -> None:
    model = programs()[name]
    cases, written = read_cases(model), tmp_path / model.name
    expected = outputs(run(runner, *runner_arguments(model, cases, tmp_path)))
    data, kinds = model.read_bytes(), ("unused", "plan")
    whole = optimize(data, name=name, operators=operators(), passes=kinds).memories
    sizes = (max(sum(each) for _, each in whole) - 16, 2**20)
    done = optimize(data, name=name, operators=operators(), passes=kinds, memories=sizes)
    assert any(each[1:] and each[1] for _, each in done.memories)
    written.write_bytes(done.data)
    arguments = runner_arguments(model, cases, tmp_path, written)
    assert outputs(run(runner, *arguments)) == expected


@pytest.mark.parametrize("model", models(), ids=lambda path: path.stem)
def test_optimised_model_gives_what_pytorch_gave(model: Path, runner: Path, tmp_path: Path) -> None:
    cases = read_cases(model)
    given = run(runner, *runner_arguments(model, cases, tmp_path))
    if given.exit_code == OPERATOR_MISSING:
        return  # no library has it
    written = tmp_path / model.name
    # Roundings of int8 are not those of float: tests/runtime/test_integers.py bounds each.
    passes = tuple(name for name in DEFAULT if name != "integers")
    data = optimize(model.read_bytes(), name=model.name, operators=operators(), passes=passes).data
    written.write_bytes(data)
    for found, case in zip(outputs_of(runner, model, tmp_path, written), cases, strict=True):
        check(found, case)


def floats(values: list[dict[str, str]]) -> list[tuple[float, ...]]:
    """The elements of each of the outputs that the runner wrote, tensors of Float."""
    data = [Path(each["file"]).read_bytes() for each in values]
    return [struct.unpack(f"<{len(each) // 4}f", each) for each in data]


def folded_beside_given(method: Method) -> tuple[Method, int]:
    """`method` with the result of each folded producer in a tensor of its own; and how many.

    Its outputs are pairs: what a batch norm gives, and what the producer into which it was folded
    gives of the same tensors. Calls that follow read the former.
    """
    edit = Edit(method, operators())
    fold_into_producers(edit)
    steps: list[Instruction | None] = []
    pairs: list[tuple[int, int]] = []
    for given, folded in zip(method.instructions, edit.instructions, strict=True):
        steps.append(given)
        if not isinstance(folded, Call) or folded == given:
            continue
        result = folded.arguments[-1]
        own = edit.add_planned(method.tensor(result), memory=1)
        arguments = tuple(own if index == result else index for index in folded.arguments)
        steps.append(replace(folded, arguments=arguments))
        pairs.append((result, own))
    edit.instructions, edit.outputs = steps, [index for pair in pairs for index in pair]
    edit.changed()
    return edit.finish(), len(pairs)


@pytest.mark.parametrize("model", models(), ids=lambda path: path.stem)
def test_each_folded_batch_norm_keeps_its_result_within_the_bound(
    model: Path, runner: Path, tmp_path: Path
) -> None:
    given = graph_of(model)
    if len(given.methods) > 1 or given.methods[0].fixed:
        return
    if "caller_memory" in read_model(model).methods[0].features:
        return  # its outputs would have no memory where others are returned
    compared, count = folded_beside_given(given.methods[0])
    if count == 0:
        return
    path = tmp_path / model.name
    path.write_bytes(write_graph(plan_as_is(replace(given, methods=(compared,)), operators())))
    for found in outputs_of(runner, model, tmp_path, path):
        results = floats(found)
        for one, other in zip(results[::2], results[1::2], strict=True):
            difference = max(abs(a - b) for a, b in zip(one, other, strict=True))
            assert difference <= FOLDING_BOUND * max(map(abs, one))


def random_graph(source: random.Random) -> bytes:
    """Calls on tensors of twelve numbers: copies, views, permutes, repeated calls, state.

    Tensors that are read only may be views that have no instruction: another shape at one address.
    """
    values: list[TableSpec] = [
        planned(0, (3, 4)),
        planned(64, (12,)),
        planned(128, (12,)),  # state, set at the end
        build.none(),
        build.integer(1),
        build.boolean(False),
        build.int_list(8, 7),
        build.integer(0),
        build.integer(1),
    ]
    shapes: dict[int, tuple[int, ...]] = {0: (3, 4), 1: (12,), 2: (12,)}
    places = {0: 0, 1: 64, 2: 128}
    steps = []

    def new(sizes: tuple[int, ...], place: int | None = None) -> int:
        offset = 64 * (len(set(places.values()))) if place is None else place
        values.append(planned(offset, sizes))
        shapes[len(values) - 1], places[len(values) - 1] = sizes, offset
        return len(values) - 1

    def constant(sizes: tuple[int, ...]) -> int:
        values.append(build.tensor(sizes, planned=False, data=1))
        shapes[len(values) - 1] = sizes
        return len(values) - 1

    def operand(sizes: tuple[int, ...] | None = None) -> int:
        known = [index for index, each in shapes.items() if sizes is None or each == sizes]
        index = source.choice(known)
        if sizes is None and index in places and source.random() < 0.3:
            return new(source.choice(SHAPES), places[index])
        return index

    for _ in range(source.randint(3, 14)):
        kind = source.choice(("add", "relu", "clone", "view", "permute", "again", "constant"))
        a = operand()
        sizes = shapes[a]
        if kind == "constant":
            constant(source.choice(SHAPES))
        elif kind == "add":
            b = operand(sizes)
            out = new(sizes)
            steps.append(call("add", a, b, 4, out, out))
        elif kind == "relu" or (kind == "again" and not steps):
            out = new(sizes)
            steps.append(call("relu", a, out, out))
        elif kind == "clone":
            out = new(sizes)
            steps.append(call("clone", a, 3, out, out))
        elif kind == "view":
            to = source.choice(SHAPES)
            items = [build.integer(size) for size in to]
            first = len(values)
            values += items
            values.append(build.int_list(*range(first, first + len(items))))
            names = len(values) - 1
            out = new(to)
            steps.append(call("view_copy", a, names, out, out))
        elif kind == "permute" and len(sizes) == 2:
            out = new((sizes[1], sizes[0]))
            steps.append(call("permute_copy", a, 6, out, out))
        elif kind == "again":
            out = new(sizes)
            steps += [call("relu", a, out, out)]
            other = new(sizes)
            steps += [call("relu", a, other, other)]
    results = source.sample(sorted(places), min(3, len(places)))
    if source.random() < 0.5:
        written = source.choice([i for i in places if shapes[i] == (12,)])
        steps.insert(source.randint(0, len(steps)), call("copy_", 2, written, 5, 2))
    return program_of(values, steps, inputs=(0, 1), outputs=tuple(results), known=OPERATORS[:-1])


@pytest.mark.parametrize("seed", range(GRAPHS))
def test_random_graphs_keep_every_bit(seed: int, runner: Path, tmp_path: Path) -> None:
    source = random.Random(seed)
    data = random_graph(source)
    single = source.choice(exact_passes())
    distinct = variants(data, single)
    numbers = [source.uniform(-1, 1) for _ in range(48)]
    found = {}
    for program, name in distinct.items():
        folder = tmp_path / name
        folder.mkdir()
        (folder / "graph.pte").write_bytes(program)
        arguments: list[str | Path] = ["--model", folder / "graph.pte", "--output-dir", folder]
        for number in range(2):
            arguments += ["--call", "forward"]
            for index in range(2):
                file = folder / f"in-{number}-{index}"
                part = numbers[24 * number + 12 * index :][:12]
                file.write_bytes(struct.pack("<12f", *part))
                arguments += ["--input", file]
        found[name] = outputs(run(runner, *arguments))
    assert all(each == found[distinct[data]] for each in found.values()), (seed, single)


def test_random_graphs_are_not_trivial() -> None:
    gains = set()
    for seed in range(GRAPHS):
        data = random_graph(random.Random(seed))
        done = optimize(data, name="graph", operators=operators(), keep_steps=True)
        for before, after in zip(done.steps, done.steps[1:], strict=False):
            if after.figures().instructions < before.figures().instructions:
                gains.add(after.name)
    assert {"copies", "common", "unused"} <= gains
