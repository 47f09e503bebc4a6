"""From a checked target to its plan: every source read, united and resolved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from codegen.c_names import function_name
from codegen.compiled.compile import compile_programs
from codegen.compiled.tables import Compiled, CompiledMethod, CompiledPort, Weights
from codegen.errors import KerfError, ResolutionError, SelectionError, collected
from codegen.executorch_library import read_executorch_libraries
from codegen.extras import ALL_EXTRAS, Extras
from codegen.library import Library, compiled_for_size, divided, with_loops
from codegen.library_file import FUNCTIONS_FILE, read_library
from codegen.loop_scratch import read_loops
from codegen.lowered import is_lowered, with_nodes
from codegen.optimize.roles import Operators, operators_of
from codegen.plan import Plan, RegistryForm
from codegen.pte import model_info
from codegen.quantized_ports import Quantized, QuantizedPorts
from codegen.resolve import resolve
from codegen.scratch import LoopScratch
from codegen.selection import Selection, everything, union
from codegen.sources.detect import read_file, read_sources
from codegen.sources.dtype_dict import selection_of_dtypes
from codegen.sources.oplist import selection_of_names
from codegen.sources.pte import selection_of_model
from codegen.unresolved import Unresolvable, Unresolved
from tasks.building.optimized import Shipped, exported_ports, optimize_model
from tasks.building.request_location import (
    at_key,
    exported_name,
    request_location,
    selected_files,
    shown,
    source_name,
)
from tasks.building.sources import COMPAT, shipped_path
from tasks.config import Target, load_target, target_names
from tasks.config.board import arena_count, weight_regions
from tasks.config.model import Select
from tasks.toolchain.file import ISA, SCALAR, ToolchainFile, read_toolchain

ROOT = Path(__file__).parents[2]
RUNTIME = Path("runtime")
KERNELS = RUNTIME / "kernels"


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """What a target is planned from, read and made once."""

    target: Target
    toolchain: ToolchainFile
    libraries: tuple[Library, ...]
    models: Mapping[Path, Shipped]
    """For each of the target's models what is shipped of it."""
    faults: Mapping[Path, KerfError]
    """Why the other models cannot be shipped."""
    exported: tuple[Selection, ...]
    """What the programs of `exported_too()` request."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """A target's plan and what it was made from."""

    target: Target
    toolchain: ToolchainFile
    need: Selection
    libraries: tuple[Library, ...]
    plan: Plan


def plan_target(
    target: Target,
    libraries: tuple[Library, ...] | None = None,
    toolchain: ToolchainFile | None = None,
) -> Planned:
    """The plan of `target`, from its own libraries unless others are passed.

    `toolchain` is the description of the target's, where it was read already.

    Raises:
        SelectionError: sources or libraries that cannot be read, all of them.
        ResolutionError: all that no library has.

    """
    prepared = prepare(target, libraries, toolchain)
    need = select(prepared)
    extras = extras_of(target.select)
    used = {f for each in prepared.exported for f in _features(each)}
    try:
        plan = resolve(
            need,
            prepared.libraries,
            target=target.name,
            form=RegistryForm(target.registry.form),
            capacity=target.registry.capacity,
            extras=replace(extras, features=(*extras.features, *used)),
            checks_programs=target.program.check == "always",
            describes_itself=target.select.describe,
            threads=target.runtime.threads,
            profile=target.runtime.profile,
        )
    except Unresolvable as error:
        if target.optimize.passes is None and target.passes:
            # It names what fails as the exporter wrote it.
            plan_target(target.as_exported, prepared.libraries, prepared.toolchain)
        raise ResolutionError(
            [
                f"{request_location(target, each.operator, each.origins)}: {each.text}{_how(each)}"
                for each in error.unresolved
            ]
        ) from None
    if target.runtime.form == "compiled":
        plan = replace(plan, compiled=_compiled(prepared, plan))
    return Planned(
        target=target,
        toolchain=prepared.toolchain,
        need=need,
        libraries=prepared.libraries,
        plan=plan,
    )


def _how(fault: Unresolved) -> str:
    """Where it is written how to help it, of a fault that a library of the user's would."""
    wanted = "Add a kernel library" in fault.text
    return f" {LIBRARY_PAGE} shows how; [libraries] paths names it." if wanted else ""


LIBRARY_PAGE = "docs/how-to/add-a-kernel-library.md"


def extras_of(select: Select) -> Extras:
    """What `[select]` wants in addition to what its sources need."""
    return Extras(
        all_dtypes=select.dtypes == "all",
        all_forms=select.traits == "all",
        traits=ALL_EXTRAS.traits if select.traits == "all" else tuple(select.traits),
        features=ALL_EXTRAS.features if select.features == "all" else tuple(select.features),
    )


