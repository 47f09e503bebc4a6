"""Arm's driver of the Ethos-U, as its repository has it: what a build takes of a checkout.

Source: CMakeLists.txt of Arm's ethos-u-core-driver.
"""

from __future__ import annotations

HEADER = "ethosu_driver.h"
INCLUDE = "include"
DEFAULT = "u55"
DRIVER = "src/ethosu_driver.c"
_DEVICES = {
    "u55": "src/ethosu_device_u55_u65.c",
    "u65": "src/ethosu_device_u55_u65.c",
    "u85": "src/ethosu_device_u85.c",
}
NAME = "ethos-u-core-driver"
"""How the driver's files are shown, wherever the checkout is."""


def driver_sources(npu: str | None) -> tuple[str, ...]:
    """Returns what is compiled for the processor `npu`, relative to the checkout."""
    return DRIVER, _DEVICES.get(npu or DEFAULT, _DEVICES[DEFAULT])


def shown_source(path: str) -> str | None:
    """Returns the name of a file of the driver for a path of it, None for any other file."""
    file = "/".join(path.split("/")[-2:])
    return f"{NAME}/{file}" if file in (DRIVER, *_DEVICES.values()) else None
