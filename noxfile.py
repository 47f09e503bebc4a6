"""Sessions by verb; what follows `--` goes to the task: `nox -s build -- mv2-arm`.

Bare `nox` is the quick gate, `nox -s tests` runs all tests. `nox -s build-mv2-arm` is short for
`nox -s build -- mv2-arm`, and so for `run`, `install` and `release`.
"""

from __future__ import annotations

import argparse
import atexit
import difflib
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import nox

ROOT = Path(__file__).parent
sys.path.insert(0, str(ROOT))

from tasks.environment import BuildError, NotVerified, environment  # noqa: E402
from tasks.targets import description, home, matches, target_names  # noqa: E402

nox.needs_version = ">=2024.4.15"
nox.options.default_venv_backend = "none"
nox.options.error_on_missing_interpreters = False

BUILD = ["requirements.txt"]
RELEASE = ["requirements.txt", "requirements-release.txt"]
DEVELOP = [*RELEASE, "requirements-dev.txt", "requirements-nox.txt"]
PARALLEL = ["-n", "2", "--dist", "loadfile", "--no-loadscope-reorder"]
BY_FILE = ["-q", "-p", "dev.progress_by_file"]
SLOWEST = ["--durations=40", "--durations-min=5"]
PYTHON = ["noxfile.py", "codegen", "dev", "python", "tasks", "tests"]

Session = Callable[[nox.Session], None]
HOME = home(ROOT)
TARGETS = target_names(ROOT)
OWN_PROJECT = HOME != ROOT
"""This checkout serves a project around it: targets are there, sessions those of use."""

if OWN_PROJECT:  # what is made shows up where its user works
    for output in ("build", "dist"):
        (ROOT / output).mkdir(exist_ok=True)
        if not os.path.lexists(HOME / output):
            (HOME / output).symlink_to(Path(ROOT.name, output), target_is_directory=True)

failed: list[int] = []


def run(session: nox.Session, requirements: list[str], *arguments: str) -> None:
    """Runs `python -m <arguments>` in the tasks' environment; a failure keeps its exit code."""
    if code := exit_code(session, requirements, *arguments):
        failed.append(code)
        session.error(f"{arguments[0]} exits with {code}")


def exit_code(session: nox.Session, requirements: list[str], *arguments: str) -> int:
    """Runs `python -m <arguments>` in the tasks' environment; what it exits with."""
    try:
        python = environment(ROOT, requirements)
    except BuildError as error:
        failed.append(error.exit_code)
        session.error(str(error))
    found = {"PYTHONPATH": str(ROOT), "PYTHONSAFEPATH": "1"} if OWN_PROJECT else {}
    # Without its bytecode, each of the hundreds of processes of a test run compiles Kerf anew.
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return subprocess.run([python, "-m", *arguments], cwd=HOME, env={**kept, **found}).returncode


@atexit.register
def exit_with_the_code_of_the_task() -> None:
    """Nox itself only knows 0 and 1; other tools rely on the codes of the tasks."""
    if failed:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(failed[0])


def task(
    name: str, module: str, text: str, requirements: list[str] = BUILD, *, root: bool = True
) -> None:
    """Registers the session `name`: `python -m <module>` with what follows `--`.

    `root`: the task takes the option of that name.
    """

    def session(session: nox.Session) -> None:
        if shows_help(name, session.posargs):
            return
        where = ["--root", str(ROOT)] if OWN_PROJECT and root else []
        run(session, requirements, module, *where, *session.posargs)

    session.__doc__ = text
    nox.session(name=name, default=False)(session)


def shows_help(name: str, arguments: list[str]) -> bool:
    """Whether help is requested: it is on a page, so that nothing needs to be installed for it."""
    if not {"-h", "--help"} & set(arguments):
        return False
    page = (ROOT / "docs" / "reference" / "command-line.md").read_text(encoding="utf-8")
    _, found, section = page.partition(f"\n## {name}\n\n```text\n")
    if found:
        print(section.partition("```\n")[0], end="")
    return bool(found)


PER_TARGET = {
    "build": ("Build: -- TARGET... [OPTIONS].", BUILD),
    "run": ("Run what was built on its models' cases: -- TARGET....", BUILD),
    "install": ("Install library and headers: -- TARGET --prefix P.", BUILD),
    "release": ("Build twice, compare, keep in dist/: -- TARGET....", RELEASE),
}
"""The verbs of one target; for several, the session runs the task for each."""


