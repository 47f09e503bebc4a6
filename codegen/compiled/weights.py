"""Which bytes of the models' files compiled programs use, and where they are on the device."""

from __future__ import annotations

from collections.abc import Iterable

from codegen.compiled.tables import WeightRun, Weights

ALIGNMENT = 16
"""Constants in a file are aligned so; gaps never exceed it."""


class WeightMap:
    """Positions of constants in files, turned into offsets from the weights' start."""

    def __init__(self, used: Iterable[tuple[str, int, int]], weights: Weights) -> None:
        """`used`: model, position in its file and bytes of each constant."""
        self._external = weights is Weights.EXTERNAL
        self.runs: list[WeightRun] = []
        end = 0
        for model, start, stop in _merged(used):
            # Offsets are those of the file, so that what is aligned there is aligned here.
            end += (start - end) % ALIGNMENT
            offset = start if self._external else end
            self.runs.append(
                WeightRun(model=model, position=start, bytes=stop - start, offset=offset)
            )
            end += stop - start
        self.bytes = sum(run.bytes for run in self.runs) if self._external else end

    def offset(self, model: str, position: int) -> int:
        """Where the byte at `position` of a model's file is."""
        run = next(
            run for run in reversed(self.runs) if run.model == model and run.position <= position
        )
        return run.offset + position - run.position


def _merged(used: Iterable[tuple[str, int, int]]) -> list[tuple[str, int, int]]:
    """Model, start and end of each run without a gap that alignment does not explain."""
    runs: list[tuple[str, int, int]] = []
    for model, position, size in sorted(set(used)):
        if runs and runs[-1][0] == model and position < runs[-1][2] + ALIGNMENT:
            _, start, end = runs[-1]
            runs[-1] = (model, start, max(end, position + size))
        else:
            runs.append((model, position, position + size))
    return runs
