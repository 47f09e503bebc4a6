"""Recipes by operator: which shapes and numbers of a call fit together, where not all are alike."""

from __future__ import annotations

from collections.abc import Callable

from codegen.dtype import DType
from tests.runtime.campaign.calls import Arguments, Call, Recipe

RECIPES: dict[str, Recipe] = {}
FLOATS = (DType.Float, DType.Float, DType.Float, DType.Double, DType.Half)
INTEGERS = (DType.Byte, DType.Char, DType.Short, DType.Int, DType.Long)


def of(*operators: str) -> Callable[[Recipe], Recipe]:
    """Keeps a function as the recipe of these operators."""

    def keep(recipe: Recipe) -> Recipe:
        RECIPES.update(dict.fromkeys(operators, recipe))
        return recipe

    return keep


def alike(call: Call) -> Arguments:
    """All tensors of one shape."""
    return {}
