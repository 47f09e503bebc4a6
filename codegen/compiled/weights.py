"""Which bytes of the models' files compiled programs use, and where they are on the device."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from codegen.compiled.tables import WeightRegion, WeightRun, Weights
from codegen.errors import SizeError

ALIGNMENT = 16
"""Constants in a file are aligned so; gaps never exceed it."""

Constant = tuple[str, int, int]
"""Model, position in its file, bytes."""


class WeightMap:
    """Positions of constants in files, turned into offsets from the start of a region's weights."""

    def __init__(
        self,
        used: Iterable[Constant],
        weights: Weights,
        regions: Sequence[WeightRegion] = (),
        reads: Mapping[Constant, int] | None = None,
    ) -> None:
        """Places the constants `used`: one after the other, or in `regions`, the fastest first.

        `reads`: how many bytes an inference reads of each; what is left out is never read.

        Raises:
            SizeError: the regions have no room for all.

        """
        self._external = weights is Weights.EXTERNAL
        self.regions = tuple(regions)
        self.runs: list[WeightRun] = []
        if regions:
            self._place(_merged(used, gap=0), reads or {})
        else:
            self._put_in_line(_merged(used, gap=ALIGNMENT))

    def place(self, model: str, position: int) -> tuple[int, int]:
        """Region, from 0 on, and offset in it of the byte at `position` of a model's file."""
        run = next(
            run
            for run in self.runs
            if run.model == model and run.position <= position < run.position + run.bytes
        )
        return run.region, run.offset + position - run.position

    def _put_in_line(self, spans: Iterable[Constant]) -> None:
        end = 0
        for model, start, stop in spans:
            # Offsets are those of the file, so that what is aligned there is aligned here.
            end += (start - end) % ALIGNMENT
            offset = start if self._external else end
            self.runs.append(
                WeightRun(model=model, position=start, bytes=stop - start, offset=offset)
            )
            end += stop - start
        self.bytes = sum(run.bytes for run in self.runs) if self._external else end

    def _place(self, spans: Sequence[Constant], reads: Mapping[Constant, int]) -> None:
        """Each span in the first region that has room, those first of which a byte is read most."""
        starts = [span[:2] for span in spans]
        read = [0] * len(spans)
        for (model, position, _), bytes_ in reads.items():
            read[bisect_right(starts, (model, position)) - 1] += bytes_
        sizes = [stop - start for _, start, stop in spans]
        order = sorted(range(len(spans)), key=lambda at: (-read[at] / sizes[at], spans[at]))
        ends = [0] * len(self.regions)
        left = 0
        for at in order:
            model, start, _ = spans[at]
            for number, region in enumerate(self.regions):
                offset = ends[number] + (start - ends[number]) % ALIGNMENT
                if offset + sizes[at] <= region.capacity_bytes:
                    ends[number] = offset + sizes[at]
                    self.runs.append(
                        WeightRun(
                            model=model,
                            position=start,
                            bytes=sizes[at],
                            offset=offset,
                            region=number,
                        )
                    )
                    break
            else:
                left += sizes[at]
        if left:
            have = ", ".join(f"{each.name} {each.capacity_bytes:,} B" for each in self.regions)
            raise SizeError(
                f"board.weights: the weights need {sum(sizes):,} B, and the regions for them have "
                f"no room for {left:,} B: {have}. Name another region, or more bytes of one."
            )
        self.runs.sort(key=lambda run: (run.region, run.offset))
        self.regions = tuple(
            replace(region, bytes=end) for region, end in zip(self.regions, ends, strict=True)
        )
        self.bytes = sum(ends)


def _merged(used: Iterable[Constant], *, gap: int) -> list[Constant]:
    """Model, start and end of each span of constants that overlap, or are less than `gap` bytes
    apart.
    """
    runs: list[Constant] = []
    for model, position, size in sorted(set(used)):
        if runs and runs[-1][0] == model and position < runs[-1][2] + gap:
            _, start, end = runs[-1]
            runs[-1] = (model, start, max(end, position + size))
        else:
            runs.append((model, position, position + size))
    return runs
