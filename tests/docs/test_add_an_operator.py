"""The page that adds operators: its blocks, applied to a copy of the tree, compile and compute.

`into=<file>` puts a block into that file: an entry of a functions.yaml at its sorted place, C++ at
the end of the namespace, Python at the end; a file that does not exist is made of it.
tests/docs/operators/ has what PyTorch makes of the page's cases. `python -m
tests.docs.test_add_an_operator PYTHON` writes it; PYTHON is one that has torch 2.13.0 (CPU).
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from codegen.dtype import DType
from codegen.library_file import read_library
from tests.codegen.resolving import tensor
from tests.docs.pages import ROOT, Block, blocks

PAGE = "docs/how-to/add-an-operator.md"
CASES = Path(__file__).parent / "operators"
OPERATORS = {
    "addcmul": "aten::addcmul.out",
    "float_powers": "aten::float_power.Tensor_Scalar_out",
    "median": "aten::median.out",
    "rsub": "aten::rsub.Tensor_out",
}
"""Maps the name of a file of cases to its operator."""

COPIED = ("codegen", "configs", "dev", "runtime", "tasks", "tests", "toolchains")


def page_blocks() -> list[tuple[Path, Block]]:
    found = []
    for block in blocks():
        for word in block.words[1:]:
            if block.page == PAGE and word.startswith("into="):
                found.append((Path(word.removeprefix("into=")), block))
    return found


def put(text: str, block: str, suffix: str) -> str:
    """`text` of a file with `block` in it."""
    if suffix == ".yaml":
        entries = re.split(r"(?m)^(?=- func: )", text)
        name = block.split("(")[0]
        at = sum(entry.split("(")[0] < name for entry in entries[1:]) + 1
        return "".join([*entries[:at], f"{block}\n", *entries[at:]])
    if suffix == ".h":
        before, end, after = text.rpartition("}  // namespace ")
        return f"{before}{block}\n{end}{after}"
    return f"{text}\n\n{block}"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tree with all blocks of the page."""
    return applied(tmp_path_factory.mktemp("page") / "kerf")


def applied(folder: Path) -> Path:
    ignored = shutil.ignore_patterns("__pycache__", "models")
    for name in COPIED:
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    for path, block in page_blocks():
        file = folder / path
        known = file.read_text(encoding="utf-8") if file.exists() else None
        text = block.text if known is None else put(known, block.text, path.suffix)
        file.write_text(text, encoding="utf-8")
    return folder


def test_the_library_stays_sorted_and_knows_the_new_operators(copy: Path) -> None:
    kernels = read_library(copy / "runtime/kernels/portable", prefix="kernels/portable/").kernels
    names = [kernel.operator for kernel in kernels]
    assert names == sorted(names)
    assert set(OPERATORS.values()) <= set(names)


def test_the_scratch_of_the_page_is_that_of_the_elements(copy: Path) -> None:
    kernels = read_library(copy / "runtime/kernels/portable", prefix="kernels/portable/").kernels
    (scratch,) = [kernel.scratch for kernel in kernels if kernel.operator == "aten::median.out"]
    assert scratch is not None
    assert scratch.bytes_of({"self": tensor(DType.Long, 2, 3)}) == 48


@pytest.mark.slow
def test_the_new_operators_compute_what_pytorch_computes(
    copy: Path, require_tool: Callable[[str], str]
) -> None:
    command = [sys.executable, "-m", "tests.runtime.kernels.one_operator", *OPERATORS.values()]
    done = subprocess.run(
        [*command, "--cases", CASES, "--compiler", require_tool("g++")],
        cwd=copy,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    count = sum(file.read_text(encoding="ascii").count("case ") for file in CASES.glob("*.txt"))
    assert done.stdout.endswith(f"{count} cases, 0 differ\n")


@pytest.mark.slow
def test_the_target_of_the_page_builds(copy: Path, require_tool: Callable[[str], str]) -> None:
    require_tool("arm-none-eabi-g++")
    (block,) = [b for b in blocks() if b.page == PAGE and b.language == "toml"]
    (copy / "configs" / "try.toml").write_text(block.text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "tasks.build", "configs/try.toml"],
        cwd=copy,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "aten::rsub.Tensor_out  Float -> Float" in done.stdout


MAKE = """\
from case_text import generator
from elementwise_cases import make_addcmul, make_float_powers, make_rsub
from reduction_cases import make_median
generator.manual_seed(7)
make_rsub().write("rsub")
make_float_powers().write("float_powers")
make_median().write("median")
make_addcmul().write("addcmul")
"""


def main() -> None:
    """Writes the expected values of the page's cases."""
    with tempfile.TemporaryDirectory() as name:
        folder = applied(Path(name) / "kerf") / "tests/data/kernels"
        subprocess.run([sys.argv[1], "-c", MAKE], cwd=folder, check=True)
        for case in OPERATORS:
            shutil.copy(folder / f"{case}.txt", CASES)


if __name__ == "__main__":
    main()
