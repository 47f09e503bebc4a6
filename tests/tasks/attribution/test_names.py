"""Names as GCC 12 and Clang 14 write them into debug information, and as linkers have them."""

from __future__ import annotations

import pytest

from tasks.attribution.names import demangled, qualified


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (("kerf", "Tensor", "numel"), "kerf::Tensor::numel"),
        (("kerf", "(anonymous namespace)", "run"), "kerf::run"),
        (("kerf", "Walk<1>", "next"), "kerf::Walk<1>::next"),
        (("kerf", "Walk<1UL>", "next"), "kerf::Walk<1>::next"),
        (
            ("kerf", "Optional<kerf::Tensor>", "operator bool"),
            "kerf::Optional<kerf::Tensor>::operator bool",
        ),
        (
            ("kerf", "Span<long long int const>", "operator[]"),
            "kerf::Span<long long const>::operator[]",
        ),
        (
            (
                *("kerf", "adapter"),
                "Adapt<kerf::Error (*)(kerf::KernelContext&, const kerf::Tensor&), "
                "kerf::portable::add_out>",
                "call",
            ),
            "kerf::adapter::Adapt<kerf::portable::add_out>::call",
        ),
        (
            (
                *("kerf", "adapter"),
                "Adapt<kerf::Error (*)(kerf::KernelContext &, const kerf::Tensor &), "
                "&kerf::portable::add_out>",
                "call",
            ),
            "kerf::adapter::Adapt<kerf::portable::add_out>::call",
        ),
        (
            ("kerf", "portable", "convolution_out", "<lambda(auto:1)>", "operator()<float>"),
            "kerf::portable::convolution_out::operator()",
        ),
        (
            (
                "kerf",
                "dispatch<64, kerf::portable::unary<(kerf::Operator)10, f()::<lambda(auto:5)> >"
                "(const kerf::Tensor&, f()::<lambda(auto:5)>)::<lambda(auto:2)> >",
            ),
            "kerf::dispatch<64>",
        ),
        (("kerf", "binary<(kerf::Operator)5, 63743>"), "kerf::binary<63743>"),
        (("kerf", "binary<kerf::Operator::aten_add_out, 63743>"), "kerf::binary<63743>"),
        (("kerf", "take<kerf::calls::ValueHeader>"), "kerf::take<kerf::calls::ValueHeader>"),
        (("memcpy",), "memcpy"),
    ],
)
def test_a_qualified_name_says_what_a_person_looks_for(
    path: tuple[str, ...], expected: str
) -> None:
    assert qualified(path) == expected


@pytest.mark.parametrize(
    ("symbol", "expected"),
    [
        ("_ZNK4kerf6Tensor5numelEv", "kerf::Tensor::numel"),
        ("_ZN4kerf12_GLOBAL__N_17compareEPKcS2_S2_", "kerf::compare"),
        ("_ZN4kerf4WalkILj1EE4nextEv", "kerf::Walk<1>::next"),
        ("_ZNK4kerf6Scalar2toIfEET_v", "kerf::Scalar::to<float>"),
        ("_ZN4kerf8portable9read_axisENS_4SpanIKxEEjjlRl.constprop.0", "kerf::portable::read_axis"),
        ("kerf_phase_done.constprop.0", "kerf_phase_done"),
        ("memcpy.c", "memcpy.c"),
        ("main", "main"),
    ],
)
def test_a_linker_symbol_has_the_same_name(symbol: str, expected: str) -> None:
    assert demangled(symbol) == expected
