"""Sessions: `nox -l` lists them. Each is a line that calls `python -m tasks.<verb>`.

Bare `nox` is the quick gate. `nox -s build-<target>` builds, `nox -s run-<target>` runs what was
built on the model's cases, `nox -s tests` runs all tests. What follows `--` goes to the task.
"""

from __future__ import annotations

import argparse
import atexit
import difflib
import os
import subprocess
import sys
from pathlib import Path

import nox

ROOT = Path(__file__).parent
sys.path.insert(0, str(ROOT))

from tasks.environment import environment  # noqa: E402
from tasks.targets import targets  # noqa: E402

nox.needs_version = ">=2024.4.15"
nox.options.default_venv_backend = "none"
nox.options.error_on_missing_interpreters = False

BUILD = ["requirements.txt"]
RELEASE = ["requirements.txt", "requirements-release.txt"]
DEVELOP = [*RELEASE, "requirements-dev.txt"]
PARALLEL = ["-n", "2", "--dist", "loadfile"]
BY_FILE = ["-q", "-p", "tasks.progress_by_file"]
PYTHON = ["noxfile.py", "codegen", "tasks", "tests"]

failed: list[int] = []


def run(session: nox.Session, requirements: list[str], *arguments: str) -> None:
    """Runs `python -m <arguments>` in the tasks' environment; a failure keeps its exit code."""
    try:
        python = environment(ROOT, requirements)
    except subprocess.CalledProcessError as error:
        session.error(f"the Python environment cannot be made (pip exits with {error.returncode})")
    code = subprocess.run([python, "-m", *arguments], cwd=ROOT).returncode
    if code:
        failed.append(code)
        session.error(f"{arguments[0]} exits with {code}")


@atexit.register
def exit_with_the_code_of_the_task() -> None:
    """Nox itself only knows 0 and 1; other tools rely on the codes of the tasks."""
    if failed:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(failed[0])


def task(name: str, module: str, text: str, requirements: list[str] = BUILD) -> None:
    """Registers the session `name`: `python -m <module>` with what follows `--`."""

    def session(session: nox.Session) -> None:
        run(session, requirements, *module.split(), *session.posargs)

    session.__doc__ = text
    nox.session(name=name, default=False)(session)


task("select", "tasks.select", "Show what models, lists and YAML select.")
task("explain", "tasks.explain", "Show a target's effective values and where each comes from.")
task("check", "tasks.check", "The whole check of programs, on this machine (-- MODEL.pte...).")
task("covers", "tasks.covers", "Whether a binary runs other models: -- TARGET|ELF MODEL...")
task("ablation", "tasks.ablation", "What each cut of selection is worth (-- TARGET...).")
task("emit-executorch", "tasks.emit_executorch", "For its own build: TARGET --output-dir D.")
task("interop", "tasks.interop", "Our files for ExecuTorch's build against its generators'.")
task("gen", "tasks.gen", "Refresh runtime/selected/ from configs/reference.toml (-- --check).")
task("schema", "tasks.schema", "Refresh the configuration reference and its schema (-- --check).")
for target in targets(ROOT):
    task(f"build-{target.name}", f"tasks.build {target.name}", f"Build: {target.description}")
for target in targets(ROOT):
    task(f"run-{target.name}", f"tasks.run {target.name}", f"Run: {target.description}")
for target in targets(ROOT):
    name, text = target.name, target.description
    task(f"install-{name}", f"tasks.install {name}", f"Install (-- --prefix P): {text}")
    task(f"release-{name}", f"tasks.release {name}", f"Release: {text}", RELEASE)
task("verify", "tasks.verify", "Check a release (-- BUNDLE): sums, signature, a build.", RELEASE)
task("matrix", "tasks.matrix", "Build all targets (-- GLOB...), or list them (-- --json).")
task("compare", "tasks.compare", "What grew and why: -- A B, or -- --base REV [--markdown].")
task("gates", "tasks.gates", "Hold built targets to regions, budgets, baselines (-- --junit FILE).")
task("history", "tasks.history", "Record the sizes of HEAD (-- backfill A..B, or show).")
task("size", "tasks.size", "Sizes of all built targets in one table (-- TARGET...).")
task("report", "tasks.report", "All sizes as one HTML page (-- TARGET...): build/report.html.")
task("conformance", "tasks.conformance", "Operators against PyTorch's results (-- OPERATOR...).")
task("run-models", "tasks.run_models", "Run all models of tests/data/models (-- FOLDER, --all).")
task("operator-sizes", "tasks.operator_sizes", "Measure operators' flash (-- OPERATOR...).")
task("operators", "tasks.operators", "Refresh docs/reference/operators.md (-- --check).")
task("why", "tasks.why", "What pulls a symbol or operator in: -- TARGET NAME.")
task("rebaseline", "tasks.rebaseline", "Accept sizes: -- TARGET... --reason TEXT.")
task("image", "tasks.image", "Make the toolchain image (-- --update-lock, --save, --offline).")
task("workflows", "tasks.workflows", "Refresh the targets in .github/workflows/ (-- --check).")


@nox.session
def lint(session: nox.Session) -> None:
    """Format, lint, types, generated files: the first half of the quick gate."""
    run(session, DEVELOP, "ruff", "format", "--check", *PYTHON)
    run(session, DEVELOP, "ruff", "check", *PYTHON)
    run(session, DEVELOP, "mypy")
    run(session, DEVELOP, "tasks.clang_format", "--check")
    run(session, DEVELOP, "tasks.gen", "--check")
    run(session, DEVELOP, "tasks.schema", "--check")
    run(session, DEVELOP, "tasks.workflows", "--check")


@nox.session
def quick(session: nox.Session) -> None:
    """Fast tests: the second half of the quick gate."""
    run(session, DEVELOP, "pytest", *PARALLEL, *BY_FILE, "-m", "not slow", *session.posargs)


@nox.session(default=False)
def tests(session: nox.Session) -> None:
    """All tests, those that build and run whole targets as well."""
    run(session, DEVELOP, "pytest", *PARALLEL, *session.posargs)


@nox.session(default=False)
def fmt(session: nox.Session) -> None:
    """Format Python and C++."""
    run(session, DEVELOP, "ruff", "format", *PYTHON)
    run(session, DEVELOP, "ruff", "check", "--fix", *PYTHON)
    run(session, DEVELOP, "tasks.clang_format")


def refuse_unknown_sessions(arguments: list[str]) -> None:
    """Exits with the code of a wrong command line; nox itself gives 3, which means something else.

    Nox does not pass its arguments to noxfiles, so they are read once more.
    """
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("-s", "-e", "--session", "--sessions", nargs="*", default=[], dest="names")
    ours = arguments[: arguments.index("--")] if "--" in arguments else arguments
    known = list(nox.registry.get())
    unknown = [name for name in parser.parse_known_args(ours)[0].names if name not in known]
    for name in unknown:
        near = difflib.get_close_matches(name, known, n=1, cutoff=0.8)
        guess = f" Did you mean {near[0]}?" if near else ""
        print(f"error: {name}: no such session.{guess} `nox -l` lists them.", file=sys.stderr)
    if unknown:
        sys.exit(2)


refuse_unknown_sessions(sys.argv[1:])
