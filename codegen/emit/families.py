"""Families: for each header of kernels the facts of its operators, and kernels bound to them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePosixPath

from codegen.c_names import KEYWORDS
from codegen.compiled.proofs import EXPANDED
from codegen.compiled.tables import NONE
from codegen.dtype import DType, in_order
from codegen.emit.backends import outside_name
from codegen.facts import NUMBER_KINDS, ArgumentFacts
from codegen.operator_name import identifier
from codegen.operator_schema import parse_schema
from codegen.plan import Plan, PlannedKernel
from codegen.promotion import computed_dtypes
from codegen.signature import KernelForm, executorch_parameters

_RESERVED = KEYWORDS | {"proofs", "traits"}
"""Names that no member of a facts type can have: keywords of C++, and the members of our own."""


def families(plan: Plan) -> dict[str, tuple[PlannedKernel, ...]]:
    """The kernels of each family, by its name: `portable_clamp` for kernels/portable/clamp.h.

    A name is part of a file's name, of Python in a cog block and of a comment. A source written for
    ExecuTorch is a family of the kernels that are linked with it, one of a backend has none.
    """
    found: dict[str, list[PlannedKernel]] = defaultdict(list)
    for kernel in plan.kernels:
        if plan.compiled is not None and kernel.form is KernelForm.CALL:
            continue  # of the interpreter; compiled programs have their own
        if kernel.form is KernelForm.EXECUTORCH:
            for source in (kernel.header, *kernel.companions):
                found[source_family(source)].append(kernel)
            continue
        name = f"{kernel.library}_{PurePosixPath(kernel.header).stem}"
        found[re.sub(r"[^A-Za-z0-9_.+-]", "_", name)].append(kernel)
    for backend in plan.backends:
        for source in backend.implementations:
            found[source_family(source)] += ()
    return {name: tuple(kernels) for name, kernels in sorted(found.items())}


def family(plan: Plan, name: str) -> str:
    """The text of one family's source: facts, and the function that runs each kernel."""
    kernels = families(plan).get(name, ())
    written = {source_family(s): s for b in plan.backends for s in b.implementations}
    if name in written or (kernels and kernels[0].form is KernelForm.EXECUTORCH):
        return "".join(_executorch(plan, name, kernels, written.get(name)))
    headers = sorted({kernel.header for kernel in kernels})
    names = _names(plan)
    parts = [f'#include "{_included(header)}"\n' for header in headers]
    words = _compiled_words(plan)
    proofs = _compiled_proofs(plan)
    for kernel in kernels:
        parts.append(f"\nnamespace kerf::selected::{kernel.library} {{\n")
        parts += _facts(kernel, names[id(kernel)], proofs.get(id(kernel), ()))
        parts += _call(kernel, names[id(kernel)], words.get(id(kernel)))
        parts.append("}\n")
    return "".join(parts)


def call_names(plan: Plan) -> tuple[str, ...]:
    """For each kernel of the plan the function that runs it, as family() defines it."""
    names = _names(plan)
    return tuple(f"{kernel.library}::call_{names[id(kernel)]}" for kernel in plan.kernels)


def facts_names(plan: Plan) -> tuple[str, ...]:
    """For each kernel of the plan its facts type, as family() defines it."""
    names = _names(plan)
    return tuple(f"{kernel.library}::{names[id(kernel)]}" for kernel in plan.kernels)


def dtype_mask(dtypes: Iterable[DType]) -> int:
    """The set as a number. Source: dtype_bit in runtime/tensor/scalar_type.h."""
    mask = 0
    for dtype in dtypes:
        mask |= 1 << (dtype.number if dtype.number < 16 else dtype.number - 15)
    return mask


def _names(plan: Plan) -> Mapping[int, str]:
    """A C++ identifier for each kernel, unlike that of any other of its library."""
    found: dict[int, str] = {}
    used: set[tuple[str, str]] = set()
    for kernel in plan.kernels:
        base = name = identifier(kernel.operator)
        count = 1
        while (kernel.library, name) in used:
            count += 1
            name = f"{base}_{count}"
        used.add((kernel.library, name))
        found[id(kernel)] = name
    return found


def _facts(kernel: PlannedKernel, name: str, proofs: Iterable[str]) -> Iterator[str]:
    yield f"// {_comment(kernel.schema)}\n"
    if kernel.form is not KernelForm.TEMPLATE:
        return
    yield f"struct {name} {{\n"
    for facts in kernel.arguments:
        yield f"  static constexpr {_member(facts)};\n"
    traits = " | ".join(f"trait_set(Trait::{trait})" for trait in kernel.traits)
    yield f"  static constexpr TraitSet traits = {traits or '0'};\n"
    if proven := " | ".join(f"proof_set(Proof::{proof})" for proof in proofs):
        yield f"  static constexpr ProofSet proofs = {proven};\n"
    yield "};\n"


def _compiled_proofs(plan: Plan) -> Mapping[int, tuple[str, ...]]:
    """For each kernel that compiled code calls what is proven of all calls."""
    called = () if plan.compiled is None else plan.compiled.kernels
    return {id(plan.kernels[each.row]): each.proofs for each in called if each.row >= 0}


def _compiled_words(plan: Plan) -> Mapping[int, str]:
    """For each kernel that compiled code calls where the words of its arguments are."""
    if plan.compiled is None:
        return {}
    found = {}
    for compiled in plan.compiled.kernels:
        place = 0
        words = []
        once = None not in compiled.words
        constant = "Inline" if once or EXPANDED in compiled.proofs else "Always"
        for word, base, optional in zip(
            compiled.words, compiled.bases, compiled.optional, strict=True
        ):
            if word is not None:
                words.append(f"{constant}<{'compiled::kNone' if word == NONE else word}>")
                continue
            kind = "Maybe" if optional else "At"
            words.append(f"{kind}<{place}, {base}>" if base else f"{kind}<{place}>")
            place += 1
        if compiled.row >= 0 and not compiled.function:
            found[id(plan.kernels[compiled.row])] = "".join(f", {each}" for each in words)
    return found