def task_per_target(verb: str, name: str, text: str, always: tuple[str, ...] = ()) -> None:
    """Registers the session `name`: the task of `verb` for `always` and each target after `--`."""

    def session(session: nox.Session) -> None:
        if shows_help(verb, session.posargs):
            return
        words = [*always, *session.posargs]
        first_option = next((i for i, word in enumerate(words) if word[:1] == "-"), len(words))
        named, options = words[:first_option], words[first_option:]
        where = ["--root", str(ROOT)] if OWN_PROJECT else []
        codes: dict[str, int] = {}
        for target in expanded(named) or [""]:
            only = [target] if target else []
            command = [f"tasks.{verb}", *only, *where, *options]
            if code := exit_code(session, PER_TARGET[verb][1], *command):
                codes[target] = code
                if verb != "run":  # a target that fails its cases says nothing of the others
                    break
        if codes:
            # What failed before what there is nothing to verify with.
            failed.append(min(codes.values(), key=lambda code: code == NotVerified.exit_code))
            ended = ", ".join(f"{code} {target}".strip() for target, code in codes.items())
            session.error(f"tasks.{verb} exits with {ended}")

    session.__doc__ = text
    nox.session(name=name, default=False)(session)


def expanded(words: list[str]) -> list[str]:
    """The targets that `words` name, each a name or a glob; what is neither stays for the task."""
    found = [[name for name in TARGETS if matches(name, [word])] or [word] for word in words]
    return list(dict.fromkeys(name for group in found for name in group))


def requested_sessions(arguments: list[str]) -> list[str]:
    """The names of the sessions on the command line, or in the variable that nox reads.

    Nox does not pass its arguments to noxfiles, so they are read once more.
    """
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("-s", "-e", "--session", "--sessions", nargs="*", default=[], dest="names")
    ours = arguments[: arguments.index("--")] if "--" in arguments else arguments
    named: list[str] = parser.parse_known_args(ours)[0].names
    return named or [name for name in os.environ.get("NOXSESSION", "").split(",") if name]


requested = requested_sessions(sys.argv[1:])
for verb, (text, _) in PER_TARGET.items():
    task_per_target(verb, verb, text)
    for target in TARGETS:  # registered where it is requested: the list stays short
        if f"{verb}-{target}" in requested:
            about = f"{verb.capitalize()}: {description(ROOT, target)}"
            task_per_target(verb, f"{verb}-{target}", about, (target,))