def exported_too(target: Target, toolchain: ToolchainFile) -> tuple[Path, ...]:
    """The models that a target runs as they were exported, in addition to what it ships of them.

    Unless a target says which passes it wants, a host's runner takes both files; what is lowered
    cannot be run as it is.
    """
    if target.optimize.passes is not None or target.runtime.form == "compiled":
        return ()
    if toolchain.linker_script is not None:
        return ()
    return tuple(
        path
        for path in target.model_paths
        if shipped_path(target, path) != path and not is_lowered(path)
    )


def _features(selection: Selection) -> set[str]:
    """What the models of `selection` use of the format."""
    return {f for model in selection.models for method in model.methods for f in method.features}


def _compiled(prepared: Prepared, plan: Plan) -> Compiled:
    """The tables of the target's models.

    Raises:
        ResolutionError: all that cannot be compiled, and functions that would have one name.
        SizeError: the regions for weights have no room for them.

    """
    target, libraries = prepared.target, prepared.libraries
    models = {source_name(target, path): each.file for path, each in prepared.models.items()}
    weights = Weights(target.runtime.weights)
    compiled = compile_programs(
        models,
        plan,
        libraries,
        weights,
        arenas=arena_count(target),
        regions=weight_regions(target),
    )
    functions = [
        (function_name(name, method.name, target.runtime.prefix), f"{name}, {method.name}")
        for name, file in models.items()
        for method in file.program.plans
    ]
    functions += [
        (function_name(name, "check_weights", target.runtime.prefix), f"{name}, its weights")
        for name in models
        if target.runtime.weights == "external"
    ]
    functions += [
        (function_name(name, "seed", target.runtime.prefix), f"{name}, its generator")
        for name in dict.fromkeys(each.model for each in compiled.methods if each.draws)
    ]
    functions += [
        (
            function_name(each.model, f"{each.name}_limited", target.runtime.prefix),
            f"{each.model}, {each.name}, with a limit of its loops",
        )
        for each in compiled.methods
        if each.loops
    ]
    counts = Counter(name for name, _ in functions)
    if faults := [
        f"{where}: several methods would be the function {name}. Rename a model's file."
        for name, where in functions
        if counts[name] > 1
    ]:
        raise ResolutionError(faults)
    exported = {
        source_name(target, path): exported_ports(target, path, libraries, each.exported)
        for path, each in prepared.models.items()
    }
    methods = tuple(
        _with_forms(method, exported[method.model][method.name]) for method in compiled.methods
    )
    return replace(compiled, prefix=target.runtime.prefix, methods=methods)


def _with_forms(method: CompiledMethod, found: QuantizedPorts) -> CompiledMethod:
    """`method` with how the exported one quantizes its inputs and outputs."""

    def ports(
        known: Sequence[CompiledPort], forms: Sequence[Quantized | None]
    ) -> tuple[CompiledPort, ...]:
        pairs = zip(known, forms, strict=True)
        return tuple(replace(port, quantized=form) for port, form in pairs)

    return replace(
        method,
        inputs=ports(method.inputs, found.inputs),
        outputs=ports(method.outputs, found.outputs),
    )


def prepare(
    target: Target,
    libraries: tuple[Library, ...] | None = None,
    toolchain: ToolchainFile | None = None,
) -> Prepared:
    """Reads the libraries and the toolchain of `target`, unless they are passed; makes its models.

    Raises:
        SelectionError: libraries that cannot be read, all of them.

    """
    toolchain = toolchain or read_toolchain(target.toolchain.name, target.root)
    libraries = read_libraries(target, toolchain) if libraries is None else libraries
    models: dict[Path, Shipped] = {}
    faults: dict[Path, KerfError] = {}
    for path in target.model_paths:
        try:
            models[path] = optimize_model(target, path, libraries)
        except KerfError as error:
            faults[path] = error
    exported = () if faults else exported_too(target, toolchain)
    return Prepared(
        target=target,
        toolchain=toolchain,
        libraries=libraries,
        models=models,
        faults=faults,
        exported=tuple(read_file(path, name=exported_name(target, path)) for path in exported),
    )


