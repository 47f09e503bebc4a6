"""Products of matrices: with weights, or of two values."""

from __future__ import annotations

import math

import numpy as np

from codegen.dtype import DType
from codegen.optimize.integer_weights import LINEAR
from codegen.xnnpack.graph import Node, PerGroup, PerTensor
from codegen.xnnpack.lowering import At, Lowering, Size, row_major
from codegen.xnnpack.weights import (
    bias,
    integer_scales,
    integer_weights,
    packed_weights,
    weights,
)

_TRANSPOSED = 1


def fully_connected(lowering: Lowering, node: Node) -> None:
    """Rows times weights, which are [outputs, inputs], or transposed by a flag."""
    source, result = node.inputs["input1_id"], node.outputs["output_id"]
    number = node.inputs["filter_id"]
    value, dims, matrix_dims = lowering.value(number), lowering.dims(source), lowering.dims(number)
    transposed = node.numbers["flags"] == _TRANSPOSED
    lowering.check(len(matrix_dims) == 2 and len(dims) > 0, f"weights of dims {matrix_dims}")
    inputs, outputs = matrix_dims if transposed else matrix_dims[::-1]
    lowering.check(dims[-1] == inputs, f"{dims[-1]} inputs for weights of dims {matrix_dims}")
    index = lowering.arranged(source, row_major(len(dims)))
    dtype = lowering.tensor(index).dtype
    start = bias(lowering, node.inputs.get("bias_id"), dtype, outputs)
    given = (lowering.value(each).quantization for each in (source, result))
    integers = all(isinstance(each, PerTensor) for each in given)
    form = None if value.data is None else value.quantization
    mixed = isinstance(form, PerGroup) or (form is not None and not integers)
    if mixed and dtype is DType.Float:
        product = mixed_product(lowering, index, number, start, outputs, transposed=transposed)
        finish(lowering, result, product, index)
        return
    matrix = index
    computed = value.data is None
    # Several rows are quickest by weights that are [inputs, outputs], which matrices have. One is
    # by rows of weights, and so are rows of dynamic shape, which would be copied.
    several = value.quantization is None and _rows(lowering, index) > 1
    if len(dims) != 2 and (integers or (transposed if computed else several)):
        matrix = lowering.view(index, (_rows(lowering, index), inputs))
    rank = len(lowering.tensor(matrix).sizes)
    # An operator for matrices is smaller than one for any rank; its weights are [inputs, outputs].
    matrices = rank == 2 and (transposed if computed else value.quantization is None)
    if computed:
        weight = lowering.arranged(number, row_major(2))
        lowering.check(lowering.tensor(weight).dtype is dtype, "operands of different datatypes")
    else:
        arrange = np.asarray if transposed is matrices else np.transpose
        axis = 1 if transposed else 0
        weight = weights(lowering, number, arrange, dtype, given_axis=axis, axis=0)
    sizes = (*lowering.tensor(matrix).sizes[:-1], outputs)
    if matrices:
        product = _product(lowering, matrix, weight, start, sizes)
    else:
        product = lowering.call(
            "aten::linear.out", At(matrix), At(weight), start, like=matrix, sizes=sizes
        )
    finish(lowering, result, product, index)


def mixed_product(
    lowering: Lowering, index: int, number: int, start: At | None, outputs: int, *, transposed: bool
) -> int:
    """Rows of reals times integers with scales: no weights of Float, in flash or in memory."""
    scales = integer_scales(lowering, number, outputs, transposed=transposed)
    factors = At(lowering.add_constant(scales, DType.Float))
    if LINEAR in lowering.edit.operators:
        rows = lowering.contiguous(index)
        sizes = (*lowering.tensor(rows).sizes[:-1], outputs)
        weight = At(lowering.edit.add(packed_weights(lowering, number, transposed=transposed)))
        options = (At(rows), None, None, weight, factors, start, None, None)
        return lowering.call(LINEAR, *options, like=rows, sizes=sizes)
    numbers = integer_weights(lowering, number, transposed=transposed)
    rows = lowering.view(index, (_rows(lowering, index), numbers.shape[1]))
    sizes = (lowering.tensor(rows).sizes[0], outputs)
    operator = "quantized_decomposed::mixed_linear.out"
    weight = At(lowering.add_constant(numbers, DType.Char))
    product = lowering.call(operator, At(rows), weight, factors, None, None, like=rows, sizes=sizes)
    if start is None:
        return product
    return lowering.call("aten::add.out", At(product), start, 1.0, like=product)


