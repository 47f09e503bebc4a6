"""A built target as `bench` runs it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from codegen.errors import BuildError
from tasks.building.sources import build_dir, programs, shipped_path
from tasks.config import Target, load_target
from tasks.run.cases import ModelCases, read_cases
from tasks.toolchain.file import EmulatorFile, read_toolchain


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """What is measured: the program that a target's build left, and the models it runs."""

    name: str
    root: Path
    toolchain: str
    isa: tuple[str, ...]
    emulator: EmulatorFile | None
    """None of a host, which runs the program itself."""
    bare_metal: bool
    program: Path
    models: tuple[tuple[str, Path], ...]
    """The name of each model as the configuration has it, and the file that was built."""
    target: Target

    @property
    def has_runner(self) -> bool:
        """Its program loads models, as often as it is called with."""
        return self.target.runtime.form == "interpreter"

    def cases_of(self, model: Path) -> ModelCases:
        """The cases of a built model, which are next to the one that was exported.

        Raises:
            NotVerified, VerifyError: see read_cases().

        """
        files = dict(zip((path for _, path in self.models), self.target.model_paths, strict=True))
        return replace(read_cases(files[model]), model=model)


def bench_of(name: str, root: Path) -> Bench:
    """The target `name`, built.

    Raises:
        ConfigError: there is no such target, or it is wrong.
        BuildError: it is not built, or its toolchain has no emulator.

    """
    target = load_target(name, root)
    toolchain = read_toolchain(target.toolchain.name, root)
    program = root / build_dir(target) / programs(target, toolchain)[-1]
    if not program.is_file():
        raise BuildError(
            f"{build_dir(target)}/{program.name} does not exist. "
            f"Build it: `nox -s build-{target.name}`."
        )
    bare_metal = toolchain.linker_script is not None
    if bare_metal and toolchain.emulator is None:
        raise BuildError(f"{target.name}: its toolchain has no emulator to count instructions in.")
    return Bench(
        name=target.name,
        root=root,
        toolchain=target.toolchain.name,
        isa=tuple(toolchain.isa),
        emulator=toolchain.emulator,
        bare_metal=bare_metal,
        program=program,
        models=tuple((model.stem, shipped_path(target, model)) for model in target.model_paths),
        target=target,
    )
