"""Kernels, calls and needs in a line each, for tests of their resolution."""

from __future__ import annotations

from dataclasses import replace

from codegen.dtype import REAL_DTYPES, DType
from codegen.library import KernelSpec, Library
from codegen.operator_schema import parse_schema
from codegen.opinfo import Argument, Call, Dynamism, ListArg, ScalarArg, TensorArg
from codegen.plan import Plan, RegistryForm
from codegen.resolve import resolve
from codegen.scratch import Scratch
from codegen.selection import KernelKey, OperatorNeed, Origin, Selection, union
from codegen.signature import KernelForm, kernel_name
from codegen.sources.pte import kernel_key
from codegen.takes import Takes

# As PyTorch's native_functions.yaml and ExecuTorch's functions.yaml declare them.
ADD = "aten::add.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)"
RELU = "aten::relu.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)"
CAT = "aten::cat.out(Tensor[] tensors, int dim=0, *, Tensor(a!) out) -> Tensor(a!)"
EQ = "aten::eq.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)"
FULL = "aten::full.out(SymInt[] size, Scalar fill_value, *, Tensor(a!) out) -> Tensor(a!)"
COPY = "aten::copy_(Tensor(a!) self, Tensor src, bool non_blocking=False) -> Tensor(a!)"
QUANTIZED_ADD = (
    "cortex_m::quantized_add.out(Tensor self, int self_zero_point, int self_multiplier, "
    "int self_shift, Tensor other, int other_zero_point, int other_multiplier, int other_shift, "
    "int output_zero_point, int output_multiplier, int output_shift, int activation_min, "
    "int activation_max, *, Tensor(a!) out) -> Tensor(a!)"
)
ITEM = "aten::_local_scalar_dense(Tensor self) -> Scalar"
POOL = (
    "aten::max_pool2d_with_indices.out(Tensor self, int[2] kernel_size, int[2] stride=[], "
    "int[2] padding=0, int[2] dilation=1, bool ceil_mode=False, *, Tensor(a!) out, "
    "Tensor(b!) indices) -> (Tensor(a!), Tensor(b!))"
)
SPLIT = (
    "aten::split_with_sizes_copy.out(Tensor self, SymInt[] split_sizes, int dim=0, *, "
    "Tensor(a!)[] out) -> ()"
)
MEAN = (
    "aten::mean.out(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None, "
    "Tensor(a!) out) -> Tensor(a!)"
)
CONVOLUTION = (
    "aten::convolution.out(Tensor input, Tensor weight, Tensor? bias, SymInt[] stride, "
    "SymInt[] padding, SymInt[] dilation, bool transposed, SymInt[] output_padding, "
    "SymInt groups, *, Tensor(a!) out) -> Tensor(a!)"
)
INDEX = "aten::index.Tensor_out(Tensor self, Tensor?[] indices, *, Tensor(a!) out) -> Tensor(a!)"
MUL_NUMBERS = "executorch_prim::mul.Scalar(Scalar a, Scalar b) -> Scalar"
DIV_NUMBERS = "executorch_prim::truediv.Scalar(Scalar a, Scalar b) -> float"

FLOATING = (DType.Half, DType.Float, DType.Double, DType.BFloat16)


def kernel(
    schema: str,
    inputs: tuple[DType, ...] = REAL_DTYPES,
    outputs: tuple[DType, ...] | None = None,
    *,
    library: str = "portable",
    function: str | None = None,
    form: KernelForm = KernelForm.TEMPLATE,
    special: tuple[Takes, ...] = (),
    scratch: str | None = None,
    converts: tuple[str, ...] = (),
    promotes: bool = False,
    unrounded: tuple[str, ...] = (),
) -> KernelSpec:
    """A kernel of the operator of `schema`; its outputs have its inputs' dtypes unless given.

    `special`: what it takes for some of its arguments, of which dtypes are meant where they are
    empty.
    """
    parsed = parse_schema(schema)
    written = inputs if outputs is None else outputs
    own = {takes.name: takes for takes in special}
    takes = []
    for parameter in parsed.parameters:
        dtypes = (inputs if parameter.read else written) if parameter.tensor else ()
        each = own.get(parameter.name, Takes(name=parameter.name))
        takes.append(replace(each, dtypes=each.dtypes or dtypes))
    names = frozenset(parameter.name for parameter in parsed.parameters)
    plain = form is KernelForm.FUNCTION
    return KernelSpec(
        operator=parsed.name,
        schema=parsed,
        function=function or f"{library}::{kernel_name(parsed.name)}",
        library=library,
        header=f"{library}/family.h",
        form=form,
        source=f"{library}/{kernel_name(parsed.name)}.cpp" if plain else None,
        takes=tuple(takes),
        scratch=None if scratch is None else Scratch.parse(scratch, names),
        converts=converts,
        promotes=promotes,
        unrounded=unrounded,
    )


