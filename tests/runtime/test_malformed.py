"""The fault campaign: damaged files end in an error code or run to their end, nothing else.

Each mutant is loaded, its methods are loaded into memory of exactly the size that they ask for, and
run twice, under sanitizers that stop at the first byte out of bounds and the first overflow.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from pathlib import Path

import pytest

from codegen.plan import Plan
from codegen.pte import read_model
from codegen.sources.pte import selection_of_model
from tests.codegen.model_files import CONFIG_MODELS, DATA
from tests.conftest import SWEEPS
from tests.runtime.busy_program import busy_program
from tests.runtime.sanitized import ROOT, Compiler, plan_for, run

MODELS = DATA / "models"
FAULTS = ROOT / "tests" / "runtime" / "faults"
SCRAMBLED = 5_000 * SWEEPS
EVERY = 10**9
"""More than any file has places."""

DAMAGED = {
    path.name: path
    for path in (
        MODELS / "add.pte",
        CONFIG_MODELS / "add_mul.pte",
        MODELS / "add_mul_bundled.bpte",
        MODELS / "cond.pte",
        MODELS / "external_constants.ptd",
        MODELS / "external_constants.pte",
        MODELS / "item_scalar.pte",
        MODELS / "linear.pte",
        MODELS / "linear_dynamic_reshape.pte",
        MODELS / "map.pte",
        MODELS / "mul_dynamic.pte",
        MODELS / "multi_method.pte",
        MODELS / "mutable_counter.pte",
        MODELS / "passthrough_scalars.pte",
        MODELS / "scalar_inputs.pte",
        MODELS / "scan.pte",
        MODELS / "softmax.pte",
    )
}
OTHER_FILE = {
    "external_constants.pte": MODELS / "external_constants.ptd",
    "external_constants.ptd": MODELS / "external_constants.pte",
}
BUSY = "busy.pte"
EVERY_FILE = [*DAMAGED, BUSY]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How the mutants of one campaign ended."""

    mutants: int
    ended: dict[str, int]
    """Names of error codes, and how often."""
    accepted: list[int]
    """The first mutants that ran to their end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Campaign:
    """The compiled driver and the files that it damages."""

    program: Path
    files: dict[str, Path]

    def __call__(self, name: str, kind: str, count: int) -> Outcome:
        other = ("--with", OTHER_FILE[name]) if name in OTHER_FILE else ()
        done = run(self.program, kind, str(count), self.files[name], *other, timeout_s=3600)
        assert done.exit_code == 0, done.stderr
        return Outcome(**json.loads(done.stdout))


@pytest.fixture(scope="session")
def campaign(
    compiler: Compiler, everything_plan: Plan, tmp_path_factory: pytest.TempPathFactory
) -> Campaign:
    busy = tmp_path_factory.mktemp("busy") / BUSY
    busy.write_bytes(busy_program())
    program = driver(compiler, everything_plan)
    return Campaign(program=program, files={**DAMAGED, BUSY: busy})


@pytest.fixture(scope="session")
def narrow(compiler: Compiler) -> Campaign:
    """The runtime has one model's operators and features: what it leaves out is not checked."""
    model = read_model(DAMAGED["add_mul.pte"])
    program = driver(compiler, plan_for(selection_of_model(model)))
    return Campaign(program=program, files=DAMAGED)


def driver(compiler: Compiler, plan: Plan) -> Path:
    """The campaign's program with the runtime of `plan`: it loads more than it computes."""
    runtime = compiler.runtime(plan, "runner")
    loads = [path for path in runtime if path.parent.name in ("flatbuffer", "program", "executor")]
    sources = {*runtime, *FAULTS.glob("*.cpp")} - {ROOT / "runtime/apps/runner/main.cpp", *loads}
    return compiler.program("campaign", sorted(sources), plan, optimized=loads)


@pytest.mark.parametrize("name", EVERY_FILE)
def test_undamaged_file_runs_as_far_as_its_operators_exist(name: str, campaign: Campaign) -> None:
    (ending,) = campaign(name, "keep", EVERY).ended
    assert ending == "Ok" or (ending == "OperatorMissing" and name != BUSY)


@pytest.mark.parametrize("name", EVERY_FILE)
def test_file_cut_at_any_length_is_an_error(name: str, campaign: Campaign) -> None:
    outcome = campaign(name, "truncate", EVERY)
    assert outcome.mutants == campaign.files[name].stat().st_size
    assert outcome.accepted == []
    assert "Ok" not in outcome.ended


@pytest.mark.slow
@pytest.mark.parametrize("name", EVERY_FILE)
def test_any_byte_changed_ends_in_an_error_or_runs(name: str, campaign: Campaign) -> None:
    outcome = campaign(name, "flip", EVERY)
    assert outcome.mutants == 4 * campaign.files[name].stat().st_size
    assert outcome.ended["Ok"] > 0  # names, constants, padding: the mutants do reach execution


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["flip", "number", "truncate"])
def test_a_runtime_of_one_model_reads_nothing_that_it_has_not_checked(
    kind: str, narrow: Campaign
) -> None:
    ended = narrow("add_mul.pte", kind, EVERY).ended
    assert ended["InvalidProgram"] > 0
    assert (ended.get("Ok", 0) > 0) == (kind != "truncate")


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(DAMAGED))
def test_a_runtime_of_one_model_ends_damaged_files_of_others_with_a_code(
    name: str, narrow: Campaign
) -> None:
    assert narrow(name, "scramble", 2_000).mutants == 2_000


@pytest.mark.slow
@pytest.mark.parametrize("name", EVERY_FILE)
def test_any_number_at_an_edge_ends_in_an_error_or_runs(name: str, campaign: Campaign) -> None:
    outcome = campaign(name, "number", EVERY)
    assert outcome.mutants >= 18 * (campaign.files[name].stat().st_size // 4)


@pytest.mark.slow
@pytest.mark.parametrize("name", EVERY_FILE)
def test_scrambled_file_ends_in_an_error_or_runs(name: str, campaign: Campaign) -> None:
    assert campaign(name, "scramble", SCRAMBLED).mutants == SCRAMBLED


@pytest.mark.parametrize("seed", range(4))
def test_runner_ends_damaged_bundles_with_a_code(seed: int, runner: Path, tmp_path: Path) -> None:
    whole = DAMAGED["add_mul_bundled.bpte"].read_bytes()
    damaged = tmp_path / "damaged.bpte"
    source = random.Random(seed)
    for _ in range(25):
        data = bytearray(whole)
        for _ in range(source.randint(1, 3)):
            data[source.randrange(len(data))] = source.randrange(256)
        damaged.write_bytes(data)
        done = run(runner, "--model", damaged, "--bundled")
        assert (done.exit_code == 0) == (done.stderr == "")
