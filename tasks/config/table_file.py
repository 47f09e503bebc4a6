"""A TOML file of ours, read and checked against the model of its table."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from codegen.errors import ConfigError
from tasks.config.document import Document, read_document
from tasks.config.model import Table
from tasks.config.schema import schema_of
from tasks.config.words import findings_of, key_words

Model = TypeVar("Model", bound=Table)


def read_table(model: type[Model], root: Path, shown: str) -> Model:
    """The file at `root / shown` as a `model`; lists are tuples there.

    Raises:
        ConfigError: the file cannot be read or is wrong; all faults, each with its line.

    """
    return checked(model, read_document(root / shown, shown))


def checked(model: type[Model], document: Document, table: tuple[str, ...] = ()) -> Model:
    """A `table` of the document, or all of it, as a `model`.

    Raises:
        ConfigError: it is wrong; all faults, each with its line.

    """
    data: Any = document.data
    for key in table:
        data = data[key]
    try:
        return model.model_validate(data, strict=False)
    except ValidationError as error:
        faults = []
        for finding in findings_of(error, schema_of(model)):
            path = (*table, *finding.path)
            place = f"{document.shown}:{document.line(path)}"
            faults.append(f"{place}: {key_words(path)}: {finding.text}")
        raise ConfigError(faults) from error
