"""Makes the wheel of this package: its modules, shared libraries, and the Kerf that tools need.

A build backend of PEP 517 that needs nothing but the standard library: the libraries are built by
Kerf's own task, in its own environment, by the compiler that is here or by zig's: one that every
processor of this family runs, and one for each better instruction set, of which the package takes
the best. The same checkout and compiler give the same bytes, on whichever processor.
"""

from __future__ import annotations

import base64
import hashlib
import os
import platform
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
TARGET = HERE / "kerf-python.toml"
TOOLCHAIN = "host-shared"
"""The target's toolchain. Others whose names begin so are for better instruction sets."""

TREE = ("codegen", "tasks", "runtime", "toolchains", "configs/defaults.toml")
"""What the tools of an installed package need of Kerf, next to the files of its top folder."""

TOP = ("pyproject.toml", "LICENSE", "requirements*.txt")
_EPOCH = (2020, 1, 1, 0, 0, 0)
_MANYLINUX = "manylinux_2_28"
"""The C library that zig links for: `machine` of toolchains/host-shared."""


def get_requires_for_build_wheel(config_settings: object = None) -> list[str]:
    """Nothing: the task's own environment has what it needs."""
    return []


get_requires_for_build_editable = get_requires_for_build_wheel


def prepare_metadata_for_build_wheel(
    metadata_directory: str, config_settings: object = None
) -> str:
    """Writes the metadata, without building anything."""
    folder = f"{_stem()}.dist-info"
    for name, content in _metadata(_tag("local")).items():
        path = Path(metadata_directory, folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder


prepare_metadata_for_build_editable = prepare_metadata_for_build_wheel


def build_wheel(
    wheel_directory: str, config_settings: Mapping[str, str] | None = None, metadata: object = None
) -> str:
    """Builds the libraries and writes the wheel; its name.

    `config_settings`: `executor` is that of the targets, "zig" for a wheel of any distribution.
    """
    executor = (config_settings or {}).get("executor") or os.environ.get("KERF_EXECUTOR") or "auto"
    libraries, used = build_libraries(executor)
    return _write(wheel_directory, {**libraries, **_package(), **_tree()}, _tag(used))


def build_editable(
    wheel_directory: str, config_settings: Mapping[str, str] | None = None, metadata: object = None
) -> str:
    """Builds the libraries in the clone, and a wheel that refers to it."""
    _, used = build_libraries((config_settings or {}).get("executor", "auto"))
    return _write(wheel_directory, {"kerf.pth": f"{HERE}\n".encode()}, _tag(used))


def build_libraries(executor: str) -> tuple[dict[str, bytes], str]:
    """Builds the libraries, by their names in the wheel; and by what: "local" or "zig"."""
    sys.path.insert(0, str(ROOT))
    from tasks.environment import BuildError, environment  # stdlib alone, as for the noxfile

    try:
        python = environment(ROOT, ["requirements.txt"])
    except BuildError as error:
        sys.exit(f"error: {error}")
    found = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONSAFEPATH": "1"}
    libraries, stamps = {}, []
    for suffix, target in _targets():
        command = [str(python), "-m", "tasks.build", str(target), "--executor", executor]
        if subprocess.run(command, cwd=ROOT, env=found, check=False).returncode:
            sys.exit("error: a library of the package cannot be built; see above.")
        folder = ROOT / "build" / target.stem
        library = folder / "libkerf.so"
        library.touch()  # the package takes none that is older than the base one, which is first
        libraries[f"kerf/libkerf{suffix}.so"] = library.read_bytes()
        stamps.append((folder / "toolchain.txt").read_text(encoding="utf-8"))
    return libraries, "zig" if all(": zig " in each for each in stamps) else "local"


def _targets() -> Iterator[tuple[str, Path]]:
    """What the names of a library and of its target end in, and the target's file."""
    yield "", TARGET
    text = TARGET.read_text(encoding="utf-8")
    better = f"{TOOLCHAIN}-{platform.machine().replace('_', '-')}-*"
    for toolchain in sorted((ROOT / "toolchains").glob(better)):
        suffix = toolchain.name.removeprefix(TOOLCHAIN)
        target = ROOT / "build" / "targets" / f"{TARGET.stem}{suffix}.toml"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text.replace(f'"{TOOLCHAIN}"', f'"{toolchain.name}"'), encoding="utf-8")
        yield suffix, target


