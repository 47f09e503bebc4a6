"""BUILD.md: what a bundle is, how it was made, how to check it and make it again, in words."""

from __future__ import annotations

from tasks.release import checksums, provenance, sbom, signing
from tasks.release.facts import Facts

NAME = "BUILD.md"

_HEAD = """\
# {name}

{description}. Made by Kerf from commit
`{commit}`, target `{target}`, with {compiler} (executor `{executor}`).
"""

_DIRTY = """
**This is not a release.** It was made from files that no commit contains, so that it cannot be made
again: {uncommitted}.
"""

_CHECK = """
## Check it

    sha256sum --check {sums}

compares every file with its sum. In a clone of Kerf that has the commit,

    nox -s verify -- <this folder>{input_option}

also builds everything once more from that commit and compares every byte. Where the bundle is
signed (`{envelope}`), `--key <public key>` checks whose signature it is.

## What went in

| file | role | SHA-256 |
|---|---|---|
{inputs}
"""

_OUTSIDE = """
No commit contains the files whose paths begin with `..`: keep them. `--input` names a file, or a
folder in which `verify` finds them by their sums.
"""

_AGAIN = """
## Make it again

{commands}

{compiler_words}
"""

_CONTENTS = """
## What is in it

| file | what it is |
|---|---|
| `libkerf.a`, `include/` | the runtime with the selected kernels, and `<kerf/kerf.h>`; C++17 |
| `runner.elf`, `.bin`, `.hex` | bare metal: the minimal application, and what is flashed of it |
| `runner`, `minimal` | host: the runner, and the minimal application that is measured |
| `*.pte` | the models that were optimised: what a device loads |
| `*.map` | the linker's maps; temporary names are numbered |
| `size.json`, `plan.json` | the sizes by section, part and symbol; the plan |
| `manifest.json` | SHA-256 of the models and of what was built; compiler and version |
| `{sbom}` | bill of materials (CycloneDX) |
| `{statement}` | how it was made (in-toto statement, SLSA v1 provenance) |
| `{envelope}` | the same, signed (DSSE), where it is signed |
| `{sums}` | the SHA-256 of every other file |
"""


def guide_text(facts: Facts) -> str:
    """The text of BUILD.md; the same facts give the same text."""
    outside = any(input_.name.startswith("../") for input_ in facts.inputs)
    parts = [_HEAD]
    parts += [_DIRTY] if facts.uncommitted else []
    parts += [_CHECK]
    parts += [_OUTSIDE] if outside else []
    parts += [_AGAIN, _CONTENTS]
    return "".join(parts).format(
        name=facts.name,
        description=facts.description,
        commit=facts.commit,
        target=facts.target,
        compiler=f"{facts.toolchain.name} {facts.toolchain.version}",
        executor=facts.toolchain.executor,
        uncommitted=", ".join(f"`{name}`" for name in facts.uncommitted),
        input_option=" --input <files>" if outside else "",
        inputs="\n".join(
            f"| `{input_.name}` | {input_.role.value} | `{input_.sha256}` |"
            for input_ in facts.inputs
        ),
        commands="\n".join(f"    {command}" for command in _commands(facts)),
        compiler_words="\n".join(_compiler_words(facts)),
        sums=checksums.NAME,
        sbom=sbom.NAME,
        statement=provenance.NAME,
        envelope=signing.NAME,
    )


def _commands(facts: Facts) -> list[str]:
    executor = facts.toolchain.executor
    options = f"--version {facts.version} --executor {executor}"
    commands = [f"git checkout {facts.commit}"]
    commands += ["nox -s image"] if executor == "container" else []
    if facts.config == f"configs/{facts.target}.toml":
        return [*commands, f"nox -s release-{facts.target} -- {options}"]
    return [*commands, f"python -m tasks.release {facts.config} {options}"]


def _compiler_words(facts: Facts) -> list[str]:
    toolchain = facts.toolchain
    if toolchain.executor == "container":
        return [
            f"The compiler is that of the image `{toolchain.image}`,",
            f"which `nox -s image` makes from `{provenance.LOCK}`: the same ID on every machine.",
        ]
    words = [
        f"The compiler must be {toolchain.name} {toolchain.version}: another version gives other",
        "bytes.",
    ]
    if toolchain.packages:
        words += ["It came from these packages:", ""]
        words += [f"- `{package.purl}`" for package in toolchain.packages]
    return words
