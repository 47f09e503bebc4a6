"""The wheel: the same bytes twice, everything in it, installed without a compiler's help."""

from __future__ import annotations

import hashlib
import os
import platform
import subprocess
import sys
import venv
import zipfile
from base64 import urlsafe_b64encode
from pathlib import Path

import pytest

from kerf.native import INSTRUCTION_SETS
from tests.conftest import ROOT

pytestmark = pytest.mark.slow
TARGET = f"""\
description = "A library of one model, compiled in seconds"
select = {{ models = ["{ROOT}/configs/models/add_mul.pte"] }}
toolchain = {{ name = "host-shared", optimize = "speed", lto = false }}
optimize = {{ passes = [] }}
"""
BUILD = """\
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import backend
backend.TARGET = Path(sys.argv[3])
print(backend.build_wheel(sys.argv[2]))
"""


def wheel(folder: Path) -> Path:
    folder.mkdir()
    target = folder.parent / "kerf-wheel.toml"
    target.write_text(TARGET, encoding="utf-8")
    environment = {**os.environ, "KERF_EXECUTOR": "local"}
    done = subprocess.run(
        [sys.executable, "-c", BUILD, str(ROOT / "python"), str(folder), str(target)],
        capture_output=True,
        text=True,
        env=environment,
        check=True,
    )
    return folder / done.stdout.splitlines()[-1]


def test_a_wheel_is_the_same_twice_and_runs_where_it_is_installed(tmp_path: Path) -> None:
    first, second = wheel(tmp_path / "1"), wheel(tmp_path / "2")
    assert first.name == second.name
    assert first.read_bytes() == second.read_bytes()
    with zipfile.ZipFile(first) as archive:
        names = archive.namelist()
        records = archive.read(next(name for name in names if name.endswith("RECORD"))).decode()
        for line in records.splitlines()[:-1]:
            name, digest, size = line.rsplit(",", 2)
            content = archive.read(name)
            wanted = urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
            assert (digest, int(size)) == (f"sha256={wanted}", len(content))
        assert len(records.splitlines()) == len(names)
    assert {"kerf/py.typed", "kerf/tree/codegen/pte.py"} <= set(names)
    family = platform.machine().replace("_", "-")
    better = [each for sets in INSTRUCTION_SETS for each in sets if each.startswith(family)]
    libraries = {"kerf/libkerf.so", *(f"kerf/libkerf-{each}.so" for each in better)}
    assert {name for name in names if name.endswith(".so")} == libraries
    assert not [name for name in names if "/tests/" in name or "__pycache__" in name]
    check_installed(first, tmp_path / "environment")


def check_installed(path: Path, folder: Path) -> None:
    """Runs a model and a tool from an empty folder, with the package alone."""
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    pip = [python, "-m", "pip", "install", "--quiet", "--no-deps", path]
    subprocess.run(pip, check=True)
    model = ROOT / "configs" / "models" / "add_mul.pte"
    script = f"""
import os, sys
sys.path += {[each for each in sys.path if each.endswith("site-packages")]!r}  # NumPy, ml_dtypes
import kerf, numpy as np
assert "site-packages" in kerf.__file__
for name in (None, *kerf.native._libraries()):  # the best, and each that runs here
    os.environ["KERF_ISA"] = name or ""
    kerf.native.library.cache_clear()
    program = kerf.load({str(model)!r})
    inputs = [np.ones(i.sizes, i.dtype) for i in program.metadata().inputs]
    assert program.forward(*inputs)[0].shape == program.metadata().outputs[0].sizes
    assert name in (None, kerf.instruction_set())
kerf.tools.python = lambda: {sys.executable!r}
assert kerf.select({str(model)!r}).models == ("add_mul.pte",)
assert kerf.tools.root().is_relative_to(kerf.tools.cache_folder())
assert kerf.compile({str(model)!r}).forward(*inputs)[0].shape == (2, 2)
"""
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "KERF"))
    }
    subprocess.run(
        [python, "-c", script],
        cwd=folder,
        env={**environment, "XDG_CACHE_HOME": str(folder / "cache")},
        check=True,
    )
