"""How much memory the selected methods need, as constants of C."""

from __future__ import annotations

from codegen.features import STATE_FEATURES
from codegen.plan import Plan
from codegen.state import memory_bytes
from codegen.temp import temp_bytes

_POINTER_BYTES = (4, 8)


def c_sizes(plan: Plan) -> str:
    """Macros of the bytes that any selected method needs; 0 where no model was selected.

    Source: kMethodBytes, kTempBytes and kPlannedBytes of runtime/selected/memory.h.
    """
    planned = plan.planned_bytes
    rows = {
        "METHOD_BYTES": _either(*(_method_bytes(plan, pointer) for pointer in _POINTER_BYTES)),
        "TEMP_BYTES": _either(*(_temp_bytes(plan, pointer) for pointer in _POINTER_BYTES)),
        "PLANNED_COUNT": f"{len(planned)}",
        **{f"PLANNED_BYTES_{i}": f"{size}" for i, size in enumerate(planned, start=1)},
    }
    return "".join(f"#define KERF_{name} {value}\n" for name, value in rows.items())


def _either(small: int, large: int) -> str:
    return f"{small}" if small == large else f"(sizeof(void*) == 4 ? {small} : {large})"


def _method_bytes(plan: Plan, pointer: int) -> int:
    state = not STATE_FEATURES.isdisjoint(plan.features)
    slot = 24 if pointer == 4 else 32  # sizeof(Slot), rounded up to 8
    run = (48 if pointer == 4 else 88) if "delegate_call" in plan.features else 0
    sizes = (
        run  # sizeof(DelegateState)
        + sum(
            2 * pointer + 3 * pointer * delegate.spec_count + delegate.handle_bytes
            for delegate in each.delegates
        )
        + memory_bytes(
            instructions=each.instructions,
            operators=each.operators,
            capacity=plan.capacity,
            values=each.values if state else None,
            state=each.state,
            slot=slot,
        )
        for each in plan.methods
    )
    return max(sizes, default=0)


def _temp_bytes(plan: Plan, pointer: int) -> int:
    tensor, optional = 5 * pointer, 6 * pointer  # sizeof(Tensor), of Optional<Tensor>
    needs = (each for method in plan.methods for each in method.temp)
    sizes = [temp_bytes(n, tensor=tensor, optional_tensor=optional) for n in needs]
    argument = 40 if pointer == 4 else 56  # sizeof(DelegateArgument)
    delegates = (each for method in plan.methods for each in method.delegates)
    sizes += [each.arguments * argument + each.temp_bytes for each in delegates]
    return max(sizes, default=0)
