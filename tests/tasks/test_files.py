from __future__ import annotations

import hashlib
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from tasks.files import sha256, write_if_changed

ROOT = Path(__file__).parents[2]


def test_a_new_file_is_written_for_everybody_to_read(tmp_path: Path) -> None:
    path = tmp_path / "x"
    assert write_if_changed(path, "text\n")
    assert path.read_bytes() == b"text\n"
    assert path.stat().st_mode & 0o777 == 0o644


def test_the_same_content_is_not_written_again(tmp_path: Path) -> None:
    path = tmp_path / "x"
    write_if_changed(path, b"\x00\xff")
    before = path.stat()
    assert not write_if_changed(path, b"\x00\xff")
    assert (path.stat().st_mtime_ns, path.stat().st_ino) == (before.st_mtime_ns, before.st_ino)


def test_other_content_replaces_the_old_and_leaves_nothing_next_to_it(tmp_path: Path) -> None:
    path = tmp_path / "x"
    write_if_changed(path, "old")
    assert write_if_changed(path, "new")
    assert path.read_text() == "new"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    file, link = tmp_path / "real" / "x", tmp_path / "link"
    file.write_text("old")
    link.symlink_to(file)
    assert write_if_changed(link, "new")
    assert link.is_symlink()
    assert file.read_text() == "new"


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE)
    assert write_if_changed(pipe, "text")
    assert reader.communicate()[0] == b"text"
    assert pipe.is_fifo()


@pytest.mark.parametrize("obstacle", ["folder is missing", "path is a folder"])
def test_where_it_cannot_be_written_nothing_changes(tmp_path: Path, obstacle: str) -> None:
    path = tmp_path / "x" if obstacle == "path is a folder" else tmp_path / "no" / "x"
    if obstacle == "path is a folder":
        path.mkdir()
    with pytest.raises(OSError, match=r"x|no"):
        write_if_changed(path, "new")
    assert [each for each in tmp_path.iterdir() if each.name.startswith(".")] == []


def test_a_full_disk_leaves_the_old_content_and_is_named_with_the_file(tmp_path: Path) -> None:
    """A limit on the size of files simulates the disk: the write fails half-way."""
    path = tmp_path / "x"
    write_if_changed(path, "old")
    program = (
        "import sys; from pathlib import Path; from tasks.files import sha256, write_if_changed; "
        "write_if_changed(Path(sys.argv[1]), b'n' * 200_000)"
    )
    result = subprocess.run(
        [sys.executable, "-c", program, str(path)],
        cwd=ROOT,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000)),
        capture_output=True,
        text=True,
    )
    assert result.returncode == 1
    assert f"File too large: '{path}'" in result.stderr
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_the_digest_of_a_large_file_is_that_of_all_of_it(tmp_path: Path) -> None:
    data = bytes(range(256)) * 12_345
    (tmp_path / "x").write_bytes(data)
    assert sha256(tmp_path / "x") == hashlib.sha256(data).hexdigest()