def library(*kernels: KernelSpec) -> Library:
    """A library of these kernels, called as they say."""
    return Library(name=kernels[0].library, kernels=kernels)


def tensor(
    dtype: DType,
    *sizes: int,
    dim_order: tuple[int, ...] | None = None,
    dynamism: Dynamism = Dynamism.STATIC,
) -> TensorArg:
    """A tensor of shape `sizes`, [2, 3] where none is given."""
    shape = sizes or (2, 3)
    return TensorArg(
        dtype=dtype,
        dim_order=tuple(range(len(shape))) if dim_order is None else dim_order,
        sizes=shape,
        dynamism=dynamism,
        constant=False,
    )


def tensors(*dtypes: DType | None) -> ListArg:
    """A list of tensors, None for an absent one."""
    items = tuple(None if dtype is None else tensor(dtype) for dtype in dtypes)
    if None in items:
        return ListArg(kind="optional_tensor_list", items=items)
    return ListArg(kind="tensor_list", items=items)


def ints(*items: int | None) -> ListArg:
    """An int[]; None for an item that is computed."""
    return ListArg(kind="int_list", items=items)


def number(value: int | float | bool) -> ScalarArg:
    """A constant number."""
    if isinstance(value, bool):
        return ScalarArg(kind="bool", value=value, computed=False)
    if isinstance(value, float):
        return ScalarArg(kind="double", value=value, computed=False)
    return ScalarArg(kind="int", value=value, computed=False)


COMPUTED = ScalarArg(kind="int", value=None, computed=True)
ABSENT = ScalarArg(kind="none", value=None, computed=False)


def call(operator: str, *arguments: Argument) -> Call:
    """A call with these arguments, the result included."""
    return Call(operator=operator, instruction=0, arguments=arguments)


def called(
    *calls: Call, source: str = "m.pte", method: str = "forward", first: int = 0
) -> Selection:
    """The selection of a model that makes these calls, from instruction `first` on."""
    needs = []
    for index, each in enumerate(calls):
        origins = (Origin(source=source, method=method, instruction=first + index),)
        needs.append(
            OperatorNeed(
                name=each.operator,
                origins=origins,
                keys=((kernel_key(each), origins),),
                calls=((replace(each, instruction=0), origins),),
                calls_complete=True,
            )
        )
    return union(Selection(operators=(need,)) for need in needs)


def keyed(operator: str, *keys: str, source: str = "ops.yaml") -> Selection:
    """The selection of a file that knows kernel keys only."""
    origins = (Origin(source=source),)
    pairs = tuple((KernelKey.parse(key), origins) for key in keys)
    return union([Selection(operators=(OperatorNeed(name=operator, origins=origins, keys=pairs),))])


def listed(operator: str, *dtypes: DType, source: str = "dtypes.yaml") -> Selection:
    """The selection of a dictionary; without dtypes, of a list: any dtype."""
    origins = (Origin(source=source),)
    need = OperatorNeed(
        name=operator,
        origins=origins,
        any_dtype=not dtypes,
        dtypes=tuple((dtype, origins) for dtype in sorted(dtypes, key=lambda each: each.number)),
    )
    return Selection(operators=(need,))


def plan_of(
    *selections: Selection,
    libraries: tuple[Library, ...],
    form: RegistryForm = RegistryForm.TABLE,
    capacity: int | None = None,
) -> Plan:
    """The plan of the union of the selections."""
    return resolve(union(selections), libraries, target="t", form=form, capacity=capacity)
