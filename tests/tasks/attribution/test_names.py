"""Names as GCC 12 and Clang 14 write them into debug information, and as linkers have them."""

from __future__ import annotations

import pytest

from tasks.attribution.names import demangled, enclosing_function, namespaces, qualified

# Observed in a linked image: the demangler does not read expressions in template arguments.
ADAPTER = "_ZN4kerf7adapter5AdaptINS_8selected8portable18bound_aten_add_outEE4callERNS_4CallE"
LOCAL = "_ZZN4kerf12_GLOBAL__N_111emit_paddedEPKvjE6kZeros"


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
        ("_Z9scale_outRN4kerf6TensorE", "scale_out"),
        ("_ZL6helperv", "helper"),
        ("_ZN4kerf8selected12_GLOBAL__N_1L8kKernelsE", "kerf::selected::kKernels"),
        (LOCAL, "kerf::emit_padded"),
        ("kerf_phase_done.constprop.0", "kerf_phase_done"),
        ("memcpy.c", "memcpy.c"),
        ("main", "main"),
    ],
)
def test_a_linker_symbol_has_the_same_name(symbol: str, expected: str) -> None:
    assert demangled(symbol) == expected


def test_an_adapter_says_its_kernel() -> None:
    assert demangled(ADAPTER) == (
        "kerf::adapter::Adapt<kerf::selected::portable::bound_aten_add_out>::call"
    )
    assert demangled(f"{ADAPTER}.constprop.0") == demangled(ADAPTER)


@pytest.mark.parametrize(
    ("symbol", "expected"),
    [
        ("_ZN4kerf6Method4loadEv", ("kerf", "Method", "load")),
        ("_ZNK4kerf6Method5stateEl", ("kerf", "Method", "state")),
        ("_ZN4kerf8portable4SumsIfE3runEl.isra.0", ("kerf", "portable", "Sums")),
        (
            "_ZN4kerf8selected12_GLOBAL__N_1L8kKernelsE",
            ("kerf", "selected", "_GLOBAL__N_1", "kKernels"),
        ),
        (LOCAL, ("kerf", "_GLOBAL__N_1", "emit_padded")),
        ("_ZGVZN4kerf1fEvE1x", ("kerf", "f")),
        ("_ZTVN4kerf4TestE", ("kerf", "Test")),
        ("_Z9scale_outRN4kerf6TensorE", ("scale_out",)),
        ("_ZL6helperv", ("helper",)),
        ("_ZN12_GLOBAL__N_1L8kVectorsE", ("_GLOBAL__N_1", "kVectors")),
        ("_ZdlPv", None),
        ("_ZNSt6vectorIiSaIiEE9push_backERKi", None),
        ("main", None),
        ("__aeabi_memcpy", None),
        ("_Z", None),
        ("_ZN", None),
        ("_ZN999abc", ("abc",)),
    ],
)
def test_namespaces_are_the_plain_names_of_a_symbol(
    symbol: str, expected: tuple[str, ...] | None
) -> None:
    assert namespaces(symbol) == expected


@pytest.mark.parametrize("end", range(2, len(ADAPTER)))
def test_a_symbol_that_is_cut_off_is_no_fault(end: int) -> None:
    assert demangled(ADAPTER[:end])
    namespaces(ADAPTER[:end])


@pytest.mark.parametrize(
    ("symbol", "function"),
    [
        ("_ZZN4mine4softERN4kerf13KernelContextERKNS0_6TensorExbRS3_E1t", "mine::soft"),
        (
            "_ZZN6my_ops8mul3_outIN4kerf8selected6my_ops15my_ops_mul3_outEEENS1_5ErrorE"
            "RNS1_13KernelContextERKNS1_6TensorERS8_E8needless",
            "my_ops::mul3_out<kerf::selected::my_ops::my_ops_mul3_out>",
        ),
        (LOCAL, "kerf::emit_padded"),
        ("_ZN4kerf8compiled8kNumbersE", None),
        ("main", None),
    ],
)
def test_a_static_variable_is_of_its_function(symbol: str, function: str | None) -> None:
    assert enclosing_function(symbol) == function
