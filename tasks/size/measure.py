"""Measures what a target's build left: the content of its size.json."""

from __future__ import annotations

from pathlib import Path

from codegen.plan import RegistryForm
from tasks.attribution.image import allocated
from tasks.attribution.purpose import Purpose
from tasks.building.ninja_file import MACHINE_CODE
from tasks.building.planning import Planned
from tasks.building.request_location import source_name
from tasks.building.sources import build_dir, size_executable
from tasks.files import sha256
from tasks.size.device import device_of, planned_bytes
from tasks.size.document import (
    VERSION,
    Bytes,
    Elf,
    Kernels,
    Memory,
    Model,
    Program,
    Registry,
    Size,
)
from tasks.size.document import Toolchain as Compiler
from tasks.size.measured import Measured, measured
from tasks.toolchain.choose import Toolchain


def measure(planned: Planned, toolchain: Toolchain, elf: Path | None = None) -> Size:
    """The sizes of a target that `toolchain` has built from `planned`.

    `elf` is measured, by default what the target's build left.

    Raises:
        SizeError: the target is not built, or its ELF cannot be read.

    """
    target, plan = planned.target, planned.plan
    folder, name = build_dir(target), size_executable(toolchain)
    elf = elf or target.root / folder / name
    found = measured(elf, plan, toolchain.memory, root=target.root, build_dir=folder)
    row_bytes = found.absolute.get("kerf_kernel_row_bytes", 0)
    memory = Memory(
        method_bytes=found.absolute.get("kerf_method_bytes", 0),
        planned_bytes=sum(planned_bytes(plan.methods)),
        temp_bytes=found.absolute.get("kerf_temp_bytes", 0),
    )
    program_bytes, weights_bytes, image_bytes = _counted_once(planned, found)
    digests = _digests(planned)
    models = tuple(
        Model(
            name=model.name,
            file_bytes=model.file_bytes,
            program_bytes=model.program_bytes,
            weight_bytes=model.weight_bytes,
            sha256=digests.get(model.name),
        )
        for model in planned.need.models
    )
    return Size(
        **{key: getattr(found, key) for key in Elf.model_fields},
        version=VERSION,
        target=target.name,
        toolchain=Compiler(name=toolchain.compiler, version=toolchain.version),
        program=Program(name=name, sha256=found.sha256),
        plan_sha256=plan.digest(),
        program_bytes=program_bytes,
        weights_bytes=weights_bytes,
        image_bytes=image_bytes,
        device=device_of(planned, found.flash_bytes, found.ram_bytes, memory),
        registry=Registry(
            form=plan.form.value,
            rows=plan.capacity,
            flash_bytes=row_bytes * len(plan.kernels),
            ram_bytes=row_bytes * plan.capacity if plan.form is RegistryForm.DYNAMIC else 0,
        ),
        memory=memory,
        models=models,
        kernels=_kernels(planned, frozenset(found.kernels)),
        library=_with_library(toolchain, found, elf),
    )


def _with_library(toolchain: Toolchain, found: Measured, elf: Path) -> Bytes | None:
    """The size of the program `elf` where it is linked with libkerf.a; None: it is not."""
    if not toolchain.lto:
        return Bytes(flash_bytes=found.flash_bytes, ram_bytes=found.ram_bytes)
    other = elf.parent / MACHINE_CODE / elf.name
    if not other.is_file():
        return None
    flash, ram = allocated(other)
    return Bytes(flash_bytes=flash, ram_bytes=ram)


def _digests(planned: Planned) -> dict[str, str]:
    """The SHA-256 of each model's file by the model's name."""
    target = planned.target
    return {source_name(target, path): sha256(path) for path in target.model_paths}


def _counted_once(planned: Planned, found: Measured) -> tuple[int, int, int]:
    """What describes the programs on the device, weights, and all of the image but them."""
    compiled = planned.plan.compiled
    if compiled is None:
        program = sum(model.program_bytes for model in planned.need.models)
        weights = sum(model.weight_bytes for model in planned.need.models)
        return program, weights, found.flash_bytes + program
    tables = (each for each in found.entries if each.purpose == Purpose.PROGRAM_TABLES)
    program = sum(each.flash_bytes for each in tables)
    linked = compiled.weight_bytes if compiled.linked else 0
    return program, compiled.weight_bytes, found.flash_bytes - linked


def _kernels(planned: Planned, linked: frozenset[str]) -> Kernels:
    """Rows that the selection needs, and kernels whose code is linked."""
    return Kernels(linked=len(linked), needed=len(planned.plan.kernels))
