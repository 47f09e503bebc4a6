"""Every operator with an output in the memory of another argument: refused, or declared."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from codegen.library import KernelSpec
from codegen.operator_schema import Parameter
from codegen.opinfo import Call as CallInfo
from codegen.opinfo import Dynamism, TensorArg
from codegen.plan import Plan
from codegen.pte import read_model
from codegen.signature import KernelForm
from tests.runtime.campaign.calls import draw_call
from tests.runtime.campaign.campaign import driver, run_programs
from tests.runtime.campaign.draft import Draft, ListDraft, TensorDraft
from tests.runtime.campaign.programs import schemas
from tests.runtime.campaign.recipes import RECIPES, alike
from tests.runtime.sanitized import Compiler, kernels_by_name

KERNELS = kernels_by_name()
REFUSED = "InvalidProgram: an output shares memory with another argument"
DRAWS = 16
MOST_DRAWS = 400
"""Calls drawn of each operator, or more until each argument that its record declares was."""
PART = 8
"""Bytes from the start of one tensor to that of the other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Overlapping:
    """A call whose output is in the memory of another argument."""

    operator: str
    argument: str
    same: bool
    program: bytes


@pytest.fixture(scope="module")
def programs(compiler: Compiler, everything_plan: Plan) -> Path:
    return driver(compiler, everything_plan)


def test_runtime_and_tools_refuse_the_same_calls(programs: Path, tmp_path: Path) -> None:
    calls = [*_calls()]
    verdicts = run_programs(programs, tmp_path, [each.program for each in calls])
    refusing, working = set(), set()
    for each, verdict in zip(calls, verdicts, strict=True):
        if verdict.startswith("OperatorMissing: a dtype was not selected"):
            continue
        file = tmp_path / "model.pte"
        file.write_bytes(each.program)
        (call,) = read_model(file).methods[0].calls
        kernel = KERNELS[each.operator]
        refused = bool(kernel.overlap_refusals(call))
        declared = each.same and each.argument in kernel.in_place
        where = (each.operator, each.argument, each.same, verdict)
        # How far apart is enough: test_overlapping.py
        in_part = kernel.overlap is not None and each.argument == kernel.schema.parameters[0].name
        assert (where, refused) == (where, not declared) or in_part
        if in_part and refused:
            # The kernel may find another fault first. It knows the shapes that the build does not.
            assert not verdict.startswith("Ok") or not _is_static(call), where
        else:
            assert (where, verdict.startswith(REFUSED)) == (where, refused)
        if refused or declared:
            (refusing if refused else working).add((each.operator, each.argument))
    assert {operator for operator, _ in refusing} == {*filter(_reads_and_writes, KERNELS)}
    assert working == {(k.operator, name) for k in KERNELS.values() for name in k.in_place}


def _is_static(call: CallInfo) -> bool:
    tensors = [each for each in call.arguments if isinstance(each, TensorArg)]
    return all(each.dynamism is Dynamism.STATIC for each in tensors)


def _reads_and_writes(operator: str) -> bool:
    kernel = KERNELS[operator]
    tensors = [each for each in kernel.schema.parameters if each.tensor]
    written = any(each.output for each in tensors)
    return written and len(tensors) > 1 and kernel.form is not KernelForm.CALL


def _calls() -> Iterator[Overlapping]:
    for schema in schemas():
        if not _reads_and_writes(schema.name):
            continue
        missing = {*KERNELS[schema.name].in_place}
        for number in range(MOST_DRAWS):
            if number >= DRAWS and not missing:
                break
            for same in (True, False) if number < DRAWS else (True,):
                for each in _drawn(schema.name, number, same=same):
                    missing -= {each.argument} if same else set()
                    yield each


def _drawn(operator: str, number: int, *, same: bool) -> Iterator[Overlapping]:
    """Programs of one call each: every output with every other argument that can be there."""
    kernel = KERNELS[operator]
    parameters = [each for each in kernel.schema.parameters if each.tensor]
    outputs = [each for each in parameters if each.output]
    for output in outputs:
        for other in parameters:
            source = random.Random(f"overlap:{operator}:{number}")
            draft = Draft()
            draw_call(draft, source, kernel.schema, RECIPES.get(operator, alike))
            pair = _pair(draft, kernel, output, other)
            if pair is not None and _overlap(draft, *pair, same=same):
                # Where several outputs are written, the first alone may be another argument.
                name = other.name if output is outputs[0] else output.name
                yield Overlapping(
                    operator=operator, argument=name, same=same, program=draft.finish()
                )


def _pair(
    draft: Draft, kernel: KernelSpec, output: Parameter, other: Parameter
) -> tuple[TensorDraft, TensorDraft] | None:
    """A tensor of each, if each is but one argument of the call."""
    names = [each.name for each in kernel.schema.parameters]
    arguments = draft.steps[-1].arguments[: len(names)]
    used = [item for value in arguments for item in _items(draft, value)]
    one = _items(draft, arguments[names.index(output.name)])
    rest = [i for i in _items(draft, arguments[names.index(other.name)]) if i not in one[:1]]
    chosen = [*one[:1], *rest[-1:]]
    if len(chosen) != 2 or any(used.count(index) != 1 for index in chosen):
        return None
    return draft.tensor(chosen[0]), draft.tensor(chosen[1])


def _items(draft: Draft, index: int) -> list[int]:
    value = draft.values[index]
    if isinstance(value, TensorDraft):
        return [index]
    if isinstance(value, ListDraft) and value.kind != "ints":
        return [item for item in value.items if item >= 0]
    return []


def _overlap(draft: Draft, out: TensorDraft, other: TensorDraft, *, same: bool) -> bool:
    """Puts both into one memory, where they have elements."""
    alike = (out.dtype, out.sizes, out.order) == (other.dtype, other.sizes, other.order)
    offset = PART if alike and not same else 0
    if (same is not alike and not offset) or not other.nbytes or out.nbytes <= offset:
        return False
    memory = draft.memory()
    for tensor, start in ((out, 0), (other, offset)):
        tensor.place, tensor.memory, tensor.offset = "planned", memory, start
        tensor.dynamic = False
    return True