def _call(kernel: PlannedKernel, name: str, words: str | None) -> Iterator[str]:
    """`words`: template arguments of the adapter of compiled code."""
    facts = f"<{name}>" if kernel.form is KernelForm.TEMPLATE else ""
    if kernel.form is KernelForm.CALL:
        yield f"Error call_{name}(Call& call) {{\n"
        yield "  constexpr FunctionOf<Error(Call&)> run =\n"
        yield f"      ::{kernel.function};\n  return run(call);\n}}\n"
        return
    yield f"struct bound_{name} {{\n"
    yield f"  static constexpr FunctionOf<{kernel.signature}> run =\n"
    yield f"      ::{kernel.function}{facts};\n}};\n"
    if kernel.form is KernelForm.FUNCTION:  # of a template the compiler says it itself
        what = f"{kernel.function} has another type than the schema of {kernel.operator}"
        yield f"static_assert(kSameType<decltype(&::{kernel.function}),\n"
        yield f'    FunctionOf<{kernel.signature}>>, "{what}");\n'
    yield f"Error call_{name}(Call& call) {{ return adapt<bound_{name}{words or ''}>(call); }}\n"


def source_family(source: str) -> str:
    """The name of the family that a source written for ExecuTorch is."""
    return re.sub(r"[^A-Za-z0-9_+-]", "_", str(PurePosixPath(source).with_suffix("")))


def _executorch(
    plan: Plan, name: str, kernels: tuple[PlannedKernel, ...], of_backend: str | None
) -> Iterator[str]:
    """A source written for ExecuTorch, and what calls the kernels and backends that it has.

    Its switches have the dtypes of all kernels that are linked with it, or all: those of a
    backend's arguments are unknown.
    """
    sources = {each for kernel in kernels for each in (kernel.header, *kernel.companions)}
    source = of_backend or next(each for each in sorted(sources) if source_family(each) == name)
    dtypes = in_order(d for kernel in kernels for d in computed_dtypes(kernel.arguments))
    if of_backend is None:
        yield f"#define KERF_SELECTED_DTYPES 0x{dtype_mask(dtypes):04x}  // {' '.join(dtypes)}\n"
    yield f'#define KERF_SOURCE "{_included(source)}"\n#include "bridge/source.h"\n'
    own = [kernel for kernel in kernels if kernel.header == source]
    if own:
        yield '\n#include "bridge/bind.h"\n'
    names, words = _names(plan), _compiled_words(plan)
    for kernel in own:
        bound = names[id(kernel)]
        takes = executorch_parameters(parse_schema(kernel.schema))
        yield f"\nnamespace kerf::selected::{kernel.library} {{\n// {_comment(kernel.schema)}\n"
        yield f"struct bound_{bound} : bridge::Bound<bound_{bound}, {kernel.signature},\n"
        yield f"    bridge::Takes<{takes}>> {{\n"
        yield "  template <typename... A>\n  static void kernel(A&... arguments) {\n"
        yield f"    ::{kernel.function}(arguments...);\n  }}\n}};\n"
        more = words.get(id(kernel)) or ""
        yield f"Error call_{bound}(Call& call) {{ return adapt<bound_{bound}{more}>(call); }}\n}}\n"
    yield from _objects(plan, source)


def _objects(plan: Plan, source: str) -> Iterator[str]:
    """The backends whose class is in `source`."""
    for number, backend in enumerate(plan.backends):
        if backend.implementations[:1] == (source,):
            name = outside_name(number)
            yield '\n#include "bridge/backend.h"\n\nnamespace kerf::selected {\n'
            yield f"extern const bridge::Backend {name};\n"
            yield f"constexpr bridge::Backend {name}(bridge::kept<::{backend.class_name}>);\n}}\n"


def _member(facts: ArgumentFacts) -> str:
    """`TensorFacts self{0x0040, ..}`, followed by the names of the dtypes."""
    name = f"{facts.name}_" if facts.name in _RESERVED else facts.name
    if facts.read or facts.written:
        ranks = 0x1FFFF if facts.ranks is None else sum(1 << rank for rank in facts.ranks)
        return (
            f"TensorFacts {name}{{0x{dtype_mask(facts.dtypes):04x}, 0x{ranks:x}, "
            f"{str(facts.permuted).lower()}, {str(facts.absent).lower()}}}"
        )
    kinds = sum(1 << NUMBER_KINDS.index(kind) for kind in facts.kinds)
    return f"NumberFacts {name}{{{kinds}, {str(facts.absent).lower()}, {_value(facts.value)}}}"


def _value(value: int | bool | float | None) -> str:
    match value:
        case bool() | int():
            return f"Known::integer, {int64(int(value))}"
        case float() if value == value and abs(value) != float("inf"):
            return f"Known::real, 0, {value.hex()}"
    return "Known::no"


def int64(value: int) -> str:
    """`value` as a constant of C++."""
    return "INT64_MIN" if value == -(2**63) else f"INT64_C({value})"


def _included(header: str) -> str:
    """The path of a header as it can be included; other characters end the line or the string."""
    return re.sub(r"[^A-Za-z0-9_.+/-]", "_", header)


def _comment(schema: str) -> str:
    """On one line that neither goes on in the next one nor ends a cog block, whatever is in it."""
    text = re.sub(r"[^ -\[\]-~]", "_", " ".join(schema.split())).replace("??/", "??_")
    return text.replace("[[[", "[[ [").replace("]]]", "]] ]")
