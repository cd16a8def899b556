"""Arrays that are filled in place."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._native import Error


def filled(out: NDArray[Any] | None, shape: tuple[int, ...], dtype: type[np.generic]) -> NDArray[Any]:
    """The caller's array, or a new one."""
    return np.empty(shape, dtype) if out is None else out


def roomy(out: NDArray[Any] | None, shape: tuple[int, ...], dtype: type[np.generic]) -> NDArray[Any]:
    """As many rows of the caller's array as are needed, or a new one.

    Raises:
        Error: It is no array, or has fewer rows.
    """
    if out is None:
        return np.empty(shape, dtype)
    if not isinstance(out, np.ndarray) or out.ndim != len(shape) or len(out) < shape[0]:
        raise Error(f"out: expected an array of at least {shape[0]} rows and {len(shape)} dimensions")
    return out[: shape[0]]
