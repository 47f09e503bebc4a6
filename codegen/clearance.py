"""Clearance: how far apart an output and the argument that it overlaps must begin.

A kernel that computes its output in the order of memory may write over what it has read. `ahead` in
a functions.yaml is by how many bytes the first output must begin before the first argument,
`behind` by how many behind it: expressions like those of scratch. At 0 no distance is enough.
`slower` says where such calls take longer, so that none is planned for speed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from codegen.expression import ExpressionError
from codegen.opinfo import Argument, Dynamism, TensorArg
from codegen.scratch import Scratch


@dataclass(frozen=True, slots=True, kw_only=True)
class Distances:
    """The bytes by which an output must begin before an argument, or behind it; 0: it cannot."""

    ahead: int = 0
    behind: int = 0

    def allow(self, apart: int) -> bool:
        """Whether the output may begin `apart` bytes behind the argument, before it if negative."""
        return 0 < self.ahead <= -apart or 0 < self.behind <= apart


@dataclass(frozen=True, slots=True)
class Clearance:
    """The expressions of a record."""

    ahead: Scratch
    behind: Scratch
    slower: Scratch
    """Tells whether calls that overlap take longer on the target; it knows no argument."""

    @classmethod
    def parse(cls, texts: Mapping[str, str], parameters: frozenset[str]) -> Clearance:
        """The expressions `ahead` and `behind` of `texts`; the others are definitions.

        Raises:
            ExpressionError: one is none, or names something else.

        """
        definitions = {name: text for name, text in texts.items() if name not in _RESULTS}
        if "ahead" not in texts:
            raise ExpressionError("an overlap has an expression that is called `ahead`")
        return cls(
            *(Scratch.parse(texts.get(name, "0"), parameters, definitions) for name in _RESULTS)
        )

    def on(self, change: Callable[[Scratch], Scratch]) -> Clearance:
        """The same on a target that `change` makes expressions know."""
        return Clearance(*map(change, (self.ahead, self.behind, self.slower)))

    def pays(self) -> bool:
        """Whether a call that overlaps is as fast on the target, as far as it is known."""
        try:
            return self.slower.bytes_of({}) == 0
        except ExpressionError:
            return True

    def of(self, arguments: Mapping[str, Argument]) -> Distances:
        """The distances in a call with `arguments`; none where a shape is not static."""
        tensors = [each for each in arguments.values() if isinstance(each, TensorArg)]
        if any(each.dynamism is not Dynamism.STATIC for each in tensors):
            return Distances()
        try:
            ahead, behind = (each.bytes_of(arguments) for each in (self.ahead, self.behind))
        except ExpressionError:
            return Distances()
        return Distances(ahead=ahead, behind=behind)


_RESULTS = ("ahead", "behind", "slower")
