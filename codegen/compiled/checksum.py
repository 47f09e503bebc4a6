"""Checksums of external weights: what a device compares before it believes them."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Mapping
from pathlib import Path

from codegen.compiled.tables import WeightFile, WeightRun

_MODULUS = 2**32 - 1
WORD = 4
"""Bytes that are summed at once."""


def weight_files(runs: Iterable[WeightRun], paths: Mapping[str, Path]) -> tuple[WeightFile, ...]:
    """What a device checks of the file of each model of `paths`: of one without `runs` no byte.

    None where no model has any.
    """
    by_model: dict[str, list[WeightRun]] = {model: [] for model in sorted(paths)}
    for run in runs:
        by_model[run.model].append(run)
    if not any(by_model.values()):
        return ()
    return tuple(
        WeightFile(
            model=model,
            spans=tuple(map(word_span, used)),
            sum=checksum(paths[model], map(word_span, used)),
        )
        for model, used in by_model.items()
    )


def word_span(run: WeightRun) -> tuple[int, int]:
    """First byte and end of the words in a file that hold a run's bytes; the last may be short."""
    return run.position - run.position % WORD, run.position + run.bytes


def checksum(path: Path, spans: Iterable[tuple[int, int]]) -> int:
    """Fletcher-64 of the little-endian words in `spans` of a file, the second sum above the first.

    Bytes that the last word of a span lacks count as zeros.
    Source: Fletcher, "An Arithmetic Checksum for Serial Transmissions" (1982), with 32-bit blocks.
    """
    first = second = 0
    with path.open("rb") as file:
        for start, end in spans:
            file.seek(start)
            data = file.read(end - start)
            words = array("I", data + bytes(-len(data) % WORD))
            if sys.byteorder == "big":
                words.byteswap()
            count = len(words)
            weighted = sum(word * (count - index) for index, word in enumerate(words))
            second = (second + count * first + weighted) % _MODULUS
            first = (first + sum(words)) % _MODULUS
    return second << 32 | first
