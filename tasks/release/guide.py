"""BUILD.md: what a bundle is, how it was made, how to check it and make it again, in words."""

from __future__ import annotations

import shlex

from tasks.markdown import code, plain, table
from tasks.release import checksums, provenance, sbom, signing
from tasks.release.facts import Facts, Input

NAME = "BUILD.md"

_HEAD = """\
# {name}

{description}. Made from {commits},
target `{target}`, with {compiler} (executor `{executor}`).
"""

_DIRTY = """
**This is not a release.** It was made from files that no commit contains, so that it cannot be made
again: {uncommitted}.
"""

_CHECK = """
## Check it

    sha256sum --check {sums}

compares every file with its sum. In a clone of {repository} that has the commit,

    nox -s verify -- <this folder>{input_option}

also builds everything once more from that commit and compares every byte. Where the bundle is
signed (`{envelope}`), `--key <public key>` checks whose signature it is.

## What went in

{inputs}
"""

_OUTSIDE = """
Git ignores the files that are not in the commit: keep them. `--input` names a file, or a folder in
which `verify` finds them by their sums.
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
    outside = bool(facts.in_no_commit)
    parts = [_HEAD]
    parts += [_DIRTY] if facts.uncommitted else []
    parts += [_CHECK]
    parts += [_OUTSIDE] if outside else []
    parts += [_AGAIN, _CONTENTS]
    return "".join(parts).format(
        name=facts.name,
        description=plain(facts.description),
        commits=_commits(facts),
        repository="Kerf" if facts.project is None else "the project",
        target=facts.target,
        compiler=f"{facts.toolchain.name} {facts.toolchain.version}",
        executor=facts.toolchain.executor,
        uncommitted=", ".join(map(code, facts.uncommitted)),
        input_option=" --input <files>" if outside else "",
        inputs="\n".join(
            table(
                ("file", "role", "in the commit", "SHA-256"),
                (
                    (code(each.name), each.role.value, _held(each, facts), f"`{each.sha256}`")
                    for each in facts.inputs
                ),
            )
        ),
        commands="\n".join(f"    {command}" for command in _commands(facts)),
        compiler_words="\n".join(_compiler_words(facts)),
        sums=checksums.NAME,
        sbom=sbom.NAME,
        statement=provenance.NAME,
        envelope=signing.NAME,
    )


def _commits(facts: Facts) -> str:
    if facts.project is None:
        return f"Kerf's commit\n`{facts.commit}`"
    return f"the project's commit\n`{facts.project}` by Kerf's commit\n`{facts.commit}`"


def _held(input_: Input, facts: Facts) -> str:
    """What the table says of an input: whether who has the commit has the file."""
    if input_.name in facts.in_no_commit:
        return "no: git ignores it"
    return "no: changed" if input_.name in facts.uncommitted else "yes"


def _commands(facts: Facts) -> list[str]:
    executor = facts.toolchain.executor
    options = f"--version {facts.version} --executor {executor}"
    commands = [f"git checkout {facts.project or facts.commit}"]
    commands += ["nox -s image"] if executor == "container" else []
    named = facts.config == f"configs/{facts.target}.toml"
    target = facts.target if named else shlex.quote(facts.config)
    return [*commands, f"nox -s release -- {target} {options}"]


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
        words += [f"- {code(package.purl)}" for package in toolchain.packages]
    return words
