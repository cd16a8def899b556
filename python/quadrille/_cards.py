"""What the modules of the card games have in common."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

from . import _native
from ._optional import needed

__all__ = ["environments"]

#: The environments by name: the package that each needs (as an extra too), and the module that has it.
_NEEDS = {
    "VectorEnv": ("gymnasium", "_vector"),
    "env": ("pettingzoo", "_aec"),
    "raw_env": ("pettingzoo", "_aec"),
}


def environments(module: str, tables: type[_native._CardTables] | None = None) -> Callable[[str], Any]:
    """A game's ``__getattr__``: its environments, loaded when they are first asked for.

    Args:
        module: The game's module. It has environments of its own in ``_vector`` and ``_aec``, or those of any game:
        tables: are made for these tables.
    """

    def attribute(name: str) -> Any:
        # Not before they are asked for: Gymnasium and PettingZoo need not be there.
        if name not in _NEEDS:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        package, place = _NEEDS[name]
        needed(package, f"{module}.{name}", package)
        if tables is None:
            return getattr(import_module(f"{module}.{place}"), name)
        # Made once: a class is the same whenever it is asked for.
        made = import_module(f"{__package__}.{place}").of(module, tables)
        vars(sys.modules[module]).update(made)
        return made[name]

    return attribute
