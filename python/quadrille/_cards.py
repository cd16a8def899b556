"""Code shared by the modules of the card games."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

from . import _native
from ._optional import needed

__all__ = ["environments"]

#: For each environment, the package that it needs and the module that defines it. The extra that
#: installs the package has the same name.
_NEEDS = {
    "VectorEnv": ("gymnasium", "_vector"),
    "env": ("pettingzoo", "_aec"),
    "raw_env": ("pettingzoo", "_aec"),
}


def environments(module: str, tables: type[_native._CardTables] | None = None) -> Callable[[str], Any]:
    """Returns the ``__getattr__`` of a game's module, which loads the environments on first use.

    Args:
        module: The game's module.
        tables: The class of tables from which the game's environments are generated. If None, the
            game has its own environments in its modules ``_vector`` and ``_aec``.
    """

    def attribute(name: str) -> Any:
        # The environments are loaded on first use, because Gymnasium and PettingZoo are optional.
        if name not in _NEEDS:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        package, place = _NEEDS[name]
        needed(package, f"{module}.{name}", package)
        if tables is None:
            return getattr(import_module(f"{module}.{place}"), name)
        # The environments are stored in the module, so that every access returns the same class.
        made = import_module(f"{__package__}.{place}").of(module, tables)
        vars(sys.modules[module]).update(made)
        return made[name]

    return attribute
