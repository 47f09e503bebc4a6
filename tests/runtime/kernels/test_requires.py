"""What functions.yaml says that a call must meet is what the kernel checks, and no less.

Calls at the edges of every condition: one that is known to meet all of them is Ok, also where the
build's proof makes the kernel leave its checks out; one that does not meet one is refused.
"""

from __future__ import annotations

import random
import struct
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import prod
from pathlib import Path

import pytest

from codegen.dtype import DType
from codegen.emit.families import facts_names, families, family
from codegen.library import KernelSpec
from codegen.opinfo import Call
from codegen.plan import Plan
from codegen.takes import form_of_call
from tasks.files import write_if_changed
from tests.runtime.kernels.portable_calls import (
    DRIVER,
    Case,
    call_of,
    outcomes,
    read_cases,
    runs_source,
    with_byte_shifts,
)
from tests.runtime.sanitized import Compiler, libraries

DATA = Path(__file__).parents[2] / "data" / "kernels"
FILES = ("cortex_m", "quantize", "dequantize", "mixed", "qparams", "quantized_embedding")
PROVEN = "cortex_m"
"""The library whose kernels leave checks out."""
SPECS = {
    kernel.operator: kernel
    for library in libraries()
    for kernel in library.kernels
    if kernel.requires is not None and library.name in ("cortex_m", "quantized")
}
NUMBERS = (
    *(-(2**63), -(2**31) - 1, -(2**31), -(2**31) + 1, -(2**30), -(2**21) - 1, -(2**21)),
    *(-(2**14) - 1, -(2**14), -(2**15), -129, -128, -127, -32, -31, -9, -8, -3, -2, -1, 0, 1, 2),
    *(3, 4, 6, 7, 8, 27, 31, 32, 127, 128, 129, 2**14 - 1, 2**14, 2**15 - 1, 2**15, 2**21),
    *(2**21 + 1, 2**29, 2**29 + 1, 2**30, 2**31 - 1, 2**31, 2**63 - 1),
)
CALLS = 150
"""For each operator and seed."""
LONGEST = 3000
_INTEGERS = {"Int": ("i", 32), "Char": ("b", 8)}
"""How `struct` writes numbers of a dtype, and how many bits they have."""


@pytest.fixture(scope="session")
def proven(compiler: Compiler, everything_plan: Plan) -> Path:
    """Runs cases on kernels of cortex_m of whose calls everything is proven."""
    folder = compiler.selected(everything_plan) / "proven"
    folder.mkdir(exist_ok=True)
    kernels = [kernel for kernel in everything_plan.kernels if kernel.library == PROVEN]
    plan = replace(everything_plan, kernels=tuple(kernels))
    parts = []
    for name in families(plan):
        text = family(plan, name).replace("kerf::selected", "kerf::proven")
        traits = "  static constexpr TraitSet"
        parts.append(text.replace(traits, PROOFS + traits))
    assert sum(part.count(PROOFS) for part in parts) == len(facts_names(plan)) > 20
    runs = runs_source(plan).replace("kerf::selected", "kerf::proven")
    head = '#include "executor/adapter.h"\n#include "kernels/facts.h"\n'
    path = folder / "runs.cpp"
    write_if_changed(path, head + "".join(parts) + runs)
    sources = (*DRIVER, *compiler.runtime(everything_plan), path)
    return compiler.program("call_proven_kernels", sources, everything_plan)


PROOFS = (
    "  static constexpr ProofSet proofs = proof_set(Proof::checked) | proof_set(Proof::facts);\n"
)


def cases_of(seed: int) -> dict[str, list[Case]]:
    """Maps an operator to calls of PyTorch's and ExecuTorch's with arguments changed at random."""
    base = defaultdict(list)
    for name in FILES:
        for case in read_cases(DATA / f"{name}.txt"):
            if case.operator in SPECS and len(case.text) < LONGEST:
                base[case.operator].append(case)
                bytewise = with_byte_shifts(case, SPECS[case.operator].schema)
                base[case.operator] += [] if bytewise is None else [bytewise]
    assert base.keys() == SPECS.keys()
    randomness = random.Random(seed)
    return {
        operator: [changed(randomness.choice(found), randomness) for _ in range(CALLS)]
        for operator, found in base.items()
    }


def changed(case: Case, randomness: random.Random) -> Case:
    lines = list(case.lines)
    for _ in range(randomness.choice((0, 1, 1, 1, 2, 3))):
        index = randomness.randrange(len(lines))
        lines[index] = changed_line(lines[index], randomness, data=case.operator.startswith(PROVEN))
    return replace(case, lines=tuple(lines))


