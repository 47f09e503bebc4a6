"""What a release leaves, and when there is none."""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from intelhex import IntelHex

from codegen.errors import BuildError, ConfigError
from tasks.config import load_target
from tasks.new.__main__ import main as new_main
from tasks.release.inputs import find_inputs
from tasks.release.provenance import read_statement
from tasks.release.publish import publish
from tasks.release.signing import read_private_key, sign
from tasks.release.source import make_recipe
from tasks.targets import CHECKOUT
from tests.tasks.release_repository import (
    COMPILERS,
    LOCAL,
    Released,
    bundle_of,
    clone,
    commit,
    digests,
    git,
    release,
    task,
)

pytestmark = pytest.mark.slow

RequireTool = Callable[[str], str]
Release = Callable[[str], Released]

SMALL = "add-mul-riscv"
"""The target that builds fastest."""

DOCUMENTS = {
    "BUILD.md",
    "LICENSE",
    "SHA256SUMS",
    "libkerf.a",
    "manifest.json",
    "plan.json",
    "provenance.intoto.json",
    "sbom.cdx.json",
    "size.json",
}
BARE_METAL = {"runner.elf", "runner.elf.map", "runner.bin", "runner.hex"}
HOST = {"runner", "runner.map", "minimal", "minimal.map"}


@pytest.fixture
def own(repository: Path, require_tool: RequireTool, tmp_path: Path) -> Path:
    """A clone that a test may change."""
    require_tool(COMPILERS[SMALL])
    return clone(repository, tmp_path / "own")


@pytest.fixture
def made(released: Release) -> Released:
    return released(SMALL)


@pytest.mark.parametrize("target", COMPILERS)
def test_release_leaves_every_file_and_no_other(released: Release, target: str) -> None:
    bundle = released(target).bundle
    programs = HOST if target.endswith("-host") else BARE_METAL
    names = {name for name in digests(bundle) if not name.startswith("include/")}
    assert names == DOCUMENTS | programs
    assert (bundle / "include" / "kerf" / "kerf.h").is_file()
    assert (bundle / "include" / "kerf" / "selected" / "memory.h").is_file()


