"""The dtypes that operands are computed in where they differ, by PyTorch's rules.

Source: torch.promote_types and torch.result_type; runtime/tensor/promote.h has the same rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from codegen.dtype import DTYPE_SETS, PART_OF, DType, in_order
from codegen.facts import ArgumentFacts
from codegen.opinfo import TensorArg

_FLOATING = frozenset(DTYPE_SETS["floating"])
_COMPLEX = PART_OF.keys()
_LARGE_UNSIGNED = frozenset({DType.UInt16, DType.UInt32, DType.UInt64})


def promotions(
    tensors: Sequence[ArgumentFacts], numbers: Sequence[ArgumentFacts]
) -> set[tuple[DType, DType]]:
    """From and to which dtypes the operands with these facts may be converted, for any shapes."""
    pairs = {
        (dtype, result_with_number(dtype, kind))
        for tensor in tensors
        for dtype in tensor.dtypes
        for number in numbers
        for kind in number.kinds
    }
    for one, other in combinations(tensors, 2):
        for a in one.dtypes:
            for b in other.dtypes:
                found = results(a, b, singles=(_may_be_single(one), _may_be_single(other)))
                pairs |= {(source, to) for to in found for source in (a, b)}
    return pairs


def promoted(a: DType, b: DType) -> DType | None:
    """The dtype that holds both; None where PyTorch has none."""
    if a is b:
        return a
    higher = a if _category(a) > _category(b) else b
    if higher in _COMPLEX and DType.Double in (a, b):
        return DType.ComplexDouble
    if _category(a) != _category(b) and higher in _FLOATING:
        return higher
    if {a, b} & _LARGE_UNSIGNED:
        return None
    if _category(a) != _category(b):
        return higher
    if a.itemsize != b.itemsize:
        return max(a, b, key=lambda dtype: dtype.itemsize)
    return DType.Float if a in _FLOATING else DType.Short  # Half, BFloat16; Byte, Char


def result_type(tensors: Sequence[TensorArg], kinds: Sequence[str]) -> DType | None:
    """What tensors and numbers of `kinds` are computed in; None where PyTorch has no dtype.

    Of tensors without dimensions only the category counts next to others.
    """
    ranked = _promoted_all([each.dtype for each in tensors if each.sizes])
    found = single = _promoted_all([each.dtype for each in tensors if not each.sizes])
    if ranked is not None:
        ignored = single is None or _category(single) <= _category(ranked)
        found = ranked if single is None or ignored else _raised(ranked, single)
    for kind in kinds:
        found = None if found is None else result_with_number(found, kind)
    return found


def _promoted_all(dtypes: Sequence[DType]) -> DType | None:
    found = dtypes[0] if dtypes else None
    for dtype in dtypes[1:]:
        found = None if found is None else promoted(found, dtype)
    return found


def _raised(ranked: DType, single: DType) -> DType | None:
    """What tensors of `ranked` and one without dimensions of the higher `single` promote to."""
    if single not in _COMPLEX:
        return promoted(ranked, single)
    if ranked not in _FLOATING:
        return single
    if ranked is DType.Half:
        return None  # ComplexHalf
    return DType.ComplexDouble if ranked is DType.Double else DType.ComplexFloat


def results(a: DType, b: DType, *, singles: tuple[bool, bool] = (True, True)) -> frozenset[DType]:
    """What tensors of `a` and `b` are computed in; `singles`: which may have no dimensions."""
    both = promoted(a, b)
    found = set() if both is None else {both}
    if singles[1] and _category(b) <= _category(a):
        found.add(a)
    if singles[0] and _category(a) <= _category(b):
        found.add(b)
    return frozenset(found)


def result_with_number(tensor: DType, kind: str) -> DType:
    """What a tensor and a number of `kind` (`int`, `bool`, `double`; `none`) are computed in."""
    if kind == "double":
        return floating(tensor)
    return DType.Long if tensor is DType.Bool and kind == "int" else tensor


def floating(dtype: DType) -> DType:
    """The dtype of quotients and of functions of analysis."""
    return dtype if dtype in (*_FLOATING, *_COMPLEX) else DType.Float


def real(dtype: DType) -> DType:
    """The dtype of the parts of its numbers."""
    return PART_OF.get(dtype, dtype)


def is_castable(source: DType, to: DType) -> bool:
    """Whether results computed in `source` may be stored as `to`: never in a lower category."""
    return _category(source) <= _category(to)


def _category(dtype: DType) -> int:
    if dtype in _COMPLEX:
        return 3
    if dtype in _FLOATING:
        return 2
    return 0 if dtype is DType.Bool else 1


def _may_be_single(facts: ArgumentFacts) -> bool:
    return facts.ranks is None or 0 in facts.ranks


def computed_dtypes(arguments: Sequence[ArgumentFacts]) -> tuple[DType, ...]:
    """All that a kernel whose rules are unknown may compute arguments with these facts in.

    In addition to their own dtypes: what any two of them promote to, or one with a number; Float
    for 16 bits, and where some are floating and others are not; parts of complex numbers.
    """
    found = {dtype for facts in arguments for dtype in facts.dtypes}
    kinds = {kind for facts in arguments if facts.type in _SCALARS for kind in facts.kinds}
    before: set[DType] = set()
    while found != before:
        before = set(found)
        reals = [dtype for dtype in before if dtype not in _COMPLEX]
        pairs = combinations(sorted(reals), 2)
        found |= {both for a, b in pairs if (both := promoted(a, b)) is not None}
        found |= {result_with_number(dtype, kind) for dtype in reals for kind in kinds}
        found |= set(map(real, before))
        if len({dtype in _FLOATING for dtype in reals}) == 2 or found & _SHORT:
            found.add(DType.Float)
    return in_order(found)


_SCALARS = ("Scalar", "Scalar?")
_SHORT = frozenset({DType.Half, DType.BFloat16})
