"""Refreshes the figures and diagrams in README.md and in docs/; with --check, shows what differs.

Those of targets are of the committed baselines, `configs/baselines/`; those of passes are computed
from the models.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from codegen.errors import SizeError
from codegen.optimize.pipeline import Figures, optimize, read_program
from dev import memory_plans as memory_plans_page
from dev.diagrams import bars_svg, memory_svg, pipeline_svg, plans_svg
from dev.gallery import NETWORKS
from dev.gallery import page as gallery_page
from dev.generated import refresh
from tasks import cli
from tasks.building.expand import expand_text
from tasks.building.planning import known_operators
from tasks.config import Target, load_target
from tasks.markdown import table
from tasks.size.baseline import BASELINES, Record, read_records

PAGES = (
    "README.md",
    "docs/benchmarks.md",
    "docs/explanation/compiled-programs.md",
    "docs/explanation/lowered-models.md",
    "docs/explanation/passes.md",
    "docs/explanation/trust.md",
    "docs/gallery.md",
    "docs/how-to/read-sizes-and-budgets.md",
)
COMPILERS = ("gcc 12.2", "zig")
"""Whose records are shown."""

LEGEND = {"TFLM": "TensorFlow Lite Micro, CMSIS-NN"}
"""Words of the gallery's picture for names in its table."""

COMPARISON = (
    ("MobileNetV2 on Cortex-M55, flash", "102,081 B", "mv2-arm", "flash_bytes"),
    ("MobileNetV2 on Cortex-M55, RAM", "848 B", "mv2-arm", "ram_bytes"),
    ("add and mm on Cortex-M55, flash", "36,361 B", "add-mul-arm", "flash_bytes"),
    ("MobileNetV2 on RV32IMAFC, flash", "134,542 B", "mv2-riscv", "flash_bytes"),
    ("registry of MobileNetV2, RAM", "432 B", "mv2-arm", "registry_ram_bytes"),
    ("method memory of MobileNetV2, 32-bit", "63,552 B", "mv2-arm", "method_bytes"),
    (
        "method load of MobileNetV2 on Cortex-M55, instructions",
        "1,202,190",
        "mv2-arm",
        "method_load_instructions",
    ),
    (
        "execute of MobileNetV2 on Cortex-M55, instructions",
        "1,375,200,000",
        "mv2-arm",
        "execute_instructions",
    ),
)
"""What is compared, ExecuTorch's figure, and the target and measure of ours."""

INT8 = (
    ("MobileNetV2, Cortex-M55", 11_974_782, "mv2-int8-arm", 8_500_000),
    ("the same, compiled", None, "mv2-int8-arm-compiled", 7_000_000),
    ("MobileNetV2, Cortex-M4", 44_453_388, "mv2-int8-m4", 27_000_000),
    ("the same, compiled", None, "mv2-int8-m4-compiled", 24_000_000),
    (
        "MobileNetV2 as PT2E exports it, compiled, Cortex-M55",
        None,
        "mv2-pt2e-arm-compiled",
        7_000_000,
    ),
    ("the same, Cortex-M4", None, "mv2-pt2e-m4-compiled", 24_000_000),
    ("MobileNetV2, Cortex-M0+", 152_143_106, "mv2-int8-m0plus", 85_000_000),
    ("MobileNetV2, RV32IMAC", None, "mv2-int8-rv32imac", 85_000_000),
    ("DS-CNN, Cortex-M55", 1_731_219, "dscnn-int8-arm", 1_500_000),
    ("DS-CNN, Cortex-M4", 7_346_368, "dscnn-int8-m4", 5_200_000),
    ("DS-CNN, Cortex-M0+", 27_289_389, "dscnn-int8-m0plus", 17_000_000),
)
"""What is compared, instructions of CMSIS-NN's kernels, our target, and what was wanted of it."""

MODELS = ("configs/models",)
"""Folders of models, and models, whose gains by passes are shown."""

GAINS = {
    "instructions": "instructions",
    "values": "values",
    "program_bytes": "program, B",
    "weights_bytes": "weights, B",
    "planned_bytes": "planned memory, B",
}
"""The figures of a program that are shown, and their titles."""

SHOWN = "dscnn-int8-arm"
"""The target whose memory is drawn."""

