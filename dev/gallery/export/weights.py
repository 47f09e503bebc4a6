"""Weights of a network of the gallery: drawn from a seed, or read from a file of a user's."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.utils.fusion import fuse_conv_bn_eval, fuse_linear_bn_eval

INPUTS = "inputs"
"""The array of a file of weights that holds inputs for calibration."""


def draw_weights(module: nn.Module, inputs: Sequence[Tensor], generator: torch.Generator) -> None:
    """Draws the weights of `module`, and normalises the results of each layer for `inputs`.

    No channel dies out: the statistics of each batch norm are those of the drawn weights.
    """
    with torch.no_grad():
        for each in module.modules():
            if isinstance(each, nn.Conv2d | nn.Linear):
                spread = (2 / each.weight[0].numel()) ** 0.5
                each.weight.copy_(_normal(each.weight, generator) * spread)
                if each.bias is not None:
                    each.bias.copy_(_normal(each.bias, generator) * 0.1)
            elif isinstance(each, nn.BatchNorm1d | nn.BatchNorm2d):
                each.weight.copy_(0.5 + torch.rand(each.weight.shape, generator=generator))
                each.bias.copy_(_normal(each.bias, generator) * 0.3)
                each.momentum = None  # statistics are those of the one batch below
        module.train()
        module(torch.cat(list(inputs)))
        module.eval()


def _normal(like: Tensor, generator: torch.Generator) -> Tensor:
    return torch.randn(like.shape, generator=generator)


def load_weights(module: nn.Module, path: Path) -> None:
    """Gives `module` the arrays of the .npz file `path`, by their names in its `state_dict()`.

    Raises:
        ValueError: with all faults: an array is missing, unknown, or has another shape.

    """
    with np.load(path) as arrays:
        found = {name: torch.from_numpy(arrays[name]) for name in arrays.files if name != INPUTS}
    wanted = {
        name: value
        for name, value in module.state_dict().items()
        if not name.endswith(".num_batches_tracked")  # only training counts them
    }
    found = {name: found[name] for name in found if not name.endswith(".num_batches_tracked")}
    faults = [f"lacks {name}" for name in wanted if name not in found]
    faults += [f"has {name}, which the network lacks" for name in found if name not in wanted]
    faults += [
        f"{name} has the shape {list(found[name].shape)} instead of {list(wanted[name].shape)}"
        for name in found
        if name in wanted and found[name].shape != wanted[name].shape
    ]
    if faults:
        raise ValueError(f"{path}: {'; '.join(faults)}")
    module.load_state_dict(found, strict=False)


def read_inputs(path: Path, shape: Sequence[int]) -> list[Tensor] | None:
    """The inputs for calibration in the .npz file `path`, one of `shape` each; None without any.

    Raises:
        ValueError: they have another shape.

    """
    with np.load(path) as arrays:
        if INPUTS not in arrays.files:
            return None
        found = torch.from_numpy(arrays[INPUTS]).float()
    if list(found.shape[1:]) != list(shape[1:]) or not len(found):
        wanted = ", ".join(map(str, shape[1:]))
        raise ValueError(f"{path}: {INPUTS} has the shape {list(found.shape)}, not [N, {wanted}]")
    return list(found.split(1))


def folded(module: nn.Module) -> nn.Module:
    """The same function without batch norm: each becomes part of the layer before it."""
    result = copy.deepcopy(module)
    for parent in list(result.modules()):
        if not isinstance(parent, nn.Sequential):
            continue
        for index in range(1, len(parent)):
            layer, norm = parent[index - 1], parent[index]
            if isinstance(norm, nn.BatchNorm2d):
                parent[index - 1] = fuse_conv_bn_eval(layer, norm)
            elif isinstance(norm, nn.BatchNorm1d):
                parent[index - 1] = fuse_linear_bn_eval(layer, norm)
            else:
                continue
            parent[index] = nn.Identity()
    return result
