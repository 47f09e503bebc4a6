"""Turns what was lowered to XNNPACK back into operators, before anything else is done.

It works on a method as the file has it, before its memory is understood: which arguments a delegate
reads and which it writes is in its payload alone. New tensors have buffers without a place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from codegen.errors import SelectionError
from codegen.optimize.edit import Edit
from codegen.optimize.graph import (
    Call,
    Chain,
    DelegateCall,
    Instruction,
    JumpFalse,
    Method,
    Move,
    Program,
    Tensor,
)
from codegen.optimize.roles import Operators
from codegen.program_value import ListValue
from codegen.xnnpack import BACKEND
from codegen.xnnpack.graph import Graph
from codegen.xnnpack.read import read_payload
from codegen.xnnpack.turn_back import turn_back

MOST_CALLS = 1 << 18
"""More calls in place of a method's delegates than any real program has."""


@dataclass(slots=True)
class TurnedBack:
    """Turns delegates of methods back, and counts them; `external` are data of a `.ptd`."""

    name: str
    """The file's, for faults."""
    operators: Operators
    external: Mapping[str, bytes]
    delegates: int = 0
    calls: int = 0

    def summary(self) -> str:
        """What was done, in words; empty where nothing was."""
        if not self.delegates:
            return ""
        delegates, calls = (
            f"{count} {word}{'' if count == 1 else 's'}"
            for count, word in ((self.delegates, "delegate"), (self.calls, "call"))
        )
        return f"{delegates} of XNNPACK turned back into {calls}"

    def method(self, method: Method, named: Callable[[str], bytes | None]) -> Method:
        """`method` without delegates of XNNPACK; `named` finds data of the program.

        Raises:
            SelectionError: a payload is damaged, its data are nowhere, or it has what there is no
                operator for.

        """
        if not any(delegate.id == BACKEND for delegate in method.delegates):
            return method
        edit = Edit(method, self.operators)
        seen = set[int]()
        chains = [self._chain(each, edit, seen, named) for each in method.chains]
        self.delegates += len(seen)
        return _without_delegates(edit.with_chains(chains))

    def _chain(
        self,
        chain: Chain,
        edit: Edit,
        seen: set[int],
        named: Callable[[str], bytes | None],
    ) -> Chain:
        """`chain` with calls in place of those of delegates, which are added to `seen`.

        Jumps lead where they led.
        """
        starts: list[int] = []
        instructions: list[Instruction] = []
        for each in chain.instructions:
            starts.append(len(instructions))
            if (
                not isinstance(each, DelegateCall)
                or edit.method.delegates[each.delegate].id != BACKEND
            ):
                instructions.append(each)
                continue
            # Its weights take memory: it is read again where it is called again.
            graph = self._graph(edit.method, each.delegate, named)
            seen.add(each.delegate)
            self._check_written(edit.method, chain, each, graph)
            calls = turn_back(
                graph,
                edit,
                each.arguments,
                where=self._where(edit.method, each.delegate),
                origin=f"delegate {each.delegate}",
            )
            self.calls += len(calls)
            instructions += calls
            if len(instructions) > MOST_CALLS:
                raise SelectionError(
                    f"{self.name}: {edit.method.name}: more than {MOST_CALLS} calls in place of "
                    "delegates. The file is damaged: export it again."
                )
        starts.append(len(instructions))
        moved = (
            replace(each, target=starts[each.target]) if isinstance(each, JumpFalse) else each
            for each in instructions
        )
        return replace(chain, instructions=tuple(moved))

    def _check_written(
        self, method: Method, chain: Chain, call: DelegateCall, graph: Graph
    ) -> None:
        """Refuses a call with a tensor that only it could write, and does not.

        The exporter leaves the output out of a payload that quantizes and dequantizes alone;
        ExecuTorch's runtime refuses that payload as well.
        """
        known = {value.external for value in graph.values.values()}
        others = [each for at, each in enumerate(call.arguments) if at not in known]
        if not others:
            return
        before = {*method.inputs, *chain.inputs}
        for each in chain.instructions[: chain.instructions.index(call)]:
            if isinstance(each, Move):
                before.add(each.destination)
            for index in each.arguments if isinstance(each, Call | DelegateCall) else ():
                value = method.values[index]
                before.add(index)
                if isinstance(value, ListValue):
                    before.update(value.references)
        for index in others:
            value = method.values[index]
            if isinstance(value, Tensor) and value.data is None and index not in before:
                raise SelectionError(
                    f"{self._where(method, call.delegate)}: its payload does not write value "
                    f"{index}, an output of its call: the exporter lost it. Export the model "
                    "without lowering it: its operators need no delegate."
                )

    def _graph(self, method: Method, number: int, named: Callable[[str], bytes | None]) -> Graph:
        delegate, where = method.delegates[number], self._where(method, number)
        if delegate.data is None:
            raise SelectionError(f"{where}: it has no payload. Export the model again.")

        def data(key: str) -> bytes | None:
            found = named(key)
            return self.external.get(key) if found is None else found

        return read_payload(delegate.data, name=where, named=data)

    def _where(self, method: Method, number: int) -> str:
        return f"{self.name}: {method.name}, delegate {number}"


def is_lowered(program: Program) -> bool:
    """Whether a method has a delegate of XNNPACK."""
    return any(delegate.id == BACKEND for each in program.methods for delegate in each.delegates)


def _without_delegates(method: Method) -> Method:
    """`method` without delegates of XNNPACK, which it no longer calls."""
    kept = [at for at, delegate in enumerate(method.delegates) if delegate.id != BACKEND]
    number = {old: new for new, old in enumerate(kept)}
    chains = tuple(
        replace(
            chain,
            instructions=tuple(
                replace(each, delegate=number[each.delegate])
                if isinstance(each, DelegateCall)
                else each
                for each in chain.instructions
            ),
        )
        for chain in method.chains
    )
    return replace(method, chains=chains, delegates=tuple(method.delegates[old] for old in kept))


def origins(method: Method) -> tuple[str, ...]:
    """For each instruction of `method` the node that it was, empty where it was none."""
    return tuple(each.node if isinstance(each, Call) else "" for each in method.instructions)
