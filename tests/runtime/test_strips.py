"""Chains of layers that run a few rows at a time: the bits of whole tensors, or a refusal."""

from __future__ import annotations

import random
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from math import prod
from pathlib import Path

import pytest

from codegen.dtype import DType
from codegen.optimize.graph import Call, Method, Program, Tensor
from codegen.optimize.liveness import intervals
from codegen.optimize.overlapping import filled
from codegen.optimize.plan_memory import plan_as_is
from codegen.optimize.read import read_graph
from codegen.optimize.strips import OPERATOR, Chain, Search, with_chains
from codegen.optimize.write import write_graph
from codegen.plan import Plan
from codegen.program_value import ScalarValue
from codegen.pte import read_model
from codegen.sources.oplist import selection_of_names
from codegen.strips import LAYER_NUMBERS, Kind
from tests.codegen.optimize.graphs import operators
from tests.runtime.campaign.campaign import driver, write_pack
from tests.runtime.campaign.compiled_form import run_lines
from tests.runtime.campaign.draft import Draft, Step, TensorDraft
from tests.runtime.sanitized import Compiler, plan_for

CLONE = "aten::clone.out"
NAMES = (
    CLONE,
    OPERATOR,
    *(
        f"cortex_m::quantized_{name}.out"
        for name in (
            "conv2d",
            "conv2d_nhwc",
            "depthwise_conv2d",
            "depthwise_conv2d_nhwc",
            "avg_pool2d",
            "avg_pool2d_nhwc",
            "max_pool2d",
            "max_pool2d_nhwc",
            "add",
            "mul",
            "activation",
        )
    ),
)
CHAINS = 150
DAMAGED = 200
EACH = 5
OVERLAPS = 60
REFUSED = "InvalidProgram:0000000000000000"
KINDS = ("convolution", "convolution", "depthwise", "average", "maximum", "add", "mul", "lookup")


@pytest.fixture(scope="module")
def plan() -> Plan:
    return plan_for(selection_of_names(NAMES, source="tests", where="tests"))


@pytest.fixture(scope="module")
def interpreter(compiler: Compiler, plan: Plan) -> Path:
    return driver(compiler, plan)


def test_random_chains_give_the_bits_of_whole_tensors(interpreter: Path, tmp_path: Path) -> None:
    given, striped, kinds = [], [], set[Kind]()
    for seed in range(CHAINS):
        source = random.Random(seed)
        data = drawn(source)
        program = read_graph(data, name=f"chain {seed}", operators=operators())
        for changed, chain in _in_strips(program, source):
            given.append(data)
            striped.append(write_graph(changed))
            kinds |= {layer.kind for layer in chain.layers[1:]}
    assert len(given) >= CHAINS
    assert kinds == {*Kind} - {Kind.INPUT}
    expected = _verdicts(interpreter, tmp_path, given)
    assert all(each.startswith("Ok:") for each in expected)
    assert _verdicts(interpreter, tmp_path, striped) == expected


def test_damaged_chains_end_in_an_error_where_the_build_refuses_them(
    interpreter: Path, tmp_path: Path
) -> None:
    """The sanitizers would end what reads or writes outside of a tensor."""
    damaged = []
    for seed in range(DAMAGED):
        source = random.Random(-1 - seed)
        program = read_graph(drawn(source), name="chain", operators=operators())
        for changed, chain in islice(_in_strips(program, source), 1):
            damaged += [_damaged(changed, chain, source) for _ in range(EACH)]
    files = [write_graph(each) for each in damaged]
    ended = [each.partition(":")[0] for each in _verdicts(interpreter, tmp_path, files)]
    assert {*ended} == {"Ok", "InvalidProgram", "InvalidArgument", "MemoryAllocationFailed"}
    assert ended.count("Ok") < len(ended) / 2
    for program, data, verdict in zip(damaged, files, ended, strict=True):
        met, unmet = _conditions(program, data, tmp_path)
        assert verdict == "Ok" if met else not unmet or verdict != "Ok"


def test_results_over_inputs_are_those_apart_or_refused(interpreter: Path, tmp_path: Path) -> None:
    files, meant = list[bytes](), list[tuple[int, int | None, int]]()
    for seed in range(OVERLAPS):
        source = random.Random(seed)
        program = read_graph(drawn(source), name=f"chain {seed}", operators=operators())
        for changed, chain in islice(_in_strips(program, source), 1):
            ends = _ends(changed.methods[0])
            if ends is None:
                continue
            for apart in _distances(changed.methods[0], ends, chain.times.ahead, source):
                files.append(write_graph(_placed(changed, ends, apart)))
                meant.append((seed, apart, chain.times.ahead))
    verdicts = _verdicts(interpreter, tmp_path, files)
    whole = dict[int, str]()
    taken = {True: 0, False: 0}
    for (seed, apart, ahead), verdict, data in zip(meant, verdicts, files, strict=True):
        expected = whole.setdefault(seed, verdict)
        assert expected.startswith("Ok:")
        refused = bool(_refusals(data, tmp_path))
        assert refused == (apart is not None and -apart < ahead), (seed, apart, ahead)
        assert verdict == (REFUSED if refused else expected), (seed, apart, ahead)
        taken[refused] += apart is not None
    assert min(taken.values()) > OVERLAPS


