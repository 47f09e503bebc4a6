"""How precisely differences of two files are reported; the files come from real compilers."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tasks.release.archive import archive_members
from tasks.release.bundle import stable_map
from tasks.release.difference import differences, diffoscope_report, folder_differences

NAMES = ("first", "second")
SOURCE = """
int counter = 7;
const char text[] = "{text}";
int add(int a, int b) {{ return a + b; }}
int twice(int a) {{ return a * {factor}; }}
{more}
"""


@pytest.fixture
def objects(require_tool: Callable[[str], str], tmp_path: Path) -> Callable[..., bytes]:
    """Compiles the source with some values; the object."""
    gcc = require_tool("gcc")

    def make(text: str = "same", factor: str = "2", more: str = "") -> bytes:
        values = SOURCE.format(text=text, factor=factor, more=more)
        (tmp_path / "x.c").write_text(values, encoding="utf-8")
        flags = ("-O1", "-ffunction-sections", "-fdata-sections", "-c", "x.c", "-o", "x.o")
        subprocess.run([gcc, *flags], cwd=tmp_path, check=True)
        return (tmp_path / "x.o").read_bytes()

    return make


def test_equal_contents_make_equal_folders(tmp_path: Path) -> None:
    for name in NAMES:
        (tmp_path / name / "deep").mkdir(parents=True)
        (tmp_path / name / "deep" / "file").write_bytes(b"\0same")
    assert folder_differences(tmp_path / "first", tmp_path / "second") == {}


def test_changed_text_and_code_are_reported_with_section_and_symbol(
    objects: Callable[..., bytes],
) -> None:
    message = list(differences(objects(), objects(text="sane", factor="3"), NAMES))
    assert message == [
        ".text.twice: twice: differs in 1 byte(s), the first at offset 2",
        ".rodata.text: text: differs in 1 byte(s), the first at offset 2",
    ] or [line.split(": ")[:2] for line in message] == [
        [".text.twice", "twice"],
        [".rodata.text", "text"],
    ]


def test_symbol_of_another_size_is_reported_with_both_sizes(objects: Callable[..., bytes]) -> None:
    message = list(differences(objects(), objects(text="longer text"), NAMES))
    assert ".rodata.text: text: 5 and 12 bytes" in message


def test_overloads_are_distinguished(require_tool: Callable[[str], str], tmp_path: Path) -> None:
    compiler, made = require_tool("g++"), []
    for value in (1, 2):
        code = f"int f(int) {{ return {value}; }} int f(long) {{ return 0; }} int g(int a) {{"
        (tmp_path / "x.cpp").write_text(f"{code} return a + {value}; }}\n", encoding="utf-8")
        command = [compiler, "-O1", "-c", "x.cpp", "-o", "x.o"]
        subprocess.run(command, cwd=tmp_path, check=True)
        made.append((tmp_path / "x.o").read_bytes())
    message = list(differences(made[0], made[1], NAMES))
    assert [line.split(": ")[1] for line in message] == ["_Z1fi", "g"]


def test_section_that_only_one_has_is_reported(objects: Callable[..., bytes]) -> None:
    message = list(differences(objects(), objects(more="int more(void) { return 1; }"), NAMES))
    assert ".text.more: only in the second" in message


def test_member_of_an_archive_is_named(
    objects: Callable[..., bytes], require_tool: Callable[[str], str], tmp_path: Path
) -> None:
    ar = require_tool("ar")
    archives = []
    for factor in ("2", "3"):
        (tmp_path / "member_with_a_long_name.o").write_bytes(objects(factor=factor))
        (tmp_path / "other.o").write_bytes(objects())
        name = f"{factor}.a"
        members = ("member_with_a_long_name.o", "other.o")
        subprocess.run([ar, "qcsD", name, *members], cwd=tmp_path, check=True)
        archives.append((tmp_path / name).read_bytes())
    assert [name for name, _ in archive_members(archives[0])] == list(members)
    (message,) = differences(*archives, NAMES)
    assert message.startswith("member_with_a_long_name.o: .text.twice: twice: differs in ")


def test_other_members_are_reported(require_tool: Callable[[str], str], tmp_path: Path) -> None:
    ar = require_tool("ar")
    for name in ("a", "b"):
        (tmp_path / name).write_bytes(b"x")
    for name, members in (("1.a", "ab"), ("2.a", "ba"), ("3.a", "a")):
        subprocess.run([ar, "qcD", name, *members], cwd=tmp_path, check=True)
    one, two, three = ((tmp_path / f"{each}.a").read_bytes() for each in (1, 2, 3))
    assert list(differences(one, two, NAMES)) == ["other members: the same ones in another order"]
    assert list(differences(one, three, NAMES)) == ["other members: b"]


def test_byte_outside_all_sections_is_reported_by_its_offset(objects: Callable[..., bytes]) -> None:
    data = bytearray(objects())
    data[9] ^= 1  # EI_PAD of the header
    assert list(differences(objects(), bytes(data), NAMES)) == ["offset 0x9: 00 and 01"]


@pytest.mark.parametrize("end", [0, 3, 17, 200, -1])
def test_damaged_file_is_reported_without_a_fault(objects: Callable[..., bytes], end: int) -> None:
    whole = objects()
    assert list(differences(whole, whole[:end], NAMES))


def test_line_of_a_text_is_reported() -> None:
    assert list(differences(b"a\nb\nc\n", b"a\nx\nc\n", NAMES)) == ["line 2: 'b' and 'x'"]
    assert list(differences(b"a\n", b"a\nb\n", NAMES)) == ["line 2: nothing and 'b'"]
    assert list(differences(b"a\n", b"a\r\n", NAMES))


def test_long_lists_are_cut_and_counted(objects: Callable[..., bytes], tmp_path: Path) -> None:
    for name, value in (("first", 1), ("second", 2)):
        more = "\n".join(f"int f{n}(void) {{ return {value}; }}" for n in range(9))
        (tmp_path / name).mkdir()
        (tmp_path / name / "x.o").write_bytes(objects(more=more))
    (message,) = folder_differences(tmp_path / "first", tmp_path / "second").values()
    assert len(message) == 7
    assert message[-1] == "x.o: and 3 more"


def test_strange_files_are_differences_and_are_not_opened(tmp_path: Path) -> None:
    for name in NAMES:
        (tmp_path / name).mkdir()
    (tmp_path / "first" / "a").write_text("a", encoding="utf-8")
    (tmp_path / "second" / "a").symlink_to("/dev/zero")
    assert folder_differences(tmp_path / "first", tmp_path / "second") == {
        "a": ("a: no plain file",)
    }


def test_diffoscope_reports_where_it_is_installed(tmp_path: Path) -> None:
    if shutil.which("diffoscope") is None:
        assert diffoscope_report(tmp_path, tmp_path, tmp_path / "report") is None
        return
    for name in NAMES:
        (tmp_path / name).mkdir()
        (tmp_path / name / "text").write_text(f"{name} line\n", encoding="utf-8")
    line = diffoscope_report(tmp_path / "first", tmp_path / "second", tmp_path / "report")
    assert line == f"diffoscope's report: {tmp_path}/report"
    assert "-first line" in (tmp_path / "report").read_text(encoding="utf-8")


def test_temporary_names_of_a_map_are_numbered_and_nothing_else_changes() -> None:
    line = " .text 0x10 {0}/ccAbC123.ltrans0.ltrans.o (memcpy)\nLOAD {0}/ccXyZ789.debug.temp.o\n"
    same = "LOAD /usr/lib/gcc/x86_64-linux-gnu/12/crtbegin.o\nLOAD build/x/obj/cc/main.o\n"
    texts = {stable_map(line.format(folder) + same) for folder in ("/tmp", ["/var/a", "b"][0])}
    assert texts == {" .text 0x10 lto0.ltrans0.ltrans.o (memcpy)\nLOAD lto1.debug.temp.o\n" + same}
