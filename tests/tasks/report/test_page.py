"""The page is one file: every module and library is in it, and it names nothing outside."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib

from tasks.report.content import content
from tasks.report.page import VENDOR, modules, page

EMPTY = content([], [])


def test_libraries_are_those_of_their_packages() -> None:
    libraries = tomllib.loads((VENDOR / "vendor.toml").read_text(encoding="utf-8"))
    files = {path.stem for path in VENDOR.glob("*.mjs")}
    assert files == {name.replace("/", "-") for name in libraries}
    for name, library in libraries.items():
        code = (VENDOR / f"{name.replace('/', '-')}.mjs").read_bytes()
        assert hashlib.sha256(code).hexdigest() == library["sha256"], name
        assert (VENDOR / "licences" / f"{library['package']}.txt").is_file()


def test_every_import_of_a_module_is_in_the_page() -> None:
    texts = dict(modules())
    for name, text in texts.items():
        wanted = re.findall(r"^import\b[^;]*?[\"']([^\"']+)[\"'];", text, flags=re.MULTILINE)
        assert set(wanted) <= texts.keys(), name
        if name != "report/main":
            users = [other for other, code in texts.items() if f'"{name}"' in code]
            assert users, f"nothing imports {name}"


def test_licences_travel_with_the_libraries() -> None:
    texts = dict(modules())
    assert "Permission is hereby granted" in texts["preact"]
    assert "ISC" in texts["d3-hierarchy"]


def test_names_of_symbols_cannot_end_the_script_they_are_in() -> None:
    text = page(EMPTY | {"unread": {"x": "</script><script>alert(1)</script>"}})
    assert "<script>alert" not in text
    found = re.search(r'id="content">(.*?)</script>', text, flags=re.DOTALL)
    assert found is not None
    assert json.loads(found.group(1))["unread"] == {"x": "</script><script>alert(1)</script>"}


def test_the_page_allows_no_network() -> None:
    text = page(EMPTY)
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', text)
    assert policy is not None
    assert "default-src 'none'" in policy.group(1)
    assert not re.search(r"(src|href)=\"(?!data:)", text)
