"""The example of a kernel library outside Kerf: built, and run on the cases of its model."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

CONFIG = Path("examples/custom-op/custom-op.toml")


def task(verb: str, config: Path, root: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", f"tasks.{verb}", str(config), *options]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_external_library_gives_the_outputs_of_pytorch(
    root: Path, require_tool: Callable[[str], str]
) -> None:
    require_tool("gcc")
    built = task("build", CONFIG, root)
    assert built.returncode == 0, built.stderr
    ran = task("run", CONFIG, root)
    assert ran.returncode == 0, ran.stderr
    run = json.loads((root / "build/custom-op/run.json").read_text())
    (method,) = run["methods"]
    differences = [output["difference"] for case in method["cases"] for output in case["outputs"]]
    assert differences == [0.0, 0.0]


@pytest.mark.slow
def test_plan_takes_the_kernel_from_the_external_library_for_float_alone(
    root: Path, require_tool: Callable[[str], str]
) -> None:
    require_tool("gcc")
    assert task("build", CONFIG, root).returncode == 0
    plan = json.loads((root / "build/custom-op/plan.json").read_text())
    (kernel,) = plan["kernels"]
    assert (kernel["operator"], kernel["library"]) == ("my_ops::mul3.out", "my_ops")
    assert (kernel["form"], kernel["header"]) == ("template", "my_ops/mul3.h")
    assert kernel["function"] == "my_ops::mul3_out"
    assert kernel["inputs"] == kernel["outputs"] == ["Float"]


PLAIN_YAML = """\
- func: my_ops::mul3.out(Tensor input, *, Tensor(a!) output) -> Tensor(a!)
  kernels:
    - arg_meta: null
      kernel_name: theirs::triple
      source: triple.cpp
      dtypes: [Float]
"""
PLAIN_H = """\
#pragma once
#include "core/error.h"
#include "kernels/context.h"
#include "tensor/tensor.h"
namespace theirs {
kerf::Error triple(kerf::KernelContext& context, const kerf::Tensor& input, kerf::Tensor& output);
}  // namespace theirs
"""
PLAIN_CPP = """\
#include "plain_ops/triple.h"
namespace theirs {
kerf::Error triple(kerf::KernelContext&, const kerf::Tensor& input, kerf::Tensor& output) {
  const float* from = input.const_data_ptr<float>();
  float* to = output.mutable_data_ptr<float>();
  for (size_t n = output.numel(); n > 0; --n) *to++ = 3 * *from++;
  return kerf::Error::Ok;
}
}  // namespace theirs
"""


@pytest.mark.slow
def test_a_plain_function_of_somebody_else_gives_the_same(
    root: Path, tmp_path: Path, require_tool: Callable[[str], str]
) -> None:
    """It is no template, has a name and a source of its own, and its library is elsewhere."""
    require_tool("gcc")
    library = tmp_path / "plain_ops"
    library.mkdir()
    for name, text in (
        ("functions.yaml", PLAIN_YAML),
        ("triple.h", PLAIN_H),
        ("triple.cpp", PLAIN_CPP),
    ):
        (library / name).write_text(text, encoding="utf-8")
    model = (root / CONFIG.parent / "../../tests/data/models/custom_op_mul3.pte").resolve()
    text = (root / CONFIG).read_text().replace('["my_ops"]', '["plain_ops"]')
    config = tmp_path / "plain-op.toml"
    config.write_text(text.replace("../../tests/data/models/custom_op_mul3.pte", str(model)))
    try:
        built = task("build", config, root)
        assert built.returncode == 0, built.stderr
        ran = task("run", config, root)
        assert ran.returncode == 0, ran.stderr
        plan = json.loads((root / "build/plain-op/plan.json").read_text())
    finally:
        shutil.rmtree(root / "build/plain-op", ignore_errors=True)
    (kernel,) = plan["kernels"]
    assert (kernel["form"], kernel["function"]) == ("function", "theirs::triple")
    assert kernel["source"] == "plain_ops/triple.cpp"


def test_without_the_library_the_build_names_operator_model_and_instruction(
    root: Path, tmp_path: Path
) -> None:
    folder = root / CONFIG.parent
    model = (folder / "../../tests/data/models/custom_op_mul3.pte").resolve()
    text = (root / CONFIG).read_text()
    text = text.replace('paths = ["my_ops"]', "paths = []")
    text = text.replace("../../tests/data/models/custom_op_mul3.pte", str(model))
    config = tmp_path / "without-library.toml"
    config.write_text(text)
    built = task("build", config, root)
    shutil.rmtree(root / "build/without-library", ignore_errors=True)
    assert built.returncode == 4
    assert "no kernel for my_ops::mul3.out (Float)" in built.stderr
    assert "custom_op_mul3.pte, forward, instruction 0" in built.stderr


@pytest.mark.slow
def test_sources_of_the_external_library_are_in_the_one_file(
    root: Path, require_tool: Callable[[str], str], tmp_path: Path
) -> None:
    gxx = require_tool("g++")
    done = task("install", CONFIG, root, "--form=single-file", f"--prefix={tmp_path}")
    assert done.returncode == 0, done.stderr
    source = tmp_path / "kerf_custom_op.cpp"
    assert source.read_text(encoding="utf-8").count("// my_ops/mul3.h ---") == 1
    command = [gxx, "-std=c++17", "-Wall", "-Werror", "-c", str(source), "-o", "x.o"]
    assert subprocess.run(command, cwd=tmp_path, check=False).returncode == 0
