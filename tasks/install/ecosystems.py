"""Folders in which ecosystems of firmware expect a library: the single file, manifest, example."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from math import prod
from pathlib import Path
from string import Template

from codegen.c_names import c_name
from codegen.emit.c_header import model_headers
from codegen.errors import BuildError
from codegen.opinfo import TensorArg
from codegen.pte import read_model
from tasks.building.ninja_file import Products
from tasks.building.planning import Planned
from tasks.building.sources import shipped_path
from tasks.install.single_file import (
    TEMPLATES,
    Data,
    compile_flags,
    file_stem,
    single_file,
)
from tasks.project import project_version
from tasks.toolchain.choose import Toolchain
from tasks.toolchain.file import read_flags

URL = "https://pytorch.org/executorch"
"""The home page of the models' format, for manifests that must name one; they say whose it is."""
_TEMPLATES = {"pack.pdsc": "Kerf.{stem}.pdsc", "run_model.c": "examples/run_model.c"}
"""Templates whose files have another name, which depends on the target."""
_MACHINE = re.compile(r"-m(?!thumb)|-march")


def forms() -> tuple[str, ...]:
    """The names of the forms, sorted."""
    return tuple(sorted(path.name for path in TEMPLATES.iterdir() if path.is_dir()))


def ecosystem_folder(
    form: str, planned: Planned, built: Products, toolchain: Toolchain
) -> Mapping[str, bytes]:
    """The files of a built target in `form`, by path.

    Raises:
        BuildError: the example would need more than memory.
        OSError: a file cannot be read.

    """
    sources = single_file(planned, built, toolchain, Data.ARRAY)
    values = _values(planned, toolchain, sources)
    files = {f"src/{name}": content for name, content in sources.items()}
    files["LICENSE"] = (planned.target.root / "LICENSE").read_bytes()
    folder = TEMPLATES / form
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        name = path.relative_to(folder).as_posix()
        name = _TEMPLATES.get(name, name).format(stem=values["stem"])
        files[name] = _filled(path, values).encode()
    return files


def _filled(path: Path, values: Mapping[str, str]) -> str:
    return Template(path.read_text(encoding="utf-8")).substitute(values)


def _values(
    planned: Planned, toolchain: Toolchain, sources: Mapping[str, bytes]
) -> Mapping[str, str]:
    """What the templates name."""
    target = planned.target
    stem = file_stem(target.name)
    data = next((name for name in sources if name.endswith("_data.c")), None)
    flags = _own_flags(target.root, toolchain)
    machine = " ".join(flag for flag in toolchain.machine if _MACHINE.match(flag))
    return {
        "stem": stem,
        "config": stem.upper(),
        "target": target.name,
        "version": project_version(target.root),
        "url": URL,
        "machine": f"`{machine}`" if machine else "this machine's",
        "fpu": "y" if "-mfloat-abi=hard" in toolchain.machine else "n",
        "own_flags": ";".join(flags),
        "json_flags": ", ".join(map(json.dumps, flags)),
        "data_source": f" ../src/{data}" if data else "",
        "quoted_data_source": f' "src/{data}"' if data else "",
        "data_file": f'        <file category="sourceC" name="src/{data}"/>\n' if data else "",
        "run": _example(planned, stem),
    }


def _own_flags(root: Path, toolchain: Toolchain) -> tuple[str, ...]:
    """What the source is compiled with in addition to the flags of its surroundings."""
    every = compile_flags(root, toolchain)
    kept = [flag for flag in every if flag not in toolchain.machine and "-sections" not in flag]
    return (*kept, *read_flags(root).one_source["gcc"])


def _example(planned: Planned, stem: str) -> str:
    """C and C++ that runs the first method of the first model once."""
    if planned.plan.compiled is None:
        return _filled(TEMPLATES / "interpreted.c", _interpreted(planned, stem))
    header = next(iter(model_headers(planned.plan).values()))
    return _filled(TEMPLATES / "compiled.c", {"stem": stem, **_compiled(header)})


def _interpreted(planned: Planned, stem: str) -> Mapping[str, str]:
    target = planned.target
    if not target.model_paths:
        raise BuildError(f"{target.name}: it selects no model, so that there is none to run.")
    path = shipped_path(target, target.model_paths[0])
    method = read_model(path).methods[0]
    inputs = [each for each in method.inputs if isinstance(each, TensorArg)]
    count = max((len(each.planned_bytes) for each in read_model(path).methods), default=0)
    memories = [
        f"static KERF_ALIGNED uint8_t planned_{index}[KERF_ARRAY(KERF_PLANNED_BYTES_{index})];"
        for index in range(1, count + 1)
    ]
    blocks = [f"{{planned_{i}, sizeof planned_{i}}}" for i in range(1, count + 1)]
    return {
        "stem": stem,
        "method": method.name,
        "data": f"{stem}_{c_name(path.stem)}_pte",
        "input_bytes": str(max([1, *map(_bytes, inputs)])),
        "planned_memories": "\n".join(memories),
        "planned_blocks": ", ".join(blocks) or "{NULL, 0}",
    }


def _bytes(tensor: TensorArg) -> int:
    return prod(tensor.sizes) * tensor.dtype.itemsize


_FUNCTION = re.compile(
    r"^int (\w+)\(((?:const kerf_parallel_for|void|\w+_arenas)\*[^)]*)\);$", re.MULTILINE
)
_TENSOR = re.compile(r"(?:const )?(\w+)\* ((?:in|out)put_\w+)")
_NUMBER = re.compile(r"(int64_t|bool|double) (\w+)")


def _compiled(header: str) -> Mapping[str, str]:
    """The first function of a model's header, with memory for what it takes.

    Raises:
        BuildError: it takes what an example cannot guess.

    """
    found = _FUNCTION.search(header)
    function, parameters = (found[1], found[2].split(", ")) if found else ("", [])
    arguments, ports = [], []
    for parameter in parameters:
        if parameter == "void* arena":  # one; of several, each needs its place
            arguments.append("arena")
        elif (tensor := _TENSOR.fullmatch(parameter)) and f"{function}_{tensor[2]}_bytes" in header:
            bound = f"{function}_{tensor[2]}_elements"
            ports.append(f"static {tensor[1]} {tensor[2]}[{bound}];\n")
            arguments.append(tensor[2])
        elif number := _NUMBER.fullmatch(parameter):
            ports.append(f"static const {number[1]} {number[2]} = 0;\n")
            arguments.append(number[2])
        else:
            raise BuildError(
                f"{function or 'a model'} takes {parameter!r}, for which there is no example: "
                "take --form single-file."
            )
    return {"function": function, "arguments": ", ".join(arguments), "ports": "".join(ports)}
