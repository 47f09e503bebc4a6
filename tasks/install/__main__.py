"""Builds a target and installs its library and headers under a prefix, for CMake and pkg-config.

    find_package(Kerf REQUIRED COMPONENTS <target>)  and the target  Kerf::<target>
    pkg-config --cflags --libs kerf-<target>

Either makes `#include <kerf/kerf.h>` that target's: its include folder is include/kerf/<target>/,
with the one folder kerf/ in it, and compiles and links for that target's processor. The prefix may
be moved: no installed file names it. Several targets can share it, and a program can link several:
each is in a namespace of its own.

The library is machine code, which every linker of its platform takes, and named after its target.
With --lto it is what the target's own program is linked of: smaller still, but bound to the
compiler that made it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from tasks import cli
from tasks.build import build, write_target
from tasks.building.compile import compile_products
from tasks.building.planning import Planned, plan_target
from tasks.building.public_headers import with_definitions
from tasks.building.sources import build_dir, products
from tasks.building.symbols import target_symbols
from tasks.config import Target, load_target
from tasks.files import write_files
from tasks.install.ecosystems import ecosystem_folder, forms
from tasks.install.single_file import Data, single_file
from tasks.project import project_version
from tasks.release.archive import archive_members
from tasks.toolchain.choose import Toolchain, toolchain_for

BITCODE = b"BC\xc0\xde"
"""How a member begins that only Clang's linker can read. Source: LLVM bitcode, "Magic Numbers"."""

LIBRARY, SINGLE_FILE = "library", "single-file"

_CONFIG = """\
# Kerf's libraries: find_package(Kerf COMPONENTS <target> ...), then link Kerf::<target>.
get_filename_component(KERF_PREFIX "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
file(GLOB _kerf_files "${CMAKE_CURRENT_LIST_DIR}/targets/*.cmake")
foreach(_kerf_file IN LISTS _kerf_files)
  include("${_kerf_file}")
endforeach()
foreach(_kerf_target IN LISTS Kerf_FIND_COMPONENTS)
  if(TARGET "Kerf::${_kerf_target}")
    set(Kerf_${_kerf_target}_FOUND TRUE)
  elseif(Kerf_FIND_REQUIRED_${_kerf_target})
    set(Kerf_FOUND FALSE)
    set(Kerf_NOT_FOUND_MESSAGE
        "Kerf's target ${_kerf_target} is not installed in ${KERF_PREFIX}:"
        " nox -s install-${_kerf_target} -- --prefix ${KERF_PREFIX}")
  endif()
endforeach()
"""

_CONFIG_VERSION = """\
set(PACKAGE_VERSION "{version}")
if(PACKAGE_VERSION VERSION_EQUAL PACKAGE_FIND_VERSION)
  set(PACKAGE_VERSION_EXACT TRUE)
endif()
# Before 1.0, each minor version may change the headers.
if("${{PACKAGE_FIND_VERSION_MAJOR}}.${{PACKAGE_FIND_VERSION_MINOR}}" STREQUAL "{minor}"
   AND NOT PACKAGE_VERSION VERSION_LESS PACKAGE_FIND_VERSION)
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
endif()
"""

_TARGET = """\
# {description}
if(NOT TARGET Kerf::{name})
{check}\
  add_library(Kerf::{name} STATIC IMPORTED)
  set_target_properties(Kerf::{name} PROPERTIES
    IMPORTED_LOCATION "${{KERF_PREFIX}}/lib/kerf/{name}/libkerf-{name}.a"
    INTERFACE_INCLUDE_DIRECTORIES "${{KERF_PREFIX}}/include/kerf/{name}"
    INTERFACE_COMPILE_FEATURES cxx_std_17
    INTERFACE_COMPILE_OPTIONS "{options}"
    INTERFACE_LINK_OPTIONS "{options}"
    INTERFACE_LINK_LIBRARIES "{libraries}")
endif()
"""

_BITCODE_CHECK = """\
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "Kerf::{name} holds LLVM's intermediate code: link it with {compiler}, "
                        "or install it without --lto.")
  endif()
"""

_PKG_CONFIG = """\
prefix=${{pcfiledir}}/../..

Name: kerf-{name}
Description: {description}
Version: {version}
Cflags: {flags}-I${{prefix}}/include/kerf/{name}
Libs: {flags}-L${{prefix}}/lib/kerf/{name} -lkerf-{name} {libraries}
"""


def install(
    target: Target,
    prefix: Path,
    *,
    form: str = LIBRARY,
    data: Data = Data.ARRAY,
    lto: bool = False,
    executor: str | None = None,
    jobs: int | None = None,
) -> None:
    """Brings the library of `target` under `prefix` up to date; other targets there stay.

    Or writes it to `prefix` as one source and one header, or as an ecosystem's folder; nothing is
    compiled then.

    Raises:
        KerfError: what a build raises.
        OSError: a file cannot be written; each is whole, old or new.

    """
    toolchain = toolchain_for(target, executor)
    if form == LIBRARY:
        planned = build(target, executor=executor, jobs=jobs)
        planned = planned or plan_target(target, toolchain=toolchain.file)  # it was up to date
        archive = _compile(planned, toolchain, jobs, lto=lto)
        files = installed_files(target, toolchain, archive.read_bytes())
        notes = [
            f"CMake: find_package(Kerf COMPONENTS {target.name}), Kerf::{target.name}",
            f"pkg-config: kerf-{target.name}",
        ]
        if target.toolchain.lto and lto:
            notes.append(f"link it with {toolchain.compiler} {toolchain.version}, no other linker")
    else:
        planned = write_target(target, toolchain)
        built = products(target, planned.plan, toolchain)
        if form == SINGLE_FILE:
            files = single_file(planned, built, toolchain, data)
        else:
            files = ecosystem_folder(form, planned, built, toolchain)
        notes = list(files)
    changed = write_files(prefix, files)
    print(f"installed   {len(files)} files under {prefix}, {len(changed)} of them new or changed")
    if form == LIBRARY:
        _drop_old_headers(prefix, target.name, files)
    for note in notes:
        print(f"            {note}")