PARTS = ("kernels", "tables", "core", "application", "start-up", "libc", "other")
COUNTS = ("program_load_instructions", "method_load_instructions", "execute_instructions")
MEMORY = ("method_bytes", "temp_bytes", "planned_bytes")


def record(root: Path, target: str) -> Record:
    """The sizes of a target that were accepted, of the first of the shown compilers that has any.

    Raises:
        SizeError: none has.

    """
    path = root / BASELINES / f"{target}.json"
    records = read_records(path)
    for compiler in COMPILERS:
        for key, found in records.items():
            if compiler in key:
                return found
    names = " or ".join(COMPILERS)
    raise SizeError(f"{path.relative_to(root)}: no sizes of {names}, which the pages show.")


def comparison(root: Path) -> str:
    """ExecuTorch's figures and ours, as a table."""
    rows = [
        (figure, theirs, _shown(measure, _measure(record(root, target), measure)))
        for figure, theirs, target, measure in COMPARISON
    ]
    return _table(("figure", "ExecuTorch 1.5.0, best", "Kerf"), rows)


def int8(root: Path) -> str:
    """Instructions of one inference of int8 models, next to CMSIS-NN's, as a table."""
    rows = [
        (
            title,
            f"{theirs:,}" if theirs else "-",
            f"{_measure(record(root, target), 'execute_instructions'):,}",
            f"{wanted:,}",
        )
        for title, theirs, target, wanted in INT8
    ]
    return _table(("", "CMSIS-NN", "Kerf", "wanted"), rows)


def parts(root: Path, *targets: str) -> str:
    """The flash of targets by part, as a table; of all that have a baseline where none is named."""
    rows = []
    for target, found in _records(root, targets):
        flash = [f"{found.parts.get(part, (0, 0))[0]:,}" for part in PARTS]
        total = (f"{found.flash_bytes:,}", f"{found.ram_bytes:,}")
        rows.append((f"`{target.name}`", target.toolchain.name, *flash, *total))
    return _table(("target", "toolchain", *PARTS, "total", "RAM"), rows)


def counts(root: Path, *targets: str) -> str:
    """Instructions and memory of targets, as a table; of all where none is named."""
    titles = ("program load", "method load", "execute", "method memory", "scratch", "planned")
    return _measures(root, targets, ("target", *titles), (*COUNTS, *MEMORY))


def loads(root: Path, *targets: str) -> str:
    """The flash of targets, and instructions of their loading, as a table."""
    titles = ("flash", "instructions of `Program::load`", "of `Method::load`")
    return _measures(root, targets, ("checked", *titles), ("flash_bytes", *COUNTS[:2]))


def _measures(
    root: Path, targets: Sequence[str], titles: Sequence[str], names: Sequence[str]
) -> str:
    """A row for each of the targets that was run."""
    rows = [
        (f"`{target.name}`", *(_shown(name, _measure(found, name)) for name in names))
        for target, found in _records(root, targets)
        if "execute_instructions" in found.measures
    ]
    return _table(titles, rows)


def images(root: Path) -> str:
    """Compiled targets next to those that interpret the same models with the same toolchain.

    Flash without weights, in bytes, the program's included; instructions before the first
    inference.
    """
    found = list(_records(root, ()))
    rows = []
    for target, record_ in found:
        if target.runtime.form != "compiled":
            continue
        interpreted = [
            f"{other.flash_bytes + other.measures['program_bytes']:,}"
            for each, other in found
            if each.runtime.form == "interpreter"
            and each.select.models == target.select.models
            and each.toolchain.name == target.toolchain.name
            and each.toolchain.optimize == target.toolchain.optimize
        ]
        image = record_.flash_bytes - record_.parts.get("weights", (0, 0))[0]
        before = sum(record_.measures[name] for name in COUNTS[:2])
        rows.append((f"`{target.name}`", *(interpreted or ["-"])[:1], f"{image:,}", f"{before:,}"))
    return _table(("target", "interpreted", "compiled", "instructions before"), rows)


