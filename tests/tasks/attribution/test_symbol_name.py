"""Expected names are c++filt's (binutils 2.40), but for the shorter word for anonymous."""

from __future__ import annotations

import pytest

from tasks.attribution.symbol_name import demangle, namespaces

# Observed in a linked image: the demangler does not read expressions in template arguments.
ADAPTER = (
    "_ZN4kerf7adapter5AdaptIPFNS_5ErrorERNS_13KernelContextERKNS_6TensorES7_RKNS_6ScalarERS5_EXad"
    "L_ZNS_8portable7add_outES4_S7_S7_SA_SB_EEE4callERNS_4CallE"
)
LOCAL = "_ZZN4kerf12_GLOBAL__N_111emit_paddedEPKvjE6kZeros"


@pytest.mark.parametrize(
    ("symbol", "expected"),
    [
        ("_ZN4kerf6Method4loadEv", ("kerf", "Method", "load")),
        ("_ZNK4kerf6Method5stateEl", ("kerf", "Method", "state")),
        ("_ZN4kerf8portable4SumsIfE3runEl.isra.0", ("kerf", "portable", "Sums")),
        (
            "_ZN4kerf8selected12_GLOBAL__N_1L8kKernelsE",
            ("kerf", "selected", "(anonymous)", "kKernels"),
        ),
        (LOCAL, ("kerf", "(anonymous)", "emit_padded")),
        ("_ZGVZN4kerf1fEvE1x", ("kerf", "f")),
        ("_ZTVN4kerf4TestE", ("kerf", "Test")),
        ("_Z9scale_outRN4kerf6TensorE", ("scale_out",)),
        ("_ZL6helperv", ("helper",)),
        ("_ZN12_GLOBAL__N_1L8kVectorsE", ("(anonymous)", "kVectors")),
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


@pytest.mark.parametrize(
    ("symbol", "expected"),
    [
        ("_ZN4kerf6Method4loadEv", "kerf::Method::load()"),
        ("_ZNK4kerf6Method5stateEl", "kerf::Method::state(long) const"),
        ("_ZN4kerf8portable4SumsIfE3runEl", "kerf::portable::Sums<float>::run(long)"),
        ("_Z9scale_outRN4kerf6TensorE", "scale_out(kerf::Tensor&)"),
        ("_ZL6helperv", "helper()"),
        (
            "_ZN4kerf8selected12_GLOBAL__N_1L8kKernelsE",
            "kerf::selected::(anonymous)::kKernels",
        ),
        ("main", "main"),
        ("memcpy", "memcpy"),
    ],
)
def test_names_are_readable(symbol: str, expected: str) -> None:
    assert demangle(symbol) == expected


@pytest.mark.parametrize("suffix", [".isra.0", ".constprop.0.isra.0", ".lto_priv.0", ".cold"])
def test_what_the_compiler_made_of_a_function_stays_told(suffix: str) -> None:
    assert demangle(f"_ZN4kerf6Method4loadEv{suffix}") == f"kerf::Method::load(){suffix}"


def test_an_adapter_is_named_after_its_kernel() -> None:
    assert demangle(ADAPTER) == "kerf::portable::add_out (adapter)"
    assert demangle(f"{ADAPTER}.constprop.0") == "kerf::portable::add_out (adapter)"


@pytest.mark.parametrize(
    ("function", "expected"),
    [("N6my_ops8mul3_outE", "my_ops::mul3_out"), ("9scale_out", "scale_out")],
)
def test_an_adapter_of_a_users_kernel_is_named_after_it_too(function: str, expected: str) -> None:
    assert demangle(ADAPTER.replace("NS_8portable7add_outE", function)) == f"{expected} (adapter)"


def test_what_nobody_can_demangle_keeps_its_namespaces() -> None:
    assert demangle(LOCAL) == "kerf::(anonymous)::emit_padded"


@pytest.mark.parametrize("end", range(2, len(ADAPTER)))
def test_a_symbol_that_is_cut_off_is_no_fault(end: int) -> None:
    assert demangle(ADAPTER[:end])
    namespaces(ADAPTER[:end])
