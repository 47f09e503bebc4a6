"""Packages of the image: fetched, saved, checked; missing or different ones are reported."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from codegen.errors import ContainerError
from tasks.image.apt import MIRROR, Apt, Source, machine_mirror
from tasks.image.lock import Package
from tasks.image.mirror import make_mirror
from tasks.image.packages import check_folder, fetch, save

CONTROL = """\
Package: {name}
Version: {version}
Architecture: amd64
Maintainer: nobody <nobody@example.org>
Essential: {essential}
{more}Description: a package of a test
"""


class Suite:
    """Debian packages of our own in a folder, and a mirror of them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.debs = folder / "debs"
        self.debs.mkdir()
        self._mirrors = 0

    def add(self, name: str, version: str, depends: str = "", essential: str = "no") -> Path:
        place = self.folder / f"{name}-{version}"
        (place / "DEBIAN").mkdir(parents=True)
        more = f"Depends: {depends}\n" if depends else ""
        text = CONTROL.format(name=name, version=version, essential=essential, more=more)
        (place / "DEBIAN" / "control").write_text(text)
        deb = self.debs / f"{name}_{version.partition(':')[2] or version}_amd64.deb"
        subprocess.run(["dpkg-deb", "--build", place, deb], check=True, capture_output=True)
        return deb

    def source(self) -> Source:
        """A mirror of all packages that are there now."""
        self._mirrors += 1
        place = self.folder / f"mirror{self._mirrors}"
        return make_mirror(self.debs.iterdir(), place, "test", "amd64")


@pytest.fixture
def suite(require_tool: Callable[[str], str], tmp_path: Path) -> Suite:
    """Essential `base`, `tool` that depends on `library`, and `other`."""
    require_tool("dpkg-deb")
    require_tool("apt-get")
    suite = Suite(tmp_path)
    suite.add("base", "1.0", essential="yes")
    suite.add("library", "1:2.0-1+b1")
    suite.add("tool", "3.0", depends="library (>= 1:1)")
    suite.add("other", "4.0")
    return suite


def locked(suite: Suite, names: tuple[str, ...] = ("tool",)) -> tuple[Package, ...]:
    """What is to be installed for `names`, as a lock has it."""
    apt = Apt(suite.folder / f"apt-{suite._mirrors}", suite.source())
    apt.update()
    keys = apt.needed(names)
    offered = apt.offered({name for name, _ in keys})
    return tuple(offered[key] for key in keys)


def fetched(suite: Suite, packages: tuple[Package, ...], store: Path) -> list[str]:
    printed: list[str] = []
    place = suite.folder / f"fetch-{suite._mirrors}"
    fetch(packages, store, Apt(place, suite.source()), printed.append)
    return printed


def test_essential_packages_and_dependencies_come_with_what_is_requested(suite: Suite) -> None:
    assert [(each.name, each.version) for each in locked(suite)] == [
        ("base", "1.0"),
        ("library", "1:2.0-1+b1"),
        ("tool", "3.0"),
    ]


def test_fetched_packages_are_those_of_the_lock_and_are_fetched_once(
    suite: Suite, tmp_path: Path
) -> None:
    packages = locked(suite)
    assert "fetching 3 packages" in fetched(suite, packages, tmp_path / "store")[0]
    check_folder(packages, tmp_path / "store")
    assert fetched(suite, packages, tmp_path / "store") == []


def test_a_spoiled_package_is_fetched_again(suite: Suite, tmp_path: Path) -> None:
    packages = locked(suite)
    fetched(suite, packages, tmp_path / "store")
    (tmp_path / "store" / packages[0].file).write_bytes(b"half")
    assert "fetching 1 packages" in fetched(suite, packages, tmp_path / "store")[0]
    check_folder(packages, tmp_path / "store")


def test_saved_packages_build_without_a_mirror(suite: Suite, tmp_path: Path) -> None:
    packages = locked(suite)
    fetched(suite, packages, tmp_path / "store")
    save(packages, tmp_path / "store", tmp_path / "saved")
    check_folder(packages, tmp_path / "saved")
    assert {path.name for path in (tmp_path / "saved").iterdir()} == {
        package.file for package in packages
    }


