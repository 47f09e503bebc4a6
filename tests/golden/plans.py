"""The plans whose expansion is committed: two models, and everything of a library of our own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from codegen.library import Library
from codegen.library_file import read_library
from codegen.plan import Plan, RegistryForm
from codegen.pte import read_model
from codegen.resolve import resolve
from codegen.selection import everything
from codegen.sources.pte import selection_of_model
from tasks.building.expand import expanded

ROOT = Path(__file__).parents[2]
GOLDEN = Path(__file__).parent

# What the models call and one more that is not selected, so that a new kernel of the library
# changes no golden file.
OPERATORS = frozenset(
    {
        "aten::_native_batch_norm_legit_no_training.out",
        "aten::add.out",
        "aten::addmm.out",
        "aten::convolution.out",
        "aten::hardtanh.out",
        "aten::mean.out",
        "aten::mm.out",
        "aten::permute_copy.out",
        "aten::relu.out",
        "dim_order_ops::_clone_dim_order.out",
    }
)


@cache
def plans() -> Mapping[str, Plan]:
    """The plans by name."""
    return {
        "add_mul": _of_model("add_mul"),
        "mv2": _of_model("mv2"),
        "tiny": resolve(
            everything(), (tiny(),), target="tiny", form=RegistryForm.DYNAMIC, capacity=None
        ),
    }


def tiny() -> Library:
    """The library next to this file."""
    return read_library(GOLDEN / "tiny", prefix="tiny/")


def golden_text(plan: Plan) -> str:
    """What cog generates for `plan`, file by file, without the text around it."""
    parts = []
    for name, text in expanded(plan, ROOT, verify=False).items():
        parts += [f"// {name}\n", *_generated(text), "\n"]
    return "".join(parts)


def _generated(text: str) -> list[str]:
    lines: list[str] = []
    inside = False
    for line in text.splitlines(keepends=True):
        if "[[[end]]]" in line:
            inside = False
        lines += [line] if inside else []
        inside = inside or "]]]" in line.replace("[[[end]]]", "")
    return lines


def _of_model(name: str) -> Plan:
    library = read_library(ROOT / "runtime" / "kernels" / "portable", prefix="kernels/portable/")
    kept = tuple(kernel for kernel in library.kernels if kernel.operator in OPERATORS)
    model = read_model(ROOT / "configs" / "models" / f"{name}.pte")
    return resolve(
        selection_of_model(model),
        (replace(library, kernels=kept),),
        target=name,
        form=RegistryForm.TABLE,
        capacity=None,
    )
