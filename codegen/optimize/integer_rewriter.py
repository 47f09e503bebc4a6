"""What integer operators are written with: sources, layouts of images, where results go."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from codegen.dtype import DType
from codegen.library import Move
from codegen.optimize.arrays import Array, constant_of
from codegen.optimize.copies import permutation_of
from codegen.optimize.dequantized import (
    Source,
    dequantized,
    is_alike,
    is_row_major,
    producer_of,
    unclamped,
)
from codegen.optimize.edit import Edit
from codegen.optimize.graph import Call, Instruction, Tensor, writing
from codegen.optimize.permutations import Permutation
from codegen.optimize.quantization import (
    INT8,
    Quantization,
    exact_scales,
    line_table,
    numbers_of,
    table_of,
)
from codegen.optimize.roles import VIEW as SHARED_VIEW
from codegen.program_value import ListValue, ScalarValue

CHANNELS_LAST = (0, 2, 3, 1)
REORDER = "dim_order_ops::_clone_dim_order.out"
TABLE = "cortex_m::quantized_activation.out"
VIEW = "aten::view_copy.out"
PERMUTE = "aten::permute_copy.out"
LOOKUP = "kerf::int16_lookup.out"
RESCALE = "kerf::int16_rescale.out"
SIZE = "aten::sym_size.int"

UNBOUNDED = (-math.inf, math.inf)


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What a quantize writes: `bounds` are those of clamps before it, as real numbers."""

    value: int
    form: Quantization
    time: int
    bounds: tuple[float, float]

    @property
    def least(self) -> int:
        """The lowest q."""
        return self.form.quantized(self.bounds[0])

    @property
    def most(self) -> int:
        """The highest q."""
        return self.form.quantized(self.bounds[1])


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """The call whose result a quantize reads, perhaps moved, and where the integer one writes."""

    call: Call
    target: Target
    after: tuple[Call, ...]
    """Moves of what it writes to where it belongs."""


