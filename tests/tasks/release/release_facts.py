"""Facts of a release that never was, with one of everything."""

from __future__ import annotations

from dataclasses import replace

from tasks.release.facts import Facts, Input, Role
from tasks.release.recipe import Package, UsedToolchain

FACTS = Facts(
    target="mv2-arm",
    description="MobileNetV2 on a Cortex-M55",
    config="configs/mv2-arm.toml",
    version="0.1.0+g0123456789ab",
    commit="0123456789abcdef0123456789abcdef01234567",
    project=None,
    uncommitted=(),
    in_no_commit=("models/ours.pte",),
    toolchain=UsedToolchain(
        name="arm-none-eabi-gcc",
        version="14.2.1",
        executor="container",
        image=f"sha256:{'c' * 64}",
        packages=(
            Package(
                purl="pkg:deb/debian/gcc-arm-none-eabi@15:14.2.rel1-1?arch=amd64",
                sha256="d" * 64,
            ),
            Package(purl="pkg:deb/debian/picolibc-arm-none-eabi@1.8.10-1?arch=all"),
        ),
    ),
    inputs=(
        Input(name="configs/mv2-arm.toml", role=Role.CONFIG, sha256="a" * 64),
        Input(name="models/ours.pte", role=Role.MODEL, sha256="b" * 64),
    ),
    lock_sha256="e" * 64,
    python_packages={"cogapp": "3.6.0", "typing_extensions": "4.16.0"},
)
LOCAL = replace(
    FACTS,
    lock_sha256=None,
    toolchain=replace(FACTS.toolchain, executor="local", image=None),
)
OWN = replace(FACTS, project="fedcba9876543210" * 2 + "01234567", version="gfedcba987654")
"""A release of a user's own project."""
