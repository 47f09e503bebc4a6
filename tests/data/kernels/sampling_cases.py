"""Cases of images read at places that a tensor holds."""

from __future__ import annotations

import itertools

import torch
from case_text import CHANNELS_LAST, FLOATS, NAMES, Cases, Ordered, aten, generator, values

MODES = ("bilinear", "nearest", "bicubic")
PADDINGS = ("zeros", "border", "reflection")


def make_sampling() -> Cases:
    cases = Cases()
    case = cases.of("aten::grid_sampler_2d.out", aten.grid_sampler_2d)
    places = torch.rand(2, 3, 4, 2, generator=generator) * 5 - 2.5
    nan, inf = float("nan"), float("inf")
    special = torch.tensor([nan, inf, -inf, 1e10, -1e10, 3e38, -1, 1, 0, -3, 5, 1.0000001])
    strange = torch.stack((special, special.roll(5)), 1).reshape(1, 4, 3, 2)
    exact = torch.randint(-12, 13, (1, 3, 4, 2), generator=generator) / 8
    for mode, padding, align in itertools.product(range(3), range(3), (False, True)):
        name = f"{MODES[mode]}_{PADDINGS[padding]}_{align}"
        modes = (mode, padding, align)
        case(name, values(2, 2, 4, 5), places, *modes)
        case(f"{name}_special", values(1, 1, 4, 5), strange, *modes)
        case(f"{name}_one_pixel", values(1, 1, 1, 1), strange, *modes)
        case(f"{name}_double", values(2, 1, 3, 4).double(), places.double(), *modes)
    size = {False: (4, 8), True: (5, 9)}
    for dtype in (*FLOATS,):
        for mode, align in itertools.product(range(2), (False, True)):
            # Of 16-bit elements PyTorch rounds every step: all of these are exact.
            x = torch.randint(-2, 3, (1, 2, *size[align]), generator=generator).to(dtype)
            name = f"{MODES[mode]}_{align}_dtype_{NAMES[dtype]}"
            case(name, x, exact.to(dtype), mode, 0, align)
    last = Ordered(values(2, 3, 4, 5), CHANNELS_LAST)
    case("channels_last", last, places, 0, 0, False, out_order=CHANNELS_LAST)
    case("turned_grid", values(2, 3, 4, 5), Ordered(places, (3, 0, 2, 1)), 1, 1, True)
    case("no_batch", values(0, 2, 3, 3), places[:0], 0, 0, False)
    case("no_places", values(2, 2, 3, 3), places[:, :0], 0, 0, False)
    return cases
