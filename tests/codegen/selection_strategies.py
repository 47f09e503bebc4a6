"""Arbitrary selections for property tests."""

from __future__ import annotations

from functools import cache
from itertools import permutations, product

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from codegen.dtype import DType
from codegen.opinfo import Argument, Call, Dynamism, ListArg, ModelInfo, ScalarArg, TensorArg
from codegen.selection import (
    KernelKey,
    KeyTensor,
    OperatorNeed,
    Origin,
    Origins,
    Selection,
    union,
)

# The same examples in every run, whatever the load of the machine, and no files.
REPEATABLE = settings(
    max_examples=50,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("repeatable", REPEATABLE)
settings.load_profile("repeatable")

NAMES = ("aten::add", "aten::add.out", "aten::mm.out", "my_ops::foo", "executorch_prim::add.Scalar")

# One draw each from all combinations: drawing every field by itself takes three times as long.
DTYPES = (DType.Byte, DType.Float, DType.Bool, DType.UInt64)
SOURCES = ("a.pte", "b.pte", "ops.txt", "inline list")
dtypes = st.sampled_from(DTYPES)
origins_of_one = st.sampled_from(
    [
        Origin(source=source, method=method, instruction=instruction, recorded=recorded)
        for source, method, instruction, recorded in product(
            SOURCES, (None, "forward", "decode"), (None, 0, 7), (None, "c.pte")
        )
    ]
)
origins: st.SearchStrategy[Origins] = st.lists(origins_of_one, min_size=1, max_size=3).map(tuple)

key_tensors = st.sampled_from(
    [
        KeyTensor(dtype=dtype, dim_order=dim_order)
        for dtype in DTYPES
        for rank in range(4)
        for dim_order in permutations(range(rank))
    ]
)
keys = st.builds(KernelKey, tensors=st.lists(key_tensors, max_size=3).map(tuple))

tensors = st.sampled_from(
    [
        TensorArg(dtype=dtype, dim_order=(0, 1), sizes=sizes, dynamism=dynamism, constant=constant)
        for dtype, sizes, dynamism, constant in product(
            DTYPES, product(range(4), repeat=2), Dynamism, (False, True)
        )
    ]
)
scalars = st.one_of(
    st.builds(ScalarArg, kind=st.just("int"), value=st.integers(0, 2), computed=st.just(False)),
    st.builds(ScalarArg, kind=st.just("bool"), value=st.booleans(), computed=st.just(False)),
    st.builds(ScalarArg, kind=st.just("double"), value=st.floats(), computed=st.just(False)),
    st.builds(ScalarArg, kind=st.just("none"), value=st.none(), computed=st.booleans()),
)
lists = st.one_of(
    st.builds(
        ListArg,
        kind=st.just("int_list"),
        items=st.lists(st.one_of(st.none(), st.integers(0, 2)), max_size=2).map(tuple),
    ),
    st.builds(
        ListArg,
        kind=st.just("optional_tensor_list"),
        items=st.lists(st.one_of(st.none(), tensors), max_size=2).map(tuple),
    ),
)
arguments: st.SearchStrategy[Argument] = st.one_of(tensors, scalars, lists)


@cache  # a new strategy would be validated anew at each draw
def needs_of(name: str) -> st.SearchStrategy[OperatorNeed]:
    """Needs of one operator."""
    calls = st.builds(
        Call,
        operator=st.just(name),
        instruction=st.just(0),
        arguments=st.lists(arguments, max_size=3).map(tuple),
    )
    return st.builds(
        OperatorNeed,
        name=st.just(name),
        origins=origins,
        any_dtype=st.booleans(),
        all_overloads=st.booleans(),
        keys=st.lists(st.tuples(keys, origins), max_size=2).map(tuple),
        dtypes=st.lists(st.tuples(dtypes, origins), max_size=2).map(tuple),
        calls=st.lists(st.tuples(calls, origins), max_size=2).map(tuple),
        calls_complete=st.booleans(),
    )


models = st.builds(
    ModelInfo,
    name=st.sampled_from(["a.pte", "b.pte"]),
    program_bytes=st.integers(1, 2),
    file_bytes=st.just(3),
    schema_version=st.just(0),
    methods=st.just(()),
    external_data=st.booleans(),
)

# As a source gives them: in canonical order, which `union` of one makes.
selections = st.builds(
    Selection,
    operators=st.lists(st.sampled_from(NAMES).flatmap(needs_of), max_size=3).map(tuple),
    everything=st.one_of(st.just(()), origins),
    models=st.lists(models, max_size=2).map(tuple),
).map(lambda selection: union([selection]))