def select(prepared: Prepared) -> Selection:
    """The union of all that a target selects.

    Raises:
        SelectionError: all sources that cannot be read.

    """
    target = prepared.target

    def read(path: Path) -> Selection:
        name = source_name(target, path)
        if path in prepared.faults:
            raise prepared.faults[path]
        shipped = prepared.models.get(path)
        if shipped is None:
            return read_file(path, name=name)
        known = with_nodes(model_info(shipped.file, name=name), shipped.nodes, shipped.turned_back)
        return selection_of_model(replace(known, remarks=shipped.remarks))

    selections = collected(selected_files(target), read, SelectionError)
    selections += (replace(each, models=()) for each in prepared.exported)
    chosen, source, where = target.select, target.path.name, shown(target)
    if chosen.ops:
        selections.append(selection_of_names(chosen.ops, source=source, where=f"{where}: ops"))
    if chosen.dtypes and chosen.dtypes != "all":
        selections.append(
            selection_of_dtypes(chosen.dtypes, source=source, where=f"{where}: dtypes")
        )
    if chosen.all:
        selections.append(everything())
    return union(selections)


def select_named(
    words: Sequence[str], root: Path, *, operators: Callable[[], Operators] | None = None
) -> Selection:
    """The selection of the one target that is named, or the union of sources.

    With `operators` what models have lowered to XNNPACK is turned back into those.

    Raises:
        KerfError: the target or a source is wrong.

    """
    if len(words) == 1 and (words[0].endswith(".toml") or words[0] in target_names(root)):
        return select(prepare(load_target(words[0], root)))
    return read_sources(words, operators=operators)


def known_operators(root: Path = ROOT, folders: Sequence[Path] = ()) -> Operators:
    """The operators of Kerf's libraries under `root`, and of those in `folders`, which are first.

    Raises:
        SelectionError: a library cannot be read.

    """
    own = [read_library(folder, prefix=f"{folder.name}/") for folder in folders]
    return operators_of((*own, *own_libraries(root)))


def own_libraries(root: Path) -> tuple[Library, ...]:
    """Kerf's libraries under `root`, by name.

    Raises:
        SelectionError: a library cannot be read.

    """
    folders = sorted(path.parent for path in (root / KERNELS).glob(f"*/{FUNCTIONS_FILE}"))
    return tuple(read_library(each, prefix=f"kernels/{each.name}/") for each in folders)


def read_libraries(target: Target, toolchain: ToolchainFile | None = None) -> tuple[Library, ...]:
    """The kernel libraries of `target` in the order in which they are searched.

    Raises:
        SelectionError: all faults of their descriptions, or names that are not unique.

    """
    _check_names(target)
    foreign = target.executorch_paths
    paths = [path for path in target.library_paths if path not in foreign]
    libraries = collected(paths, lambda path: _library(target, path), SelectionError)
    place = len(target.libraries.paths)
    if foreign:
        known = own_libraries(target.root)
        libraries[place:place] = read_executorch_libraries(
            foreign,
            {kernel.operator: kernel.schema for each in known for kernel in each.kernels},
            provided=target.root / COMPAT,
            scratch_bytes=target.libraries.scratch_bytes,
        )
    small = target.toolchain.optimize == "size"
    toolchain = toolchain or read_toolchain(target.toolchain.name, target.root)
    loops = dict(read_loops([target.root / ISA / name for name in (*toolchain.isa, SCALAR)]))
    if target.runtime.form != "compiled":  # whose weights are never in pairs
        loops |= dict.fromkeys(("int8_paired_terms", "int8_paired_filters"), LoopScratch.parse("0"))
    libraries = [with_loops(divided(each, target.runtime.threads), loops) for each in libraries]
    return tuple(compiled_for_size(each) if small else each for each in libraries)


def _check_names(target: Target) -> None:
    """Finds user's libraries whose files are included as those of something else."""
    ours = {path.name for path in (target.root / RUNTIME).iterdir()}
    names = Counter(path.name for path in target.library_paths if not _is_ours(target, path))
    faults = [
        f"{at_key(target, ('libraries', 'paths'))}: "
        + (f"{count} folders are called {name}" if count > 1 else f"runtime/ has {name} itself")
        + f": a library's files are included as {name}/... Rename the folder."
        for name, count in names.items()
        if count > 1 or name in ours
    ]
    if faults:
        raise SelectionError(faults)


def _library(target: Target, folder: Path) -> Library:
    return read_library(folder, prefix=_prefix(target, folder))


def _prefix(target: Target, folder: Path) -> str:
    """What precedes the path of an included file: ours from runtime/, others from their parent."""
    return f"{folder.parent.name}/{folder.name}/" if _is_ours(target, folder) else f"{folder.name}/"


def _is_ours(target: Target, folder: Path) -> bool:
    return folder.parent in (target.root / KERNELS, target.root / RUNTIME / "delegate")
