"""Validation of arguments: a path or a text, and integers within bounds."""

import os
from operator import index
from pathlib import Path
from typing import SupportsIndex, TypeVar

from ._native import Error

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