def _ends(method: Method) -> tuple[int, int] | None:
    """The buffers of a chain's input and result, where nothing reads the input later."""
    used = intervals(method, operators())
    for time, call in enumerate(method.instructions):
        if isinstance(call, Call) and call.operator == OPERATOR:
            operand, result = filled(call.arguments[0], method), filled(call.arguments[-1], method)
            if operand is not None and result is not None and used[operand].last == time:
                return operand, result
    return None


def _distances(
    method: Method, ends: tuple[int, int], ahead: int, source: random.Random
) -> Iterator[int | None]:
    """None, then by how many bytes the result begins behind the input where both share some."""
    given, made = (method.buffers[each].nbytes for each in ends)
    near = {-ahead - 1, -ahead, 1 - ahead, 1 - made, 0, given - 1}
    near.update(source.randrange(1 - made, given) for _ in range(6))
    yield None
    yield from sorted(each for each in near if -made < each < given)


def _placed(program: Program, ends: tuple[int, int], apart: int | None) -> Program:
    """`program` with buffers apart, the result at `apart` bytes behind the input unless None."""
    (method,) = program.methods
    offsets, end = dict[int, int](), 0
    for number, buffer in enumerate(method.buffers):
        if number not in ends:
            offsets[number] = end
            end += -(-buffer.nbytes // 16) * 16
    given, made = (-(-method.buffers[each].nbytes // 16) * 16 for each in ends)
    offsets[ends[0]] = end + made
    offsets[ends[1]] = end + made + (given if apart is None else apart)
    buffers = (replace(each, offset=offsets[at]) for at, each in enumerate(method.buffers))
    return replace(program, methods=(replace(method, buffers=tuple(buffers)),))


def _refusals(data: bytes, folder: Path) -> tuple[str, ...]:
    """Why the build refuses what the chain's arguments share."""
    path = folder / "model.pte"
    path.write_bytes(data)
    call = next(each for each in read_model(path).methods[0].calls if each.operator == OPERATOR)
    return operators()[OPERATOR].overlap_refusals(call)


def _conditions(program: Program, data: bytes, folder: Path) -> tuple[bool, bool]:
    """Whether the chain is known to meet what its kernel requires, and known not to."""
    path = folder / "model.pte"
    path.write_bytes(data)
    call = next(each for each in read_model(path).methods[0].calls if each.operator == OPERATOR)
    spec = operators()[OPERATOR]
    held = program.methods[0].tensor(_call(program).arguments[2]).data or b""
    numbers = {"numbers": struct.unpack(f"<{len(held) // 4}i", held)}
    assert spec.requires is not None
    arguments = spec.arguments_of(call)
    return spec.requires.are_met(arguments, numbers), bool(spec.requires.unmet(arguments, numbers))


def _verdicts(runner: Path, folder: Path, programs: Sequence[bytes]) -> list[str]:
    pack = write_pack(folder, programs)
    return [line.split()[0] for line in run_lines(runner, pack, len(programs), "first-runs")]


def _in_strips(program: Program, source: random.Random) -> Iterator[tuple[Program, Chain]]:
    """`program` with a chain of two layers or more, in random steps: the longest, and another."""
    search = Search(program.methods[0], operators())
    windows = sorted(search.windows, key=lambda each: each.first - each.last)
    for window in windows[:1] + source.sample(windows, min(1, len(windows))):
        chain = search.chain(window, source.randint(1, window.layers[-1].rows))
        yield plan_as_is(with_chains(program, operators(), [[chain]]), operators()), chain


def _call(program: Program) -> Call:
    calls = [each for each in program.methods[0].instructions if isinstance(each, Call)]
    return next(each for each in calls if each.operator == OPERATOR)


def _damaged(program: Program, chain: Chain, source: random.Random) -> Program:
    """`program` with some numbers of its chain changed, or a tensor of it shorter."""
    method, call = program.methods[0], _call(program)
    values = list(method.values)
    for _ in range(source.randint(1, 2)):
        what = source.choice(("layer", "layer", "layer", "scale", "argument", "tensor"))
        if what in ("layer", "scale"):
            at = call.arguments[2]
            tensor = values[at]
            assert isinstance(tensor, Tensor) and tensor.data is not None
            numbers = list(struct.unpack(f"<{len(tensor.data) // 4}i", tensor.data))
            if not numbers:
                continue
            end = len(numbers)
            if what == "layer":
                end = min(end, len(chain.layers) * LAYER_NUMBERS)
            index = source.randrange(end)
            numbers[index] = _changed(numbers[index], source)
            changed = struct.pack(f"<{len(numbers)}i", *numbers)
            values[at] = replace(tensor, data=changed)
        elif what == "argument":
            at = source.choice(call.arguments[3:10])
            number = values[at]
            assert isinstance(number, ScalarValue) and isinstance(number.value, int)
            values[at] = replace(number, value=_changed(number.value, source))
        else:
            at = source.choice((*call.arguments[1:3], call.arguments[11]))
            tensor = values[at]
            assert isinstance(tensor, Tensor)
            size = source.randrange(max(1, tensor.sizes[0]))
            data = None if tensor.data is None else tensor.data[: size * tensor.dtype.itemsize]
            values[at] = replace(tensor, sizes=(size,), data=data)
    return replace(program, methods=(replace(method, values=tuple(values)),))


def _changed(number: int, source: random.Random) -> int:
    edges = (-(2**31), -1, 0, 1, 2, 3, 127, 128, 2**29, 2**29 + 1, 2**30, 2**31 - 1)
    near = number + source.choice((-2, -1, 1, 2))
    return max(-(2**31), min(2**31 - 1, source.choice((*edges, near, near, near, number * 2))))


@dataclass(slots=True)
class Drawn:
    """A chain of quantized layers while it is drawn; images are rows, columns, channels."""

    source: random.Random
    last: bool
    """Channels are the last dimension, else the second."""
    draft: Draft = field(default_factory=lambda: Draft(memories=1))
    images: dict[int, tuple[int, int, int]] = field(default_factory=dict)
    end: int = 0

    def planned(self, rows: int, columns: int, channels: int) -> int:
        sizes = [1, rows, columns, channels] if self.last else [1, channels, rows, columns]
        index = self.draft.add(
            TensorDraft(
                dtype=DType.Char,
                sizes=sizes,
                order=[0, 1, 2, 3] if self.last else [0, 2, 3, 1],
                place="planned",
                memory=1,
                offset=self.end,
            )
        )
        self.end += -(-prod(sizes) // 16) * 16
        self.images[index] = rows, columns, channels
        return index

    def constant(self, dtype: DType, sizes: Sequence[int], data: bytes) -> int:
        order = [*range(len(sizes))]
        return self.draft.add(
            TensorDraft(dtype=dtype, sizes=[*sizes], order=order, place="constant", data=data)
        )

    def ints(self, numbers: Sequence[int]) -> int:
        data = struct.pack(f"<{len(numbers)}i", *numbers)
        return self.constant(DType.Int, [len(numbers)], data)

    def call(self, name: str, *arguments: int, images: bool = False) -> int:
        form = "_nhwc" if images and self.last else ""
        operator = CLONE if name == "clone" else f"cortex_m::quantized_{name}{form}.out"
        self.draft.steps.append(
            Step(kind="call", operator=operator, arguments=[*arguments, arguments[-1]])
        )
        return arguments[-1]

    def numbers(self, *numbers: int) -> list[int]:
        return [self.draft.number(number) for number in numbers]

    def int8(self) -> int:
        return self.source.randint(-128, 127)

    def window(
        self, index: int, *, pools: bool
    ) -> tuple[list[tuple[int, int, int, int]], int, int]:
        """Kernel, stride, padding and dilation of rows and columns; and how many outputs."""
        axes, outs = [], []
        for size in self.images[index][:2]:
            while True:
                kernel = self.source.choice((1, 1, 2, 3, 3, 5, 7))
                stride, dilation = self.source.choice((1, 1, 2, 3)), self.source.choice((1, 1, 2))
                dilation = 1 if pools else dilation
                most = kernel // 2 if pools else kernel
                padding = self.source.choice((0, most // 2, self.source.randint(0, most)))
                extent = (kernel - 1) * dilation + 1
                if extent <= size + 2 * padding:
                    break
            axes.append((kernel, stride, padding, dilation))
            outs.append((size + 2 * padding - extent) // stride + 1)
        return axes, outs[0], outs[1]

    def add(self, kind: str) -> None:
        """Adds a layer that reads the last image, or two of the same shape."""
        own = [*self.images][-1]
        rows, columns, channels = self.images[own]
        alike = [index for index, its in self.images.items() if its == self.images[own]]
        scale = (1 << 30) + self.source.randrange(1 << 30)
        match kind:
            case "convolution" | "depthwise":
                self._convolution(own, kind)
            case "average" | "maximum":
                self._pool(own, kind)
            case "add":
                low, high = sorted((self.int8(), self.int8()))
                arguments = [own, *self.numbers(self.int8(), scale, -self.source.randint(0, 2))]
                arguments += [self.source.choice(alike)]
                arguments += self.numbers(self.int8(), scale // 2, 0, self.int8(), scale, -19)
                arguments += self.numbers(low, high)
                self.call("add", *arguments, self.planned(rows, columns, channels))
            case "mul":
                numbers = self.numbers(self.int8(), scale, -6)
                arguments = [own, *self.numbers(self.int8()), self.source.choice(alike)]
                arguments += [*self.numbers(self.int8()), *numbers]
                self.call("mul", *arguments, self.planned(rows, columns, channels))
            case "lookup":
                table = self.constant(DType.Char, [256], self.source.randbytes(256))
                self.call("activation", own, table, self.planned(rows, columns, channels))

    def _convolution(self, own: int, kind: str) -> None:
        source, channels = self.source, self.images[own][2]
        axes, rows, columns = self.window(own, pools=False)
        taps = axes[0][0] * axes[1][0]
        if kind == "depthwise":
            factor = source.choice((1, 1, 1, 2))
            filters, depth = channels * factor, 1
            sizes = [1, axes[0][0], axes[1][0], filters]
        else:
            groups = source.choice([n for n in (1, 1, 2, 3, channels) if channels % n == 0])
            depth = channels // groups
            filters = groups * source.randint(1, max(1, 12 // groups))
            sizes = [filters, axes[0][0], axes[1][0], depth]
        low, high = sorted((self.int8(), self.int8()))
        weight = self.constant(DType.Char, sizes, source.randbytes(taps * depth * filters))
        bias = (
            self.ints([source.randint(-9999, 9999) for _ in range(filters)])
            if source.random() < 0.7
            else self.draft.number(None)
        )
        lists = [self.draft.ints(*(axis[at] for axis in axes)) for at in (1, 2, 3)]
        numbers = self.numbers(source.randint(-127, 128), self.int8())
        factors = self.numbers(filters // channels) if kind == "depthwise" else []
        scales = [
            self.ints([source.randrange(1 << 30, 1 << 31) for _ in range(filters)]),
            self.ints([source.randint(-9, -5) for _ in range(filters)]),
        ]
        self.call(
            "depthwise_conv2d" if kind == "depthwise" else "conv2d",
            own,
            weight,
            bias,
            *lists,
            *factors,
            *numbers,
            *scales,
            *self.numbers(low, high),
            self.constant(DType.Byte, [0], b""),
            self.planned(rows, columns, filters),
            images=True,
        )

    def _pool(self, own: int, kind: str) -> None:
        axes, rows, columns = self.window(own, pools=True)
        lists = [self.draft.ints(*(axis[at] for axis in axes)) for at in (0, 1, 2)]
        never = self.draft.number(False)
        out = self.planned(rows, columns, self.images[own][2])
        if kind == "average":
            numbers = self.numbers(self.int8(), 1 << 30, -5)
            scratch = self.constant(DType.Byte, [0], b"")
            self.call("avg_pool2d", own, *lists, never, *numbers, scratch, out, images=True)
        else:
            zero, (low, high) = self.int8(), sorted((self.int8(), self.int8()))
            dilation = self.draft.ints(1, 1)
            numbers = self.numbers(zero, zero, low, high)
            self.call("max_pool2d", own, *lists, dilation, never, *numbers, out, images=True)


def drawn(source: random.Random) -> bytes:
    """A program that clones a constant image and runs up to nine layers, from the last one out."""
    chain = Drawn(source, last=source.random() < 0.5)
    size = source.choice((4, 12, 40))
    image = chain.planned(source.randint(1, size), source.randint(1, size), source.randint(1, 6))
    sizes = chain.draft.tensor(image).sizes
    given = chain.constant(DType.Char, sizes, source.randbytes(prod(sizes)))
    chain.draft.tensor(given).order = chain.draft.tensor(image).order
    chain.call("clone", given, chain.draft.number(None), image)
    for _ in range(source.randint(2, 9)):
        chain.add(source.choice(KINDS))
    # What no other layer reads is not computed before it is dropped: only the last one.
    used = {index for step in chain.draft.steps for index in step.arguments[:-2]}
    chain.draft.outputs = [index for index in chain.images if index not in used][-1:]
    return chain.draft.finish()
