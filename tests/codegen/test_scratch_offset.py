"""Where scratch begins: never over what holds something, and nowhere better."""

from __future__ import annotations

import random

from codegen.scratch_offset import ALIGNMENT, Use, end_with_scratch, scratch_offset

END = 240


def test_it_begins_where_a_bytewise_search_finds_the_smallest_arena() -> None:
    found = set()
    for seed in range(600):
        source = random.Random(seed)
        uses = [_use(source) for _ in range(source.randint(1, 5))]
        most = max(each.scratch for each in uses)
        sizes = [
            max(END, offset + most)
            for offset in range(0, END, ALIGNMENT)
            if all(_is_free(each, offset) for each in uses)
        ]
        offset = scratch_offset(uses, END)
        assert end_with_scratch(uses, END) == min([*sizes, END + most])
        assert offset is None or all(_is_free(each, offset) for each in uses)
        found.add(offset is None)
    assert found == {True, False}


def test_it_may_be_over_an_operand_from_the_distance_on() -> None:
    def offset(first: int, scratch: int, ahead: int) -> int | None:
        its = (first, first + 64)
        return scratch_offset(
            [Use(scratch=scratch, taken=((first + 64, END),), operand=its, ahead=ahead)], END
        )

    assert offset(64, 128, 64) == 0
    assert offset(48, 112, 64) is None
    assert offset(64, 128, 0) is None


def _use(source: random.Random) -> Use:
    ranges = []
    for _ in range(source.randint(0, 3)):
        first = source.randrange(END)
        ranges.append((first, min(END, first + source.randint(1, 90))))
    operand = ranges.pop() if ranges and source.random() < 0.3 else None
    return Use(
        scratch=source.choice((0, 8, 40, 64, 100)),
        taken=tuple(ranges),
        operand=operand,
        ahead=source.choice((0, 8, 16, 48)),
    )


def _is_free(use: Use, offset: int) -> bool:
    its = {*range(offset, offset + use.scratch)}
    if any(its & {*range(*each)} for each in use.taken):
        return False
    if use.operand is None or not its & {*range(*use.operand)}:
        return True
    return 0 < use.ahead <= use.operand[0] - offset
