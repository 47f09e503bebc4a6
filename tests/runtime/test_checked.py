"""Checks that the build makes for a kernel: what it lets pass, the kernel does not refuse."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from codegen.compiled.compile import compile_programs
from codegen.compiled.tables import Weights
from codegen.errors import KerfError, ResolutionError
from codegen.optimize.edit import Edit
from codegen.optimize.graph import Call, Method, Tensor
from codegen.optimize.integers import compute_in_integers
from codegen.optimize.plan_memory import plan_as_is
from codegen.optimize.read import read_graph
from codegen.optimize.unused import drop_unused
from codegen.optimize.write import write_graph
from codegen.program_value import ListValue, ScalarValue
from codegen.pte import read_program_file
from codegen.sources.detect import read_file
from tests.codegen.model_files import programs
from tests.codegen.optimize.drawn_chains import drawn_chain
from tests.codegen.optimize.graphs import graph_of, operators
from tests.runtime.model_cases import read_cases, runner_arguments
from tests.runtime.sanitized import libraries, plan_for, run

NUMBERS = (-129, -128, -33, -1, 0, 1, 2, 32, 127, 128, 2**29, 2**31)
TRIED = 8
"""How many of the hundreds of changed programs are tried."""


def checked(path: Path) -> dict[str, bool]:
    """Maps each operator to whether all its calls are checked.

    Raises:
        KerfError: the program cannot be compiled.

    """
    plan = plan_for(read_file(path))
    models = {path.name: read_program_file(path)}
    found = compile_programs(models, plan, libraries(), Weights.LINKED)
    kernels = [each for each in found.kernels if each.row >= 0]
    return {plan.kernels[each.row].operator: "checked" in each.proofs for each in kernels}


def mutants(method: Method) -> Iterator[tuple[str, Method]]:
    """`method` with one number, list or shape of one call of each operator changed."""
    calls = [each for each in method.instructions if isinstance(each, Call)]
    for operator in sorted({each.operator for each in calls}):
        call = next(each for each in calls if each.operator == operator)
        for place, index in enumerate(call.arguments):
            value = method.values[index]
            if isinstance(value, Tensor):
                changed = [replace(value, dim_order=tuple(range(len(value.sizes))))]
                changed += [replace(value, sizes=value.sizes[::-1])]
                for other in changed:
                    values = (*method.values[:index], other, *method.values[index + 1 :])
                    yield operator, replace(method, values=values)
                continue
            for number in NUMBERS:
                edit = Edit(method, operators())
                if isinstance(value, ListValue) and value.kind == "int_list" and value.items:
                    items = (edit.add_number(number), *value.items[1:])
                    new = edit.add(replace(value, items=items))
                elif isinstance(value, ScalarValue) and value.kind == "int":
                    new = edit.add_number(number)
                else:
                    continue
                arguments = (*call.arguments[:place], new, *call.arguments[place + 1 :])
                at = edit.instructions.index(call)
                edit.instructions[at] = replace(call, arguments=arguments)
                yield operator, edit.finish()


def test_what_is_checked_is_never_refused(runner: Path, tmp_path: Path) -> None:
    model = programs()["dscnn_cortex_m"]
    given = graph_of(model)
    (method,) = given.methods
    path = tmp_path / model.name
    arguments = runner_arguments(model, read_cases(model)[:1], tmp_path, path)
    assert all(checked(model).values())
    tried = random.Random(1).sample(list(mutants(method)), TRIED)
    passed = 0
    for operator, mutant in tried:
        program = replace(given, methods=(mutant,))
        path.write_bytes(write_graph(plan_as_is(program, operators())))
        try:
            found = checked(path)
        except KerfError:
            continue
        if found[operator]:
            passed += 1
            done = run(runner, *arguments)
            assert done.exit_code == 0, (operator, done.stderr)
    assert 0 < passed < TRIED


@pytest.mark.parametrize("name", ["avg pool", "clamped mul", "max pool", "softmax"])
def test_integer_operators_of_exports_are_checked(name: str, tmp_path: Path) -> None:
    path = tmp_path / "chain.pte"
    given, _ = drawn_chain(name, random.Random(name))
    program = read_graph(given, name=path.name, operators=operators())
    (method,) = program.methods
    method = drop_unused(compute_in_integers(method, operators()), operators())
    program = replace(program, methods=(method,))
    path.write_bytes(write_graph(plan_as_is(program, operators())))
    found = checked(path)
    assert all(is_checked for operator, is_checked in found.items() if "cortex_m" in operator)


@pytest.mark.parametrize(
    ("kernel", "stride", "padding", "holds"), [(3, 2, 1, True), (5, 2, 2, True), (2, 3, 2, False)]
)
def test_a_pooling_padded_by_more_than_half_its_kernel_is_refused(
    kernel: int, stride: int, padding: int, *, holds: bool, tmp_path: Path
) -> None:
    """All three make 4 by 3 of 7 by 6."""
    path = tmp_path / "chain.pte"
    given, _ = drawn_chain("max pool", random.Random("max pool"))
    program = read_graph(given, name=path.name, operators=operators())
    (method,) = program.methods
    edit = Edit(compute_in_integers(method, operators()), operators())
    at, call = next(
        (at, each)
        for at, each in enumerate(edit.instructions)
        if isinstance(each, Call) and each.operator == "cortex_m::quantized_max_pool2d.out"
    )
    arguments = list(call.arguments)
    for place, number in ((1, kernel), (2, stride), (3, padding)):
        new = edit.add_number(number)
        arguments[place] = edit.add(ListValue(kind="int_list", items=(new, new)))
    edit.instructions[at] = replace(call, arguments=tuple(arguments))
    method = drop_unused(edit.finish(), operators())
    path.write_bytes(write_graph(plan_as_is(replace(program, methods=(method,)), operators())))
    if holds:
        assert checked(path)[call.operator]
        return
    with pytest.raises(ResolutionError, match=r"it requires value\(padding, 0\)"):
        checked(path)
