"""The lock of the toolchain image: its content, what an update shows, and every kind of damage."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from codegen.errors import ContainerError
from tasks.image.archive import configuration, image_id
from tasks.image.dockerfile import read_configuration
from tasks.image.lock import FILE, Lock, Package, changes, lock_text, read_lock
from tasks.image.settings import read_settings


@pytest.fixture
def repository(root: Path, tmp_path: Path) -> Path:
    """The lock alone."""
    (tmp_path / "toolchains").mkdir()
    shutil.copy(root / FILE, tmp_path / FILE)
    return tmp_path


@pytest.fixture
def lock(root: Path) -> Lock:
    return read_lock(root)


def changed(package: Package, **values: object) -> Package:
    return package.model_copy(update=values)


def test_the_committed_lock_belongs_to_the_committed_settings_and_dockerfile(
    root: Path, lock: Lock
) -> None:
    assert lock.settings_sha256 == read_settings(root).digest()
    printed = read_configuration(root)
    content = configuration(lock.layer_sha256, lock.architecture, lock.epoch, printed)
    assert lock.image == image_id(content)


def test_the_lock_holds_every_package_that_is_requested_and_is_sorted(
    root: Path, lock: Lock
) -> None:
    names = [package.name for package in lock.packages]
    assert names == sorted(set(names))
    assert set(read_settings(root).packages) <= set(names)
    assert len({package.file for package in lock.packages}) == len(names)


def test_a_lock_survives_being_written_and_read(repository: Path, lock: Lock) -> None:
    text = (repository / FILE).read_text()
    assert lock_text(lock) == text
    (repository / FILE).write_text(lock_text(lock))
    assert read_lock(repository) == lock


@pytest.mark.parametrize("share", [0.0, 0.001, 0.3, 0.7, 0.9999])
def test_a_lock_that_is_cut_off_is_an_error(share: float, repository: Path) -> None:
    text = (repository / FILE).read_text()
    (repository / FILE).write_text(text[: int(len(text) * share)])
    with pytest.raises(ContainerError, match="Restore it, or remake it"):
        read_lock(repository)


KEYS = ("version", "epoch", "settings-", "layer-sha256", "layer-bytes", "image", "sha256")


@pytest.mark.parametrize("key", [*KEYS, '    { name = "zlib1g"'])
def test_a_changed_digit_anywhere_is_an_error(key: str, repository: Path) -> None:
    text = (repository / FILE).read_text()
    (line,) = (line for line in text.splitlines() if line.startswith(key))
    at = max(index for index, letter in enumerate(line.partition(" # ")[0]) if letter.isdigit())
    spoiled = line[:at] + ("3" if line[at] != "3" else "4") + line[at + 1 :]
    (repository / FILE).write_text(text.replace(line, spoiled))
    with pytest.raises(ContainerError, match=r"toolchains/image\.lock"):
        read_lock(repository)


def test_bytes_that_are_no_text_are_an_error(repository: Path) -> None:
    content = bytearray((repository / FILE).read_bytes())
    content[5000] = 0xFF
    (repository / FILE).write_bytes(content)
    with pytest.raises(ContainerError, match="not UTF-8"):
        read_lock(repository)


def test_a_missing_lock_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(ContainerError, match=r"is missing.*--update-lock"):
        read_lock(tmp_path)


def test_an_edit_by_hand_is_an_error(repository: Path) -> None:
    text = (repository / FILE).read_text()
    (repository / FILE).write_text(text.replace('suite = "trixie"', 'suite = "forky"'))
    with pytest.raises(ContainerError, match="was changed by hand or is damaged"):
        read_lock(repository)


def test_an_update_shows_what_is_new_gone_changed_and_rebuilt(lock: Lock) -> None:
    first, second, third, *others = lock.packages
    old = lock.model_copy(update={"packages": (first, second, third)})
    after = (
        changed(second, version="9.9", sha256="0" * 64),
        changed(third, sha256="1" * 64),
        others[0],
    )
    assert list(changes(old, lock.model_copy(update={"packages": after}))) == [
        f"- {first.name} {first.version}",
        f"~ {second.name} {second.version} -> 9.9",
        f"~ {third.name} {third.version}, rebuilt",
        f"+ {others[0].name} {others[0].version}",
    ]


def test_the_name_in_an_engine_changes_with_the_lock(lock: Lock) -> None:
    other = lock.model_copy(update={"image": "sha256:" + "ab" * 32})
    assert other.tag == "kerf-toolchain:abababababab" != lock.tag
