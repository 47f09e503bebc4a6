"""Trial builds: what a target would take if something in it were different."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from tasks.building.compile import compile_products
from tasks.building.planning import plan_target
from tasks.building.sources import products
from tasks.building.write_sources import write_sources
from tasks.config import Target
from tasks.size.document import Size
from tasks.size.measure import measure
from tasks.toolchain.choose import toolchain_for

FOLDER = "trials"


def trial(
    target: Target,
    label: str,
    *,
    select: dict[str, Any] | None = None,
    program: dict[str, Any] | None = None,
    tables: Mapping[str, dict[str, Any]] = MappingProxyType({}),
    executor: str | None = None,
    jobs: int | None = None,
) -> Size:
    """The sizes of `target` with these fields of `[select]` and `[program]` in place of its own.

    `tables` are fields of others, by table.

    It is built in build/trials/<target>-<label>/, where a second trial of that label finds what
    has not changed. Budgets and baselines do not apply.

    Raises:
        KerfError: of the stage that fails.

    """
    changed = target.model_copy(
        update={
            "name": f"{FOLDER}/{target.name}-{label}",
            "select": target.select.model_copy(update=select or {}),
            "program": target.program.model_copy(update=program or {}),
            **{
                name: getattr(target, name).model_copy(update=fields)
                for name, fields in tables.items()
            },
        }
    )
    planned = plan_target(changed)
    toolchain = toolchain_for(changed, executor)
    write_sources(planned)
    wanted = products(changed, planned.plan, toolchain)
    compile_products(toolchain, wanted, target.root, jobs=jobs, say=_silent)
    return measure(planned, toolchain)


def _silent(_: str) -> None:
    """A trial's steps are of no interest."""