def _product(
    lowering: Lowering, one: int, other: int, start: At | None, sizes: tuple[int, ...]
) -> int:
    if start is None:
        return lowering.call("aten::mm.out", At(one), At(other), like=one, sizes=sizes)
    options = (start, At(one), At(other), 1.0, 1.0)
    return lowering.call("aten::addmm.out", *options, like=one, sizes=sizes)


def finish(lowering: Lowering, result: int, product: int, source: int) -> None:
    """Gives a product of rows the shape of `source` but for its last dim."""
    given, made = lowering.tensor(source), lowering.tensor(product)
    sizes = (*given.sizes[:-1], made.sizes[-1])
    if made.sizes != sizes:
        rows = (Size(source, dim) for dim in range(len(sizes) - 1))
        product = lowering.view(product, lowering.shape(*rows, sizes[-1]))
    lowering.put(result, product, row_major(len(sizes)))


def _rows(lowering: Lowering, index: int) -> int:
    tensor = lowering.tensor(index)
    return math.prod(tensor.sizes[:-1]) if tensor.static else -1


def batch_product(lowering: Lowering, node: Node) -> None:
    """Products of matrices, one for each index of the dims before the last two."""
    numbers = node.inputs["input1_id"], node.inputs["input2_id"]
    dims = [lowering.dims(each) for each in numbers]
    fits = min(map(len, dims)) >= 2 and dims[0][-1] == dims[1][-2]
    lowering.check(fits, f"a product of dims {dims[0]} and {dims[1]}")
    try:
        batch = np.broadcast_shapes(dims[0][:-2], dims[1][:-2])
    except ValueError:
        raise lowering.fault(f"a product of dims {dims[0]} and {dims[1]}") from None
    operands = [lowering.arranged(each, row_major(lowering.rank(each))) for each in numbers]
    tensors = [lowering.tensor(each) for each in operands]
    lowering.check(tensors[0].dtype is tensors[1].dtype, "operands of different datatypes")
    static = all(tensor.static for tensor in tensors)
    shape = (dims[0][-2], dims[1][-1])
    if not batch:
        product = _product(lowering, operands[0], operands[1], None, shape)
    else:
        three = [
            _three_dims(lowering, index, batch, each, static=static)
            for index, each in zip(operands, dims, strict=True)
        ]
        sizes = (math.prod(batch), *shape)
        product = lowering.call("aten::bmm.out", *map(At, three), like=three[0], sizes=sizes)
        first, second = operands
        outer = (Size(first, dim) for dim in range(len(batch)))
        inner = Size(first, len(batch)), Size(second, len(batch) + 1)
        whole = (*batch, *shape) if static else lowering.shape(*outer, *inner)
        product = lowering.view(product, whole)
    lowering.put(node.outputs["output_id"], product, row_major(len(batch) + 2))


def _three_dims(
    lowering: Lowering,
    index: int,
    batch: tuple[int, ...],
    dims: tuple[int, ...],
    *,
    static: bool,
) -> int:
    """Tensor `index` of dims `dims` as one batch, expanded to that of both operands."""
    if dims[:-2] != batch:
        if not static:
            raise lowering.unknown("expands matrices whose number is known at run time")
        whole = (*batch, *dims[-2:])
        index = lowering.call(
            "aten::expand_copy.out", At(index), whole, False, like=index, sizes=whole
        )
    count = -1 if not static and math.prod(batch) != 1 else math.prod(batch)
    inner = (Size(index, len(batch) + dim) for dim in range(2))
    return lowering.view(index, lowering.shape(count, *inner))
