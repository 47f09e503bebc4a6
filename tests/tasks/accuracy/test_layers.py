"""`nox -s run -- T --layers`: each call next to what it is of the model as it was exported."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from codegen.errors import NotVerified, VerifyError
from tasks.build import build
from tasks.config import load_target
from tasks.run.target import run_target
from tests.tasks.small_repository import LOWERED, ROOT, copy_model, make_sources

LIBRARY = "runtime/kernels/cortex_m/functions.yaml"

WRONG = """\
#pragma once
#include "core/result.h"
#include "kernels/context.h"
#include "tensor/tensor.h"
namespace wrong {
using namespace kerf;
template <typename Facts>
Error quantized_conv2d_out(KernelContext&, const Tensor&, const Tensor&, const Optional<Tensor>&,
                           Span<const int64_t>, Span<const int64_t>, Span<const int64_t>, int64_t,
                           int64_t, const Tensor&, const Tensor&, int64_t, int64_t, const Tensor&,
                           Tensor& out) {
  int8_t* to = out.mutable_data_ptr<int8_t>();
  for (size_t n = out.numel(); n > 0; --n) *to++ = 77;
  return Error::Ok;
}
}  // namespace wrong
"""


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository for targets of quantized models."""
    root = tmp_path / "repository"
    models = make_sources(root)
    copy_model("linear_int8", models)
    copy_model("xnn_linear_int8", models, LOWERED)
    return root


def write_target(
    root: Path, more: str, toolchain: str = "host-gcc", model: str = "linear_int8"
) -> None:
    text = f'description = "kws"\n[select]\nmodels = ["models/{model}.pte"]\n'
    text += f'[toolchain]\nname = "{toolchain}"\nexecutor = "local"\n{more}'
    (root / "configs" / "kws.toml").write_text(text, encoding="utf-8")


def add_wrong_kernel(root: Path) -> None:
    """A library whose convolution is wrong, with the schema of ours."""
    folder = root / "wrong"
    folder.mkdir()
    (folder / "wrong.h").write_text(WRONG, encoding="utf-8")
    lines = (ROOT / LIBRARY).read_text(encoding="utf-8").splitlines()
    (schema,) = (
        line for line in lines if line.startswith("- func: cortex_m::quantized_conv2d.out")
    )
    entry = f"{schema}\n  family: wrong\n  dtypes: [Char]\n  arguments:\n"
    entry += "    bias: {dtypes: [Int]}\n    scratch: {dtypes: all}\n"
    entry += "".join(f"    requantize_{n}: {{dtypes: [Int]}}\n" for n in ("multipliers", "shifts"))
    (folder / "functions.yaml").write_text(entry, encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("model", "toolchain", "tools"),
    [
        ("linear_int8", "host-gcc", ("gcc",)),
        ("linear_int8", "cortex-m4", ("gcc", "arm-none-eabi-gcc", "qemu-system-arm")),
        ("xnn_linear_int8", "host-gcc", ("gcc",)),
    ],
)
def test_calls_of_a_compiled_target_are_one_step_away_at_most(
    model: str,
    toolchain: str,
    tools: tuple[str, ...],
    repository: Path,
    require_tool: Callable[[str], str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    for tool in tools:
        require_tool(tool)
    write_target(repository, '[runtime]\nform = "compiled"\n', toolchain, model)
    target = load_target("kws", repository)
    build(target)
    run_target(target, layers=True)
    shown = capsys.readouterr().out
    assert "each call next to the program as it was exported" in shown
    rows = [line for line in shown.splitlines() if "quantized_conv2d" in line and " ok " in line]
    assert len(rows) == 2
    assert "no call differs beyond its own step" in shown
    assert "this machine gives other outputs" not in shown
    assert "verified" in shown


@pytest.mark.slow
def test_the_first_call_that_is_wrong_is_named(
    repository: Path, require_tool: Callable[[str], str], capsys: pytest.CaptureFixture[str]
) -> None:
    require_tool("gcc")
    add_wrong_kernel(repository)
    write_target(repository, '[runtime]\nform = "compiled"\n[libraries]\npaths = ["../wrong"]\n')
    target = load_target("kws", repository)
    build(target)
    capsys.readouterr()
    with pytest.raises(VerifyError) as raised:
        run_target(target, layers=True)
    (named,) = (fault for fault in raised.value.faults if "first beyond its steps" in fault)
    assert "linear_int8.pte forward: first beyond its steps: call 1, cortex_m::quantized_c" in named
    assert "quantized_decomposed::quantize_per_tensor.out" in named
    assert ", got 77 (difference " in named
    shown = capsys.readouterr().out
    calls = [line.split()[0] for line in shown.splitlines() if "DIFFERS" in line and "::" in line]
    assert calls == ["1", "2"]
    with pytest.raises(
        VerifyError, match=r"`nox -s run -- kws --layers` shows where\. Set \[run\]"
    ):
        run_target(target)


@pytest.mark.slow
def test_a_target_without_passes_has_no_second_program(
    repository: Path, require_tool: Callable[[str], str]
) -> None:
    require_tool("gcc")
    write_target(repository, "[optimize]\npasses = []\n")
    target = load_target("kws", repository)
    build(target)
    with pytest.raises(NotVerified, match="its models run as they were exported"):
        run_target(target, layers=True)
