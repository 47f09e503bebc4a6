"""Shows what inferences of built targets take, next to the best that is known of others.

Bare metal: instructions in the emulator and flash of kernels, next to committed figures of peers;
estimated cycles of cores whose timing is published.
Hosts: CPU time, in one run of alternating rounds with the other hosts of a model and with peers.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import median

from codegen.errors import BuildError, NotVerified, VerifyError
from codegen.pte import read_model
from tasks import cli
from tasks.bench.cycles import ASSUMPTIONS, cycles_table, require_timing, timing_of
from tasks.bench.layers import layers_of, table
from tasks.bench.macs import macs_of
from tasks.bench.peer_process import started_peers
from tasks.bench.references import figure_of, network_of
from tasks.bench.target import Bench, bench_of
from tasks.building.planning import known_operators
from tasks.environment import environment
from tasks.run.case import ModelCases
from tasks.run.host_runner import host_command
from tasks.run.target import run_target
from tasks.size.read import read_size
from tasks.table import aligned
from tasks.targets import targets

REQUIREMENTS = ["requirements-conformance.txt"]
KERNELS = "kernels"
FOLDER = Path("build/bench")
SINGLE_CALLS = Path("tasks/bench/kernels")
"""Targets of single operators, whose peers' figures are of one function."""
ROUND_NS = 200_000_000
"""A round of a host or a peer takes about this long, or one inference."""

MOST_INFERENCES = 8**6
"""In a round; a runner repeats a call a million times at most."""

Timed = Callable[[int], int]
"""Nanoseconds of one inference, measured over so many."""

EXAMPLES = """\
examples:
  nox -s bench -- mv2-arm mv2-int8-arm
  nox -s bench -- mv2-int8-arm --layers
  nox -s bench -- dscnn-int8-m4 --cycles
  nox -s bench -- tasks/bench/kernels/kernels-int8-arm.toml
  nox -s bench -- mv2-host mv2-host-v3 --peers
"""


def bare_metal_table(benches: Sequence[Bench]) -> Iterator[str]:
    """Instructions, and flash of kernels, of targets and of the peers of which a figure is known.

    Raises:
        SizeError: a target is not built from the current sources.

    """
    head = ("target", "model", "MACs", "instructions", "per MAC", "kernels", "peer")
    rows = [(*head, "instructions", "ours/peer", "kernels", "ours/peer")]
    operators = known_operators()
    for bench in benches:
        size = read_size(bench.target)
        kernels = size.parts[KERNELS].flash_bytes
        for stem, path in bench.models:
            counts = [each.execute for each in size.instructions if each.model == path.name]
            executes = [count for count in counts if count is not None]
            if not executes:
                raise NotVerified(f"{bench.name}: no instructions: run it: `nox -s run`.")
            calls = (call for info in read_model(path).methods for call in info.calls)
            macs = sum(macs_of(call, operators) for call in calls)
            ours = executes[0]
            per_mac = f"{ours / macs:.2f}" if macs else ""
            row = (bench.name, stem, f"{macs:,}", f"{ours:,}", per_mac, f"{kernels:,} B")
            figure = figure_of(stem, bench.toolchain)
            if figure is None:
                rows.append((*row, "", "", "", "", ""))
                continue
            theirs, flash = figure.instructions, figure.kernels_bytes
            of_flash = (f"{flash:,} B", f"{kernels / flash:.2f}") if flash else ("", "")
            rows.append((*row, figure.peer, f"{theirs:,}", f"{ours / theirs:.2f}", *of_flash))
    yield from aligned("<<>>>><>>>>", rows)


def host_table(
    model: str, benches: Sequence[Bench], options: argparse.Namespace, root: Path
) -> Iterator[str]:
    """CPU time of one inference of `model` on hosts and by peers, and ratios to the first peer.

    Without peers the ratios are to the first target. Each is the median over rounds, of which one
    runs everything in turn.

    Raises:
        BuildError: peers cannot be loaded.
        VerifyError: a runner fails.

    """
    with ExitStack() as stack:
        timed: dict[str, Timed] = {}
        for bench in benches:
            cases = bench.cases_of(dict(bench.models)[model])
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="kerf-bench-"))
            command = _first_case(cases, bench.minimal.program, Path(folder))
            timed[bench.name] = partial(_time_ns, bench.name, command)
        first = benches[0].name
        network = network_of(model) if options.peers else None
        if options.peers and network is None:
            yield f"{model}: no peer: tasks/bench/peers.toml has no network for it"
        if network is not None:
            python = options.python or environment(root, REQUIREMENTS)
            original = next(path for path in benches[0].target.model_paths if path.stem == model)
            log = root / FOLDER / f"peers-{model}.log"
            peers = stack.enter_context(started_peers(python, root, network, original, log))
            for name, about in peers.names.items():
                timed[about] = partial(peers.time_ns, name)
            first = next(iter(peers.names.values()))
        rounds = _rounds(timed, options.rounds)
    rows = [(model, "CPU time, median", "least", f"ratio to {first}")]
    for name, times in rounds.items():
        ratio = median(ours / theirs for ours, theirs in zip(times, rounds[first], strict=True))
        rows.append(
            (name, f"{median(times) / 1e6:.3f} ms", f"{min(times) / 1e6:.3f} ms", f"{ratio:.2f}")
        )
    yield from aligned("<>>>", rows)


