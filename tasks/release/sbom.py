"""The software bill of materials of a release, as CycloneDX."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath
from uuid import NAMESPACE_URL, UUID, uuid5

from cyclonedx.model import HashAlgorithm, HashType, Property
from cyclonedx.model.bom import Bom, BomMetaData
from cyclonedx.model.bom_ref import BomRef
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.model.license import LicenseExpression
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

from tasks.release.facts import Facts, Input, Role
from tasks.release.recipe import Package

NAME = "sbom.cdx.json"
LICENSE = "BSD-3-Clause"


def sbom_text(facts: Facts) -> str:
    """The bill of materials: the same facts give the same text, without time or random number.

    It lists Kerf, the target's models and other inputs, the compiler, the packages that it came
    from, and the Python packages that generated and linked.
    """
    root = Component(
        name=f"kerf-{facts.target}",
        version=facts.version,
        type=ComponentType.FIRMWARE,
        description=facts.description,
        licenses=[LicenseExpression(LICENSE)],
        properties=[
            Property(name="kerf:commit", value=facts.commit),
            *([Property(name="kerf:project-commit", value=facts.project)] if facts.project else []),
        ],
        bom_ref=BomRef("kerf"),
    )
    metadata = BomMetaData(component=root)
    metadata.timestamp = None  # type: ignore[assignment] # optional in CycloneDX; of no use here
    bom = Bom(serial_number=UUID(int=0), metadata=metadata)
    for component in _components(facts):
        bom.components.add(component)
    bom.register_dependency(root, bom.components)
    bom.serial_number = uuid5(NAMESPACE_URL, _text(bom))
    return _text(bom)


def _text(bom: Bom) -> str:
    return f"{JsonV1Dot6(bom).output_as_string(indent=1)}\n"


def _components(facts: Facts) -> Iterator[Component]:
    toolchain = facts.toolchain
    yield Component(
        name=toolchain.name,
        version=toolchain.version,
        type=ComponentType.APPLICATION,
        scope=ComponentScope.EXCLUDED,
        properties=_executor(facts),
        purl=PackageURL("generic", None, toolchain.name, toolchain.version),
        bom_ref=BomRef("toolchain"),
    )
    yield from map(_package, toolchain.packages)
    yield from map(_input, facts.inputs)
    for name, version in facts.python_packages.items():
        purl = PackageURL("pypi", None, name, version)
        yield Component(
            name=name,
            version=version,
            type=ComponentType.LIBRARY,
            scope=ComponentScope.EXCLUDED,
            purl=purl,
            bom_ref=BomRef(purl.to_string()),
        )


def _executor(facts: Facts) -> list[Property]:
    found = [Property(name="kerf:executor", value=facts.toolchain.executor)]
    if facts.toolchain.image is not None:
        found.append(Property(name="kerf:image", value=facts.toolchain.image))
    return found


def _package(package: Package) -> Component:
    purl = PackageURL.from_string(package.purl)
    return Component(
        name=purl.name,
        version=purl.version,
        type=ComponentType.LIBRARY,
        scope=ComponentScope.EXCLUDED,  # used to build; what is linked of a libc is in it too
        hashes=[_sha256(package.sha256)] if package.sha256 else [],
        purl=purl,
        bom_ref=BomRef(package.purl),
    )


def _input(input_: Input) -> Component:
    model = input_.role is Role.MODEL
    return Component(
        name=PurePosixPath(input_.name).name,
        type=ComponentType.MACHINE_LEARNING_MODEL if model else ComponentType.FILE,
        scope=None if model else ComponentScope.EXCLUDED,
        hashes=[_sha256(input_.sha256)],
        properties=[
            Property(name="kerf:path", value=input_.name),
            Property(name="kerf:role", value=input_.role.value),
        ],
        bom_ref=BomRef(f"file:{input_.name}"),
    )


def _sha256(digest: str) -> HashType:
    return HashType(alg=HashAlgorithm.SHA_256, content=digest)
