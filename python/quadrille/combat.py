"""Combat simulation: a profile's DPS, and the DPS of individual fights.

A profile is given by its path, by the name of an example, such as ``example:fury``, or by its text.
A string with more than one line is a text.
"""

import os
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._asked import checked, path_or_text
from ._progress import Asked, telling

__all__ = ["dps_of_fights", "run"]


def run(
    profile: str | os.PathLike[str],
    fights: int | None = None,
    seed: int | None = None,
    *,
    target_error: float | None = None,
    set: Mapping[str, float] | None = None,
    threads: int | None = None,
    progress: Asked = None,
) -> dict[str, Any]:
    """Simulates fights of a profile and returns their statistics.

    Args:
        fights: The number of fights. With ``target_error``, the maximum number of fights. If None,
            it is 10,000.
        seed: The seed. If None, the seed in the profile is used. If the profile has no seed, the
            seed is random.
        target_error: A percentage of the mean DPS. The simulation stops when half the width of the
            95 % interval is at most this percentage.
        set: New values for numbers of the profile. The keys are paths in the profile, as in
            ``{"actor.crit": 0.3}``.

    Returns:
        A dictionary. ``dps`` is a dictionary of ``mean``, ``stddev``, ``error`` (half the width of
        the 95 % interval), ``min``, ``max``, and ``p05`` to ``p95``, all in points of damage per
        second. Fights of zero length are left out. If all fights have zero length, these numbers
        are None. ``time_to_kill`` has the same statistics of the seconds until the last target's
        death, over the fights that end with this death. ``without_length`` is the number of fights
        of zero length, and is absent if there are none. ``seed`` is a decimal string. Further keys
        are ``iterations``, ``abilities``, ``uptimes``, ``seconds`` and others.

    Raises:
        Error: The profile is invalid (the error has the position), or lacks a number that ``set``
            names.
    """
    path, text = path_or_text(profile)
    changes = list((set or {}).items())
    checked("fights", fights)
    checked("seed", seed)
    checked("threads", threads, 1, 65_536)
    with telling(progress) as tell:
        return _native.combat_run(path, text, fights, seed, target_error, changes, threads, tell)


def dps_of_fights(
    profile: str | os.PathLike[str],
    fights: int,
    seed: int,
    *,
    first: int = 0,
    set: Mapping[str, float] | None = None,
    progress: Asked = None,
) -> NDArray[np.float64]:
    """Returns the DPS of each fight.

    Entry ``i`` is the DPS of fight ``first + i``. With the same seed, :func:`run` simulates the
    same fights, on every machine.

    Args:
        fights: The number of fights, at most 100 million.
        first: The index of the first fight, counted from 0.
        set: New values for numbers of the profile, as for :func:`run`.

    Returns:
        An array of ``float64`` of shape (fights,), in points of damage per second. The entry of a
        fight of zero length is NaN, because its DPS is undefined.

    Raises:
        Error: The profile is invalid (the error has the position), or there are too many fights.
    """
    path, text = path_or_text(profile)
    changes = list((set or {}).items())
    checked("fights", fights)
    checked("seed", seed)
    checked("first", first)
    with telling(progress) as tell:
        return _native.combat_fights(path, text, fights, seed, first, changes, tell)
