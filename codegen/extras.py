"""Extras: what a binary supports although no source needs it; each turns a cut of selection off."""

from __future__ import annotations

from dataclasses import dataclass

from codegen.features import FEATURES
from codegen.traits import TRAITS


@dataclass(frozen=True, slots=True, kw_only=True)
class Extras:
    """What is supported in addition to the need. Nothing in here removes anything."""

    all_dtypes: bool = False
    """Every selected operator has each dtype that its kernels have."""
    all_forms: bool = False
    """Kernels take any rank, dim order, value and absence of an argument, and have all traits."""
    traits: tuple[str, ...] = ()
    """Names of `codegen.traits.TRAITS` that every selected kernel has."""
    features: tuple[str, ...] = ()
    """Names of `codegen.features.FEATURES`."""


NO_EXTRAS = Extras()
ALL_EXTRAS = Extras(
    all_dtypes=True, all_forms=True, traits=tuple(sorted(TRAITS)), features=FEATURES
)