def _package() -> dict[str, bytes]:
    files = sorted([*(HERE / "kerf").glob("*.py"), HERE / "kerf" / "py.typed"])
    return {f"kerf/{path.name}": path.read_bytes() for path in files}


def _tree() -> dict[str, bytes]:
    """Kerf without its tests and models, and a digest that identifies this version of it."""
    paths = [path for name in TOP for path in ROOT.glob(name)]
    for name in TREE:
        place = ROOT / name
        paths += place.rglob("*") if place.is_dir() else [place]
    files = {
        path.relative_to(ROOT).as_posix(): path.read_bytes()
        for path in sorted(paths)
        if path.is_file() and "__pycache__" not in path.parts
    }
    digest = hashlib.sha256()
    for name, content in files.items():
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    return {
        **{f"kerf/tree/{name}": content for name, content in files.items()},
        "kerf/tree/DIGEST": f"{digest.hexdigest()}\n".encode(),
    }


def _metadata(tag: str) -> dict[str, bytes]:
    with (HERE / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)["project"]
    lines = [
        "Metadata-Version: 2.4",
        f"Name: {project['name']}",
        f"Version: {_version()}",
        f"Summary: {project['description']}",
        f"License-Expression: {project['license']}",
        "License-File: LICENSE",
        f"Requires-Python: {project['requires-python']}",
        *(f"Requires-Dist: {each}" for each in project["dependencies"]),
        "Description-Content-Type: text/markdown",
        "",
        (HERE / "README.md").read_text(encoding="utf-8"),
    ]
    scripts = "".join(f"{name} = {value}\n" for name, value in project["scripts"].items())
    return {
        "METADATA": "\n".join(lines).encode(),
        "WHEEL": (
            f"Wheel-Version: 1.0\nGenerator: kerf\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
        ),
        "entry_points.txt": f"[console_scripts]\n{scripts}".encode(),
        "licenses/LICENSE": (ROOT / "LICENSE").read_bytes(),
    }


def _write(folder: str, files: Mapping[str, bytes], tag: str) -> str:
    """Writes the wheel: sorted, without times or modes of this machine; its name."""
    info = f"{_stem()}.dist-info"
    named = {f"{info}/{name}": content for name, content in _metadata(tag).items()}
    whole = {**files, **named}
    record = f"{info}/RECORD"
    whole[record] = "".join([*_record(whole), f"{record},,\n"]).encode()
    name = f"{_stem()}-{tag}.whl"
    with zipfile.ZipFile(Path(folder, name), "w") as wheel:
        for path in sorted(whole):
            entry = zipfile.ZipInfo(path, _EPOCH)
            entry.external_attr = (0o100755 if path.endswith(".so") else 0o100644) << 16
            entry.create_system = 3  # Unix, wherever this is
            wheel.writestr(entry, whole[path], zipfile.ZIP_DEFLATED, 9)
    return name


def _record(files: Mapping[str, bytes]) -> Iterator[str]:
    for path in sorted(files):
        digest = base64.urlsafe_b64encode(hashlib.sha256(files[path]).digest()).decode().rstrip("=")
        yield f"{path},sha256={digest},{len(files[path])}\n"


def _tag(executor: str) -> str:
    """Any Python 3 on this machine; what zig builds runs on other distributions too."""
    system = _MANYLINUX if executor == "zig" else "linux"
    return f"py3-none-{system}_{platform.machine()}"


def _stem() -> str:
    return f"kerf-{_version()}"


def _version() -> str:
    with (ROOT / "pyproject.toml").open("rb") as file:
        return str(tomllib.load(file)["project"]["version"])