task("select", "tasks.select", "Show what models, lists and YAML select.", root=False)
task("optimize", "tasks.optimize", "Make a program smaller: -- IN.pte OUT.pte [--explain].")
task("explain", "tasks.explain", "Show a target's effective values and where each comes from.")
task("cases", "tasks.cases", "Write a model's cases: -- M.pte --inputs X.npy ....", root=False)
task("accuracy", "tasks.accuracy", "Top-1 and agreement of a target: -- TARGET --data FOLDER.")
task("check", "tasks.check", "The whole check of programs, on this machine (-- MODEL.pte...).")
task("covers", "tasks.covers", "Whether a binary runs other models: -- TARGET|ELF MODEL...")
task("ablation", "tasks.ablation", "What each cut of selection is worth (-- TARGET...).")
task("emit-executorch", "tasks.emit_executorch", "For its own build: TARGET --output-dir D.")
task("verify", "tasks.verify", "Check a release (-- BUNDLE): sums, signature, a build.", RELEASE)
task("matrix", "tasks.matrix", "Build all targets (-- GLOB...), or list them (-- --json).")
task("compare", "tasks.compare", "What grew and why: -- A B, or -- --base REV [--markdown].")
task("gates", "tasks.gates", "Hold built targets to regions, budgets, baselines (-- --junit FILE).")
task("history", "tasks.history", "Record the sizes of HEAD (-- backfill A..B, or show).")
task("size", "tasks.size", "Sizes of all built targets in one table (-- TARGET...).")
task("device", "tasks.device", "Regions of a device, and what each layer reads: -- TARGET.")
task("report", "tasks.report", "All sizes as one HTML page (-- TARGET...): build/report.html.")
task("stack", "tasks.stack", "The most stack that a target can use, and where: -- TARGET.")
task("why", "tasks.why", "What pulls a symbol or operator in: -- TARGET NAME.")
task("profile", "tasks.profile", "Totals of a profile: -- FILE... [--etdump OUT].", root=False)
task("rebaseline", "tasks.rebaseline", "Accept sizes: -- TARGET... --reason TEXT.")
task("bench", "tasks.bench", "Instructions, time and flash next to peers: -- TARGET... [--peers].")
task("image", "tasks.image", "Make the toolchain image (-- --update-lock, --save, --offline).")
if not OWN_PROJECT:
    task("new", "tasks.new", "A project of your own: -- DIR --model M.pte --board B.")
    task("gen", "dev.gen", "Refresh runtime/selected/ from configs/reference.toml (-- --check).")
    task("schema", "dev.schema", "Refresh the generated reference (-- --check).", RELEASE)
    task("conformance", "dev.conformance", "Operators against PyTorch's results (-- OPERATOR...).")
    task("run-models", "dev.run_models", "Run all models of tests/data/models (-- FOLDER, --all).")
    task("operator-sizes", "dev.operator_sizes", "Measure operators' flash (-- OPERATOR...).")
    task("operators", "dev.operators", "Refresh docs/reference/operators.md (-- --check).")
    task("compat", "dev.compat", "A checkout of ExecuTorch, its kernels unchanged: -- PATH.")
    task("interop", "dev.interop", "Our files for ExecuTorch's build against its generators'.")
    task("gallery", "dev.gallery", "Networks of MLPerf Tiny as programs (-- --weights FOLDER).")
    task("figures", "dev.figures", "Refresh the figures in README.md and docs (-- --check).")
    task("workflows", "dev.workflows", "Refresh the targets in .github/workflows/ (-- --check).")


def developers(*, default: bool = True) -> Callable[[Session], object]:
    """Registers a session of Kerf's own development, which a user's project does not have."""
    return (lambda session: session) if OWN_PROJECT else nox.session(default=default)


@developers()
def lint(session: nox.Session) -> None:
    """Format, lint, types, generated files: the first half of the quick gate."""
    run(session, DEVELOP, "ruff", "format", "--check", *PYTHON)
    run(session, DEVELOP, "ruff", "check", *PYTHON)
    run(session, DEVELOP, "mypy")
    run(session, DEVELOP, "dev.clang_format", "--check")
    run(session, DEVELOP, "dev.gen", "--check")
    run(session, DEVELOP, "dev.schema", "--check")
    run(session, DEVELOP, "dev.workflows", "--check")
    run(session, DEVELOP, "dev.figures", "--check")


@developers()
def quick(session: nox.Session) -> None:
    """Fast tests: the second half of the quick gate."""
    run(session, DEVELOP, "pytest", *PARALLEL, *BY_FILE, "-m", "not slow", *session.posargs)


@developers(default=False)
def tests(session: nox.Session) -> None:
    """All tests, those that build and run whole targets as well."""
    run(session, DEVELOP, "pytest", *PARALLEL, *BY_FILE, *SLOWEST, *session.posargs)


@developers(default=False)
def operator(session: nox.Session) -> None:
    """Run the cases of operators on their kernels alone: -- OPERATOR...."""
    run(session, DEVELOP, "tests.runtime.kernels.one_operator", *session.posargs)


@developers(default=False)
def fmt(session: nox.Session) -> None:
    """Format Python and C++."""
    run(session, DEVELOP, "ruff", "format", *PYTHON)
    run(session, DEVELOP, "ruff", "check", "--fix", *PYTHON)
    run(session, DEVELOP, "dev.clang_format")


def refuse_unknown_sessions() -> None:
    """Exits with the code of a wrong command line; nox itself gives 3, of something else here."""
    known = list(nox.registry.get())
    short = [f"{verb}-{target}" for verb in PER_TARGET for target in TARGETS]
    unknown = [name for name in requested if name not in known]
    for name in unknown:
        near = difflib.get_close_matches(name, [*known, *short], n=1, cutoff=0.8)
        guess = f" Did you mean {near[0]}?" if near else ""
        print(f"error: {name}: no such session.{guess} `nox -l` lists them.", file=sys.stderr)
    if unknown:
        sys.exit(2)


refuse_unknown_sessions()
