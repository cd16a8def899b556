"""Packages that not everybody needs."""

from importlib import import_module
from typing import Any


def needed(package: str, what: str, extra: str) -> Any:
    """A package that ``what`` stands on.

    Raises:
        ImportError: It is not installed; the message names the extra that brings it along.
    """
    try:
        return import_module(package)
    except ImportError as missing:
        raise ImportError(
            f"{what} needs the package {package}: pip install 'quadrille-sim[{extra}]'", name=package
        ) from missing
