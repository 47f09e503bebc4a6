"""Files that are no TOML at all: the line, the cause, and no traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from codegen.errors import ConfigError
from tasks.config import load_target
from tests.tasks.config_root import SMALL, make_root


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_root(tmp_path)


BROKEN = [
    (b"a = 1\nb = table\n", ":2: not TOML: invalid value (column 5): `b = table`."),
    (b"a = 1\na = 2\n", ":2: not TOML: cannot overwrite a value (column 6): `a = 2`."),
    (b"[select\n", ":1: not TOML: expected ']' at the end of a table declaration (column 8)"),
    (b"x = [\n1,\n2", ":3: not TOML: unclosed array (column 2): `2`."),
    (b'x = "unended', ":1: not TOML: "),
    (b"\xef\xbb\xbfa = 1", ":1: begins with a byte order mark. Save it as UTF-8 without one."),
    ('a = "é"'.encode("utf-16"), ":1: begins with a byte order mark."),
    (b'a = 1\nb = "\xe9"\n', ":2: byte 0xe9 is not UTF-8. Save it as UTF-8."),
    (b"a = " + b"[" * 50_000, ":1: nested too deeply. Shorten it."),
    (b"x = " + b"[" * 300 + b"]" * 300, ":1: nested too deeply. Shorten it."),
    (b"x = " + b"{a=" * 200 + b"1" + b"}" * 200, ":1: nested too deeply. Shorten it."),
    (b"\n" + b"a." * 20_000 + b"a = 1", ":2: a key of more than 32 parts. Shorten it."),
    (b"[" + b"a." * 20_000 + b"a]", ":1: a key of more than 32 parts. Shorten it."),
    (b"[[" + b"'a' . " * 20_000 + b"a]]", ":1: a key of more than 32 parts. Shorten it."),
    (b"x = {b = 1," + b'"a\\"b".' * 20_000 + b"a = 1}", ":1: a key of more than 32 parts."),
    (b"[a.b.c.d.e.f]\n" * 100_000, ":1: larger than 1 MB. Shorten it."),
    (b"a = " + b"1" * 5_000, ":1: not TOML: exceeds the limit"),
    (b"a = 1\n\x00 = 2\n", ":2: not TOML: "),
]


@pytest.mark.parametrize(("content", "expected"), BROKEN)
def test_broken_file_names_line_and_cause(root: Path, content: bytes, expected: str) -> None:
    (root / "configs" / "x.toml").write_bytes(content)
    with pytest.raises(ConfigError) as caught:
        load_target("x", root)
    [fault] = caught.value.faults
    assert fault.startswith("configs/x.toml" + expected)


def test_deep_but_valid_nesting_is_a_fault_of_the_key(root: Path) -> None:
    text = SMALL + "sanitize = " + "[" * 90 + "]" * 90 + "\n"
    (root / "configs" / "x.toml").write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=r"x\.toml:6: toolchain\.sanitize\[0\]: expected one of"):
        load_target("x", root)


def test_broken_target_and_broken_defaults_are_reported_together(root: Path) -> None:
    (root / "configs" / "x.toml").write_text("a", encoding="utf-8")
    (root / "configs" / "defaults.toml").write_text("\nb", encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load_target("x", root)
    places = [fault.partition(": ")[0] for fault in caught.value.faults]
    assert places == ["configs/x.toml:1", "configs/defaults.toml:2"]


def test_defaults_that_cannot_be_read_are_a_fault(root: Path) -> None:
    (root / "configs" / "x.toml").write_text(SMALL, encoding="utf-8")
    (root / "configs" / "defaults.toml").unlink()
    with pytest.raises(ConfigError, match=r"^configs/defaults\.toml: cannot be read: no such file"):
        load_target("x", root)
    (root / "configs" / "defaults.toml").mkdir()
    with pytest.raises(ConfigError, match=r"^configs/defaults\.toml: cannot be read: is a dir"):
        load_target("x", root)


def test_windows_line_ends_are_read(root: Path) -> None:
    (root / "configs" / "x.toml").write_bytes(SMALL.replace("\n", "\r\n").encode() + b"zzz = 1\r\n")
    with pytest.raises(ConfigError, match=r"^configs/x\.toml:6: toolchain\.zzz: unknown key"):
        load_target("x", root)


@pytest.mark.parametrize(
    "value",
    ["9" * 4_000, "-" + "9" * 4_000, "1e400", "0x" + "f" * 3_000, f'"{"x" * 100_000}"'],
    ids=["int", "negative", "float", "hexadecimal", "string"],
)
@pytest.mark.parametrize("key", ["run.timeout-s", "budget.flash-bytes", "select.models"])
def test_huge_value_is_a_fault_of_its_key(root: Path, key: str, value: str) -> None:
    table, _, name = key.partition(".")
    written = f"[{value}]" if name == "models" else value
    text = f'description = "x"\n[toolchain]\nname = "cortex-m4"\n[{table}]\n{name} = {written}\n'
    (root / "configs" / "x.toml").write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load_target("x", root)
    assert any(fault.startswith(f"configs/x.toml:5: {key}") for fault in caught.value.faults)


def test_strings_with_dots_are_no_long_keys(root: Path) -> None:
    dotted = ".".join("abcdefghij" * 4)
    text = SMALL.replace('"small"', f'"{dotted}"') + f'# {dotted}\n[run]\n"timeout-s" = 1\n'
    (root / "configs" / "x.toml").write_text(text, encoding="utf-8")
    assert load_target("x", root).description == dotted