def test_a_vanished_package_is_named_with_what_there_is_now(suite: Suite, tmp_path: Path) -> None:
    packages = locked(suite)
    (suite.debs / "tool_3.0_amd64.deb").unlink()
    (suite.debs / "library_2.0-1+b1_amd64.deb").unlink()
    suite.add("tool", "3.1")
    with pytest.raises(ContainerError) as raised:
        fetched(suite, packages, tmp_path / "store")
    (fault,) = raised.value.faults
    assert "no longer has library 1:2.0-1+b1 (none now), tool 3.0 (3.1 now)." in fault
    for way_out in ("--offline DIR", "--mirror URL", "--update-lock"):
        assert way_out in fault
    assert list((tmp_path / "store").iterdir()) == []


def test_a_package_that_is_another_one_now_is_an_error(suite: Suite, tmp_path: Path) -> None:
    base, library, tool = locked(suite)
    forged = tool.model_copy(update={"sha256": "0" * 64})
    with pytest.raises(ContainerError, match=rf"tool 3\.0: .*sha256 {tool.sha256}.*says 0000"):
        fetched(suite, (base, library, forged), tmp_path / "store")


def test_a_saved_package_with_a_wrong_sum_or_size_is_named(suite: Suite, tmp_path: Path) -> None:
    packages = locked(suite)
    fetched(suite, packages, tmp_path / "store")
    spoiled = bytearray((tmp_path / "store" / packages[0].file).read_bytes())
    spoiled[-1] ^= 1
    (tmp_path / "store" / packages[0].file).write_bytes(spoiled)
    (tmp_path / "store" / packages[1].file).write_bytes(b"half")
    (tmp_path / "store" / packages[2].file).unlink()
    with pytest.raises(ContainerError) as raised:
        check_folder(packages, tmp_path / "store")
    base, library, tool = raised.value.faults
    assert "base_1.0_amd64.deb: has sha256 " in base
    assert "library_2.0-1+b1_amd64.deb: has 4 bytes, " in library
    assert "lacks tool_3.0_amd64.deb. Fill it with --save" in tool


def test_an_unknown_package_and_a_silent_mirror_are_errors(suite: Suite, tmp_path: Path) -> None:
    apt = Apt(tmp_path / "apt", suite.source())
    apt.update()
    with pytest.raises(ContainerError, match="Unable to locate package nonesuch"):
        apt.needed(("nonesuch",))
    gone = Source(
        uri=f"copy://{tmp_path}/nowhere", suite="test", components=("main",), architecture="amd64"
    )
    with pytest.raises(ContainerError, match="cannot read the packages of copy:"):
        Apt(tmp_path / "apt2", gone).update()


def test_a_file_that_is_no_package_is_an_error(suite: Suite) -> None:
    (suite.debs / "broken_1_amd64.deb").write_bytes(b"no archive")
    with pytest.raises(ContainerError, match=r"broken_1_amd64\.deb: is no Debian package"):
        suite.source()


def test_the_mirror_is_the_one_requested_else_that_of_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(MIRROR, "copy:///environment")
    assert machine_mirror("copy:///asked") == "copy:///asked"
    assert machine_mirror(None) == "copy:///environment"


def test_a_machine_whose_apt_knows_no_debian_takes_the_mirror_of_mmdebstrap(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on the machines of GitHub, where the workflow of a new project makes the image."""
    apt = tmp_path / "apt-get"
    apt.write_text("#!/bin/sh\necho copy:///ubuntu/\n", encoding="utf-8")
    apt.chmod(0o755)
    monkeypatch.delenv(MIRROR, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ContainerError, match="has no Debian mirror, and there is no mmdebstrap"):
        machine_mirror(None)
    own = tmp_path / "mmdebstrap"
    own.write_text("  my $mirror    = 'copy:///own';\n", encoding="utf-8")
    own.chmod(0o755)
    assert machine_mirror(None) == "copy:///own"


def test_the_mirror_of_mmdebstrap_is_found(
    require_tool: Callable[[str], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    require_tool("mmdebstrap")
    apt = tmp_path / "apt-get"
    apt.write_text("#!/bin/sh\n", encoding="utf-8")
    apt.chmod(0o755)
    monkeypatch.delenv(MIRROR, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    assert re.fullmatch(r"https?://\S+/debian", machine_mirror(None))
