"""Which shapes and numbers of a call fit together, family by family."""

from tests.runtime.campaign.recipes import (  # noqa: F401 - each adds its own
    cortex_m,
    creation,
    elementwise,
    fused,
    indexing,
    language,
    movement,
    products,
    quantized,
    reductions,
    windows,
)
from tests.runtime.campaign.recipes.registry import RECIPES, alike

__all__ = ["RECIPES", "alike"]