@dataclass(slots=True)
class Rewriter:
    """The calls in place of quantizes, by the quantize's time, while they are found."""

    edit: Edit
    dtype: DType | None = None
    """What the quantize that is being replaced makes; tensors of another dtype are no sources."""
    replaced: dict[int, list[Instruction]] = field(default_factory=dict)
    copies: dict[int, tuple[int, int]] = field(default_factory=dict)
    """For row-major images, their copy with channels last and the time at which it is made."""
    permuted: dict[int, tuple[int, Permutation, int]] = field(default_factory=dict)
    """For row-major tensors the image with channels last that they are permuted from, how, when."""
    bounded: dict[int, tuple[int, int]] = field(default_factory=dict)
    """For quantized tensors the time at which they are made, and where the bounds are there."""
    pending: list[Instruction] = field(default_factory=list)
    """Moves of sources: they are written before the first call that is emitted."""
    views: list[Instruction] = field(default_factory=list)
    """Views of a result of dynamic shape: they are written after what gives it."""

    def emit(self, time: int, *calls: Instruction) -> None:
        """Puts `calls` in place of the quantize at `time`, after those that are there."""
        self.replaced.setdefault(time, []).extend((*self.pending, *calls))
        self.pending.clear()

    # Sources and targets

    def source(self, index: int, time: int) -> Source | None:
        """The quantized tensor, unchanged at `time`, that tensor `index` has the numbers of.

        It was dequantized and perhaps moved; then it is moved anew before what is emitted next.
        """
        found = dequantized(self.edit, index, time)
        if found is not None:
            return found if self.dtype in (None, found.form.dtype) else None
        move, tensor = producer_of(self.edit, index), self.edit.tensor(index)
        if move is not None and tensor is not None and move.operator == SHARED_VIEW:
            return self._viewed(move, tensor, time)
        if move is None or tensor is None or not self.is_move(move):
            return None
        made = self.edit.tensor(move.arguments[-1])
        if made is None or (made.place, made.dtype) != (tensor.place, tensor.dtype):
            return None
        viewed = not is_alike(made, tensor)
        if viewed and not (is_row_major(made) and is_row_major(tensor)):
            return None
        inner = self.source(move.arguments[0], time)
        if inner is None or made.nbytes != tensor.nbytes:
            return None
        result = moved = self.new_like(made, inner.form.dtype)
        if viewed:
            own = self.edit.known_tensor(moved)
            moved = self.edit.add(replace(own, sizes=tensor.sizes, dim_order=tensor.dim_order))
        target = Target(value=moved, form=inner.form, time=time, bounds=UNBOUNDED)
        calls = self.moves(move, inner, result, target)
        if calls is None:
            return None
        self.pending += calls
        return replace(inner, value=moved)

    def _viewed(self, view: Call, tensor: Tensor, time: int) -> Source | None:
        """As source(), of Float `tensor` of dynamic shape that is a view."""
        inner = self.source(view.arguments[0], time)
        given = None if inner is None else self.edit.tensor(inner.value)
        if inner is None or given is None or given.place is None:
            return None
        if not is_row_major(given) or given.nbytes * tensor.dtype.itemsize != (
            tensor.nbytes * given.dtype.itemsize
        ):
            return None
        return replace(inner, value=self.view(inner.value, tensor.sizes, view.arguments[1]))

    def view(self, index: int, sizes: tuple[int, ...], shape: int) -> int:
        """Tensor `index` of dynamic shape as one of `sizes` at most; list `shape` gives its sizes.

        The call that does it is written before what is emitted next.
        """
        shaped = self.shaped(index, sizes)
        self.pending.append(Call(operator=SHARED_VIEW, arguments=(index, shape, shaped)))
        return shaped

    def seen_as(
        self, target: Target, sizes: tuple[int, ...], shape: Sequence[int], last: int | None = None
    ) -> Target:
        """Where `target`, of dynamic shape, is written as one of `sizes` at most.

        Values `shape` are the sizes that it has itself, for a view after what is written. They end
        with the size of dim `last` of that, unless it is None.
        """
        shaped, before = self.shaped(target.value, sizes), len(self.pending)
        own = [*shape] if last is None else [*shape, self.size(shaped, last)]
        arguments = (shaped, self.shape(*own), target.value)
        self.views += (*self.pending[before:], Call(operator=SHARED_VIEW, arguments=arguments))
        del self.pending[before:]
        return replace(target, value=shaped)

    def shaped(self, index: int, sizes: tuple[int, ...]) -> int:
        """A row-major tensor of `sizes` where tensor `index` is."""
        tensor = self.edit.known_tensor(index)
        order = tuple(range(len(sizes)))
        return self.edit.add(replace(tensor, sizes=sizes, dim_order=order, name=None))

    def shape(self, *sizes: int) -> int:
        """A list of values that are sizes."""
        return self.edit.add(ListValue(kind="int_list", items=sizes))

    def size(self, index: int, dim: int) -> int:
        """The size that dim `dim` of tensor `index` has when the program runs."""
        tensor = self.edit.known_tensor(index)
        if tensor.static:
            return self.edit.add_number(tensor.sizes[dim])
        result = self.edit.add(ScalarValue(kind="int", value=0))
        arguments = (index, self.edit.add_number(dim), result)
        self.pending.append(Call(operator=SIZE, arguments=arguments))
        return result

    def before_view(self, made: Tensor, read: Tensor, value: int) -> int | None:
        """What `made` is where tensor `value` is its view `read`; None where none can be."""
        if (read.place, read.dtype, read.nbytes) != (made.place, made.dtype, made.nbytes):
            return None
        if is_alike(read, made):
            return value
        own = self.edit.known_tensor(value)
        if not all(map(is_row_major, (read, made, own))):
            return None
        return self.edit.add(replace(own, sizes=made.sizes, dim_order=made.dim_order))

    def made(self, index: int, target: Target) -> Made | None:
        """The call that gives tensor `index`, from which `target` is quantized, through moves."""
        edit, value, bounds, after = self.edit, target.value, target.bounds, list[Call]()
        while True:
            call, read = producer_of(edit, index), edit.tensor(index)
            made = None if call is None else edit.tensor(self.result_of(call))
            if call is None or made is None or read is None:
                return None
            if call.operator == SHARED_VIEW:
                given, own = edit.tensor(call.arguments[0]), edit.known_tensor(value)
                if given is None or not (is_row_major(given) and is_row_major(own)):
                    return None
                inner = self.shaped(value, given.sizes)
                arguments = (inner, call.arguments[1], value)
                after.insert(0, Call(operator=SHARED_VIEW, arguments=arguments))
                index, bounds, value = *self._unclamped(call.arguments[0], bounds), inner
                if bounds[0] > bounds[1]:
                    return None
                continue
            result = self.before_view(made, read, value)
            if result is None:
                return None
            if not self.is_move(call):
                found = replace(target, value=result, bounds=bounds)
                return Made(call=call, target=found, after=tuple(after))
            given = edit.tensor(call.arguments[0])
            if given is None:
                return None
            inner = self.new_like(given, target.form.dtype)
            moved = self.moved(call, inner, result, target.form, bounds)
            if moved is None:
                return None
            after.insert(0, moved)
            index, bounds, value = *self._unclamped(call.arguments[0], bounds), inner
            if bounds[0] > bounds[1]:
                return None

    def _unclamped(
        self, index: int, bounds: tuple[float, float]
    ) -> tuple[int, tuple[float, float]]:
        """As unclamped(), within `bounds` too."""
        index, more = unclamped(self.edit, index)
        return index, (max(bounds[0], more[0]), min(bounds[1], more[1]))

    def result_of(self, call: Call) -> int:
        """The tensor that `call` writes, of several the first."""
        last = call.arguments[-1]
        if self.edit.tensor(last) is not None:
            return last
        parameters = self.edit.operators[call.operator].schema.parameters
        outputs = [each.name for each in parameters if each.output]
        return self.edit.named(call)[outputs[0]] if outputs else last

    def is_move(self, call: Call) -> bool:
        """Whether it moves quantized elements as others, to where constants of the program say."""
        kernel = self.edit.operators[call.operator]
        if kernel.moves is None or not kernel.schema.returns_tensor:
            return False
        if kernel.moves is Move.PAD and self.edit.named(call).get("value") is None:
            return False
        given, made = self.edit.tensor(call.arguments[0]), self.edit.tensor(call.arguments[-1])
        if given is None or made is None or given.dtype is not made.dtype:
            return False
        quantized = self.dtype or DType.Char
        if quantized not in kernel.takes[0].dtypes:
            return False
        options = call.arguments[1:-2]
        if kernel.moves in (Move.EXPAND, Move.VIEW) and options and self._are_sizes(options[0]):
            options = options[1:]
        return self.are_fixed(options)

    def moved(
        self,
        move: Call,
        given: int,
        result: int,
        form: Quantization,
        bounds: tuple[float, float] | None = None,
    ) -> Call | None:
        """`move` from quantized tensor `given` to `result`, both in `form`.

        What it pads with is quantized, within `bounds`; None where there are no bounds and that
        would change it.
        """
        options = list(move.arguments[1:-2])
        if self.edit.operators[move.operator].moves is Move.PAD:
            at = options.index(self.edit.named(move)["value"])
            number = self.edit.number(options[at])
            if number is None or math.isnan(number):
                return None
            low, high = bounds or UNBOUNDED
            q = form.quantized(min(max(number, low), high))
            if bounds is None and (q - form.zero_point) * form.scale != number:
                return None
            options[at] = self.edit.add_number(q)
        return replace(move, arguments=(given, *options, result, result))

    def are_fixed(self, options: Sequence[int]) -> bool:
        """Whether numbers and lists of numbers are constants of the program."""
        edit = self.edit
        for index in options:
            value = edit.values[index]
            if isinstance(value, ListValue):
                if value.kind != "double_list" and edit.numbers(index) is None:
                    return False
            elif edit.number(index) is None and not edit.is_none(index):
                return False
        return True

    def _are_sizes(self, index: int) -> bool:
        """Whether value `index` is a list of ints, each of which has one value in an execution."""
        value = self.edit.values[index]
        if not isinstance(value, ListValue) or value.kind != "int_list":
            return False
        return all(len(self.edit.usage.writes[int(item or 0)]) <= 1 for item in value.items)

    # Layouts

    def channels_last(self, index: int, time: int) -> int:
        """Image `index` with channels last; it is copied before `time` if need be."""
        tensor = self.edit.known_tensor(index)
        pixels = tensor.sizes[2:] == (1, 1) and not tensor.static
        if tensor.dim_order == CHANNELS_LAST or pixels:
            return index
        array = self.edit.array(index)
        if array is not None:
            return self.edit.add(constant_of(array, tensor.dtype, CHANNELS_LAST))
        known = self.copy_of(index, time)
        if known is not None:
            return known
        copy = self.add_copy(tensor)
        self.emit(time, self.reorder(index, copy))
        self.copies[index] = copy, time
        return copy

    def copy_of(self, index: int, time: int) -> int | None:
        """What holds with channels last what image `index` is at `time`; None if nothing does."""
        tensor, storage = self.edit.tensor(index), self.edit.usage.storage(index)
        for known, (copy, since) in self.copies.items():
            if storage is None or tensor is None or self.edit.values[known] != tensor:
                continue
            if not tensor.static and known != index:  # a shape is of a value
                continue
            if not self.edit.usage.is_written(storage, since, time):
                return copy
        return None

    def add_copy(self, tensor: Tensor) -> int:
        """A new image like `tensor` with channels last."""
        return self._new(replace(tensor, dim_order=CHANNELS_LAST))

    def new_like(self, tensor: Tensor, dtype: DType) -> int:
        """A new quantized tensor of the shape and layout of `tensor`."""
        return self._new(replace(tensor, dtype=dtype))

    def _new(self, tensor: Tensor) -> int:
        return self.edit.add_planned(replace(tensor, name=None), memory=self.edit.memory(tensor))

    def reorder(self, source: int, copy: int) -> Call:
        """A copy into the layout of `copy`."""
        order = self.edit.add_ints(self.edit.known_tensor(copy).dim_order)
        non_blocking = self.edit.add_number(False)
        return writing(REORDER, copy, source, non_blocking, order)

    def image_result(self, target: Target) -> tuple[int, list[Instruction]]:
        """Where an image is written with channels last, and the copy into the one it was."""
        tensor = self.edit.known_tensor(target.value)
        pixels = tensor.sizes[2:] == (1, 1) and not tensor.static
        if tensor.dim_order == CHANNELS_LAST or pixels:
            return target.value, []
        copy = self.add_copy(tensor)
        self.copies[target.value] = copy, target.time
        return copy, [self.reorder(copy, target.value)]

    def images(
        self, sources: Sequence[Source], target: Target
    ) -> tuple[list[int], int, list[Instruction]]:
        """Sources and result with channels last if all have such a copy, and the result's copy."""
        known = [self.copy_of(each.value, target.time) for each in sources]
        images = [each for each in known if each is not None]
        if len(images) < len(known):
            return [each.value for each in sources], target.value, []
        return images, *self.image_result(target)

    def moves(
        self,
        move: Call,
        given: Source,
        result: int,
        target: Target,
        bounds: tuple[float, float] | None = None,
    ) -> list[Instruction] | None:
        """The calls of `move` from `given` to `result`, in the memory of `target` before a view.

        Images are moved as they are with channels last, too. None as of moved().
        """
        permuted = self._permuted(move, given.value, result, target)
        if permuted:
            return [*permuted]
        tensors = [self.edit.tensor(each) for each in (given.value, result)]
        keeps = self.edit.operators[move.operator].moves in (Move.PAD, Move.PART, Move.OTHER)
        image, copy = given.value, list[Instruction]()
        if keeps and all(each is not None and len(each.sizes) == 4 for each in tensors):
            (image,), result, copy = self.images([given], replace(target, value=result))
        call = self.moved(move, image, result, target.form, bounds)
        return None if call is None else [call, *copy]

    def _permuted(self, move: Call, index: int, result: int, target: Target) -> list[Call]:
        """The permute, copy or view `move` as a permute of the image that `index` is moved from.

        One writes `target`, and where that is an image, one a copy of it with channels last. What
        nothing reads is unused. There is no call where `index` comes from no image with channels
        last.
        """
        given, made = self.edit.tensor(index), self.edit.tensor(result)
        own, origin = self.edit.tensor(target.value), self._origin(index, target.time)
        if given is None or made is None or own is None or origin is None:
            return []
        if not own.static or not (is_row_major(made) and is_row_major(own)):
            return []
        dims: Sequence[int] | None = range(len(given.sizes))
        if self.edit.operators[move.operator].moves not in (Move.COPY, Move.VIEW):
            dims = permutation_of(self.edit, move, len(given.sizes))
        if dims is None:
            return []
        image, whole = origin
        moved = whole.then(Permutation(sizes=given.sizes, dims=tuple(dims)))
        if moved is None:
            return []
        self.permuted[target.value] = image, moved, target.time
        calls = [self._permute(image, moved, target.value)]
        if len(own.sizes) == 4:
            last = moved.then(Permutation(sizes=own.sizes, dims=CHANNELS_LAST))
            if last is not None:
                copy = self.add_copy(own)
                self.copies[target.value] = copy, target.time
                calls.append(self._permute(image, last, copy))
        return calls

    def _origin(self, index: int, time: int) -> tuple[int, Permutation] | None:
        """An image with channels last, and how row-major `index` at `time` is permuted from it."""
        tensor, storage = self.edit.tensor(index), self.edit.usage.storage(index)
        if tensor is None or storage is None or not tensor.static or not is_row_major(tensor):
            return None
        found = dict(self.permuted)
        for known, (copy, since) in self.copies.items():
            other = self.edit.tensor(known)
            if other is not None and is_row_major(other):
                n, c, *pixels = other.sizes
                order = Permutation(sizes=(n, *pixels, c), dims=(0, 3, 1, 2))
                found[known] = copy, order, since
        for known, (image, order, since) in found.items():
            other = self.edit.tensor(known)
            if other is None or not other.static:
                continue
            if (other.place, other.nbytes) != (tensor.place, tensor.nbytes):
                continue
            if not self.edit.usage.is_written(storage, since, time):
                return image, order
        return None

    def _permute(self, index: int, permutation: Permutation, result: int) -> Call:
        """The call that writes the memory of `result` with that of `index`, permuted."""
        sizes, dims = permutation.sizes, permutation.dims
        given = self.shaped(index, sizes)
        made = self.shaped(result, tuple(sizes[dim] for dim in dims))
        return writing(PERMUTE, made, given, self.edit.add_ints(dims))

    # Parts of calls

    def tabled(self, form: Quantization, result: int, target: Target) -> tuple[int, list[Call]]:
        """Where numbers of `form` are written, and the table by which they become `target`'s.

        The table is left out where it would change nothing; `result` is where `target` is written.
        """
        if form.same_as(target.form) and target.least <= form.low and target.most >= form.high:
            return result, []
        tensor = self.edit.known_tensor(result)
        between = self.new_like(tensor, tensor.dtype)
        return between, [self.table(between, form, result, target)]

    def table(self, given: int, form: Quantization, result: int, target: Target) -> Call:
        """What makes numbers of `form` those of `target`: clamps, and other scales.

        A table for all 256 numbers of int8, a factor for int16.
        """
        if form.dtype is DType.Short:
            return self._rescaled(given, form, result, target)
        call = self.table_of(given, numbers_of(form), result, target)
        assert call is not None
        return call

    def _rescaled(self, given: int, form: Quantization, result: int, target: Target) -> Call:
        scales = exact_scales([form.scale / target.form.scale], 1)
        # Beyond 2^30, each number but 0 is the lowest or the highest.
        (multiplier,), shift = scales or ([2**31 - 1], 1)
        numbers = map(self.edit.add_number, (multiplier, shift, target.least, target.most))
        return writing(RESCALE, result, given, *numbers)

    def table_of(self, given: int, numbers: Array, result: int, target: Target) -> Call | None:
        """A table of each of `numbers`, of which `given` has the places; a copy if it has the q.

        None where int16 would need too long a table.
        """
        if target.form.dtype is DType.Short:
            within = target.least, target.most
            lines = line_table(numbers, target.form.scale, within)
            if lines is None:
                return None
            table = self.edit.add(constant_of(lines, DType.Int))
            least, most = map(self.edit.add_number, within)
            return writing(LOOKUP, result, given, table, least, most)
        entries = table_of(numbers, target.form, target.bounds)
        if np.array_equal(entries, np.arange(INT8[0], INT8[1] + 1)):
            return self.reorder(given, result)
        table = self.edit.add(constant_of(entries, DType.Char))
        return writing(TABLE, result, given, table)

    def note_bounds(self, target: Target, at: int) -> None:
        """Notes where the bounds of what makes `target` are among the arguments."""
        self.bounded[target.value] = (target.time, at)

    def ints(self, numbers: Sequence[int]) -> int:
        """A constant tensor of Int."""
        return self.edit.add(constant_of(np.array(numbers, dtype=np.int32), DType.Int))

    def scratch(self, result: int) -> int:
        """An empty tensor in the memory of `result`: Kerf's kernels have scratch of their own."""
        empty = Tensor(dtype=DType.Byte, sizes=(0,), dim_order=(0,))
        memory = self.edit.memory(self.edit.known_tensor(result))
        return self.edit.add_planned(empty, memory=memory)
