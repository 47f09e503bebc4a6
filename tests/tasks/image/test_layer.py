"""The image's layer and its ID depend on the content of files alone, not on who packed them."""

from __future__ import annotations

import hashlib
import io
import json
import tarfile
from pathlib import Path

import pytest

from codegen.errors import ConfigError, ContainerError
from tasks.image.archive import configuration, image_id, pieces
from tasks.image.dockerfile import read_configuration
from tasks.image.layer import Layer, write_layer

EPOCH = 1577836800
STATUS = b"""\
Package: bash
Status: install ok installed
Version: 5.2-1

Package: vim
Status: deinstall ok config-files
Version: 9.1
"""


def bootstrapped(names: dict[str, bytes], **common: object) -> io.BytesIO:
    """A tar as mmdebstrap writes it; `common` goes into every member."""
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, data in names.items():
            member = tarfile.TarInfo(name)
            member.size, member.mode = len(data), 0o644
            if name.endswith("/"):
                member.type, member.mode = tarfile.DIRTYPE, 0o755
            for key, value in common.items():
                setattr(member, key, value)
            archive.addfile(member, io.BytesIO(data))
    content.seek(0)
    return content


FILES = {"./": b"", "./etc/": b"", "./etc/motd": b"hello", "./var/lib/dpkg/status": STATUS}


def members(path: Path) -> list[tarfile.TarInfo]:
    with tarfile.open(path) as archive:
        return archive.getmembers()


def test_times_and_names_of_users_do_not_count(tmp_path: Path) -> None:
    one = write_layer(bootstrapped(FILES, mtime=1.5, uname="root"), tmp_path / "1", EPOCH)
    two = write_layer(
        bootstrapped(FILES, mtime=2e9, gname="wheel", pax_headers={"SCHILY.xattr.user.x": "y"}),
        tmp_path / "2",
        EPOCH,
    )
    assert one == two
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()
    assert {member.mtime for member in members(tmp_path / "1")} == {EPOCH}


@pytest.mark.parametrize(
    "other",
    [
        {**FILES, "./etc/motd": b"hallo"},
        {**FILES, "./etc/more": b""},
        {name: data for name, data in FILES.items() if name != "./etc/motd"},
    ],
)
def test_content_counts(other: dict[str, bytes], tmp_path: Path) -> None:
    one = write_layer(bootstrapped(FILES), tmp_path / "1", EPOCH)
    two = write_layer(bootstrapped(other), tmp_path / "2", EPOCH)
    assert one.sha256 != two.sha256


def test_rights_and_owners_count(tmp_path: Path) -> None:
    one = write_layer(bootstrapped(FILES), tmp_path / "1", EPOCH)
    two = write_layer(bootstrapped(FILES, uid=7), tmp_path / "2", EPOCH)
    three = write_layer(bootstrapped(FILES, mode=0o4755), tmp_path / "3", EPOCH)
    assert len({one.sha256, two.sha256, three.sha256}) == 3


def test_what_reports_of_the_machine_is_left_out(tmp_path: Path) -> None:
    machine = {
        "./etc/hostname": b"here",
        "./etc/resolv.conf": b"nameserver",
        "./etc/passwd-": b"",
        "./etc/apt/sources.list": b"deb copy:///home/me",
        "./var/log/": b"",
        "./var/log/dpkg.log": b"today",
        "./var/cache/debconf/templates.dat-old": b"",
        "./tmp/": b"",
        "./tmp/left": b"",
    }
    write_layer(bootstrapped({**FILES, **machine}), tmp_path / "layer", EPOCH)
    names = {member.name for member in members(tmp_path / "layer")}
    assert names == {"etc", "etc/motd", "var/lib/dpkg/status", "var/log", "tmp"}


def test_the_layer_says_which_packages_are_installed(tmp_path: Path) -> None:
    layer = write_layer(bootstrapped(FILES), tmp_path / "layer", EPOCH)
    assert layer.packages == (("bash", "5.2-1"),)
    assert layer == Layer(
        sha256=hashlib.sha256((tmp_path / "layer").read_bytes()).hexdigest(),
        bytes=(tmp_path / "layer").stat().st_size,
        packages=layer.packages,
    )


@pytest.mark.parametrize("share", [0.0, 0.3, 0.6])
def test_a_tar_that_is_cut_off_is_an_error(share: float, tmp_path: Path) -> None:
    whole = bootstrapped({**FILES, "./big": bytes(100_000)}).getvalue()
    with pytest.raises(ContainerError, match="cut off"):
        write_layer(io.BytesIO(whole[: int(len(whole) * share)]), tmp_path / "layer", EPOCH)


def test_the_archive_is_what_engines_load(tmp_path: Path) -> None:
    layer = write_layer(bootstrapped(FILES), tmp_path / "layer", EPOCH)
    printed = {"User": "65534:65534"}
    content = configuration(layer.sha256, "amd64", EPOCH, printed)
    whole = b"".join(pieces(content, tmp_path / "layer", "kerf-test:x", EPOCH))
    with tarfile.open(fileobj=io.BytesIO(whole)) as archive:
        read = {name: archive.extractfile(name).read() for name in archive.getnames()}  # type: ignore[union-attr]
    (manifest,) = json.loads(read["manifest.json"])
    stored = read[manifest["Config"]]
    assert image_id(stored) == f"sha256:{hashlib.sha256(stored).hexdigest()}"
    assert json.loads(stored)["created"] == "2020-01-01T00:00:00Z"
    assert json.loads(stored)["config"] == printed
    (diff,) = json.loads(stored)["rootfs"]["diff_ids"]
    assert diff == f"sha256:{hashlib.sha256(read[manifest['Layers'][0]]).hexdigest()}"
    assert manifest["RepoTags"] == ["kerf-test:x"]


def test_the_dockerfile_says_what_the_image_is_in_addition_to_its_content(root: Path) -> None:
    printed = read_configuration(root)
    assert printed["User"] == "65534:65534"
    assert printed["WorkingDir"] == "/kerf"
    assert printed["Cmd"] == ["bash"]
    assert any(each.startswith("PATH=") for each in printed["Env"])


def test_an_instruction_that_only_an_engine_knows_is_refused(tmp_path: Path) -> None:
    (tmp_path / "Dockerfile").write_text("FROM a AS b\nRUN x\nFROM scratch\nUSER 1\nVOLUME /x\n")
    with pytest.raises(ConfigError, match=r"^Dockerfile:5: VOLUME in the last stage"):
        read_configuration(tmp_path)
