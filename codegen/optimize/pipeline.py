"""The passes by name, in the order in which they run, and what each of them gained."""

from __future__ import annotations

import mmap
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from codegen.errors import SizeError
from codegen.flat_tensor import ExternalData, NamedTensor, read_flat_tensor
from codegen.flatbuffer import Bytes
from codegen.optimize.batch_norm import fold_batch_norms
from codegen.optimize.by_block import by_block
from codegen.optimize.channels import drop_channels
from codegen.optimize.clamps import clamp_results
from codegen.optimize.common import share_common
from codegen.optimize.copies import convolve_one_channel, drop_copies
from codegen.optimize.delegates import TurnedBack, is_lowered, origins
from codegen.optimize.duplicates import merge_duplicates
from codegen.optimize.embed import embed_data
from codegen.optimize.fold import fold_program
from codegen.optimize.gates import fuse_gates
from codegen.optimize.graph import Method, Program, Tensor
from codegen.optimize.half_weights import halve_weights
from codegen.optimize.integer_moves import dequantize_after_moves
from codegen.optimize.integer_weights import keep_integer_weights
from codegen.optimize.integers import compute_in_integers
from codegen.optimize.layout import planned_bytes
from codegen.optimize.masks import drop_masks
from codegen.optimize.names import DelegateName, PassName, PortsName, StripsName, WeightsName
from codegen.optimize.observe import Observed, numbered, observed
from codegen.optimize.parts import slice_parts
from codegen.optimize.plan_memory import least_bytes, plan_as_is, plan_memory
from codegen.optimize.plan_scratch import plan_scratch
from codegen.optimize.ports import quantize_ports
from codegen.optimize.read import read_graph
from codegen.optimize.roles import Operators, without_slow_overlaps
from codegen.optimize.several_memories import fit_memories
from codegen.optimize.shifts import narrow_shifts
from codegen.optimize.sink import sink_constants
from codegen.optimize.strips import OPERATOR as STRIPS
from codegen.optimize.strips import Chain, Search, with_chains
from codegen.optimize.unused import drop_unused
from codegen.optimize.write import program_bytes_of, write_graph
from codegen.pte import extent_of, program_span

Change = Callable[[Program, Operators], Program]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass:
    """A change that keeps what a program computes, and what it does in a few words."""

    run: Change
    what: str
    exact: bool = True
    """Outputs keep their bits."""


def _by_method(change: Callable[[Method, Operators], Method]) -> Change:
    """`change` for each method."""

    def run(program: Program, operators: Operators) -> Program:
        return program.with_methods(change(method, operators) for method in program.methods)

    return run


def _by_block(change: Callable[[Method, Operators], Method]) -> Change:
    """`change` for each method, or for each block of one with jumps."""
    return _by_method(by_block(change))


def _in_integers(method: Method, operators: Operators) -> Method:
    method = compute_in_integers(slice_parts(method, operators), operators)
    return keep_integer_weights(dequantize_after_moves(method, operators), operators)


def _without_copies(method: Method, operators: Operators) -> Method:
    return drop_copies(convolve_one_channel(method, operators), operators)


def _clamped(method: Method, operators: Operators) -> Method:
    return clamp_results(fuse_gates(method, operators), operators)


PASSES: Mapping[str, Pass] = {
    PassName.FOLD: Pass(
        run=fold_program,
        what="computes what depends on constants alone, where the bits are known",
    ),
    PassName.MASKS: Pass(
        run=_by_block(drop_masks),
        what="drops zeros of attention for rows that are masked as a whole, if none can be",
    ),
    PassName.BATCH_NORM: Pass(
        run=_by_block(fold_batch_norms),
        what="puts batch norms into the convolutions and products before them",
        exact=False,
    ),
    PassName.INTEGERS: Pass(
        run=_by_block(_in_integers),
        what="computes in int8 between quantized tensors (one step of a scale at most), and with "
        "int8 weights where inputs are float",
        exact=False,
    ),
    PassName.CLAMPS: Pass(
        run=_by_block(_clamped),
        what="clamps results of convolutions, products and sums as they are written; a hardswish "
        "in one call",
    ),
    PassName.COPIES: Pass(
        run=_by_block(_without_copies),
        what="drops copies, views and permutes that leave the bytes as they are, and those of "
        "weights in kernels",
    ),
    PassName.CHANNELS: Pass(
        run=_by_block(drop_channels),
        what="drops channels of int8 that are constant, and weights that read them",
    ),
    PassName.COMMON: Pass(
        run=_by_block(share_common), what="computes a result that is needed twice once"
    ),
    PassName.UNUSED: Pass(
        run=_by_block(drop_unused),
        what="drops calls, values, weights and memory that nothing needs",
    ),
    PassName.SINK: Pass(
        run=_by_block(sink_constants),
        what="computes what depends on constants alone where it is needed first",
    ),
    PassName.SHIFTS: Pass(
        run=_by_block(narrow_shifts),
        what="stores the shifts of int8 scales in bytes",
    ),
    PassName.STRIPS: Pass(
        run=lambda program, _: program,
        what="runs chains of int8 layers a few rows at a time, where memory needs it (--strips)",
    ),
    PassName.PLAN: Pass(
        run=plan_memory,
        what="plans memory anew, results over operands where kernels allow it, in whole or part",
    ),
    PassName.DUPLICATES: Pass(run=_by_method(merge_duplicates), what="stores equal values once"),
}
"""In the order in which they run."""

