"""Numbers that callers name games and tables by."""

from typing import Any

import numpy as np

from ._native import Error


def checked_seed(seed: Any) -> int:
    """A seed, as it was given.

    Raises:
        Error: It is no whole number from 0 to 2**64 - 1.
    """
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or not 0 <= seed < 2**64:
        raise Error(f"seed={seed!r}; expected one whole number, 0 to 2^64 - 1")
    return int(seed)


def drawn_seed() -> int:
    """A seed from the system."""
    return int(np.random.SeedSequence().generate_state(1, np.uint64)[0])


def checked_tables(n: Any, least: int = 0) -> int:
    """How many tables there are to be.

    Raises:
        Error: It is no whole number, or too small.
    """
    if isinstance(n, bool) or not isinstance(n, int | np.integer) or n < least:
        raise Error(f"{n!r} tables; expected a whole number, {least} or more")
    return int(n)
