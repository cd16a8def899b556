"""Combat simulation: a profile's DPS, and the DPS of individual fights.

A profile is given by its path (also of an example, such as ``example:fury``) or by its text, which
has more than one line.
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
        fights: The number of fights; 10,000 if None. With ``target_error``, the maximum.
        seed: The seed. If None, the profile's seed, or a random one if the profile has none.
        target_error: Stop when half the 95 % interval is at most this percentage of the mean.
        set: Overrides for numbers of the profile, by path: ``{"actor.crit": 0.3}``.

    Returns:
        ``dps``, a dictionary of ``mean``, ``stddev``, ``error`` (half the 95 % interval), ``min``,
        ``max``, ``p05`` to ``p95``, all in points per second, over the fights of non-zero length
        (None if there are none); ``time_to_kill``, the same statistics in seconds, over the fights
        that end with the last target's death; ``iterations``; ``without_length``, the number of
        fights of zero length, if any; ``abilities``; ``uptimes``; ``seed`` as a decimal string;
        ``seconds``; and more.

    Raises:
        Error: The profile is invalid (the error has its position), or lacks a number that ``set``
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

    Entry ``i`` is the same fight as fight ``first + i`` of :func:`run` with the same seed, on every
    machine.

    Args:
        fights: The number of fights, at most 100 million.
        first: The index of the first fight, from 0.
        set: Overrides for numbers of the profile, by path.

    Returns:
        An array of ``float64`` of shape (fights,), in points per second; NaN for a fight of zero
        length, whose DPS is undefined.

    Raises:
        Error: The profile is invalid (the error has its position), or there are too many fights.
    """
    path, text = path_or_text(profile)
    changes = list((set or {}).items())
    checked("fights", fights)
    checked("seed", seed)
    checked("first", first)
    with telling(progress) as tell:
        return _native.combat_fights(path, text, fights, seed, first, changes, tell)
