"""A TOML file of ours, read and checked against the model of its table."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError

from codegen.errors import ConfigError
from tasks.config.document import read_document
from tasks.config.model import Table
from tasks.config.words import key_words

Model = TypeVar("Model", bound=Table)


def read_table(model: type[Model], root: Path, shown: str) -> Model:
    """The file at `root / shown` as a `model`; lists are tuples there.

    Raises:
        ConfigError: the file cannot be read or is wrong; all faults, each with its line.

    """
    document = read_document(root / shown, shown)
    try:
        return model.model_validate(document.data, strict=False)
    except ValidationError as error:
        faults = [
            f"{shown}:{document.line(detail['loc'])}: {key_words(detail['loc'])}: {detail['msg']}."
            for detail in error.errors(include_url=False)
        ]
        raise ConfigError(faults) from error
