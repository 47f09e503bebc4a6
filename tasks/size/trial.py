"""Trial builds: what a target would take if something in it were different."""

from __future__ import annotations

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
    executor: str | None = None,
    jobs: int | None = None,
    **tables: dict[str, Any],
) -> Size:
    """The sizes of `target` with these fields of its tables, by the table's name, in place of its.

    It is built in build/trials/<target>-<label>/, where a second trial of that label finds what
    has not changed. Budgets and baselines do not apply.

    Raises:
        KerfError: of the stage that fails.

    """
    changes = {
        name: getattr(target, name).model_copy(update=fields) for name, fields in tables.items()
    }
    name = f"{FOLDER}/{target.name}-{label}"
    changed = target.model_copy(update={"name": name, **changes})
    toolchain = toolchain_for(changed, executor)
    planned = plan_target(changed, toolchain=toolchain.file)
    write_sources(planned)
    wanted = products(changed, planned.plan, toolchain)
    compile_products(toolchain, wanted, target.root, jobs=jobs, say=lambda _: None)
    return measure(planned, toolchain)
