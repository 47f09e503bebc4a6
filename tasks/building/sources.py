"""Which files a target compiles: the core, its port and applications, and the plan's kernels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from codegen.lowered import is_lowered
from codegen.optimize.names import DelegateName
from codegen.plan import Plan, RegistryForm
from tasks.building.ninja_file import Executable, Products
from tasks.config import Target, ethos_u
from tasks.files import relative
from tasks.toolchain.choose import Toolchain
from tasks.toolchain.file import ISA, ToolchainFile

RUNTIME = "runtime"
COMPAT = "compat"
"""Headers for kernels that are written for ExecuTorch, in place of its own."""
SHARED = ("core", "memory", "tensor", "delegate")
INTERPRETER = (*SHARED, "flatbuffer", "program", "executor", "c_api")
COMPILED = (*SHARED, "compiled")
ETHOS_U = "delegate/ethos_u"
"""Kerf's backend of the Ethos-U, in the runtime."""
WEIGHTS = "weights.cpp"
"""In the build folder: what places the constants of compiled programs."""
STORED_WEIGHTS = "weights.bin"
"""In the build folder: these constants, where some are not as in the models' files."""

RUN_ONCE = tuple(
    f"{RUNTIME}/{each}"
    for each in (
        *("apps/", "core/", "flatbuffer/", "program/"),
        *(f"executor/{name}.cpp" for name in ("load", "overlap", "registry")),
    )
)
"""What nothing runs for each inference: for size in every mode."""

REGISTRY = {
    RegistryForm.TABLE: "runtime/executor/registry_table.cpp",
    RegistryForm.DYNAMIC: "runtime/executor/registry_dynamic.cpp",
}

SHARED_LIBRARY = "libkerf.so"
"""What programs of other languages load."""

REGISTRY_SOURCE = "kernels.cpp"
"""The one source in `selected/` that is not a family of kernels."""


def build_dir(target: Target) -> str:
    """The build folder of `target`, relative to the repository."""
    return f"build/{target.name}"


def products(target: Target, plan: Plan, toolchain: Toolchain) -> Products:
    """Everything that `target` compiles and links."""
    root, folder = target.root, build_dir(target)
    selected = sorted((root / folder / "selected").glob("*.cpp"))
    outside = {path.name: path for path in target.library_paths if _own(path, root)}
    plain = {kernel.source for kernel in plan.kernels if kernel.source is not None}
    plain |= {backend.source for backend in plan.backends}
    kernels = sorted({*_kernel_sources(root), *(_plain(each, outside, root) for each in plain)})
    linked = plan.compiled is not None and bool(plan.compiled.runs) and plan.compiled.linked
    files = (shipped_path(target, path) for path in target.model_paths)
    models = tuple(relative(path, root) for path in files) if linked else ()
    if plan.compiled is not None and plan.compiled.packed:
        models = (f"{folder}/{STORED_WEIGHTS}",)
    families = [relative(path, root) for path in selected if path.name != REGISTRY_SOURCE]
    includes = [folder, RUNTIME, *(f"{ISA}/{name}" for name in toolchain.isa)]
    driver, drivers = _driver(target, plan)
    if driver is not None:
        includes += [f"{RUNTIME}/{ETHOS_U}", f"{driver}/{ethos_u.INCLUDE}"]
    compat = (COMPAT,) if target.executorch_paths else ()
    includes += compat
    includes += [relative(path.parent, root) for path in target.library_paths if _own(path, root)]
    sources = (
        *_core(root, plan),
        *(relative(path, root) for path in selected),
        *kernels,
        *drivers,
        *((f"{folder}/{WEIGHTS}",) if linked else ()),
    )
    executables = _executables(root, toolchain, plan)
    compiled = (*sources, *(source for each in executables for source in each.sources))
    return Products(
        build_dir=folder,
        sources=sources,
        include_dirs=tuple(dict.fromkeys(includes)),
        reads=(
            RUNTIME,
            *compat,
            *(() if driver is None else (driver,)),
            *(relative(path, root) for path in target.library_paths if _own(path, root)),
            *dict.fromkeys(
                source.rpartition("/")[0]
                for source in toolchain.port_sources
                if source.startswith("../")
            ),
            *models,
        ),
        embeds={f"{folder}/{WEIGHTS}": models} if linked else {},
        optimize={
            **{each: "size" for each in compiled if each.startswith(RUN_ONCE)},
            **dict.fromkeys((*families, *kernels), toolchain.loops),
            **drivers,
            **({f"{folder}/{WEIGHTS}": "data"} if linked else {}),
        },
        executables=(*executables, *_shared(root, toolchain, sources)),
    )


