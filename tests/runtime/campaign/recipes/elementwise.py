"""Recipes for element-wise operators."""

from __future__ import annotations

from codegen.dtype import DType
from tests.runtime.campaign.calls import Arguments, Call
from tests.runtime.campaign.draft import TextDraft
from tests.runtime.campaign.recipes.registry import FLOATS, INTEGERS, alike, of

FLOATING = """
    acos acosh asin asinh atan atanh cos cosh erf exp expm1 log log10 log1p log2 logit reciprocal
    rsqrt sigmoid sin sinh sqrt tan tanh
    """.split()  # noqa: SIM905 - a list of strings reads worse
"""Operators on one tensor whose results are floating numbers, whatever that of the tensor is."""
_FORMS = ("Scalar", "Tensor")


@of("aten::_softmax.out", "aten::_log_softmax.out")
def softmax(call: Call) -> Arguments:
    call.dtype, shape = DType.Float, call.shape()
    return {
        "self": call.tensor(shape),
        "dim": call.number(call.dim(len(shape))),
        "out": call.out(shape),
    }


@of("aten::add.out", "aten::mul.out")
def binary(call: Call) -> Arguments:
    shape = call.shape()
    parts = [shape, call.part(shape)]
    call.random.shuffle(parts)
    return {
        "self": call.tensor(parts[0]),
        "other": call.tensor(parts[1]),
        "alpha": call.number(call.random.choice((1, 1, 2))),
        "out": call.out(shape),
    }


@of(*(f"aten::{name}.out" for name in FLOATING))
def floating(call: Call) -> Arguments:
    shape = call.shape()
    result = call.dtype if call.dtype in (*FLOATS, DType.BFloat16) else DType.Float
    return {"self": call.tensor(shape), "out": call.out(shape, result)}


@of("aten::elu.out", "aten::gelu.out", "aten::leaky_relu.out")
def of_floats(call: Call) -> Arguments:
    call.dtype = call.random.choice(FLOATS)
    return alike(call)


@of("aten::glu.out")
def glu(call: Call) -> Arguments:
    call.dtype, shape = call.random.choice(FLOATS), call.shape(1, 3)
    dim = call.random.randrange(len(shape))
    whole = (*shape[:dim], 2 * shape[dim], *shape[dim + 1 :])
    return {"self": call.tensor(whole), "dim": call.number(dim), "out": call.out(shape)}


@of("aten::isinf.out", "aten::isnan.out", "aten::logical_not.out")
def predicate(call: Call) -> Arguments:
    shape = call.shape()
    return {"self": call.tensor(shape), "out": call.out(shape, DType.Bool)}


@of("aten::bitwise_not.out")
def bitwise(call: Call) -> Arguments:
    call.dtype = call.random.choice((DType.Bool, DType.Byte, DType.Int, DType.Long))
    return alike(call)


@of(
    *(
        f"aten::{name}.{form}_out"
        for name in ("eq", "ge", "gt", "le", "lt", "ne")
        for form in _FORMS
    ),
    *(f"aten::logical_{name}.out" for name in ("and", "or", "xor")),
    "aten::allclose.out",
)
def truth(call: Call) -> Arguments:
    shape = call.shape()
    given = {"self": call.tensor(shape), "out": call.out(shape, DType.Bool)}
    if "allclose" in call.schema.name:
        return {**given, "other": call.tensor(shape), "out": call.out((1,), DType.Bool)}
    return (
        given if "Scalar" in call.schema.name else {**given, "other": call.tensor(call.part(shape))}
    )


@of(
    *(f"aten::bitwise_{name}.{form}_out" for name in ("and", "or", "xor") for form in _FORMS),
    *(f"aten::bitwise_{side}_shift.Tensor_out" for side in ("left", "right")),
    *(f"aten::bitwise_{side}_shift.Tensor_Scalar_out" for side in ("left", "right")),
)
def bits(call: Call) -> Arguments:
    call.dtype = call.random.choice(INTEGERS)
    return operands(call)


@of(
    *("aten::div.out", "aten::div.Scalar_out", "aten::div.out_mode", "aten::div.Scalar_mode_out"),
    *(f"aten::{name}.{form}_out" for name in ("fmod", "remainder") for form in _FORMS),
    *("aten::atan2.out", "aten::floor_divide.out", "aten::pow.Tensor_Tensor_out"),
)
def quotient(call: Call) -> Arguments:
    call.dtype = call.random.choice(FLOATS)
    given = operands(call)
    if call.schema.name.endswith("mode") and call.random.random() < 0.7:
        mode = TextDraft(text=call.random.choice(("floor", "trunc")))
        given["rounding_mode"] = call.draft.add(mode)
    return given


@of(
    *("aten::sub.out", "aten::sub.Scalar_out", "aten::rsub.Scalar_out"),
    *("aten::maximum.out", "aten::minimum.out", "aten::where.self_out"),
    *("aten::clamp.out", "aten::clamp.Tensor_out"),
    *("aten::pow.Scalar_out", "aten::pow.Tensor_Scalar_out"),
)
def number_operands(call: Call) -> Arguments:
    call.dtype = call.random.choice((*FLOATS, *INTEGERS))
    return operands(call)


def operands(call: Call) -> Arguments:
    """Two that broadcast to the output, or the first and a number; bounds of one of them."""
    shape = call.shape()
    tensor = call.tensor(shape)
    part = call.tensor(call.part(shape))
    given = {"self": tensor, "other": part, "exponent": part, "condition": call.mask(shape)}
    match call.schema.name:
        case "aten::pow.Scalar_out":
            given = {"exponent": tensor}
        case "aten::clamp.out":
            given["min"], given["max"] = call.number(0), call.number(1)
        case "aten::clamp.Tensor_out":
            given["min"] = part
        case name if "Scalar" in name:
            given = {"self": tensor}
    return {**given, "out": call.out(shape)}


@of("aten::copy.out", "aten::copy_", "aten::fill.Tensor_out")
def copy(call: Call) -> Arguments:
    shape = call.shape()
    in_place = call.schema.name.endswith("_")
    return {
        "self": call.out(shape) if in_place else call.tensor(shape),
        "src": call.tensor(call.part(shape)),
        "value": call.tensor(()),
        "out": call.out(shape),
    }
