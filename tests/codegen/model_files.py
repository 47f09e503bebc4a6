"""The models and reference files that tests read, by the names that the reference files use."""

from __future__ import annotations

from pathlib import Path

from codegen.lowered import is_lowered

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests" / "data"
OPLISTS = DATA / "oplists"
REFERENCE = DATA / "reference"
CONFIG_MODELS = ROOT / "configs" / "models"

# What a configuration calls mv2 is one of several sizes in the reference files.
_RENAMED = {"mv2": "mv2_035_96", "mv2_cortex_m": "mv2_035_96_cortex_m"}


def programs() -> dict[str, Path]:
    """Each `.pte` in the repository under the name of its reference files, but lowered ones."""
    files = [*(DATA / "models").glob("*.pte"), *CONFIG_MODELS.glob("*.pte")]
    plain = (path for path in sorted(files) if not is_lowered(path))
    return {_RENAMED.get(path.stem, path.stem): path for path in plain}


def lowered() -> tuple[Path, ...]:
    """Each `.pte` in the repository that calls delegates of XNNPACK."""
    files = [*(DATA / "lowered").glob("*.pte"), *CONFIG_MODELS.glob("*.pte")]
    return tuple(path for path in sorted(files) if is_lowered(path))


def cases_file(path: Path) -> Path:
    """The case file next to a model."""
    return path.with_suffix(".cases.json")