DEFAULT: tuple[str, ...] = tuple(PassName)
"""What runs where no passes are named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What a program costs; `least_bytes` is below what any plan of its buffers needs."""

    instructions: int
    values: int
    program_bytes: int
    weights_bytes: int
    planned_bytes: int
    least_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A program after a pass; the first is the program as it was, its pass `given`."""

    name: str
    program: Program
    operators: Operators
    program_bytes: int | None = None
    """How many bytes it has in its file; None where it was not written."""

    def figures(self) -> Figures:
        """What it costs; where its layout is not sound, what a new one does. It takes a while."""
        return _figures(self.program, self.operators, self.program_bytes)


def _figures(program: Program, operators: Operators, program_bytes: int | None) -> Figures:
    """What `program` costs, which has `program_bytes` in its file if it was written."""
    planned = plan_as_is(program, operators)
    constants = {
        value.data
        for method in program.methods
        for value in method.values
        if isinstance(value, Tensor) and value.data is not None
    }
    return Figures(
        instructions=sum(len(method.instructions) for method in program.methods),
        values=sum(len(method.values) for method in program.methods),
        program_bytes=program_bytes_of(planned) if program_bytes is None else program_bytes,
        weights_bytes=sum(map(len, constants)),
        planned_bytes=sum(map(sum, planned_bytes(planned))),
        least_bytes=sum(sum(least_bytes(method, operators)) for method in program.methods),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class StripsOf:
    """The chains of a method, and the bytes that are planned of it without and with them."""

    chains: tuple[Chain, ...]
    before: int
    after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Optimized:
    """What came out, and how."""

    data: bytes
    """The `.pte`."""
    measured: tuple[Figures, Figures] | None
    """Figures of the program before and after; None unless requested."""
    steps: tuple[Step, ...]
    """The program after each pass; none where they were not kept."""
    fixed: tuple[tuple[str, str], ...]
    """Methods of which only values were dropped, and why."""
    memories: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """For each method the bytes of each planned memory, memory 1 first."""
    remarks: tuple[str, ...] = ()
    """What else a user should know, a sentence each: a pass that was left out, what rounds."""
    turned_back: str = ""
    """What became of its delegates, empty where it had none that Kerf knows."""
    origins: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Maps a method to the node of a delegate that each instruction was."""
    strips: Mapping[str, StripsOf] = field(default_factory=dict)
    """Maps a method to its chains that run a few rows at a time."""

    @property
    def before(self) -> Figures:
        """Figures of the program before the passes, which were requested."""
        assert self.measured is not None
        return self.measured[0]

    @property
    def after(self) -> Figures:
        """Figures of the program after the passes, which were requested."""
        assert self.measured is not None
        return self.measured[1]


