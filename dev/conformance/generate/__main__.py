"""Writes programs of one operator each into a folder; see `--help`."""

from __future__ import annotations

import argparse
import fnmatch
import json
import signal
import sys
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import torch

from dev.conformance.generate import samples
from dev.conformance.generate.names import DTYPES
from dev.conformance.generate.operators import functional, register, upstream_operators
from dev.conformance.generate.programs import lower
from dev.conformance.generate.workers import Ended, run_all
from dev.conformance.generate.write import write
from dev.conformance.generate.written_cases import read_written, written_calls

INDEX = "functions.json"
"""Which functions of the database call which operators; made once for a folder."""

MOST_FUNCTIONS = 5
"""That an operator's samples are drawn from; some are used by hundreds."""


def main(arguments: Sequence[str]) -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(prog="python -m dev.conformance.generate")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--known", type=Path, help="a file with further operators, one a line")
    parser.add_argument("--cases", type=Path, help="a folder with calls written by hand")
    parser.add_argument("--only", nargs="*", default=[], help="patterns of operators")
    parser.add_argument("--dtype", nargs="*", default=[])
    parser.add_argument("--limit", type=int, default=12)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=float, default=600)
    options = parser.parse_args(arguments)
    torch.set_num_threads(1)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # and with it the workers
    register()
    known = options.known.read_text().split() if options.known else []
    operators = sorted({*known, *upstream_operators()})
    options.folder.mkdir(parents=True, exist_ok=True)
    (options.folder / "upstream.txt").write_text("\n".join(upstream_operators()) + "\n")
    index = _index(options.folder / INDEX, operators, options.jobs)
    wanted = [name for name in operators if _matches(name, options.only)]
    versions = {name: version(name) for name in ("executorch", "torch")}

    def make(operator: str) -> dict[str, Any]:
        return _make(operator, index, options, versions)

    def ended(end: Ended) -> None:
        text = end.fault or _counts(end.result)
        print(f"{end.name}: {text}", file=sys.stderr, flush=True)
        faults[end.name] = end.fault

    faults: dict[str, str] = {}
    run_all(wanted, make, ended, jobs=options.jobs, timeout_s=options.timeout)
    again = [name for name, fault in faults.items() if fault]
    for name in again:  # a crash of PyTorch itself: a dtype at a time, without special numbers
        parts = [f"{name} {dtype}" for dtype in DTYPES.values()]
        run_all(
            parts,
            lambda part: _make(
                part.split()[0],
                index,
                argparse.Namespace(**{**vars(options), "dtype": [part.split()[1]]}),
                versions,
                special=False,
            ),
            ended,
            jobs=options.jobs,
            timeout_s=options.timeout / 4,
        )


def _matches(name: str, patterns: Sequence[str]) -> bool:
    return not patterns or any(
        fnmatch.fnmatchcase(name, pattern) or pattern in (name, name.partition("::")[2])
        for pattern in patterns
    )


def _counts(programs: Mapping[str, Any]) -> str:
    calls = sum(len(kept) for kept, _ in programs.values())
    refused = {reason for _, reasons in programs.values() for reason in reasons.values()}
    text = f"{len(programs)} programs, {calls} calls"
    return f"{text}; not lowered: {'; '.join(sorted(refused)[:2])}" if refused else text


def _make(
    operator: str,
    index: Mapping[str, Sequence[str]],
    options: argparse.Namespace,
    versions: Mapping[str, str],
    *,
    special: bool = True,
) -> dict[str, Any]:
    """Writes the programs of an operator; by dtype the samples in it, and why others are not."""
    overloads = functional(operator)
    functions = _chosen(operator, {f for each in overloads for f in index.get(str(each), ())})
    cases = read_written(options.cases).get(operator, []) if options.cases else []
    own = [
        samples.Sample(name=name, overload=overload, arguments=arguments, keywords=keywords)
        for name, overload, arguments, keywords in written_calls(operator, cases)
    ]
    written: dict[str, Any] = {}
    for dtype, name in DTYPES.items():
        if options.dtype and name not in options.dtype:
            continue
        found = samples.samples_of(
            overloads,
            [f for f in functions if name in samples.database_dtypes(f)],
            dtype,
            options.limit,
            written=own,
            special=special,
        )
        found = [sample for sample in found if _runs(sample)]
        if not found:
            continue
        real = [sample for sample in found if not _complex(sample)]
        for part, suffix in ((real, ""), ([s for s in found if s not in real], "-complex")):
            if part:  # a runtime without complex numbers refuses a program that has any
                program = lower(operator, part)
                write(options.folder, operator, name, program, versions, suffix)
                names = [sample.name for sample in program.samples]
                written[name + suffix] = (names, program.refused)
    return written


def _chosen(operator: str, functions: Iterable[str]) -> list[str]:
    """The functions to draw from: the operator's own, and a few others that use it."""
    base = operator.partition("::")[2].partition(".")[0].strip("_").removesuffix("_copy")
    own = [name for name in sorted(functions) if base in name.replace(".", "_")]
    return [*own, *(name for name in sorted(functions) if name not in own)][:MOST_FUNCTIONS]


def _complex(sample: samples.Sample) -> bool:
    result = sample.run()
    outputs = result if isinstance(result, tuple | list) else (result,)
    return any(tensor.is_complex() for tensor in (*sample.tensors(), *outputs))


def _runs(sample: samples.Sample) -> bool:
    try:
        result = sample.run()
    except Exception:  # PyTorch refuses these arguments
        return False
    outputs = result if isinstance(result, tuple | list) else (result,)
    return all(isinstance(output, torch.Tensor) and output.dtype in DTYPES for output in outputs)


def _index(path: Path, operators: Sequence[str], jobs: int) -> dict[str, list[str]]:
    """Maps an overload to the functions of the database that call it."""
    chosen = {overload for operator in operators for overload in functional(operator)}
    key = str(torch.__version__)
    if path.is_file():
        document = json.loads(path.read_text())
        if document["key"] == key:
            return dict(document["functions"])
    views = samples.with_views(chosen)
    index: dict[str, list[str]] = {}

    def look(name: str) -> list[str]:
        dtypes = samples.database_dtypes(name)
        if not dtypes:
            return []
        dtype = "Float" if "Float" in dtypes else dtypes[0]
        torch_dtype = next(key for key, value in DTYPES.items() if value == dtype)
        return sorted({str(s.overload) for s in samples.recorded(name, torch_dtype, views)})

    def ended(end: Ended) -> None:
        for overload in end.result or ():
            index.setdefault(overload, []).append(end.name)

    print("reading PyTorch's operator database", file=sys.stderr, flush=True)
    run_all(samples.database_names(), look, ended, jobs=jobs, timeout_s=60)
    index = {overload: sorted(index[overload]) for overload in sorted(index)}
    path.write_text(json.dumps({"key": key, "functions": index}, indent=1))
    return index


if __name__ == "__main__":
    main(sys.argv[1:])
