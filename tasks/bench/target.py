"""A built target as `bench` runs it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from codegen.errors import BuildError
from tasks.building.sources import shipped_path
from tasks.config import Target, load_target
from tasks.run.case import ModelCases
from tasks.run.cases import read_cases
from tasks.run.minimal import Minimal, minimal_of
from tasks.toolchain.file import EmulatorFile, ToolchainFile, read_toolchain


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """What is measured: the program that a target's build left, and the models it runs."""

    target: Target
    file: ToolchainFile
    minimal: Minimal
    models: tuple[tuple[str, Path], ...]
    """The name of each model as the configuration has it, and the file that was built."""

    @property
    def name(self) -> str:
        """The target's name."""
        return self.target.name

    @property
    def toolchain(self) -> str:
        """The toolchain's name."""
        return self.target.toolchain.name

    @property
    def emulator(self) -> EmulatorFile | None:
        """None of a host, which runs the program itself."""
        return self.file.emulator

    @property
    def has_runner(self) -> bool:
        """Its program loads models, as often as it is called with."""
        return self.minimal.compiled is None

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
    minimal = minimal_of(target, toolchain)
    if minimal.on_board and toolchain.emulator is None:
        raise BuildError(f"{target.name}: its toolchain has no emulator to count instructions in.")
    return Bench(
        target=target,
        file=toolchain,
        minimal=minimal,
        models=tuple((model.stem, shipped_path(target, model)) for model in target.model_paths),
    )