def optimize(
    data: Bytes,
    *,
    name: str,
    operators: Operators,
    passes: Sequence[str] = DEFAULT,
    memories: Sequence[int] = (),
    external: Sequence[ExternalData] = (),
    delegates: DelegateName = DelegateName.TURN_BACK,
    strips: StripsName = StripsName.WHERE_NEEDED,
    ports: PortsName = PortsName.AS_EXPORTED,
    weights: WeightsName = WeightsName.AS_EXPORTED,
    scratch: bool = False,
    keep_steps: bool = False,
    measures: bool = True,
) -> Optimized:
    """The program `data` (a `.pte`) after `passes`, in the order of `PASSES`.

    `name` is the file's, for faults; `operators` are the kernels by which calls are understood;
    `memories` are the bytes that each planned memory has, none where there is no limit; `external`
    are data of a `.ptd`, which become constants of the program; `delegates` of XNNPACK are turned
    back into operators before any pass, or kept; `strips` is where chains of layers run a few rows
    at a time; `ports` that are quantized leave out the calls that do it; `weights` of Float are
    stored in Half, which rounds them; `scratch`: the pass `plan` leaves room for the scratch of
    calls in planned memory; `keep_steps`: what each pass made is kept, with weights that others
    have replaced; `measures`: the figures before and after are computed, which takes a while.

    Raises:
        SelectionError: `data` is no program, or damaged.
        KeyError: a pass does not exist.
        SizeError: a method does not fit `memories`.

    """
    program = read_graph(data, name=name, operators=operators)
    size = extent_of(data, Path(name), 0, len(data)).program_bytes
    before = _figures(program, operators, size) if measures else None
    steps = list[Step]()

    def add(step: str) -> None:
        if keep_steps:
            steps.append(Step(name=step, program=program, operators=operators))

    add("given")
    lowered = TurnedBack(name=name, operators=operators, external=_blobs(external))
    if delegates is DelegateName.TURN_BACK and is_lowered(program):
        del program  # its data take as much memory as the file
        program = read_graph(data, name=name, operators=operators, turned_back=lowered)
        add("delegates")
    if external:
        program = embed_data(program, _tensors(external))
        add("data")
    del data
    if PassName.PLAN in passes and not memories and strips is not StripsName.LEAST_MEMORY:
        operators = without_slow_overlaps(operators)
    ran, left = _steps_of_least_plan(program, operators, passes, ports, keep_steps)
    chains: Mapping[str, StripsOf] = {}
    if {PassName.STRIPS, PassName.PLAN} <= {*passes} and strips is not StripsName.NEVER:
        ran, chains = _in_strips(ran, operators, memories, strips)
    if ran:
        program = ran[-1].program
    steps += ran if keep_steps else []
    del ran
    remarks = [f"{left} is left out: with it, more memory would be planned"] if left else []
    if weights is WeightsName.HALF:
        program, changed = halve_weights(program, operators)
        remarks.append(changed)
        if PassName.DUPLICATES in passes:
            program = PASSES[PassName.DUPLICATES].run(program, operators)
        add("half weights")
    program = plan_as_is(program, operators)
    if memories:
        program = fit_memories(program, operators, memories)
        add("memories")
    if scratch and PassName.PLAN in passes:
        program = plan_scratch(program, operators, memories)
        add("scratch")
    fixed = tuple((method.name, method.fixed) for method in program.methods if method.fixed)
    names = (method.name for method in program.methods)
    written = write_graph(program)
    if steps:
        steps[0] = replace(steps[0], program_bytes=size)
    size = extent_of(written, Path(name), 0, len(written)).program_bytes
    if len(steps) > 1:
        steps[-1] = replace(steps[-1], program_bytes=size)
    return Optimized(
        data=written,
        measured=(before, _figures(program, operators, size)) if before is not None else None,
        steps=tuple(steps),
        fixed=fixed,
        memories=tuple(zip(names, planned_bytes(program), strict=True)),
        turned_back=lowered.summary(),
        remarks=tuple(remarks),
        origins={method.name: origins(method) for method in program.methods},
        strips=chains,
    )


def _in_strips(
    steps: Sequence[Step], operators: Operators, memories: Sequence[int], strips: StripsName
) -> tuple[list[Step], Mapping[str, StripsOf]]:
    """`steps` with the pass `strips` where it is needed and helps, and the chains of each method.

    Where needed, these are the chains that add the fewest instructions; where none fits, and for
    the least memory, those of the smallest plan.
    """
    best, found = [*steps], dict[str, StripsOf]()
    at = [step.name for step in steps].index(PassName.STRIPS)
    given, names = steps[at].program, [step.name for step in steps[at + 1 :]]
    limit = sum(memories) if strips is StripsName.WHERE_NEEDED else 0
    if strips is StripsName.WHERE_NEEDED and (
        not memories or _fits(steps[-1].program, operators, memories)
    ):
        return best, found
    sizes = least = _bytes(steps[-1].program, operators)
    for chains in _candidates(given, operators, limit):
        program = with_chains(given, operators, chains)
        step = Step(name=PassName.STRIPS, program=program, operators=operators)
        tried = [*steps[:at], step, *_steps(program, operators, names)]
        needed = _bytes(tried[-1].program, operators)
        if sum(needed) < sum(least):
            best, least = tried, needed
            rows = zip(given.methods, chains, sizes, needed, strict=True)
            found = {
                method.name: StripsOf(chains=its, before=before, after=after)
                for method, its, before, after in rows
                if its
            }
        if limit and _fits(best[-1].program, operators, memories):
            break
    return best, found


def _candidates(
    program: Program, operators: Operators, limit: int
) -> Iterator[tuple[tuple[Chain, ...], ...]]:
    """The chains of each method: for `limit` bytes, for a little less, and for the fewest.

    Plans may have gaps, so that they need more than the bytes that are in use at a time.
    """
    if STRIPS not in operators:
        return
    searches = [
        Search(method, operators) if method.straight and not method.fixed else None
        for method in program.methods
    ]
    for part in _PARTS if limit else ():
        found = [() if s is None else s.within(int(part * limit)) for s in searches]
        chains = tuple(its for its in found if its is not None)
        if len(chains) < len(found):
            break
        if any(chains):
            yield chains
    chains = tuple(() if search is None else search.least() for search in searches)
    if any(chains):
        yield chains


