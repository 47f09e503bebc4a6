"""Python's calls under the sanitizers of C++: misuse, freed objects, threads at once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tasks.build import build
from tasks.config import load_target
from tests.codegen.model_files import CONFIG_MODELS, DATA
from tests.conftest import ROOT

pytestmark = pytest.mark.slow

TARGET = """\
description = "A library under sanitizers"
select = {{ models = {models} }}
runtime = {{ threads = 4, profile = true }}
toolchain = {{ name = "host-shared", executor = "local", lto = false, sanitize = {sanitize} }}
optimize = {{ passes = [] }}
"""
MODELS = (
    CONFIG_MODELS / "add_mul.pte",
    CONFIG_MODELS / "dscnn.pte",
    DATA / "models" / "plan_noalloc_io.pte",
    DATA / "models" / "scalar_inputs.pte",
)

MISUSE = """\
import ctypes, gc, random, sys
import numpy as np
import kerf
from kerf import native

NUMBERS = {"int": 3, "double": 1.5, "bool": True, "none": None, "other": None}

def one(info):
    return np.ones(info.sizes, info.dtype) if info.kind == "tensor" else NUMBERS[info.kind]

draw = random.Random(7)
library = native.library()
pieces = [None, 1, -1, 0.5, True, "text", b"bytes", [], [[1.0]], {}, object(), float("nan"), 2**80]
arrays = [np.zeros(shape, dtype) for shape in ((), (0,), (1,), (2, 2), (1, 8, 64), (3, 0, 5))
          for dtype in ("f4", "f8", "i4", "i8", "u1", "?", "c8", "O", "U3", ">f4", "f2")]
views = []
for path in sys.argv[1:]:
    content = open(path, "rb").read()
    for _ in range(40):  # bytes that are damaged anywhere
        damaged = bytearray(content)
        for _ in range(draw.randrange(1, 4)):
            damaged[draw.randrange(min(len(damaged), 4096))] ^= 1 << draw.randrange(8)
        try:
            size = draw.choice((len(damaged), draw.randrange(len(damaged))))
            program = kerf.load(bytes(damaged[:size]))
            for name in program:
                method = program[name]
                method(*map(one, method.info.inputs))
        except (kerf.Error, UnicodeDecodeError):
            pass
    method = kerf.load(path)["forward"]
    good = [*map(one, method.info.inputs)]
    wanted = method(*good)[0].copy()
    for _ in range(300):
        count = draw.randrange(len(good) + 2)
        given = [draw.choice((*pieces, *arrays, *good)) for _ in range(count)]
        try:
            method(*given)
        except kerf.Error:
            pass
    assert np.array_equal(method(*good)[0], wanted)
    views.append((method.execute(good, copy=False)[0], wanted))
    with method.profile():
        method(*good)
    method.profile()
    method(*good)
    at, one_jump = ctypes.c_size_t(), ctypes.c_uint32(1)
    for state in (None, native.MethodHandle()):  # null, never loaded
        for many in map(ctypes.c_size_t, (0, 3)):
            assert library.call(state, None, many, one_jump, None, many, ctypes.byref(at))
    assert library.threads(0, None) and library.threads(99, ctypes.byref(native.ParallelFor()))
    del method, good
gc.collect()
for view, wanted in views:  # of methods that are gone
    assert np.array_equal(view, wanted)
print("done")
"""

THREADS = """\
import sys, threading
import numpy as np
import kerf

NUMBERS = {"int": 3, "double": 1.5, "bool": True}

def one(info):
    return np.ones(info.sizes, info.dtype) if info.kind == "tensor" else NUMBERS[info.kind]

def inputs(method):
    return [*map(one, method.info.inputs)]

shared = [kerf.load(path, threads=4) for path in sys.argv[1:]]
wanted = [each.forward(*inputs(each["forward"]))[0] for each in shared]

def work():
    for program, right in zip(shared, wanted):
        assert np.array_equal(program.forward(*inputs(program["forward"]))[0], right)
    for path, right in zip(sys.argv[1:], wanted):
        own = kerf.load(path, threads=3)["forward"]
        assert np.array_equal(own(*inputs(own))[0], right)
    for wrong in (b"no program" * 20, b""):
        try:
            kerf.load(wrong)
        except kerf.InvalidProgram:
            pass

failed = []
threading.excepthook = lambda about: failed.append(about)
workers = [threading.Thread(target=work) for _ in range(4)]
for worker in workers: worker.start()
for worker in workers: worker.join()
assert not failed, failed
print("done")
"""


def sanitized(folder: Path, name: str, sanitize: list[str]) -> Path:
    """The library of the models with the sanitizers."""
    path = folder / f"{name}.toml"
    models = [str(model) for model in MODELS]
    path.write_text(TARGET.format(models=models, sanitize=sanitize), encoding="utf-8")
    build(load_target(str(path), ROOT))
    return ROOT / "build" / name / "libkerf.so"


def run(script: str, library: Path, runtime: str, **options: str) -> None:
    found = subprocess.run(
        ["gcc", f"-print-file-name={runtime}"], capture_output=True, text=True, check=True
    )
    preloaded = found.stdout.strip()
    assert Path(preloaded).is_absolute(), f"gcc has no {runtime}"
    done = subprocess.run(
        [sys.executable, "-c", script, *map(str, MODELS)],
        env={
            **os.environ,
            "LD_PRELOAD": preloaded,
            "PYTHONPATH": str(ROOT / "python"),
            "KERF_LIBRARY": str(library),
            **options,
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "done\n"), done.stderr[-4000:]


def test_misuse_and_damage_never_touch_memory_that_is_not_theirs(tmp_path: Path) -> None:
    library = sanitized(tmp_path, "kerf-python-address", ["address", "undefined"])
    run(MISUSE, library, "libasan.so", ASAN_OPTIONS="detect_leaks=0:allocator_may_return_null=1")


def test_threads_do_not_race(tmp_path: Path) -> None:
    library = sanitized(tmp_path, "kerf-python-thread", ["thread"])
    run(THREADS, library, "libtsan.so", TSAN_OPTIONS="halt_on_error=1:exitcode=66")
