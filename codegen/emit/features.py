"""Which parts of the program format the selected models use."""

from __future__ import annotations

from codegen.features import FEATURES, KERNEL_FEATURES, STATE_FEATURES
from codegen.plan import Plan


def feature_flags(plan: Plan) -> str:
    """A constant for each feature, their set, whether any of them needs slots, whether programs are
    checked, into how many parts kernels divide a call, and whether instructions can be timed.
    """
    selected = set(plan.features)
    lines = [
        f"inline constexpr bool {name} = {str(name in selected).lower()};\n"
        for name in (*FEATURES, *KERNEL_FEATURES)
    ]
    names = [f"feature_set(Feature::{name})" for name in plan.features if name in FEATURES]
    lines.append("inline constexpr FeatureSet kSelected =\n    ")
    lines.append(" |\n    ".join(names) if names else "0")
    lines.append(";\n")
    lines.append(
        f"inline constexpr bool kState = {str(bool(selected & STATE_FEATURES)).lower()};\n"
    )
    lines.append(f"inline constexpr bool kChecksPrograms = {str(plan.checks_programs).lower()};\n")
    lines.append(f"inline constexpr int kThreads = {plan.threads};\n")
    lines.append(f"inline constexpr bool kProfile = {str(plan.profile).lower()};\n")
    return "".join(lines)
