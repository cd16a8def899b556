"""Checks of seeds and of numbers of tables."""

from typing import Any

import numpy as np

from ._native import Error


def checked_seed(seed: Any) -> int:
    """Returns a seed as an int.

    Raises:
        Error: The seed is not an integer from 0 to 2**64 - 1.
    """
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or not 0 <= seed < 2**64:
        raise Error(f"seed={seed!r}; expected one whole number, 0 to 2^64 - 1")
    return int(seed)


def drawn_seed() -> int:
    """Returns a random seed, drawn from the operating system's entropy."""
    return int(np.random.SeedSequence().generate_state(1, np.uint64)[0])


def checked_tables(n: Any, least: int = 0) -> int:
    """Returns a number of tables as an int.

    Raises:
        Error: The number is not an integer, or is too small.
    """
    if isinstance(n, bool) or not isinstance(n, int | np.integer) or n < least:
        raise Error(f"{n!r} tables; expected a whole number, {least} or more")
    return int(n)