_PARTS = (1, 0.97, 0.93)


def _fits(program: Program, operators: Operators, memories: Sequence[int]) -> bool:
    try:
        fit_memories(plan_as_is(program, operators), operators, memories)
    except SizeError:
        return False
    return True


def _bytes(program: Program, operators: Operators) -> tuple[int, ...]:
    """The planned bytes of each method."""
    return tuple(map(sum, planned_bytes(plan_as_is(program, operators))))


def _steps_of_least_plan(
    program: Program, operators: Operators, passes: Sequence[str], ports: PortsName, keep: bool
) -> tuple[list[Step], str]:
    """`program` after each of `passes`; and the one that is left out, or an empty string.

    One is left out where memory is planned anew, all together would need more of it than `program`
    does, and the others less than all.
    """
    names = sorted(set(passes), key=list(PASSES).index)
    idle = set[str]()
    best, left = _steps(program, operators, names, ports, keep=keep, idle=idle), ""
    if PassName.PLAN not in names:
        return best, left
    least = _planned(best[-1].program, operators)
    if least <= _planned(program, operators):
        return best, left
    for each in names:
        if each == PassName.PLAN or each in idle:
            continue
        fewer = [name for name in names if name != each]
        others = _steps(program, operators, fewer, ports, keep=keep)
        size = _planned(others[-1].program, operators)
        if size < least:
            best, left, least = others, each, size
    return best, left


def _steps(
    program: Program,
    operators: Operators,
    names: Sequence[str],
    ports: PortsName = PortsName.AS_EXPORTED,
    *,
    keep: bool = True,
    idle: set[str] | None = None,
) -> list[Step]:
    """The program after each of `names`; unless all are kept, from that before the strips on.

    Those that change nothing are added to `idle`.
    """
    steps: list[Step] = []
    order = {name: at for at, name in enumerate(PASSES)}

    def add(name: str) -> None:
        if not keep and order.get(name, 0) <= order[PassName.STRIPS]:
            steps.clear()
        steps.append(Step(name=name, program=program, operators=operators))

    first = order[PassName.STRIPS]
    late = next((n for n in names if order[n] >= first), None)
    for name in (*names, *([_PORTS] if late is None else [])):
        if name in (late, _PORTS) and ports is PortsName.QUANTIZED:
            program = _by_method(quantize_ports)(program, operators)
            add(_PORTS)
        if name != _PORTS:
            given, program = program, PASSES[name].run(program, operators)
            if idle is not None and program == given:
                idle.add(name)
            add(name)
    return steps


_PORTS = "ports"


def _planned(program: Program, operators: Operators) -> int:
    return sum(_bytes(program, operators))


def observed_file(
    path: Path,
    *,
    operators: Operators,
    passes: Sequence[str] = DEFAULT,
    external: Sequence[Path] = (),
    weights: WeightsName = WeightsName.AS_EXPORTED,
) -> Observed:
    """The program in the file `path` and what `passes` make of it, to compare their results.

    Delegates of XNNPACK are turned back in both; `weights` are those of the optimised one.

    Raises:
        SelectionError: the file cannot be read, is no program, or damaged.

    """
    data, name = read_program(path), str(path)
    files = [read_flat_tensor(each) for each in external]
    lowered = TurnedBack(name=name, operators=operators, external=_blobs(files))
    program = read_graph(data, name=name, operators=operators, turned_back=lowered)
    program = optimised = numbered(embed_data(program, _tensors(files)))
    for each in sorted(set(passes) - {PassName.PLAN, PassName.DUPLICATES}, key=list(PASSES).index):
        optimised = PASSES[each].run(optimised, operators)
    if weights is WeightsName.HALF:
        optimised, _ = halve_weights(optimised, operators)
    return observed(program, optimised, operators)


def _blobs(external: Sequence[ExternalData]) -> Mapping[str, bytes]:
    return {key: blob for each in external for key, blob in each.blobs.items()}


def _tensors(external: Sequence[ExternalData]) -> Mapping[str, NamedTensor]:
    return {key: tensor for each in external for key, tensor in each.tensors.items()}


def read_program(path: Path) -> Bytes:
    """The program in the file `path`, which may be a bundle. A `.pte` is mapped, not read.

    Raises:
        SelectionError: the file cannot be read, or has no program.

    """
    start, size = program_span(path)
    with path.open("rb") as file:
        data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    return data if size == len(data) else data[start : start + size]
