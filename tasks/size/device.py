"""What the device holds when a target runs: program, models, data, arena and stack, by region."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import zip_longest

from codegen.plan import MethodNeeds
from tasks.building.planning import Planned
from tasks.config.board import Board, board_of
from tasks.config.model import BoardRegion
from tasks.size.document import Device, DeviceRegion, Held, Memory, Size

ARENA = ("planned memory", "method memory", "scratch")
"""What methods work on; planned memory is followed by its number where there are several."""
WEIGHTS = "weights"
"""Linked weights; of a copy in RAM what is stored is `weights for <RAM>`."""


def device_of(planned: Planned, flash_bytes: int, ram_bytes: int, memory: Memory) -> Device:
    """The device of a target whose ELF has these bytes of flash and RAM.

    Models are all on the device; of methods, which share the arena, the largest needs count.

    Raises:
        ConfigError: the board's file is wrong.

    """
    board = board_of(planned.target)
    place = board or _NO_BOARD
    holds: dict[str, list[Held]] = defaultdict(list)
    compiled = planned.plan.compiled
    linked = compiled.weight_bytes if compiled is not None and compiled.linked else 0
    holds[place.code].append(Held(name="code", bytes=flash_bytes - linked))
    divided = compiled.weight_regions if compiled is not None else ()
    if not divided:
        holds[place.models].append(Held(name=WEIGHTS, bytes=linked))
    for each in divided:
        holds[each.name].append(Held(name=WEIGHTS, bytes=each.bytes))
        if place.memory[each.name].kind == "ram":
            ram_bytes -= each.bytes
            held = Held(name=f"{WEIGHTS} for {each.name}", bytes=each.bytes)
            holds[place.code].append(held)
    for model in planned.need.models if compiled is None or not compiled.linked else ():
        holds[place.models].append(Held(name=model.name, bytes=model.file_bytes or 0))
        holds[place.models].append(Held(name=f"{model.name}'s .ptd", bytes=model.external_bytes))
    holds[place.data].append(Held(name="data and bss", bytes=ram_bytes))
    for number, bytes_ in enumerate(planned_bytes(planned.plan.methods), start=1):
        name = ARENA[0] if number == 1 else f"{ARENA[0]} {number}"
        holds[place.arena_of(number)].append(Held(name=name, bytes=bytes_))
    working = place.data if compiled is None else place.arena_of(1)
    holds[working].append(Held(name=ARENA[1], bytes=memory.method_bytes))
    holds[working].append(Held(name=ARENA[2], bytes=memory.temp_bytes))
    holds[place.data].append(Held(name="stack", bytes=planned.target.board.stack_bytes))
    regions = tuple(
        _region(name, region, [held for held in holds[name] if held.bytes], board)
        for name, region in place.memory.items()
    )
    return Device(board=None if board is None else board.name, regions=regions)


def in_use(size: Size) -> Device | None:
    """The device with the stack that a run of its program used, where there was one."""
    stacks = [each.stack_bytes for each in size.instructions if each.stack_bytes is not None]
    return size.device and with_stack(size.device, max(stacks, default=0))


def with_stack(device: Device, used_bytes: int) -> Device:
    """The device with a stack of at least the bytes that a run used.

    It is in the region that it is reserved in, else that of method memory.
    """
    names = [{held.name for held in region.holds} for region in device.regions]
    place = next(
        (at for name in ("stack", ARENA[1]) for at, held in enumerate(names) if name in held), None
    )
    if place is None:
        return device
    region = device.regions[place]
    others = tuple(held for held in region.holds if held.name != "stack")
    reserved = sum(held.bytes for held in region.holds if held.name == "stack")
    more = max(used_bytes - reserved, 0)
    stack = Held(name="stack", bytes=reserved + more)
    grown = region.model_copy(
        update={
            "used_bytes": region.used_bytes + more,
            "free_bytes": None if region.free_bytes is None else region.free_bytes - more,
            "holds": (*others, stack) if stack.bytes else others,
        }
    )
    regions = (*device.regions[:place], grown, *device.regions[place + 1 :])
    return device.model_copy(update={"regions": regions})


def planned_bytes(methods: Sequence[MethodNeeds]) -> tuple[int, ...]:
    """For each planned memory the most that a method needs, from memory 1 on."""
    columns = zip_longest(*(method.planned_bytes for method in methods), fillvalue=0)
    return tuple(max(column) for column in columns)


def arena_of(device: Device) -> tuple[Held, ...]:
    """What methods work on."""
    return tuple(
        held for region in device.regions for held in region.holds if held.name.startswith(ARENA)
    )


_NO_BOARD = Board(
    name="",
    memory={
        "flash": BoardRegion(kind="flash", origin=None, bytes=0),
        "ram": BoardRegion(kind="ram", origin=None, bytes=0),
    },
    code="flash",
    models="flash",
    data="ram",
    arena=("ram",),
    stack_bytes=0,
)


def _region(
    name: str, region: BoardRegion, holds: Sequence[Held], board: Board | None
) -> DeviceRegion:
    used = sum(held.bytes for held in holds)
    return DeviceRegion(
        name=name,
        kind=region.kind,
        origin=region.origin,
        capacity_bytes=None if board is None else region.bytes,
        used_bytes=used,
        free_bytes=None if board is None else region.bytes - used,
        holds=tuple(holds),
    )
