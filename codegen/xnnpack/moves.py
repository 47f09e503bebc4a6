"""Nodes that move elements: transpositions, reshapes, slices, paddings and concatenations."""

from __future__ import annotations

import math

from codegen.xnnpack.graph import Node
from codegen.xnnpack.lowering import At, Held, Lowering, permuted, row_major


def transpose(lowering: Lowering, node: Node) -> None:
    """Other dims in the same memory: no call."""
    source, result = node.inputs["input_id"], node.outputs["output_id"]
    perm = node.vectors["perm"]
    rank = lowering.rank(source)
    lowering.check(
        sorted(perm) == list(range(rank)) and node.numbers["num_dims"] == rank,
        f"{perm} is no permutation of {rank} dims",
    )
    if source in lowering.held and lowering.is_alike(source, result) and node.bounds is None:
        held = lowering.held[source]
        lowering.hold(result, Held(held.index, permuted(held.order, perm)))
        return
    held = lowering.get(source)
    lowering.put(result, held.index, permuted(held.order, perm))


def reshape(lowering: Lowering, node: Node) -> None:
    """The elements in their order under another shape; a 0 in it is what the others leave."""
    source, result = node.inputs["input_id"], node.outputs["output_id"]
    shape, given = node.vectors["new_shape"], lowering.dims(source)
    lowering.check(len(shape) == node.numbers["num_dims"], f"a shape of {len(shape)} dims")
    if shape.count(0) > 1:
        raise lowering.unknown("leaves several dims of a shape to be inferred")
    index = lowering.plain(source)
    dims = tuple(-1 if new == 0 else new for new in shape) or (1,)  # a number is a value of one
    if -1 in dims and lowering.tensor(index).static:
        rest = -math.prod(dims)
        lowering.check(math.prod(given) % rest == 0, f"the shape {shape} of {given}")
        dims = tuple(math.prod(given) // rest if new == -1 else new for new in dims)
    lowering.put(result, lowering.view(index, dims), row_major(len(dims)))


def cut(lowering: Lowering, node: Node) -> None:
    """A part of some dims; a size of 0 is the rest of the dim."""
    source, result = node.inputs["input_id"], node.outputs["output_id"]
    held, dims = lowering.get(source), lowering.dims(source)
    offsets, sizes = node.vectors["offsets"], node.vectors["sizes"]
    lowering.check(
        len(offsets) == len(sizes) == len(dims) == node.numbers["num_dims"],
        f"offsets {offsets} and sizes {sizes} of dims {dims}",
    )
    index = held.index
    for dim, (first, size, most) in enumerate(zip(offsets, sizes, dims, strict=True)):
        count = size or most - first
        lowering.check(count > 0 and first + count <= most, f"{count} of {most} from {first} on")
        if count == most:
            continue
        at = held.order[dim]
        shape = list(lowering.tensor(index).sizes)
        shape[at] = count
        bounds = (at, first, first + count, 1)
        operator = "aten::slice_copy.Tensor_out"
        index = lowering.call(operator, At(index), *bounds, like=index, sizes=shape)
    lowering.put(result, index, held.order)


def pad(lowering: Lowering, node: Node) -> None:
    """A number around the elements of each dim."""
    source, result = node.inputs["input_id"], node.outputs["output_id"]
    held, rank = lowering.get(source), lowering.rank(source)
    before, after = node.vectors["pre_paddings"], node.vectors["post_paddings"]
    lowering.check(len(before) == len(after) == rank, f"paddings {before}, {after} of {rank} dims")
    by_dim = {held.order[dim]: (before[dim], after[dim]) for dim in range(rank)}
    index = padded(lowering, held.index, by_dim, node.floats["padding_value"])
    lowering.put(result, index, held.order)


def padded(
    lowering: Lowering, index: int, by_dim: dict[int, tuple[int, int]], number: float
) -> int:
    """Tensor `index` with `number` before and after the elements of dims."""
    sizes = list(lowering.tensor(index).sizes)
    numbers: list[int] = []
    for dim in reversed(range(len(sizes))):
        before, after = by_dim.get(dim, (0, 0))
        numbers += [before, after]
        sizes[dim] += before + after
    operator = "aten::constant_pad_nd.out"
    return lowering.call(operator, At(index), numbers, float(number), like=index, sizes=sizes)


def concatenate(lowering: Lowering, node: Node) -> None:
    """Values one after the other along a dim."""
    result, axis = node.outputs["output_id"], node.numbers["axis"]
    numbers = [each for _, each in sorted(node.inputs.items())]
    ranks = {lowering.rank(each) for each in numbers}
    lowering.check(len(ranks) == 1 and axis < min(ranks), f"dim {axis} of ranks {sorted(ranks)}")
    order = lowering.get(numbers[0]).order
    tensors = [lowering.arranged(each, order) for each in numbers]
    dim = order[axis]
    shapes = [lowering.tensor(each).sizes for each in tensors]
    sizes = list(shapes[0])
    sizes[dim] = sum(shape[dim] for shape in shapes)
    others = {(*shape[:dim], *shape[dim + 1 :]) for shape in shapes}
    dtypes = {lowering.tensor(each).dtype for each in tensors}
    lowering.check(len(others) == len(dtypes) == 1, "operands whose shapes or types differ")
    index = lowering.join(tensors, dim, sizes)
    lowering.put(result, index, order)
