"""Fights by chance: a profile's damage, and every single fight's.

A profile is a path (``example:fury`` among them) or its text, which has more than one line.
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
    """Fights a profile again and again.

    Args:
        fights: How many fights; 10,000 if None. With ``target_error``, how many at most.
        seed: The seed; the profile's, or a drawn one, if None.
        target_error: Stop when half the 95 % interval is at most so many percent of the mean.
        set: Other values for numbers of the profile, by their paths: ``{"actor.crit": 0.3}``.

    Returns:
        ``dps``, a dictionary of ``mean``, ``stddev``, ``error`` (half the 95 % interval), ``min``, ``max``, ``p05`` to
        ``p95``, all in points a second and of the fights that have a length (None without any);
        ``time_to_kill``, the same figures in seconds, of the fights that end with the last target's death;
        ``iterations``; ``without_length``, how many of them ended as they began, if any did; ``abilities``;
        ``uptimes``; ``seed`` as a decimal text; ``seconds``; and more.

    Raises:
        Error: The profile is wrong, with its place, or has no such numbers.
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
    """The damage a second of every single fight.

    They are the fights of :func:`run` with the same seed: fight ``first + i`` is entry ``i``, on every machine.

    Args:
        fights: How many, at most 100 million.
        first: The number of the first, counted from 0.
        set: Other values for numbers of the profile, by their paths.

    Returns:
        An array of ``float64`` of shape (fights,), in points a second; NaN for a fight that ended at the instant at
        which it began, which has no such rate.

    Raises:
        Error: The profile is wrong, with its place, or there are too many fights.
    """
    path, text = path_or_text(profile)
    changes = list((set or {}).items())
    checked("fights", fights)
    checked("seed", seed)
    checked("first", first)
    with telling(progress) as tell:
        return _native.combat_fights(path, text, fights, seed, first, changes, tell)