def _first_case(cases: ModelCases, runner: Path, folder: Path) -> tuple[str, ...]:
    """Runs the first case of the first method, whose inputs are in `folder`."""
    method = cases.methods[0]
    first = replace(cases, methods=(replace(method, cases=method.cases[:1]),))
    return host_command(first, runner, folder)


def _time_ns(name: str, command: Sequence[str], count: int) -> int:
    """CPU time of one of `count` inferences: loading is measured and subtracted."""
    loading = _cpu_ns(name, command, 1)
    return max(0, _cpu_ns(name, command, count + 1) - loading) // count


def _cpu_ns(name: str, command: Sequence[str], repeat: int) -> int:
    """CPU time, so that other processes do not count."""
    process = subprocess.Popen((*command, "--repeat", str(repeat)), stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise VerifyError(f"{name}: exits with {process.returncode}; it printed why.")
    return int((usage.ru_utime + usage.ru_stime) * 1e9)


def _rounds(timed: dict[str, Timed], rounds: int) -> dict[str, list[int]]:
    """The times of all by round: in each they follow one another, so that all see one machine."""
    counts = {name: inferences(time) for name, time in timed.items()}
    found: dict[str, list[int]] = {name: [] for name in timed}
    for _ in range(rounds):
        for name, time in timed.items():
            found[name].append(max(1, time(counts[name])))
    return found


def inferences(time: Timed) -> int:
    """How many take about ROUND_NS: one alone may take less than its loading differs in."""
    count = 1
    while (took_ns := count * time(count)) < ROUND_NS // 8 and count < MOST_INFERENCES:
        count *= 8
    return min(max(1, count * ROUND_NS // max(1, took_ns)), MOST_INFERENCES)


def _models(benches: Sequence[Bench]) -> Iterator[tuple[str, list[Bench]]]:
    """Each model in order, with the hosts that run it."""
    names = dict.fromkeys(stem for bench in benches for stem, _ in bench.models)
    for name in names:
        yield name, [bench for bench in benches if name in dict(bench.models)]


def _show_layers(bench: Bench, *, cycles: bool) -> None:
    timing = require_timing(bench) if cycles else None
    for stem, path in bench.models:
        for method, layers in layers_of(bench, path, bench.target.run.timeout_s):
            print(f"{bench.name}: {stem}, {method}")
            print("\n".join(table(layers, cycles=cycles)), flush=True)
    if timing is not None:
        print(f"Cycles are an estimate, no measurement.\n{ASSUMPTIONS[timing]}")


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    parser = cli.parser("bench", __doc__, EXAMPLES)
    parser.add_argument("target", nargs="*", help="built targets (default: all that are built)")
    parser.add_argument(
        "--layers",
        action="store_true",
        help="instructions of each call, by MAC and against the bound of the instruction set "
        "(on a host: with valgrind)",
    )
    parser.add_argument(
        "--cycles",
        action="store_true",
        help="estimated cycles of an inference, with --layers of each call, by the published "
        "timing of Cortex-M0+, M4, M7, M33 and M55; without targets, of all built for these",
    )
    parser.add_argument(
        "--peers",
        action="store_true",
        help="run ExecuTorch and PyTorch next to hosts, in an environment of their own",
    )
    parser.add_argument("--python", type=Path, help="of that environment, if it exists already")
    parser.add_argument(
        "--rounds", type=cli.at_least(1), default=9, help="of hosts and peers (default: 9)"
    )
    cli.add_root(parser)
    options = parser.parse_args(arguments)
    root = options.root.resolve()
    benches = [bench_of(name, root) for name in options.target] or list(_built(root))
    if not benches:
        raise BuildError("nothing is built. Build a target: `nox -s build -- TARGET`.")
    if options.layers:
        for bench in benches:
            _show_layers(bench, cycles=options.cycles)
        return 0
    if options.cycles:
        timed = [bench for bench in benches if options.target or timing_of(bench) is not None]
        print("\n".join(cycles_table(timed)))
        return 0
    boards = [bench for bench in benches if bench.emulator is not None]
    for bench in boards:
        run_target(bench.target)
    if boards:
        print("\n".join(bare_metal_table(boards)), flush=True)
    hosts = [bench for bench in benches if bench.emulator is None]
    if without := [bench.name for bench in hosts if not bench.has_runner and options.target]:
        raise BuildError(
            f"{', '.join(without)}: compiled programs of a host have no runner to measure the time "
            "of. `--layers` counts their instructions."
        )
    hosts = [bench for bench in hosts if bench.has_runner]
    for model, with_it in _models(hosts):
        print("\n".join(host_table(model, with_it, options, root)), flush=True)
    return 0


def _built(root: Path) -> Iterator[Bench]:
    names = [target.name for target in targets(root)]
    names += sorted(str(path) for path in (root / SINGLE_CALLS).glob("*.toml"))
    for name in names:
        try:
            yield bench_of(name, root)
        except BuildError:
            continue


if __name__ == "__main__":
    cli.run(main)
