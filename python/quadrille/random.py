"""Streams of random numbers as arrays, and the list of generators.

A stream is identified by three words of 64 bits. Any triple is valid, and different triples give
different streams. The values equal those of the Rust crate and are the same on every machine.
"""

from typing import Any, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._asked import checked

__all__ = ["Stream", "generators", "sample"]

_T = TypeVar("_T", bound=np.generic)


class Stream:
    """A stream of random numbers of the generator ``xoshiro256++``. The same key gives the same
    numbers.

    >>> hex(int(Stream(31459).u64(1)[0]))
    '0x3b447de736ba6cf7'

    Args:
        seed, stream, substream: The key of the stream. Each is an integer from 0 to 2**64 - 1.
    """

    def __init__(self, seed: int, stream: int = 0, substream: int = 0) -> None:
        for name, word in (("seed", seed), ("stream", stream), ("substream", substream)):
            checked(name, word)
        self._stream = _native.Stream(seed, stream, substream)

    @property
    def key(self) -> tuple[int, int, int]:
        """The key of the stream: (seed, stream, substream)."""
        return self._stream.key

    def u64(self, n: int) -> NDArray[np.uint64]:
        """Returns the next ``n`` words of 64 bits: shape (n,). ``n`` is at most 2**28."""
        return self._stream.u64(n)

    def f64(self, n: int) -> NDArray[np.float64]:
        """Returns the next ``n`` doubles in [0, 1), with 53 random bits each: shape (n,). ``n`` is
        at most 2**28.
        """
        return self._stream.f64(n)

    def integers(self, low: int, high: int, n: int) -> NDArray[np.int64]:
        """Returns ``n`` integers x with ``low`` <= x < ``high``: ``int64`` of shape (n,). The
        distribution is exactly uniform.

        Raises:
            Error: The range is empty.
        """
        return self._stream.integers(low, high, n)

    def permutation(self, n: int) -> NDArray[np.int64]:
        """Returns a uniformly random permutation of the numbers from 0 to ``n`` - 1: ``int64`` of
        shape (n,).
        """
        return self._stream.permutation(n)

    def shuffle(self, array: NDArray[Any]) -> None:
        """Shuffles an array in place along its first axis."""
        array[...] = array[self._stream.permutation(len(array))]

    def fill(self, out: NDArray[_T]) -> NDArray[_T]:
        """Fills an array in place with the next values, in C order, and returns it. The array has
        the type ``uint64`` or ``float64``, and any shape.

        Raises:
            TypeError: The array has another dtype.
        """
        if out.dtype != np.uint64 and out.dtype != np.float64:
            raise TypeError(f"an array of {out.dtype}; expected uint64 or float64")
        array: NDArray[Any] = out
        words = array.dtype == np.uint64
        if not (array.flags.c_contiguous and array.flags.aligned and array.flags.writeable):
            array[...] = (self.u64 if words else self.f64)(array.size).reshape(array.shape)
        elif words:
            self._stream.fill_u64(array.reshape(-1))
        else:
            self._stream.fill_f64(array.reshape(-1))
        return out

    def __repr__(self) -> str:
        return repr(self._stream)


def generators() -> list[dict[str, Any]]:
    """Returns a list of all generators. Each is a dictionary with ``name``, ``state_bits``,
    ``period``, ``output_bits``, ``notes`` and other keys.
    """
    return _native.random_generators()


def sample(generator: str, seed: int, n: int, format: Literal["u32", "u64", "f64"] = "u64") -> NDArray[Any]:
    """Returns the first ``n`` values of a generator for a seed: shape (n,). ``format`` is ``u32``,
    ``u64`` or ``f64``; the values are ``uint32``, ``uint64`` or ``float64``.

    >>> sample("mt19937", 5489, 2, "u32").tolist()
    [3499211612, 581869302]

    Raises:
        Error: The generator does not exist, or does not accept the seed.
    """
    return _native.random_sample(generator, seed, n, format)
