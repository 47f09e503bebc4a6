"""Outputs that overlap the first argument, at every offset: the same bits as apart, or refused."""

from __future__ import annotations

import random
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import prod
from pathlib import Path

import pytest

from codegen.dtype import DType
from codegen.plan import Plan
from codegen.pte import read_model
from codegen.sources.oplist import selection_of_names
from tests.runtime.campaign.campaign import driver, write_pack
from tests.runtime.campaign.compiled_form import run_lines
from tests.runtime.campaign.draft import Draft, Step, TensorDraft
from tests.runtime.isa.test_loops import HOSTS, ISA, NATIVE, missing_features
from tests.runtime.sanitized import ROOT, UNSANITIZED, Compiler, kernels_by_name, plan_for

KERNELS = kernels_by_name()
CLONE = "aten::clone.out"
CONVOLUTION = "cortex_m::quantized_conv2d_nhwc.out"
DEPTHWISE = "cortex_m::quantized_depthwise_conv2d_nhwc.out"
INT4 = "kerf::int4_conv2d.out"
INT4_DEPTHWISE = "kerf::int4_depthwise_conv2d.out"
QUANTIZE = "cortex_m::quantize_per_tensor.out"
REFUSED = "InvalidProgram:0000000000000000"


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """A convolution of an image of `size` with `channels`, or a quantization."""

    operator: str = CONVOLUTION
    size: tuple[int, int]
    channels: int
    filters: int
    kernel: tuple[int, int] = (1, 1)
    stride: tuple[int, int] = (1, 1)
    padding: tuple[int, int] = (0, 0)
    dilation: int = 1
    groups: int = 1
    batch: int = 1


LAYERS = (
    Layer(size=(4, 5), channels=3, filters=3),
    Layer(size=(4, 5), channels=2, filters=5),
    Layer(size=(3, 7), channels=6, filters=1),
    Layer(size=(2, 3), channels=4, filters=3),
    Layer(size=(1, 1), channels=4, filters=9),
    Layer(size=(3, 3), channels=66, filters=132),
    Layer(size=(3, 4), channels=4, filters=4, groups=2),
    Layer(size=(3, 2), channels=3, filters=3, batch=2),
    Layer(size=(6, 4), channels=2, filters=2, kernel=(3, 3), padding=(1, 1)),
    Layer(size=(7, 5), channels=2, filters=3, kernel=(3, 3), stride=(2, 2), padding=(1, 1)),
    Layer(size=(5, 4), channels=1, filters=8, kernel=(2, 3), padding=(0, 1)),
    Layer(size=(9, 3), channels=2, filters=1, kernel=(3, 1), stride=(3, 1), padding=(2, 0)),
    Layer(size=(6, 3), channels=2, filters=2, kernel=(3, 2), padding=(2, 1), dilation=2),
    Layer(size=(5, 3), channels=3, filters=3, kernel=(2, 2), padding=(4, 1), stride=(3, 2)),
    Layer(operator=DEPTHWISE, size=(7, 5), channels=4, filters=4, kernel=(3, 3), padding=(1, 1)),
    Layer(operator=DEPTHWISE, size=(6, 4), channels=3, filters=3, kernel=(3, 3), stride=(2, 2)),
    Layer(operator=DEPTHWISE, size=(5, 3), channels=5, filters=5, kernel=(2, 1), padding=(1, 0)),
    Layer(operator=DEPTHWISE, size=(4, 3), channels=2, filters=4, kernel=(2, 2)),
    Layer(operator=DEPTHWISE, size=(4, 3), channels=1, filters=2, kernel=(2, 2)),
    Layer(operator=DEPTHWISE, size=(3, 3), channels=2, filters=2, kernel=(3, 3), batch=2),
    Layer(operator=INT4, size=(6, 4), channels=2, filters=2, kernel=(3, 3), padding=(1, 1)),
    Layer(operator=INT4, size=(7, 5), channels=2, filters=3, kernel=(3, 3), stride=(2, 2)),
    Layer(operator=INT4, size=(3, 4), channels=4, filters=4, kernel=(3, 3), groups=2),
    Layer(operator=INT4, size=(2, 3), channels=4, filters=3),
    Layer(operator=INT4, size=(4, 5), channels=3, filters=18),
    Layer(operator=INT4, size=(2, 3), channels=5, filters=7),
    Layer(operator=INT4_DEPTHWISE, size=(7, 5), channels=4, filters=4, kernel=(3, 3)),
    Layer(operator=INT4_DEPTHWISE, size=(4, 3), channels=2, filters=4, kernel=(2, 2)),
    Layer(operator=QUANTIZE, size=(3, 4), channels=2, filters=2),
)
WIDE = (
    Layer(size=(2, 21), channels=1, filters=1),
    Layer(size=(4, 18), channels=1, filters=1, kernel=(2, 2), stride=(2, 1)),
    Layer(size=(3, 4), channels=16, filters=16),
    Layer(size=(2, 5), channels=33, filters=20),
    Layer(operator=DEPTHWISE, size=(4, 4), channels=12, filters=12, kernel=(3, 3), padding=(1, 1)),
)
"""For loops that compute many outputs at a time."""


