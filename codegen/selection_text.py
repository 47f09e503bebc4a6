"""A selection as a table for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from codegen.dtype import DType
from codegen.opinfo import MethodInfo, ModelInfo
from codegen.selection import KernelKey, OperatorNeed, Origins, Selection

BOLD, DIM, PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[0m"


def selection_text(selection: Selection, *, styled: bool) -> str:
    """The table of `selection`; `styled`: with a terminal's bold and dim."""
    lines = _operators(selection.operators)
    for origin in selection.everything:
        lines.append(
            ("", f"every operator of every library, for every dtype: requested by {origin}")
        )
    for model in selection.models:
        lines += _model(model)
    lines += [("", ""), (BOLD, summary(selection))]
    if not styled:
        return "".join(f"{text}\n" for _, text in lines)
    return "".join(f"{style}{text}{PLAIN}\n" if style else f"{text}\n" for style, text in lines)


def summary(selection: Selection) -> str:
    """`9 operators, 9 kernel keys, 153 calls, from 1 source`."""
    needs = selection.operators
    origins = [*selection.everything, *(each for need in needs for each in need.origins)]
    sources = {each.source for each in origins} | {model.name for model in selection.models}
    parts = [
        "everything" if selection.everything else "",
        _count(len(needs), "operator"),
        _count(sum(len(need.keys) for need in needs), "kernel key"),
        _count(sum(_calls(need) for need in needs), "call"),
    ]
    return ", ".join(part for part in parts if part) + f", from {_count(len(sources), 'source')}"


Line = tuple[str, str]  # style, text


def _operators(needs: Sequence[OperatorNeed]) -> list[Line]:
    if not needs:
        return [("", "no operator by name")]
    rows = [("operator", "calls", "dtypes", "from")]
    styles = [BOLD]
    for need in needs:
        name = f"{need.name} and every overload" if need.all_overloads else need.name
        calls = str(_calls(need)) if need.calls else "-"
        rows.append((name, calls, _dtypes(need), _sources(need.origins)))
        styles.append("")
        for key, origins in need.keys:
            rows.append((f"  {key}", str(_with_call(origins) or "-"), _key(key), _sources(origins)))
            styles.append(DIM)
    return [(style, line) for style, line in zip(styles, _align(rows), strict=True)]


def _align(rows: Sequence[tuple[str, str, str, str]]) -> list[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    return [
        f"{name:<{widths[0]}}  {calls:>{widths[1]}}  {dtypes:<{widths[2]}}  {sources}".rstrip()
        for name, calls, dtypes, sources in rows
    ]


def _calls(need: OperatorNeed) -> int:
    return sum(_with_call(origins) for _, origins in need.calls)


def _with_call(origins: Origins) -> int:
    return sum(origin.instruction is not None for origin in origins)


def _dtypes(need: OperatorNeed) -> str:
    if need.any_dtype:
        return "any"
    found = [dtype for dtype, _ in need.dtypes]
    found += [tensor.dtype for key, _ in need.keys for tensor in key.tensors]
    return _names(found)


def _key(key: KernelKey) -> str:
    return _names([tensor.dtype for tensor in key.tensors])


def _names(dtypes: Sequence[DType]) -> str:
    ordered: list[DType] = sorted(set(dtypes), key=lambda dtype: dtype.number)
    return ", ".join(ordered) or "none"


def _sources(origins: Origins) -> str:
    """The sources, with the number of calls where there are several."""
    calls = Counter(origin.source for origin in origins if origin.instruction is not None)
    names = sorted({origin.source for origin in origins})
    if len(names) == 1:
        return names[0]
    return ", ".join(f"{name} ({calls[name]})" if calls[name] else name for name in names)


def _model(model: ModelInfo) -> list[Line]:
    needs = f", {model.external_bytes:,} B more in a .ptd" if model.external_data else ""
    lines = [
        ("", ""),
        (
            BOLD,
            f"{model.name}: program {model.program_bytes:,} B of a file of "
            f"{model.file_bytes:,} B{needs}",
        ),
    ]
    if model.turned_back:
        lines.append(("", f"  {model.turned_back}"))
    return lines + [line for method in model.methods for line in _method(method)]


def _method(method: MethodInfo) -> list[Line]:
    planned = " + ".join(f"{size:,} B" for size in method.planned_bytes) or "0 B"
    called = len({call.operator for call in method.calls})
    lines = [
        f"  {method.name}: {_count(len(method.calls), 'call')} of {_count(called, 'operator')}, "
        f"{_count(method.instruction_count, 'instruction')}, {_count(method.value_count, 'value')}",
        f"    planned memory  {planned}",
        f"    delegates       {', '.join(method.backends) or 'none'}",
        f"    uses            {', '.join(method.features) or 'nothing beyond kernel calls'}",
    ]
    return [("", line) for line in lines]


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