@pytest.mark.parametrize("target", COMPILERS)
def test_sums_are_those_of_sha256sum(released: Release, target: str) -> None:
    bundle = released(target).bundle
    done = subprocess.run(
        ["sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS"], cwd=bundle, check=False
    )
    assert done.returncode == 0
    listed = (bundle / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    assert len(listed) == len(digests(bundle)) - 1


@pytest.mark.parametrize("target", COMPILERS)
def test_manifest_names_what_is_in_the_bundle(released: Release, target: str) -> None:
    bundle = released(target).bundle
    manifest = json.loads((bundle / "manifest.json").read_text(encoding="utf-8"))
    present = digests(bundle)
    outputs = {
        name: digest for name, digest in manifest["outputs"].items() if "selected/" not in name
    }
    assert {name: present[name] for name in outputs} == outputs


@pytest.mark.parametrize(
    ("target", "objcopy"),
    [
        ("add-mul-arm", "arm-none-eabi-objcopy"),
        ("add-mul-riscv", "riscv64-unknown-elf-objcopy"),
    ],
)
def test_flash_images_are_those_of_objcopy(
    released: Release, require_tool: RequireTool, tmp_path: Path, target: str, objcopy: str
) -> None:
    program = require_tool(objcopy)
    bundle = released(target).bundle
    for kind, name in (("binary", "x.bin"), ("ihex", "x.hex")):
        command = [program, "-O", kind, bundle / "runner.elf", tmp_path / name]
        subprocess.run(command, check=True)
    assert (bundle / "runner.bin").read_bytes() == (tmp_path / "x.bin").read_bytes()
    ours, theirs = IntelHex(str(bundle / "runner.hex")), IntelHex(str(tmp_path / "x.hex"))
    # objcopy writes an entry point below 1 MB as CS and IP, of which no processor of ours knows.
    start = ours.start_addr["EIP"]
    assert start == theirs.start_addr.get("EIP", theirs.start_addr.get("IP"))
    ours.start_addr = theirs.start_addr = None
    assert ours.todict() == theirs.todict()


def test_a_plain_build_gives_the_same_bytes_with_a_cold_and_a_warm_cache(
    made: Released, require_tool: RequireTool, own: Path, tmp_path: Path
) -> None:
    require_tool("ccache")
    wanted = digests(made.bundle)
    names = (
        "libkerf.a",
        "size.json",
        "plan.json",
        *sorted(wanted.keys() & {"runner.elf", "runner"}),
    )
    cache = {"CCACHE_DIR": str(tmp_path / "cache")}
    for _ in ("cold", "warm"):
        shutil.rmtree(own / "build", ignore_errors=True)
        done = task(own, "tasks.build", SMALL, LOCAL, **cache)
        assert done.returncode == 0, done.stderr
        built = digests(own / "build" / SMALL)
        assert {name: built[name] for name in names} == {name: wanted[name] for name in names}
    printed = subprocess.run(
        ["ccache", "--print-stats"],
        env={**os.environ, **cache},
        capture_output=True,
        text=True,
        check=True,
    )
    counts = dict(line.split("\t") for line in printed.stdout.splitlines())
    hits = int(counts["direct_cache_hit"]) + int(counts["preprocessed_cache_hit"])
    assert hits == int(counts["cache_miss"]) > 0  # the second build came from the cache, whole


def test_difference_between_the_builds_stops_with_file_section_and_symbol(own: Path) -> None:
    stamp = '\nextern "C" const char kerf_stamp[];\nconst char kerf_stamp[] = __TIMESTAMP__;\n'
    source = own / "runtime" / "core" / "error.cpp"
    source.write_text(source.read_text(encoding="utf-8") + stamp, encoding="utf-8")
    commit(own, "A file's time in the library")
    done = task(own, "tasks.release", SMALL, LOCAL)
    assert done.returncode == 9
    assert "error: libkerf.a: kerf.o: .rodata.kerf_stamp: kerf_stamp: differs in" in done.stderr
    assert "differ between two builds of the same sources: nothing is released." in done.stderr
    assert not list((own / "dist").glob("kerf-*/"))
    if shutil.which("diffoscope"):
        (report,) = (own / "dist").glob("*.difference.txt")
        assert "kerf_stamp" in report.read_text(encoding="utf-8")


def test_uncommitted_sources_are_refused_and_named(own: Path) -> None:
    (own / "runtime" / "core" / "new.h").write_text("#pragma once\n", encoding="utf-8")
    (own / "runtime" / "core" / "error.h").write_text("// gone\n", encoding="utf-8")
    (own / "notes.txt").write_text("of no interest to a build", encoding="utf-8")
    done = task(own, "tasks.release", SMALL, LOCAL)
    assert done.returncode == 9
    assert "runtime/core/error.h, runtime/core/new.h. Commit them" in done.stderr
    assert "notes.txt" not in done.stderr


def test_files_that_no_build_reads_may_be_uncommitted(own: Path) -> None:
    (own / "notes.txt").write_text("of no interest to a build", encoding="utf-8")
    (own / "configs" / "another.toml").write_text("another target, half-written", encoding="utf-8")
    inputs = find_inputs(load_target(SMALL, own))
    assert inputs.uncommitted == ()
    assert not {"notes.txt", "configs/another.toml"} & set(inputs.files)


def test_dirty_release_says_so_and_cannot_be_verified(own: Path) -> None:
    header = own / "runtime" / "core" / "error.h"
    header.write_text(header.read_text(encoding="utf-8") + "// new\n", encoding="utf-8")
    bundle = release(own, SMALL, "--allow-dirty")
    assert bundle.name.endswith(".dirty")
    assert "`runtime/core/error.h`" in (bundle / "BUILD.md").read_text(encoding="utf-8")
    assert b'"runtime/core/error.h"' in (bundle / "provenance.intoto.json").read_bytes()
    done = task(own, "tasks.verify", str(bundle))
    assert done.returncode == 10
    assert "from files that no commit contains (runtime/core/error.h)" in done.stderr


@pytest.mark.parametrize("wrong", ["../up", "a b", "-x", "", "x\n"])
def test_version_must_be_part_of_a_name(own: Path, wrong: str) -> None:
    inputs = find_inputs(load_target(SMALL, own))
    with pytest.raises(ConfigError, match=r"letters, digits and . _ \+ - only"):
        make_recipe(own, inputs, wrong)


def test_version_can_be_given(own: Path) -> None:
    recipe = make_recipe(own, find_inputs(load_target(SMALL, own)), "1.2.3-rc1")
    assert recipe.version == "1.2.3-rc1"


def test_two_releases_at_once_do_not_disturb_one_another(own: Path, made: Released) -> None:
    commands = [[sys.executable, "-m", "tasks.release", target, LOCAL] for target in (SMALL, SMALL)]
    both = [
        subprocess.Popen(
            command, cwd=own, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for command in commands
    ]
    for each in both:
        _, faults = each.communicate(timeout=600)
        assert each.returncode == 0, faults
    (bundle,) = (own / "dist").glob("kerf-*")
    assert digests(bundle) == digests(made.bundle)  # of another folder
    assert not list((own / "dist").glob(".kerf-*"))


TOML = 'description = "{}"\n[select]\nmodels = ["{}"]\n[toolchain]\nname = "rv32imac"\n'


def test_model_that_git_ignores_is_released_marked_and_verified_with_it(
    own: Path, tmp_path: Path
) -> None:
    (own / ".gitignore").write_text("*.large.pte\n/build\n/dist\n__pycache__/\n", encoding="utf-8")
    (own / "configs" / "ours.toml").write_text(TOML.format("|<b>`", "models/x.large.pte"))
    commit(own, "A model that is kept elsewhere")
    model = own / "configs" / "models" / "x.large.pte"
    shutil.copy(own / "configs" / "models" / "add_mul.pte", model)
    bundle = release(own, "ours")
    guide = (bundle / "BUILD.md").read_text(encoding="utf-8")
    assert "| `configs/models/x.large.pte` | model | no: git ignores it | `" in guide
    assert "| `configs/ours.toml` | config | yes | `" in guide
    assert "|&lt;b&gt;\\`" in guide  # the description, which is no Markdown
    elsewhere = clone(own, tmp_path / "deep" / "down" / "clone")
    done = task(elsewhere, "tasks.verify", str(bundle))
    assert done.returncode == 10
    assert "configs/models/x.large.pte (SHA-256 " in done.stderr
    done = task(elsewhere, "tasks.verify", str(bundle), f"--input={model.parent}")
    assert done.returncode == 0, done.stderr


def test_files_outside_the_repository_are_not_released(own: Path, tmp_path: Path) -> None:
    model = shutil.copy(own / "configs" / "models" / "add_mul.pte", tmp_path / "ours.pte")
    (own / "configs" / "ours.toml").write_text(TOML.format("ours", "../../ours.pte"))
    (own / "configs" / "models" / "link.pte").symlink_to(model)
    (own / "configs" / "link.toml").write_text(TOML.format("ours", "models/link.pte"))
    (tmp_path / "far.toml").write_text(TOML.format("ours", "ours.pte"))
    commit(own, "Models that are elsewhere")
    for target in ("ours", "link", str(tmp_path / "far.toml")):
        done = task(own, "tasks.release", target, LOCAL)
        assert done.returncode == 2
        assert "a release is made from the files of one repository; outside" in done.stderr
        assert not (own / "dist").exists()


@pytest.fixture
def project(own: Path, tmp_path: Path) -> Path:
    """A project of a user's own, committed, that pins `own`."""
    folder = tmp_path / "kws"
    model = str(own / "configs" / "models" / "add_mul.pte")
    options = ["--model", model, "--name", "kws", "--toolchain", "rv32imac", "--root", str(own)]
    assert new_main([str(folder), *options]) == 0
    commit(folder, "Ours")
    return folder


def test_release_of_a_project_is_of_its_commit_and_verified_in_its_clone(
    project: Path, own: Path, tmp_path: Path
) -> None:
    kerf = project / CHECKOUT
    assert task(kerf, "tasks.release", "kws", LOCAL).returncode == 0
    (bundle,) = (kerf / "dist").glob("kerf-*")
    ours, theirs = (git(each, "rev-parse", "HEAD").strip() for each in (project, kerf))
    assert bundle.name == f"kerf-kws-g{ours[:12]}"
    guide = (bundle / "BUILD.md").read_text(encoding="utf-8")
    assert "| `configs/models/kws.pte` | model | yes | `" in guide
    assert "no: " not in guide
    assert f"`{ours}` by Kerf's commit\n`{theirs}`" in guide
    assert f"    git checkout {ours}\n    nox -s release -- kws --version g{ours[:12]} " in guide
    recorded = read_statement((bundle / "provenance.intoto.json").read_text(encoding="utf-8"))
    assert (recorded.recipe.project, recorded.recipe.commit) == (ours, theirs)
    assert recorded.config == "configs/kws.toml"
    elsewhere = clone(project, tmp_path / "elsewhere")
    clone(own, elsewhere / CHECKOUT)
    done = task(elsewhere / CHECKOUT, "tasks.verify", str(bundle))
    assert done.returncode == 0, done.stderr
    done = task(own, "tasks.verify", str(bundle))
    assert done.returncode == 10
    assert f"from commit {ours}. Verify in a clone of that project." in done.stderr


def test_release_of_a_project_refuses_what_is_not_committed(project: Path) -> None:
    kerf = project / CHECKOUT
    config, header = project / "configs" / "kws.toml", kerf / "runtime" / "core" / "error.h"
    for path in (config, header):
        path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    done = task(kerf, "tasks.release", "kws", LOCAL)
    assert done.returncode == 9
    assert ".kerf/runtime/core/error.h, configs/kws.toml. Commit them" in done.stderr
    git(kerf, "checkout", "--quiet", ".")
    git(project, "checkout", "--quiet", ".")
    pin = project / "kerf.toml"
    text = pin.read_text(encoding="utf-8")
    head = git(kerf, "rev-parse", "HEAD").strip()
    pin.write_text(text.replace(head, "0123456789" * 4), encoding="utf-8")
    commit(project, "Another Kerf, which is not checked out")
    done = task(kerf, "tasks.release", "kws", LOCAL)
    assert (done.returncode, "kerf.toml pins Kerf's commit 012345678901" in done.stderr) == (
        9,
        True,
    )


def test_faults_of_the_build_are_those_of_the_release(own: Path) -> None:
    config = own / "configs" / f"{SMALL}.toml"
    config.write_text(config.read_text(encoding="utf-8") + "\n[budget]\nflash-bytes = 1\n")
    commit(own, "A budget of one byte")
    done = task(own, "tasks.release", SMALL, LOCAL)
    assert done.returncode == 7
    assert done.stderr.startswith(f"error: {SMALL}: flash is ")
    assert "Traceback" not in done.stderr
    assert not (own / "dist").exists()


def test_release_that_is_there_may_gain_a_signature_and_nothing_else(
    made: Released, tmp_path: Path
) -> None:
    plain, final = tmp_path / "plain", tmp_path / "dist" / "final"
    signed, other = tmp_path / "signed", tmp_path / "other"
    for folder in (plain, signed, other):
        shutil.copytree(made.bundle, folder)
    key = tmp_path / "key.pem"
    words = ("genpkey", "-algorithm", "ed25519", "-out", str(key))
    subprocess.run(["openssl", *words], check=True, capture_output=True)
    sign(signed, read_private_key(key))
    assert [publish(each, final) for each in (plain, plain, signed, plain, signed)] == [
        True,
        False,
        True,
        False,
        False,
    ]
    assert digests(final) == digests(signed)
    (other / "size.json").write_text("{}", encoding="utf-8")
    with pytest.raises(BuildError, match=r"exists already.*\(size.json differ\)"):
        publish(other, final)
    assert digests(final) == digests(signed)
    assert {path.name for path in final.parent.iterdir()} == {"final", ".lock"}


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_interrupted_release_leaves_nothing(
    own: Path, tmp_path: Path, number: signal.Signals, code: int
) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    running = subprocess.Popen(
        [sys.executable, "-m", "tasks.release", SMALL, LOCAL],
        cwd=own,
        env={**os.environ, "TMPDIR": str(temporary), "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert running.stdout is not None
    while "[5/" not in running.stdout.readline():
        assert running.poll() is None
    os.killpg(running.pid, number)  # as a terminal does
    began = time.monotonic()
    faults = running.communicate(timeout=60)[1]
    assert time.monotonic() - began < 10
    assert running.returncode == code
    assert "Traceback" not in faults
    assert not list(temporary.glob("kerf-*"))
    assert not (own / "dist").exists()


def test_full_disk_is_reported_and_leaves_nothing(own: Path, tmp_path: Path) -> None:
    """A file may be 100 kB here: the library does not fit, as on a disk that is full."""
    done = subprocess.run(
        [sys.executable, "-m", "tasks.release", SMALL, LOCAL],
        cwd=own,
        env={**os.environ, "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000)),
        timeout=600,
        check=False,
    )
    assert done.returncode in (1, 6)
    assert "error: " in done.stderr
    assert "Traceback" not in done.stderr
    assert not (own / "dist").exists()
    assert not list(tmp_path.glob("kerf-*"))


def test_folder_without_git_is_a_clear_error(own: Path) -> None:
    shutil.rmtree(own / ".git")
    done = task(own, "tasks.release", SMALL, LOCAL, GIT_CEILING_DIRECTORIES=str(own.parent))
    assert done.returncode == 6
    assert "not a git repository" in done.stderr


def test_git_head_is_what_is_recorded(released: Release) -> None:
    made = released(SMALL)
    head = git(made.repository, "rev-parse", "HEAD").strip()
    assert made.bundle.name.endswith(f"+g{head[:12]}")
    assert f"git checkout {head}" in (made.bundle / "BUILD.md").read_text(encoding="utf-8")


def test_key_of_a_release_may_come_from_a_pipe(own: Path) -> None:
    key = subprocess.run(
        ["openssl", "genpkey", "-algorithm", "ed25519"], capture_output=True, check=True
    ).stdout
    command = [sys.executable, "-m", "tasks.release", SMALL, LOCAL, "--sign=/dev/stdin"]
    done = subprocess.run(command, input=key, capture_output=True, cwd=own)
    assert done.returncode == 0, done.stderr
    assert (bundle_of(own, SMALL) / "provenance.dsse.json").is_file()
