"""The header of each compiled model, for C and C++."""

from __future__ import annotations

from collections.abc import Mapping

from codegen.plan import Plan


def model_headers(plan: Plan) -> Mapping[str, str]:
    """The text of each model's header by its name."""
    return {}
