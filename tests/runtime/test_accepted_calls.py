"""What a plan accepts, its binary computes: models drawn at random, each round in a cut of its own.

A call whose form no kernel takes is refused when the target is resolved. None is found on the
device, and a runtime cut to a few models computes what one with everything computes, bit by bit.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from codegen.operator_schema import OperatorSchema
from codegen.opinfo import ModelInfo
from codegen.plan import Plan
from codegen.pte import read_model
from codegen.selection import union
from codegen.sources.pte import selection_of_model
from codegen.unresolved import Unresolvable
from tests.runtime.campaign.campaign import driver, write_pack
from tests.runtime.campaign.programs import schemas, valid_programs
from tests.runtime.sanitized import FLAGS, Compiler, plan_for, run

ROUNDS = 3
"""In which every operator is called: each compiles the kernels of some of them."""

LEAST_ACCEPTED = 0.7
"""The share of all programs; the others mix dtypes, dim orders or memory in ways kernels refuse."""
LEAST_OK = 0.8
"""The share of accepted programs: the others have arguments that do not fit each other."""

SMALL = (*FLAGS, "-Os")
"""What a cut is compiled with: as users do, every kernel in some round."""

FORM = {"NotSupported", "OperatorMissing"}
"""What no accepted call may end in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """The programs of a round that resolution accepts."""

    models: tuple[ModelInfo, ...]
    programs: tuple[bytes, ...]
    refused: tuple[str, ...]
    """Why the others are refused."""

    @property
    def accepted_share(self) -> float:
        return len(self.models) / (len(self.models) + len(self.refused))


def operators_of(seed: int) -> list[OperatorSchema]:
    """Returns the operators of a round."""
    return random.Random(0).sample(schemas(), len(schemas()))[seed::ROUNDS]


def draw(seed: int, folder: Path) -> Drawn:
    models, programs, refused = [], [], []
    for number, data in enumerate(valid_programs(seed, operators_of(seed))):
        path = folder / f"program-{seed}-{number}.pte"
        path.write_bytes(data)
        model = read_model(path)
        try:
            plan_for(selection_of_model(model))
        except Unresolvable as error:
            refused.append(str(error))
        else:
            models.append(model)
            programs.append(data)
    return Drawn(models=tuple(models), programs=tuple(programs), refused=tuple(refused))


@pytest.fixture(scope="module")
def everything(compiler: Compiler, everything_plan: Plan) -> Path:
    return driver(compiler, everything_plan)


def endings(program: Path, drawn: Drawn, folder: Path) -> list[tuple[str, str, str]]:
    """Error code, digest of the outputs and fault of each program."""
    done = run(program, write_pack(folder, drawn.programs), "0")
    assert done.exit_code == 0, done.stderr[:6000]
    lines = [line.split(" ", 2) for line in done.stdout.split("\n")[:-1]]
    return [(code, digest, fault) for code, digest, fault in lines]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(ROUNDS))
def test_accepted_calls_are_computed(
    seed: int, gcc: Compiler, everything: Path, tmp_path: Path
) -> None:
    drawn = draw(seed, tmp_path)
    assert drawn.accepted_share >= LEAST_ACCEPTED, "\n".join(drawn.refused)
    plan = plan_for(union(selection_of_model(model) for model in drawn.models))
    found = endings(driver(replace(gcc, flags=SMALL), plan), drawn, tmp_path)
    assert len(found) == len(drawn.models)
    codes = Counter(code for code, _, _ in found)
    wrong = [
        f"{model.name}: {code}: {fault}"
        for model, (code, _, fault) in zip(drawn.models, found, strict=True)
        if code in FORM
    ]
    assert not wrong, "\n".join(wrong)
    assert codes["Ok"] >= LEAST_OK * len(found), codes
    expected = endings(everything, drawn, tmp_path)
    differing = [
        f"{model.name}: {cut} instead of {whole}"
        for model, cut, whole in zip(drawn.models, found, expected, strict=True)
        if cut[:2] != whole[:2]
    ]
    assert not differing, "\n".join(differing)


def test_every_operator_is_called_in_some_round() -> None:
    drawn = {schema.name for seed in range(ROUNDS) for schema in operators_of(seed)}
    assert drawn == {schema.name for schema in schemas()}