@pytest.fixture(scope="module")
def programs(compiler: Compiler, everything_plan: Plan) -> Path:
    return driver(compiler, everything_plan)


def test_results_over_arguments_are_those_apart_or_refused_at_every_offset(
    programs: Path, tmp_path: Path
) -> None:
    check(LAYERS, programs, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("isa", sorted(NATIVE))
def test_loops_of_hosts_give_results_over_arguments_too(
    isa: str, gcc: Compiler, tmp_path: Path
) -> None:
    if missing := missing_features(isa):
        pytest.skip(f"this machine has no {', '.join(missing)}")
    folders = [f"-I{ROOT / ISA / each}" for each in (isa, "x86_64_v3")]
    fast = replace(gcc, flags=(*UNSANITIZED, "-Wno-error", "-O1", *HOSTS[isa], *folders))
    layers = [each for each in (*LAYERS, *WIDE) if each.operator != QUANTIZE]
    names = (CLONE, *sorted({each.operator for each in layers}))
    check(
        layers, driver(fast, plan_for(selection_of_names(names, source="t", where="t"))), tmp_path
    )


def check(layers: Sequence[Layer], programs: Path, tmp_path: Path) -> None:
    """Compares each layer at every offset with itself apart, or with what the build refuses."""
    placed = [(layer, apart, program(layer, apart)) for layer in layers for apart in offsets(layer)]
    pack = write_pack(tmp_path, [data for _, _, data in placed])
    found = dict.fromkeys(layers, "")
    taken: dict[Layer, set[bool]] = {layer: set() for layer in layers}
    for (layer, apart, data), line in zip(
        placed, run_lines(programs, pack, len(placed), "first-runs"), strict=True
    ):
        verdict = line.split()[0]
        if not found[layer]:
            found[layer] = verdict
            assert verdict.startswith("Ok:"), (layer, line)
        refused = is_refused(data, tmp_path)
        assert (layer, apart, verdict) == (layer, apart, REFUSED if refused else found[layer])
        taken[layer].add(refused)
    assert all(True in kinds for kinds in taken.values())
    alone = [each for each in layers if each.batch == each.groups == 1]
    assert [each for each in alone if False not in taken[each]] == []


def is_refused(data: bytes, folder: Path) -> bool:
    """Whether the build refuses the last call."""
    path = folder / "model.pte"
    path.write_bytes(data)
    call = read_model(path).methods[0].calls[-1]
    return bool(KERNELS[call.operator].overlap_refusals(call))


def offsets(layer: Layer) -> Iterator[int]:
    """Each number of bytes by which the output may begin behind the argument, and share some."""
    argument, out = (tensor.nbytes for tensor in tensors_of(layer))
    yield argument
    yield from range(-out, argument)


def tensors_of(layer: Layer) -> tuple[TensorDraft, TensorDraft]:
    """The first argument and the output."""
    dtype = DType.Float if layer.operator == QUANTIZE else DType.Char
    result = [
        (size + 2 * padding - dilation * (kernel - 1) - 1) // stride + 1
        for size, padding, kernel, stride, dilation in zip(
            layer.size,
            layer.padding,
            layer.kernel,
            layer.stride,
            (layer.dilation,) * 2,
            strict=True,
        )
    ]
    return (
        _planned(layer, layer.size, layer.channels, dtype),
        _planned(layer, result, layer.filters, DType.Char),
    )


def _planned(layer: Layer, size: Sequence[int], channels: int, dtype: DType) -> TensorDraft:
    """An image, whose channels are last in memory, and also in its shape unless it is of INT4."""
    sizes, order = [layer.batch, *size, channels], [0, 1, 2, 3]
    if layer.operator in (INT4, INT4_DEPTHWISE):
        sizes, order = [layer.batch, channels, *size], [0, 2, 3, 1]
    return TensorDraft(dtype=dtype, sizes=sizes, order=order, place="planned", memory=1)


def program(layer: Layer, apart: int) -> bytes:
    """The layer on an image of constants, its output `apart` bytes behind the image."""
    source = random.Random(repr(layer))
    draft = Draft(memories=1)
    argument, out = tensors_of(layer)
    alignment = argument.dtype.itemsize
    argument.offset = -(-max(0, -apart) // alignment) * alignment
    out.offset = argument.offset + apart
    given = TensorDraft(
        dtype=argument.dtype, sizes=argument.sizes, order=argument.order, place="constant"
    )
    given.data = (
        b"".join(struct.pack("<f", source.uniform(-9, 9)) for _ in range(argument.nbytes // 4))
        if layer.operator == QUANTIZE
        else source.randbytes(argument.nbytes)
    )
    image, result = draft.add(argument), draft.add(out)
    none = draft.number(None)
    _call(draft, CLONE, draft.add(given), none, image)
    if layer.operator == QUANTIZE:
        arguments = [draft.number(each) for each in (0.25, 3, -100, 90, 1)]
    else:
        arguments = _weights(draft, layer, source)
    _call(draft, layer.operator, image, *arguments, result)
    draft.outputs = [result]
    return draft.finish()


def _call(draft: Draft, operator: str, *arguments: int) -> None:
    draft.steps.append(Step(kind="call", operator=operator, arguments=[*arguments, arguments[-1]]))


def _weights(draft: Draft, layer: Layer, source: random.Random) -> list[int]:
    """The arguments of a convolution between its input and its output."""
    depthwise = layer.operator in (DEPTHWISE, INT4_DEPTHWISE)
    four_bits = layer.operator in (INT4, INT4_DEPTHWISE)
    depth = layer.channels // layer.groups
    sizes = (
        [1, *layer.kernel, layer.filters] if depthwise else [layer.filters, *layer.kernel, depth]
    )
    taps = layer.kernel[0] * layer.kernel[1]
    kernel = [*layer.kernel, layer.filters if depthwise else depth]
    if four_bits:  # rows of halves of bytes
        rows, row = (taps, layer.filters) if depthwise else (layer.filters, taps * depth)
        sizes = [rows, (row + 1) // 2]
    weights = source.randbytes(prod(sizes))
    multipliers = [source.randrange(1 << 30, 1 << 31) for _ in range(layer.filters)]
    numbers = [layer.filters // layer.channels] if depthwise else []
    return [
        draft.add(_constant(DType.Byte if four_bits else DType.Char, sizes, weights)),
        *([draft.ints(*kernel)] if four_bits else []),
        draft.number(None),
        draft.ints(*layer.stride),
        draft.ints(*layer.padding),
        draft.ints(layer.dilation, layer.dilation),
        *(draft.number(each) for each in (*numbers, 7, -3)),
        draft.add(_ints(multipliers)),
        draft.add(_ints([-7] * layer.filters)),
        *(draft.number(each) for each in (-120, 125)),
        *([] if four_bits else [draft.add(_constant(DType.Byte, [0], b""))]),
    ]


def _ints(numbers: Sequence[int]) -> TensorDraft:
    return _constant(DType.Int, [len(numbers)], struct.pack(f"<{len(numbers)}i", *numbers))


def _constant(dtype: DType, sizes: list[int], data: bytes) -> TensorDraft:
    order = [*range(len(sizes))]
    return TensorDraft(dtype=dtype, sizes=sizes, order=order, place="constant", data=data)
