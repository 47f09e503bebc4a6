"""A program that does all that the format has and no single exported model does."""

from __future__ import annotations

from codegen.dtype import DType
from tests.codegen import program_builder as build
from tests.codegen.program_builder import TableSpec

_DYNAMIC = 1
_OPERATORS = (
    ("aten::sym_size", "int"),
    ("aten::add", "out"),
    ("executorch_prim::et_copy_index", "tensor"),
    ("executorch_prim::add", "Scalar"),
    ("executorch_prim::eq", "Scalar"),
    ("executorch_prim::sub", "Scalar"),
    ("executorch_prim::et_view", "default"),
    ("aten::mul", "out"),
    ("executorch_prim::truediv", "Scalar"),
    ("aten::_local_scalar_dense", ""),
)


def busy_program() -> bytes:
    """Two methods; a loop that stacks rows, a view, a move, a branch, freed memory, every list.

    Inputs of `forward`: a planned tensor, one in the caller's memory, an int, a double, and tensors
    of bools and of one long.
    """
    return build.program(
        _forward(), _empty(), slot_2=("tables", [{}, {0: ("u8s", bytes(range(24)))}])
    )


def _forward() -> TableSpec:
    values = [
        _tensor(0, (4, 6), dynamic=True),  # 0: input
        _tensor(None, (4, 6), dynamic=True),  # 1: input in the caller's memory
        _tensor(128, (4, 6), dynamic=True),  # 2: their sum
        build.integer(0),  # 3: rows
        build.integer(0),  # 4
        build.integer(0),  # 5: counter of the loop
        build.integer(1),  # 6
        build.boolean(False),  # 7: whether the loop is done
        _tensor(256, (4, 6), dynamic=True),  # 8: the rows
        _tensor(384, (6,)),  # 9: a row
        build.int_list(11, 3),  # 10: shape of the view
        build.integer(-1),  # 11
        _tensor(None, (4, 6), dynamic=True),  # 12: what is moved here
        _tensor(None, (6, 4), dynamic=True),  # 13: the view
        _tensor(512, (6, 4), dynamic=True),  # 14: its square
        build.tensor((6,), planned=False, data=1),  # 15: a constant
        build.double(0.5),  # 16: input
        build.double(0.0),  # 17: result
        build.tensor_list(0, 2),  # 18
        build.optional_tensor_list(0, -1, 23),  # 19
        build.bool_list(True, False),  # 20
        build.double_list(0.5, 2.0),  # 21
        build.text("same"),  # 22
        build.none(),  # 23
        _tensor(608, (2,), dtype=DType.Bool),  # 24: input
        _tensor(616, (), dtype=DType.Long),  # 25: input
        build.integer(0),  # 26: its element
        _tensor(640, (4, 6), dynamic=True),  # 27: twice the sum
    ]
    instructions = [
        build.kernel_call(0, 4, 3, operator=0),
        build.kernel_call(0, 1, 6, 2, 2, operator=1),
        build.kernel_call(9, 15, 6, 9, 9, operator=1),
        build.kernel_call(8, 9, 5, operator=2),
        build.kernel_call(5, 6, 5, operator=3),
        build.kernel_call(5, 3, 7, operator=4),
        build.jump_false_call(7, 3),
        build.kernel_call(5, 3, 5, operator=5),
        build.kernel_call(0, 10, 13, operator=6),
        build.kernel_call(13, 13, 14, 14, operator=7),
        build.kernel_call(16, 6, 17, operator=8),
        build.free_call(13),
        build.move_call(2, 12),
        build.kernel_call(25, 26, operator=9),
        build.jump_false_call(24, 16),
        build.jump_false_call(7, 16),
    ]
    method = build.method(
        values,
        instructions,
        [build.kernel_call(2, 2, 6, 27, 27, operator=1)],
        inputs=(0, 1, 5, 16, 24, 25),
        outputs=(2, 8, 14, 12, 3, 17, 7, 23, 15, 26, 27),
        operators=_OPERATORS,
    )
    return {**method, 8: ("i64s", (0, 736))}


def _empty() -> TableSpec:
    """A method without instructions: numbers that are in the file."""
    values = [build.integer(3), build.double(2.5), build.boolean(True), build.none()]
    return build.method(values, outputs=(0, 1, 2, 3), operators=(), name="constants")


def _tensor(
    offset: int | None,
    sizes: tuple[int, ...],
    *,
    dynamic: bool = False,
    dtype: DType = DType.Float,
) -> TableSpec:
    dynamism = _DYNAMIC if dynamic else 0
    plain = build.tensor(sizes, planned=False, dynamism=dynamism, dtype=dtype.number)
    if offset is None:
        return plain
    kind, table = plain[1]
    return {**plain, 1: (kind, {**table, 6: ("table", {0: ("u32", 1), 1: ("u32", offset)})})}
