"""Arrays that are filled in place."""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def empty(out: NDArray[Any] | None, shape: tuple[int, ...], dtype: type[np.generic]) -> NDArray[Any]:
    """The caller's array, as much of it as is needed, or a new one."""
    if out is None:
        return np.empty(shape, dtype)
    return out[: shape[0]] if out.ndim == len(shape) else out
