"""Tables of the documentation that repeat the code: the same keys, names and numbers."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

from codegen import errors, expression, library_file
from codegen.dtype import DTYPE_SETS, SUPPORTED_DTYPES
from codegen.facts import ArgumentFacts
from codegen.features import FEATURES
from codegen.library import BackendSpec
from codegen.operator_schema import parse_schema
from codegen.opinfo import StateCounts
from codegen.plan import (
    PLAN_VERSION,
    DelegateNeeds,
    MethodNeeds,
    Plan,
    PlannedKernel,
)
from codegen.signature import cpp_parameters
from codegen.temp import TempNeeds
from codegen.traits import TRAITS
from tests.docs.commands import sessions
from tests.docs.pages import ROOT

PACKAGES = "decisions/0020-third-party-python-packages.md"


def page(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def first_cells(text: str) -> list[str]:
    """The first cell of each table row."""
    return [line.split("|")[1].strip() for line in text.splitlines() if line.startswith("|")]


def names_in_first_cells(text: str) -> set[str]:
    return {name for cell in first_cells(text) for name in re.findall(r"`([\w.-]+)`", cell)}


def section(text: str, heading: str) -> str:
    """What follows `heading` up to the next one of its level."""
    level = heading.partition(" ")[0]
    return text.partition(f"{heading}\n")[2].partition(f"\n{level} ")[0]


def enumeration(file: str, name: str) -> dict[str, int]:
    text = (ROOT / file).read_text(encoding="utf-8")
    body = re.search(rf"enum class (?:\[\[nodiscard\]\] )?{name} : \w+ {{(.*?)}};", text, re.S)
    assert body is not None
    return {key: int(value, 0) for key, value in re.findall(r"(\w+) = (\w+),", body[1])}


def test_error_codes_are_those_of_the_runtime() -> None:
    table = section(page("how-to/debug-a-failure.md"), "## Error codes")
    rows = re.findall(r"^\| (0x\w\w) \| `(\w+)`", table, re.MULTILINE)
    documented = {name: int(number, 0) for number, name in rows}
    assert documented == enumeration("runtime/core/error.h", "Error")


def test_codes_that_are_documented_as_never_given_are_not_in_the_sources() -> None:
    table = section(page("how-to/debug-a-failure.md"), "## Error codes")
    never = set(re.findall(r"`(\w+)` \| never returned", table))
    given = {
        match
        for path in (ROOT / "runtime").rglob("*.cpp")
        if path.name != "error.cpp"
        for match in re.findall(r"Error::(\w+)", path.read_text(encoding="utf-8"))
    }
    assert never & given == set()
    assert never | given == set(enumeration("runtime/core/error.h", "Error"))


def test_exit_codes_are_those_of_the_tasks() -> None:
    table = section(page("reference/tasks.md"), "## Exit codes")
    documented = {
        int(code): name for code, name in re.findall(r"^\| (\d+) \|.*\| `(\w+)` \|$", table, re.M)
    }
    classes = [each for each in vars(errors).values() if isinstance(each, type)]
    known = {
        each.exit_code: each.__name__ for each in classes if issubclass(each, errors.KerfError)
    }
    assert documented == {code: name for code, name in known.items() if code > 1}


def test_every_session_is_documented() -> None:
    cells = "".join(first_cells(page("reference/tasks.md")))
    target = "-mv2-arm"  # one represents all
    names = {re.sub(rf"{target}$", "-<target>", name) for name in sessions()}
    wanted = {name for name in names if "<" in name or sessions().get(name, ("", ""))[1:] == ()}
    assert {name for name in wanted if f"`{name}`" not in cells} == set()


def test_keys_of_a_kernel_library_are_those_that_are_read() -> None:
    text = page("reference/functions-yaml.md")
    keys = names_in_first_cells(section(text, "## An operator"))
    assert keys == set(library_file.ENTRY_KEYS)
    assert names_in_first_cells(section(text, "## A plain function")) == set(
        library_file.KERNEL_KEYS
    )
    keys = names_in_first_cells(section(text, "## An argument"))
    assert keys == set(library_file._ARGUMENT_KEYS)
    dtypes = set(re.findall(r"`(\w+)`", re.search(r"^dtypes: (.*?)\.", text, re.S | re.M)[1]))  # type: ignore[index]
    assert dtypes == {dtype.value for dtype in SUPPORTED_DTYPES}
    sets = re.search(r"A set of dtypes is a list, or one of the names (.*?)\.$", text, re.M)
    assert sets is not None
    assert set(re.findall(r"`([a-z_]+)`", sets[1])) == set(DTYPE_SETS)


def test_facts_are_those_of_the_runtime() -> None:
    table = section(page("reference/functions-yaml.md"), "## Facts")
    documented = {
        name for cell in first_cells(table) for name in re.findall(r"`(\w+)(?:\([rn]?\))?`", cell)
    }
    header = (ROOT / "runtime/kernels/facts.h").read_text(encoding="utf-8")
    structs = re.findall(r"^struct (?:Tensor|Number)Facts {$(.*?)^};$", header, re.S | re.M)
    members = re.findall(
        r"^  (?:constexpr )?[\w:]+ (\w+)(?:\(.*?\) const {| = .*;|;)", "".join(structs), re.M
    )
    assert len(structs) == 2
    assert documented == set(members)


def test_traits_are_those_of_the_generator_and_of_the_runtime() -> None:
    documented = names_in_first_cells(section(page("reference/functions-yaml.md"), "## Traits"))
    assert documented == set(TRAITS)
    header = (ROOT / "runtime/kernels/facts.h").read_text(encoding="utf-8")
    enumerators = re.search(r"enum class Trait : uint8_t {(.*?)};", header, re.S)
    assert enumerators is not None
    assert documented == set(re.findall(r"^  (\w+),", enumerators[1], re.MULTILINE))


def test_functions_of_scratch_expressions_are_those_that_are_evaluated() -> None:
    table = section(page("reference/functions-yaml.md"), "## Scratch")
    cells = " ".join(first_cells(table))
    documented = set(re.findall(r"`(\w+)(?:\([\w, ]+\))?`", cells)) - {"and", "or", "not"}
    conditions = section(page("reference/functions-yaml.md"), "## Requires")
    documented |= set(re.findall(r"\b(\w+)\(", " ".join(first_cells(conditions))))
    others = {"loops", "small", "threads"}
    assert documented == {*expression._OF_ARGUMENTS, *expression._OF_NUMBERS, *others}


def test_parameters_of_kernels_are_those_that_the_adapter_has() -> None:
    table = section(page("reference/functions-yaml.md"), "## The function")
    documented = set(re.findall(r"\| `([^`]+)`(?: at the end)? \|$", table, re.MULTILINE))
    adapter = (ROOT / "runtime/executor/argument.h").read_text(encoding="utf-8")
    read = set(re.findall(r"^struct Argument<Source, (.*?)>(?: :.*)? {", adapter, re.M))
    assert documented == read | set(re.findall(r"^struct Argument<Source, (.*?)>$", adapter, re.M))


def test_parameters_of_kernels_are_those_that_follow_from_a_schema() -> None:
    table = section(page("reference/functions-yaml.md"), "## The function")
    for line in table.splitlines():
        row = re.fullmatch(r"\| (.*?) \| `([^`]+)`( at the end)? \|", line)
        if row is None or row[1] == "schema":
            continue
        for kind in set(re.findall(r"`([^`]+)`", row[1])) - {"narrow"}:
            text = f"a::b() -> {kind}" if row[3] else f"a::b({kind.replace('T?', 'int?')} x) -> ()"
            assert cpp_parameters(parse_schema(text)) == row[2].replace("<T>", "<int64_t>"), line


def test_keys_of_the_plan_are_those_that_are_written() -> None:
    documented = names_in_first_cells(page("reference/plan.md"))
    written = {"version"}
    needs = (MethodNeeds, DelegateNeeds, StateCounts, TempNeeds)
    for kind in (Plan, PlannedKernel, BackendSpec, ArgumentFacts, *needs):
        written |= {field.name for field in fields(kind)}
    assert documented == written | set(FEATURES)
    assert f"of this format: {PLAN_VERSION} |" in page("reference/plan.md")


def test_every_package_that_is_imported_has_its_decision() -> None:
    decisions = sorted((ROOT / "docs/decisions").glob("*.md"))
    text = "\n".join(path.read_text(encoding="utf-8") for path in decisions).lower()
    pinned = {
        line.partition("==")[0].strip().lower().replace("_", "-")
        for path in sorted(ROOT.glob("requirements*.txt"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if "==" in line
    }
    assert {
        cell.lower() for cell in first_cells(page(PACKAGES)) if cell not in ("package", "---")
    } <= pinned
    imported = imports(ROOT / "codegen") | imports(ROOT / "tasks") | imports(ROOT / "tests")
    names = {"yaml": "pyyaml", "elftools": "pyelftools", "itanium_demangler": "itanium-demangler"}
    used = {names.get(name, name) for name in imported} & pinned
    assert {name for name in used if not re.search(rf"\b{re.escape(name)}\b", text)} == set()


def imports(folder: Path) -> set[str]:
    return {
        match
        for path in folder.rglob("*.py")
        for match in re.findall(r"^(?:import|from) (\w+)", path.read_text(encoding="utf-8"), re.M)
    }


def test_headline_figures_of_the_readme_are_those_of_the_benchmarks() -> None:
    def rows(text: str) -> list[list[str]]:
        lines = [line for line in text.splitlines() if line.startswith("| ")]
        return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]

    readme = rows(section((ROOT / "README.md").read_text(encoding="utf-8"), "## Figures"))
    measured = rows(page("benchmarks.md"))
    assert len(readme) > 3
    assert [row for row in readme if row not in [[*each[:2], each[-1]] for each in measured]] == []
