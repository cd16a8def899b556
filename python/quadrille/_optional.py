"""Optional dependencies."""

from importlib import import_module
from typing import Any


def needed(package: str, what: str, extra: str) -> Any:
    """Imports and returns a package that the feature ``what`` needs.

    Raises:
        ImportError: The package is not installed; the message names the extra that installs it.
    """
    try:
        return import_module(package)
    except ImportError as missing:
        raise ImportError(
            f"{what} needs the package {package}: pip install 'quadrille-sim[{extra}]'", name=package
        ) from missing
