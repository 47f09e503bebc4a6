from __future__ import annotations

import pytest

from tasks.part import Part, kernel_functions, part_of
from tests.golden.plans import plans
from tests.tasks.test_symbol_name import ADAPTER

KERNELS = frozenset({"kerf::portable::add_out", "my_ops::mul3_out", "scale_out", "kerf::odd"})


@pytest.mark.parametrize(
    ("symbol", "expected"),
    [
        (ADAPTER, Part.KERNELS),
        ("_ZN4kerf8portable7add_outERNS_13KernelContextE", Part.KERNELS),
        ("_ZN4kerf8portable12_GLOBAL__N_16helperEv", Part.KERNELS),
        ("_ZZN4kerf8portable5tableEvE6kTable", Part.KERNELS),
        ("_ZN4kerf11dispatching8try_eachILt1EEEvv", Part.KERNELS),
        ("_ZN6my_ops8mul3_outEv", Part.KERNELS),
        ("_ZN6my_ops6helperEv.constprop.0", Part.KERNELS),
        ("_ZN5other6helperEv", Part.KERNELS),
        ("_Z9scale_outRN4kerf6TensorE", Part.KERNELS),
        ("_ZL6helperv", Part.KERNELS),
        ("scale_out", Part.KERNELS),
        ("_ZN4kerf6Method4loadEv", Part.CORE),
        ("_ZN4kerf10flatbuffer12_GLOBAL__N_14Walk5tableEmh", Part.CORE),
        ("kerf_phase_program_load", Part.CORE),
        ("kerf_phase_method_load.constprop.0", Part.CORE),
        ("_ZN4kerf8selected12_GLOBAL__N_1L8kKernelsE.lto_priv.0", Part.TABLES),
        ("_ZN4kerf8platform4emitEPKvj", Part.START_UP),
        ("kerf_reset", Part.START_UP),
        ("kerf_semihosting", Part.START_UP),
        ("_start", Part.START_UP),
        ("_ZN4kerf7minimal3runEv", Part.APPLICATION),
        ("_ZN4kerf6runner7Session4callEv", Part.APPLICATION),
        ("main", Part.APPLICATION),
        ("memcpy", Part.LIBC),
        ("__aeabi_memcpy8", Part.LIBC),
        ("_ZdlPv", Part.LIBC),
        ("_ZNSt6vectorIiSaIiEE9push_backERKi", Part.LIBC),
    ],
)
def test_a_symbol_belongs_to_the_part_of_its_namespace(symbol: str, expected: Part) -> None:
    assert part_of(symbol, ".text", KERNELS) is expected


def test_a_kernel_in_the_core_namespace_does_not_make_the_core_a_kernel() -> None:
    """`kerf::odd` is a kernel's name, `kerf` is nobody's own."""
    assert part_of("_ZN4kerf6Method4loadEv", ".text", KERNELS) is Part.CORE


def test_sections_of_their_own_say_what_they_hold() -> None:
    assert part_of("_ZN12_GLOBAL__N_1L8kVectorsE", ".vectors", KERNELS) is Part.START_UP
    assert part_of("kerf_plan_digest", ".kerf_plan", KERNELS) is Part.TABLES


def test_the_kernels_are_those_of_the_plan() -> None:
    assert kernel_functions(plans()["tiny"]) == {"tiny::half_of_out", "scale_in_place"}