def _compile(planned: Planned, toolchain: Toolchain, jobs: int | None, *, lto: bool) -> Path:
    """The archive of a built target in a namespace of its own: for LTO, or of machine code."""
    target = planned.target
    built = products(target, planned.plan, toolchain)
    folder = f"{built.build_dir}/installed"
    print(f"install     {'for LTO' if lto else 'machine code'}")
    defined = (f"-D{symbol}" for symbol in target_symbols(target.name))
    compiled = compile_products(
        replace(toolchain, compile=(*toolchain.compile, *defined)),
        replace(built, build_dir=folder, reads=(*built.reads, built.build_dir), executables=()),
        target.root,
        jobs=jobs,
        say=lambda line: print(f"            {line}", flush=True),
    )
    return compiled.linked if lto else compiled.archive


def installed_files(target: Target, toolchain: Toolchain, archive: bytes) -> Mapping[str, bytes]:
    """What is installed for a built target with that `archive`, by path below the prefix."""
    built, name = target.root / build_dir(target), target.name
    version = project_version(target.root)
    values = {
        "name": name,
        "description": target.description,
        "version": version,
        "minor": version.rpartition(".")[0],
        "compiler": f"{toolchain.compiler} {toolchain.version}",
        "flags": "".join(f"{flag} " for flag in toolchain.machine),
        "options": ";".join(toolchain.machine),
    }
    check = _BITCODE_CHECK.format(**values) if _is_bitcode(archive) else ""
    named = ";".join(library.removeprefix("-l") for library in toolchain.libraries)
    texts = {
        "lib/cmake/Kerf/KerfConfig.cmake": _CONFIG,
        "lib/cmake/Kerf/KerfConfigVersion.cmake": _CONFIG_VERSION.format(**values),
        f"lib/cmake/Kerf/targets/{name}.cmake": _TARGET.format(
            **values, check=check, libraries=named
        ),
        f"lib/pkgconfig/kerf-{name}.pc": _PKG_CONFIG.format(
            **{**values, "description": target.description.replace("$", "$$")},
            libraries=" ".join(toolchain.libraries),
        ),
    }
    headers = built / "include"
    return {
        **{path: text.encode() for path, text in texts.items()},
        f"lib/kerf/{name}/libkerf-{name}.a": archive,
        f"lib/kerf/{name}/manifest.json": (built / "manifest.json").read_bytes(),
        **{
            f"include/kerf/{name}/{path.relative_to(headers).as_posix()}": _named(
                path.read_text(encoding="utf-8"), name
            ).encode()
            for path in sorted(headers.rglob("*.h"))
        },
    }


def _named(header: str, target: str) -> str:
    """The text of a public header whose names are those of the installed library of `target`."""
    namespace, functions, _ = target_symbols(target)
    if "KERF_C_TARGET" in header:
        return with_definitions(header, (functions,))
    return with_definitions(header, (namespace,)) if "namespace kerf" in header else header


def _is_bitcode(archive: bytes) -> bool:
    return any(content.startswith(BITCODE) for _, content in archive_members(archive))


def _drop_old_headers(prefix: Path, name: str, files: Mapping[str, bytes]) -> None:
    for path in (prefix / "include" / "kerf" / name).rglob("*.h"):
        if path.relative_to(prefix).as_posix() not in files:
            path.unlink()


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    parser = cli.parser("install", __doc__)
    cli.add_target(parser)
    parser.add_argument("--prefix", type=Path, required=True, help="the folder to install under")
    parser.add_argument(
        "--form",
        choices=(LIBRARY, SINGLE_FILE, *forms()),
        default=LIBRARY,
        help="library, for CMake and pkg-config; single-file, a source and a header for any build; "
        "or the folder that an ecosystem expects (default: %(default)s)",
    )
    parser.add_argument(
        "--data",
        choices=tuple(Data),
        default=Data.ARRAY,
        help="of a single file, weights or models: a C array, .incbin, or files alone that the "
        "linker places (default: %(default)s)",
    )
    parser.add_argument("--lto", action="store_true", help="a library for LTO by its own compiler")
    cli.add_executor(parser)
    cli.add_jobs(parser)
    cli.add_root(parser)
    options = parser.parse_args(arguments)
    target = load_target(cli.required_target(options.target, options.root), options.root.resolve())
    install(
        target,
        options.prefix.absolute(),
        form=options.form,
        data=Data(options.data),
        lto=options.lto,
        executor=options.executor,
        jobs=options.jobs,
    )
    return 0


if __name__ == "__main__":
    cli.run(main)