def changed_line(line: str, randomness: random.Random, *, data: bool) -> str:
    """`data`: the numbers of tensors of Int, and few of Char, may change too."""
    kind, *words = line.split(" ")
    match kind:
        case "int":
            near = int(words[0]) + randomness.choice((-1, 1))
            return f"int {randomness.choice((near, randomness.choice(NUMBERS)))}"
        case "double":
            return f"double {randomness.choice(('0.0', '-0.0', '0.5', '1e-30', '3.0'))}"
        case "bool":
            return f"bool {1 - int(words[0])}"
        case "ints":
            numbers = [] if words[0] == "-" else words[0].split(",")
            if numbers and randomness.random() < 0.8:
                place = randomness.randrange(len(numbers))
                choices = (-1, 0, 1, 2, 3, randomness.choice(NUMBERS))
                numbers[place] = str(randomness.choice(choices))
            elif randomness.random() < 0.5:
                numbers = numbers[:-1]
            else:
                numbers.append("1")
            return "ints " + (",".join(numbers) or "-")
        case "tensor" | "out":
            return changed_tensor(kind, words, randomness, data=data)
    return line


def changed_tensor(
    kind: str, words: Sequence[str], randomness: random.Random, *, data: bool
) -> str:
    dtype, sizes_text, order_text, content = words
    sizes = [] if sizes_text == "-" else [int(size) for size in sizes_text.split(",")]
    order = [] if order_text == "-" else [int(dim) for dim in order_text.split(",")]
    action = randomness.randrange(4)
    if action == 0 and sizes:
        place = randomness.randrange(len(sizes))
        sizes[place] = max(1, sizes[place] + randomness.choice((-1, 1)))
    elif action == 1:
        randomness.shuffle(order)
    elif action == 2 and data and _INTEGERS.get(dtype) and content.strip("-") and len(sizes) == 1:
        code, bits = _INTEGERS[dtype]
        numbers = list(struct.unpack(f"<{len(content) * 4 // bits}{code}", bytes.fromhex(content)))
        fitting = [number for number in NUMBERS if -(2**bits) <= 2 * number < 2**bits]
        numbers[randomness.randrange(len(numbers))] = randomness.choice(fitting)
        return (
            f"{kind} {dtype} {sizes_text} {order_text} "
            + struct.pack(f"<{len(numbers)}{code}", *numbers).hex()
        )
    elif sizes:
        sizes = [*sizes, 1] if randomness.random() < 0.5 else sizes[1:]
        order = list(range(len(sizes)))
    # Ones of every floating dtype and zeros of every integer are values that kernels take.
    one = {"Float": "0000803f", "Double": "000000000000f03f", "Half": "003c", "BFloat16": "803f"}
    content = one.get(dtype, "00" * DType(dtype).itemsize) * prod(sizes)
    return " ".join(
        (kind, dtype, ",".join(map(str, sizes)) or "-", ",".join(map(str, order)) or "-", content)
    )


def parsed(case: Case) -> tuple[Call, dict[str, tuple[int, ...]]]:
    """The call of a case, and the numbers of its tensors of integers."""
    data = {}
    for parameter, line in zip(SPECS[case.operator].schema.parameters, case.lines, strict=True):
        if line.startswith(("tensor Int ", "tensor Char ")) and not line.endswith(" -"):
            _, dtype, _, _, content = line.split(" ")
            code, bits = _INTEGERS[dtype]
            data[parameter.name] = struct.unpack(
                f"<{len(content) * 4 // bits}{code}", bytes.fromhex(content)
            )
    return call_of(case), data


def verdict(kernel: KernelSpec, call: Call, data: Mapping[str, Sequence[int]]) -> bool | None:
    """Whether the build says that the kernel takes the call; None where it does not know."""
    assert kernel.requires is not None
    arguments = kernel.arguments_of(call)
    if kernel.requires.unmet(arguments, data):
        return False
    return True if kernel.requires.are_met(arguments, data) else None


@pytest.mark.parametrize("seed", range(3))
def test_a_kernel_takes_what_its_record_says_and_no_more(
    seed: int, kernels: Path, proven: Path
) -> None:
    cases = [case for found in cases_of(seed).values() for case in found]
    calls = [parsed(case) for case in cases]
    known = [
        (case, verdict(SPECS[case.operator], call, data))
        for case, (call, data) in zip(cases, calls, strict=True)
        if not form_of_call(call, SPECS[case.operator].schema, doubles=False).refusals(
            SPECS[case.operator].takes
        )
    ]
    found = outcomes(kernels, [case for case, _ in known])
    wrong = [
        (case.operator, holds, outcome.error[:300], case.text[:1500])
        for (case, holds), outcome in zip(known, found, strict=True)
        if holds is not None and holds is not (outcome.error == "Ok")
    ]
    assert wrong == []
    counted = Counter((case.operator, holds) for case, holds in known)
    for operator in SPECS:
        assert counted[operator, True] > CALLS // 10, operator
        assert counted[operator, False] > CALLS // 20, operator
    unchecked = [case for case, holds in known if holds and case.operator.startswith(f"{PROVEN}::")]
    checked = {case.text: outcome for (case, _), outcome in zip(known, found, strict=True)}
    assert outcomes(proven, unchecked) == tuple(checked[case.text] for case in unchecked)