def _driver(target: Target, plan: Plan) -> tuple[str | None, Mapping[str, str]]:
    """The folder of the Ethos-U's driver, where it is linked, and its sources with their flags."""
    own = any(backend.source == f"{ETHOS_U}/backend.cpp" for backend in plan.backends)
    wanted, folder = target.backends.ethos_u, target.driver_path
    if wanted is None or folder is None or not own:
        return None, {}
    flags = f"ethos-{wanted.npu or ethos_u.DEFAULT}"
    names = ethos_u.driver_sources(wanted.npu)
    return relative(folder, target.root), {
        relative(folder / name, target.root): flags for name in names
    }


def shipped_path(target: Target, model: Path) -> Path:
    """Where the file of `model`, one of `target.model_paths`, is that is selected from and run.

    With passes it is in build/<target>/, under its own name; where that of another model is the
    same, with its number among the models. A bundle (`.bpte`) is interpreted as it is, unless the
    target names passes or its program has delegates that are turned back.
    """
    if not is_changed(target, model):
        return model
    alike = [path for path in target.model_paths if path.name == model.name]
    number = f"{target.model_paths.index(model)}-" if len(set(alike)) > 1 else ""
    return target.root / build_dir(target) / f"{number}{model.name}"


def is_changed(target: Target, model: Path) -> bool:
    """Whether `model`, one of `target.model_paths`, is not shipped as it is."""
    if is_turned_back(target, model):
        return True
    bundled = target.optimize.passes is None and model.suffix == ".bpte"
    if bundled and target.runtime.form == "interpreter":
        return False
    return bool(target.passes or target.optimize.data)


def is_turned_back(target: Target, model: Path) -> bool:
    """Whether delegates of `model` are replaced by operators."""
    return target.optimize.delegates is DelegateName.TURN_BACK and is_lowered(model)


def size_executable(toolchain: Toolchain | ToolchainFile) -> str:
    """The program whose size is the target's: the minimal application."""
    return "minimal" if toolchain.linker_script is None else "runner.elf"


def programs(target: Target, toolchain: Toolchain | ToolchainFile) -> tuple[str, ...]:
    """What a build links: the minimal application, and on a host that interprets a runner."""
    runs_files = toolchain.linker_script is None and target.runtime.form == "interpreter"
    return (size_executable(toolchain), *(("runner",) if runs_files else ()))


def _core(root: Path, plan: Plan) -> tuple[str, ...]:
    other = {path for key, path in REGISTRY.items() if key is not plan.form}
    found = (
        relative(path, root)
        for folder in (INTERPRETER if plan.compiled is None else COMPILED)
        for path in sorted((root / RUNTIME / folder).glob("*.cpp"))
    )
    return tuple(path for path in found if path not in other)


def _executables(root: Path, toolchain: Toolchain, plan: Plan) -> tuple[Executable, ...]:
    """Compiled programs have no runner: it loads any file."""
    application = "minimal" if plan.compiled is None else "compiled"
    minimal = Executable(
        output=size_executable(toolchain),
        sources=(*_application(root, application), *toolchain.port_sources),
        measured=True,
    )
    if toolchain.linker_script is not None or plan.compiled is not None:
        return (minimal,)
    return (Executable(output="runner", sources=_application(root, "runner")), minimal)


def _shared(root: Path, toolchain: Toolchain, sources: Sequence[str]) -> tuple[Executable, ...]:
    """The library that programs load, where the toolchain makes one of the archive's `sources`."""
    if not toolchain.shared:
        return ()
    own = (*_application(root, "shared"), "runtime/apps/runner/thread_pool.cpp")
    return (Executable(output=SHARED_LIBRARY, sources=(*own, *sources), shared=True),)


def _application(root: Path, name: str) -> tuple[str, ...]:
    folder = root / RUNTIME / "apps" / name
    return tuple(relative(path, root) for path in sorted(folder.glob("*.cpp")))


def _own(library: Path, root: Path) -> bool:
    """Whether a library is the user's: not one of runtime/kernels/."""
    return library.parent not in (root / RUNTIME / "kernels", root / RUNTIME / "delegate")


def _kernel_sources(root: Path) -> list[str]:
    """What the kernels of Kerf share and is no template."""
    folder = root / RUNTIME / "kernels"
    return [relative(path, root) for path in folder.glob("*.cpp")]


def _plain(source: str, outside: dict[str, Path], root: Path) -> str:
    """The file of a plain function or backend, which is named as it would be included."""
    library = outside.get(source.partition("/")[0])
    if library is None and (root / COMPAT / source).is_file():
        return f"{COMPAT}/{source}"
    return f"{RUNTIME}/{source}" if library is None else relative(library.parent / source, root)
