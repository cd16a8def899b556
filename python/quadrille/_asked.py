"""Validation of arguments: a path or a text, and integers within bounds."""

import json
import os
from collections.abc import Mapping
from operator import index
from pathlib import Path
from typing import Any, SupportsIndex, TypeVar

from ._native import Error, experiment_text

_Number = TypeVar("_Number", bound=SupportsIndex | None)


def checked(name: str, asked: _Number, least: int = 0, most: int = 2**64 - 1) -> _Number:
    """Returns ``asked`` unchanged if it is None or an integer from ``least`` to ``most``. Otherwise
    raises an error.
    """
    if asked is not None and not least <= index(asked) <= most:
        until = "2**64 - 1" if most == 2**64 - 1 else str(most)
        raise Error(f"{name}={index(asked)}; expected a whole number from {least} to {until}")
    return asked


def path_or_text(asked: str | os.PathLike[str]) -> tuple[Path | None, str | None]:
    """Returns (path, None) if ``asked`` is a path, and (None, text) if it is a text. A string with
    more than one line is a text; everything else is a path.
    """
    if isinstance(asked, str) and ("\n" in asked or "\r" in asked):
        return None, asked
    return Path(asked), None


def _plain(value: Any) -> Any:
    """Returns other mappings as dictionaries, and other integers, such as numpy's, as int."""
    return dict(value) if isinstance(value, Mapping) else index(value)


def experiment(asked: str | os.PathLike[str] | Mapping[str, Any]) -> tuple[Path | None, str | None]:
    """Returns (path, None) if ``asked`` is the path of an experiment file. If it is the text of an
    experiment, or its contents as a dictionary, returns (None, text).
    """
    if isinstance(asked, Mapping):
        try:
            contents = json.dumps(asked, allow_nan=False, default=_plain)
        except (TypeError, ValueError) as error:
            raise Error(f"the experiment cannot be written as TOML: {error}") from None
        return None, experiment_text(contents)
    return path_or_text(asked)