def gains(root: Path) -> str:
    """What each pass leaves of each model: a row for the model, and for each pass that gains."""
    operators = known_operators(root)
    rows = []
    for path in _models(root):
        before: Figures | None = None
        done = optimize(read_program(path), name=str(path), operators=operators, keep_steps=True)
        for step in done.steps:
            now = step.figures()
            if now == before:
                continue
            names = (f"`{path.stem}`", "") if before is None else ("", f"`{step.name}`")
            rows.append((*names, *(f"{getattr(now, name):,}" for name in GAINS)))
            before = now
    return _table(("model", "after", *GAINS.values()), rows)


def memory_plans(root: Path) -> str:
    """Planned memory and scratch of int8 models on processors, as a table."""
    return _table(memory_plans_page.COLUMNS, list(memory_plans_page.rows(root, _models(root))))


def gallery(root: Path) -> str:
    """The networks of MLPerf Tiny next to TensorFlow Lite Micro, each as a table."""
    shown = gallery_page.gallery(root, partial(record, root))
    operators = known_operators(root)
    titles = ("processor", "", *gallery_page.COLUMNS.values())
    return "\n".join(
        f"### {network.title}\n\n{network.layers}; "
        f"{gallery_page.macs(root, name, operators):,} MACs, targets `{name}-*`.\n\n"
        f"{_table(titles, gallery_page.rows(shown, name))}"
        for name, network in NETWORKS.items()
    )


def latencies(root: Path) -> str:
    """Published latencies of these networks next to estimates, as a table."""
    shown = gallery_page.gallery(root, partial(record, root))
    titles = ("software", "board", *(each.title for each in NETWORKS.values()), "source")
    return _table(titles, gallery_page.published_latencies(shown))


def diagrams(root: Path) -> Mapping[str, str]:
    """The text of each diagram by its path."""
    (model,) = load_target(SHOWN, root).model_paths
    memory = memory_svg(model, known_operators(root), SHOWN, record(root, SHOWN))
    shown = gallery_page.gallery(root, partial(record, root))
    return {
        "docs/explanation/pipeline.svg": pipeline_svg(),
        "docs/explanation/memory.svg": memory,
        "docs/explanation/strips.svg": plans_svg(
            "Planned memory of vww over its instructions", *memory_plans_page.drawn(root)
        ),
        "docs/gallery.svg": bars_svg(
            "What networks of MLPerf Tiny take on a Cortex-M4",
            {name: LEGEND.get(name, name) for name in gallery_page.sides(shown, "m4")},
            gallery_page.panels(shown, "m4"),
        ),
    }


def _models(root: Path) -> Iterator[Path]:
    for name in MODELS:
        path = root / name
        yield from sorted(path.glob("*.pte")) if path.is_dir() else (path,)


def _records(root: Path, targets: Sequence[str]) -> Iterator[tuple[Target, Record]]:
    names = targets or sorted(path.stem for path in (root / BASELINES).glob("*.json"))
    for name in names:
        yield load_target(name, root), record(root, name)


def _measure(found: Record, name: str) -> int:
    whole = {"flash_bytes": found.flash_bytes, "ram_bytes": found.ram_bytes}
    return whole[name] if name in whole else found.measures[name]


def _shown(measure: str, number: int) -> str:
    return f"{number:,} B" if measure.endswith("_bytes") else f"{number:,}"


def _table(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    return "".join(f"{line}\n" for line in table(titles, rows))


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    parser = cli.parser("figures", __doc__)
    cli.add_check(parser)
    cli.add_root(parser)
    words = "these alone, like README.md (default: all, and the diagrams)"
    parser.add_argument("pages", nargs="*", metavar="PAGE", help=words)
    options = parser.parse_args(arguments)
    for page in options.pages:
        if page not in PAGES:
            parser.error(f"{page} has no figures. There are {', '.join(PAGES)}.")
    root = options.root.resolve()
    tables = (
        *(comparison, int8, parts, counts, loads, images, gains),
        *(gallery, latencies, memory_plans),
    )
    names = {each.__name__: partial(each, root) for each in tables}
    pages = options.pages or PAGES
    texts = {
        page: expand_text((root / page).read_text(encoding="utf-8"), page, names, session="figures")
        for page in pages
    }
    texts |= {} if options.pages else diagrams(root)
    refresh(texts, root, check=options.check, session="figures")
    return 0


if __name__ == "__main__":
    cli.run(main)
