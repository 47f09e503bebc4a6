"""The backends of delegates: their objects, and what their delegates take from the arenas."""

from __future__ import annotations

from collections.abc import Iterator

from codegen.plan import MethodNeeds, Plan


def backend_headers(plan: Plan) -> str:
    """An include of the header of each backend's class."""
    return "".join(f'#include "{header}"\n' for header in sorted({b.header for b in plan.backends}))


def backend_table(plan: Plan) -> str:
    """A constant object of each backend's class, and a row of the table for each."""
    objects = "".join(
        f"constexpr {backend.class_name} kBackend{number};\n"
        for number, backend in enumerate(plan.backends)
    )
    rows = "".join(
        f'    {{"{backend.id}", &kBackend{number}}},\n'
        for number, backend in enumerate(plan.backends)
    )
    rows = rows or "    {},\n"
    return (
        f"{objects}constexpr BackendRow kBackends[] = {{\n{rows}}};\n"
        f"constexpr size_t kBackendCount = {len(plan.backends)};\n"
    )


def delegate_bytes(needs: MethodNeeds) -> str:
    """An expression of the bytes that the delegates of a method take from its arena."""
    specs = sum(each.spec_count for each in needs.delegates)
    handles = sum(each.handle_bytes for each in needs.delegates) // 8
    return f"delegate_bytes({len(needs.delegates)}, {specs}, {handles})"


def delegate_temp(plan: Plan) -> Iterator[str]:
    """For each kind of call of a delegate an expression of the bytes that it takes."""
    delegates = (each for needs in plan.methods for each in needs.delegates)
    for arguments, own in sorted({(each.arguments, each.temp_bytes) for each in delegates}):
        yield f"delegate_temp_bytes({arguments}, {own})"
