"""Exports a model that calls the operators of et_ops, with PyTorch's results as cases.

Run from the root with what requirements-conformance.txt lists, `.` in PYTHONPATH:
`python tests/data/executorch_ops/export_models.py tests/data/executorch_ops`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import torch
from executorch.exir import to_edge
from torch import Tensor, nn
from torch.export import Dim, export

from tasks.run.kerf_cases import write_cases


def scaled_add(a: Tensor, b: Tensor, *, alpha: float = 1) -> Tensor:
    return a + alpha * b


def row_sums(x: Tensor, keepdim: bool = False, *, dtype: torch.dtype | None = None) -> Tensor:
    return x.sum(-1, keepdim=keepdim, dtype=dtype)


def spread(x: Tensor, y: Tensor, order: Sequence[int]) -> tuple[Tensor, Tensor]:
    low, high = torch.minimum(x, y), torch.maximum(x, y)
    return low.permute(tuple(order)).contiguous(), high.permute(tuple(order)).contiguous()


def joined(tensors: Sequence[Tensor], bias: Tensor | None = None, *, scale: float = 1) -> Tensor:
    result = torch.cat(list(tensors)) * scale
    return result if bias is None else result + bias


SCHEMAS: dict[str, tuple[Callable[..., Any], str, str]] = {
    "scaled_add": (scaled_add, "Tensor a, Tensor b, *, Scalar alpha=1", "out"),
    "row_sums": (row_sums, "Tensor x, bool keepdim=False, *, ScalarType? dtype=None", "out"),
    "spread": (spread, "Tensor x, Tensor y, int[] order, *", "low high"),
    "joined": (joined, "Tensor[] tensors, Tensor? bias=None, *, float scale=1.0", "out"),
}


def define() -> torch.library.Library:
    """The operators, each with the variant that writes its results."""
    library = torch.library.Library("et_ops", "DEF")
    for name, (function, parameters, outputs) in SCHEMAS.items():
        names = outputs.split()
        plain = parameters.removesuffix(", *")
        returned = ", ".join("Tensor" for _ in names)
        library.define(f"{name}({plain}) -> {f'({returned})' if len(names) > 1 else returned}")
        marks = [f"Tensor({mark}!)" for mark, _ in zip("ab", names, strict=False)]
        written = ", ".join(f"{mark} {each}" for mark, each in zip(marks, names, strict=True))
        returned = f"({', '.join(marks)})" if len(names) > 1 else marks[0]
        library.define(f"{name}.out({parameters}, {written}) -> {returned}")
        library.impl(name, function, "CompositeExplicitAutograd")
        library.impl(f"{name}.out", writing(function, names), "CompositeExplicitAutograd")
    return library


def writing(function: Callable[..., Any], names: Sequence[str]) -> Callable[..., Any]:
    def run(*arguments: Any, **more: Any) -> Any:
        outputs = [more.pop(name) for name in names]
        found = function(*arguments, **more)
        for output, value in zip(outputs, found if len(names) > 1 else (found,), strict=True):
            output.resize_(value.shape).copy_(value)
        return tuple(outputs) if len(names) > 1 else outputs[0]

    return run


class Model(nn.Module):
    """Each operator once or more, some of them with several dtypes."""

    def forward(self, x: Tensor, y: Tensor, n: Tensor) -> Any:
        ops = torch.ops.et_ops
        added = ops.scaled_add(x, y, alpha=0.5)
        counted = ops.scaled_add(n, n, alpha=2)
        low, high = ops.spread(added, y[:1], [1, 0])
        return (
            added,
            counted,
            ops.row_sums(x),
            ops.row_sums(n, True, dtype=torch.float32),
            low,
            high,
            ops.joined([x, added], y[0], scale=2.0),
            ops.joined([x]),
        )


def main(folder: Path) -> None:
    torch.manual_seed(1)
    library = define()
    rows = Dim("rows", min=2, max=6)

    def inputs(count: int) -> tuple[Tensor, Tensor, Tensor]:
        return torch.randn(count, 3), torch.randn(count, 3), torch.randint(-9, 9, (count, 4))

    module = Model().eval()
    exported = export(module, inputs(4), dynamic_shapes=({0: rows}, {0: rows}, {0: rows}))
    path = folder / "executorch_ops.pte"
    path.write_bytes(to_edge(exported).to_executorch().buffer)
    write_cases(path, module, [inputs(count) for count in (4, 2, 6)])
    static = folder / "executorch_ops_static.pte"
    static.write_bytes(to_edge(export(module, inputs(4))).to_executorch().buffer)
    write_cases(static, module, [inputs(4), inputs(4)])
    del library


if __name__ == "__main__":
    main(Path(sys.argv[1]))
