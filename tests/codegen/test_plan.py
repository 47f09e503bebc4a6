from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from codegen.plan import PLAN_VERSION
from tests.golden.plans import plans

ROOT = Path(__file__).parents[2]


def test_the_json_is_canonical() -> None:
    text = plans()["tiny"].to_json()
    document = json.loads(text)
    assert text == json.dumps(document, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
    assert document["version"] == PLAN_VERSION


def test_the_digest_is_the_sha256_of_the_json() -> None:
    plan = plans()["add_mul"]
    assert plan.digest() == hashlib.sha256(plan.to_json().encode()).hexdigest()


def test_any_difference_is_another_digest() -> None:
    plan = plans()["tiny"]
    (kernel, *rest) = plan.kernels
    assert replace(plan, capacity=plan.capacity + 1).digest() != plan.digest()
    other = replace(plan, kernels=(replace(kernel, traits=()), *rest))
    assert other.digest() != plan.digest()


def test_the_same_plan_comes_out_whatever_the_hash_seed() -> None:
    program = "from tests.golden.plans import plans; print(plans()['mv2'].digest())"
    digests = {
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert digests == {plans()["mv2"].digest() + "\n"}


def test_mv2_needs_what_executorch_counted() -> None:
    """153 instructions, 1,551 values, 884,736 B planned: measured with ExecuTorch's runtime."""
    (method,) = plans()["mv2"].methods
    assert (method.instructions, method.values) == (153, 1551)
    assert method.planned_bytes == (884_736,)
    assert len(plans()["mv2"].kernels) == 8


def test_nothing_in_a_plan_depends_on_the_machine() -> None:
    for plan in plans().values():
        text = plan.to_json()
        assert str(ROOT) not in text
        assert '"/' not in text
