"""The backends of delegates: their objects, and what their delegates take from the arenas."""

from __future__ import annotations

from collections.abc import Iterator

from codegen.plan import MethodNeeds, Plan


def backend_headers(plan: Plan) -> str:
    """An include of the header of each backend's class, and what other sources define."""
    headers = sorted({backend.header for backend in plan.backends})
    objects = "".join(
        f"extern const bridge::Backend {outside_name(number)};\n"
        for number, backend in enumerate(plan.backends)
        if backend.implementations
    )
    if objects:
        objects = f"\nnamespace kerf::selected {{\n{objects}}}\n"
    return "".join(f'#include "{header}"\n' for header in headers) + objects


def backend_table(plan: Plan) -> str:
    """A constant object of each backend's class, and a row of the table for each."""
    names = [
        outside_name(number) if backend.implementations else f"kBackend{number}"
        for number, backend in enumerate(plan.backends)
    ]
    objects = "".join(
        f"constexpr {backend.class_name} {name};\n"
        for name, backend in zip(names, plan.backends, strict=True)
        if not backend.implementations
    )
    rows = "".join(
        f'    {{"{backend.id}", &{name}}},\n'
        for name, backend in zip(names, plan.backends, strict=True)
    )
    rows = rows or "    {},\n"
    return (
        f"{objects}constexpr BackendRow kBackends[] = {{\n{rows}}};\n"
        f"constexpr size_t kBackendCount = {len(plan.backends)};\n"
    )


def outside_name(number: int) -> str:
    """The object of backend `number`, whose class is written for ExecuTorch."""
    return f"backend_{number}"


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
