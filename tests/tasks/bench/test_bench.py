"""`nox -s bench`: figures of peers, layers of a run, tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from shutil import rmtree

import pytest

from codegen.errors import BuildError, ConfigError, NotVerified
from codegen.opinfo import MethodInfo
from codegen.pte import read_model
from tasks import build
from tasks.bench import __main__ as bench
from tasks.bench.cycles import cycles_table
from tasks.bench.layers import Layer, _layers, execution, table
from tasks.bench.references import FILE, bound_of, figure_of, network_of
from tasks.bench.target import Bench
from tasks.building.planning import known_operators
from tasks.config import load_target
from tasks.executors.runner import LOCAL
from tasks.run.minimal import Minimal
from tasks.run.outcome import Phase
from tasks.toolchain.file import ISA, read_toolchain
from tests.tasks.bench.make_kernels import FOLDER as KERNELS
from tests.tasks.bench.make_kernels import make

ROOT = Path(__file__).parents[3]
MODEL = ROOT / "configs" / "models" / "mv2.pte"


def phases(*names_and_counts: tuple[str, int]) -> list[Phase]:
    return [Phase(name=name, instructions=count) for name, count in names_and_counts]


def layers_of(info: MethodInfo, phases: Sequence[Phase], isa: Sequence[str]) -> list[Layer]:
    return list(_layers(info, phases, isa, known_operators()))


def whole_run(calls: int) -> list[Phase]:
    """A run of `calls` kernels of 1000, 1001, .. instructions."""
    kernels = [("_ZN4kerf8selected1xE", 1000 + index) for index in range(calls)]
    return phases(
        ("program_load", 9), ("method_load", 8), ("done", 7), ("execute", 6), *kernels, ("done", 5)
    )


def test_a_figure_is_that_of_the_model_on_the_processor() -> None:
    found = figure_of("mv2_cortex_m", "cortex-m4")
    assert found is not None
    assert (found.peer, found.instructions, found.kernels_bytes) == ("CMSIS-NN", 44_453_388, 18_696)
    assert figure_of("mv2_cortex_m", "rv32imac") is None
    assert figure_of("other", "cortex-m4") is None


def test_a_peer_may_have_instructions_alone() -> None:
    found = figure_of("softmax_64_int8", "cortex-m55")
    assert found is not None
    assert (found.instructions, found.kernels_bytes) == (35_091, None)


def test_programs_of_kernels_are_what_is_made(tmp_path: Path) -> None:
    make(tmp_path)
    made = {path.relative_to(tmp_path): path for path in tmp_path.rglob("*") if path.is_file()}
    assert len(made) == 6
    for name, path in made.items():
        assert (KERNELS / name).read_bytes() == path.read_bytes(), name


def test_a_model_of_another_architecture_has_no_network() -> None:
    network = network_of("mv2_cortex_m")
    assert network is not None
    assert (network.name, network.int8) == ("mobilenet_v2", True)
    assert network_of("lstm") is None


def test_every_instruction_set_has_a_bound() -> None:
    sets = [path.name for path in (ROOT / ISA).iterdir() if path.is_dir()]
    text = FILE.read_text(encoding="utf-8")
    assert [name for name in sets if not re.search(rf"^{name} = ", text, re.MULTILINE)] == []


def test_the_best_instruction_of_a_processor_is_its_bound() -> None:
    assert bound_of((), int8=False) == 0.5
    assert bound_of(("x86_64_v3", "fused"), int8=False) == 8
    assert bound_of(("dsp",), int8=True) == 2


def test_each_call_gets_the_instructions_up_to_the_next_one() -> None:
    (info,) = read_model(MODEL).methods
    layers = layers_of(info, whole_run(len(info.calls)), ("helium",))
    assert [layer.instructions for layer in layers[:2]] == [1000, 1001]
    first = layers[0]
    assert first.macs == 16 * 48 * 48 * 3 * 3 * 3
    assert first.share == pytest.approx(first.macs / 4 / 1000)


def test_the_last_lines_name_the_layers_that_lose_most() -> None:
    (info,) = read_model(MODEL).methods
    run = whole_run(len(info.calls))
    run[4 + 152] = Phase(name=run[-2].name, instructions=10_000_000)  # addmm, the last call
    lines = list(table(layers_of(info, run, ("helium",))))
    worst = [line for line in lines if "beyond the bound" in line]
    assert worst[0].startswith("call 152, aten::addmm.out: 9,999,360 instructions")


def test_cycles_are_a_column_only_where_they_are_wanted() -> None:
    (info,) = read_model(MODEL).methods
    run = [replace(phase, cycles=3 * phase.instructions) for phase in whole_run(len(info.calls))]
    layers = layers_of(info, run, ("dsp",))
    assert [layer.cycles for layer in layers[:2]] == [3000, 3003]
    instructions = sum(layer.instructions for layer in layers)
    wanted = [line for line in table(layers, cycles=True) if " all " in line]
    assert wanted[0].split()[-1] == f"{3 * instructions:,}"
    assert not any("cycles" in line for line in table(layers))


def test_cycles_of_a_run_are_those_of_its_first_execution() -> None:
    run = [
        Phase(name=name, instructions=1, cycles=10**n)
        for n, name in enumerate(
            ("program_load", "execute", "kernel", "kernel", "done", "execute", "kernel", "done")
        )
    ]
    assert sum(phase.cycles for phase in execution(run)) == 10 + 100 + 1000


def test_cycles_of_a_core_without_timing_are_refused() -> None:
    bench_of_m85 = Bench(
        target=load_target("dscnn-int8-m85", ROOT),
        file=read_toolchain("cortex-m85", ROOT),
        minimal=Minimal(program=ROOT / "runner.elf", root=ROOT, timeout_s=1, runner=LOCAL),
        models=(),
    )
    with pytest.raises(NotVerified, match=r"cortex-m85 are not estimated, only .* cortex-m55"):
        list(cycles_table([bench_of_m85]))


def test_a_run_with_other_calls_is_refused() -> None:
    (info,) = read_model(MODEL).methods
    with pytest.raises(NotVerified, match="methods with control flow are not shown"):
        layers_of(info, whole_run(3), ())


@pytest.mark.parametrize(
    ("once_ns", "count"), [(0, 8**6), (10, 8**6), (1000, 200_000), (50_000_000, 4), (10**9, 1)]
)
def test_a_round_has_as_many_inferences_as_its_time_allows(once_ns: int, count: int) -> None:
    # One alone seems to take no time, since its loading took longer the second time.
    assert bench.inferences(lambda n: 0 if n == 1 and once_ns < 10**6 else once_ns) == count


def test_what_is_not_built_is_named() -> None:
    with pytest.raises(ConfigError, match="no-such-target"):
        bench.main(["no-such-target"])


@pytest.mark.slow
def test_a_board_is_shown_next_to_its_peer(
    require_tool: Callable[[str], str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    require_tool("arm-none-eabi-gcc")
    require_tool("qemu-system-arm")
    config = tmp_path / "bench-dscnn.toml"
    model = ROOT / "configs" / "models" / "dscnn_cortex_m.pte"
    config.write_text(
        f'description = "A DS-CNN"\noptimize.passes = []\n[select]\nmodels = ["{model}"]\n'
        '[toolchain]\nname = "cortex-m55"\n',
        encoding="utf-8",
    )
    rmtree(ROOT / "build" / "bench-dscnn", ignore_errors=True)
    with pytest.raises(BuildError, match="does not exist"):
        bench.main([str(config)])
    assert build.main([str(config), "--executor", "local"]) == 0
    capsys.readouterr()
    assert bench.main([str(config)]) == 0
    row = capsys.readouterr().out.splitlines()[-1]
    assert "2,550,528" in row
    assert "1,731,219" in row
    assert bench.main([str(config), "--layers"]) == 0
    shown = capsys.readouterr().out
    assert "cortex_m::quantized_depthwise_conv2d.out" in shown
    assert re.search(r"^ +all +2,550,528", shown, re.MULTILINE)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("toolchain", "tools"),
    [
        ("cortex-m4", ("arm-none-eabi-gcc", "qemu-system-arm")),
        ("host-gcc", ("gcc", "valgrind")),
        ("aarch64", ("aarch64-linux-gnu-gcc", "qemu-aarch64")),
    ],
)
def test_layers_of_a_compiled_target_are_those_of_the_program_that_it_holds(
    toolchain: str,
    tools: tuple[str, ...],
    require_tool: Callable[[str], str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for tool in tools:
        require_tool(tool)
    config = tmp_path / f"bench-layers-{toolchain}.toml"
    model = ROOT / "tests" / "data" / "models" / "linear_int8.pte"
    config.write_text(
        f'description = "x"\n[select]\nmodels = ["{model}"]\n[runtime]\nform = "compiled"\n'
        f'prefix = "b_"\n[toolchain]\nname = "{toolchain}"\n',
        encoding="utf-8",
    )
    assert build.main([str(config), "--executor", "local"]) == 0
    capsys.readouterr()
    assert bench.main([str(config), "--layers"]) == 0
    shown = capsys.readouterr().out
    calls = re.findall(r"^ +\d+  (\w+::\w+)\.out .* ([\d,]+)(?: |$)", shown, re.MULTILINE)
    assert [name for name, _ in calls] == [
        "cortex_m::quantize_per_tensor",
        "cortex_m::quantized_conv2d",
        "cortex_m::quantized_conv2d",
        "quantized_decomposed::dequantize_per_tensor",
    ]
    if toolchain == "host-gcc":
        with pytest.raises(BuildError, match="compiled programs of a host have no runner"):
            bench.main([str(config)])
