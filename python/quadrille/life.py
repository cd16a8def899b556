"""Cellular automata: patterns, bounded grids, the unbounded plane, and censuses. Cells can be read
from and written to numpy arrays.

In an array of ``bool``, the entry in row ``y`` and column ``x`` is the cell (x, y). x grows to the
right, y downwards. A rule is a text such as ``"B3/S23"``, or a name such as ``"HighLife"``. Bounds
are a text such as ``"64x48:torus"``: the width, the height and the border. The borders are
``dead``, ``torus``, ``ring``, ``klein``, ``cross-surface`` and ``sphere``.

Patterns, grids and universes can be copied (``copy.copy``, ``copy.deepcopy``) and pickled. A copy
has the whole state (cells, generation, rule, bounds or position, engine and memory limit), and is
independent of the original.
"""

import copy
import os
import warnings
from collections.abc import Iterable
from operator import index
from typing import Any, TypeVar, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native
from ._asked import checked, path_or_text
from ._progress import Asked, telling

__all__ = ["Grid", "Pattern", "Universe", "census", "soup"]

_Copied = TypeVar("_Copied")
_Given = Union["Pattern", str, "os.PathLike[str]"]


def _cells(array: ArrayLike) -> NDArray[np.bool_]:
    # `ascontiguousarray` is not used, because it would convert a scalar to a row.
    cells = np.asarray(array, dtype=np.bool_, order="C")
    if cells.ndim != 2:
        raise _native.Error(f"an array of {cells.ndim} dimensions; expected two, rows and columns")
    return cells


def _shared(original: _Copied) -> _Copied:
    """Returns a shallow copy: another object of the same class with the same attributes."""
    twin = original.__class__.__new__(original.__class__)
    twin.__dict__.update(original.__dict__)
    return twin


def _deep(original: _Copied, native: Any, memo: dict[int, Any]) -> _Copied:
    """Returns a deep copy whose native object is ``native``."""
    twin = original.__class__.__new__(original.__class__)
    memo[id(original)] = twin
    for name, value in original.__dict__.items():
        twin.__dict__[name] = native if name == "_native" else copy.deepcopy(value, memo)
    return twin


def _given(pattern: _Given, rule: str | None) -> "Pattern":
    """Returns ``pattern`` unchanged if it is a Pattern. Otherwise creates a Pattern from a path, a
    name, an apgcode or a text.
    """
    if isinstance(pattern, Pattern):
        return pattern
    if isinstance(pattern, (str, os.PathLike)):
        made = Pattern.__new__(Pattern)
        made._load(pattern, rule, stacklevel=4)
        return made
    raise TypeError(
        f"{type(pattern).__name__!r} is not a pattern; expected a Pattern, a path, a name, an apgcode or the text of a file "
        "(to_pattern() converts a Grid or a Universe)"
    )


class Pattern:
    """Live cells at their coordinates.

    >>> glider = Pattern("bob$2bo$3o!\\n")
    >>> glider.population, glider.bounding_box
    (5, (0, 0, 3, 3))

    Args:
        pattern: The path of a file, the name of a pattern in the package (such as
            ``"gosper-gun"``), an apgcode (such as ``"xq4_153"``), or the text of a file. A string
            with more than one line is a text. The format of a file is RLE, plaintext, Life 1.05,
            Life 1.06 or macrocell. Files can be compressed by gzip.
        rule: A rule that replaces the rule of the file, even if the rule of the file is unknown. If
            None, the rule of the file is used.

    Some rules have cells with marks: ``LifeHistory`` and other rules whose names end in ``History``
    or ``Super``. Under such a rule, a cell is alive if its state is odd. The marks are dropped with
    a ``UserWarning``.

    Raises:
        Error: The pattern cannot be read. The error has the position.
    """

    def __init__(self, pattern: str | os.PathLike[str], rule: str | None = None) -> None:
        self._load(pattern, rule, stacklevel=3)

    def _load(self, pattern: str | os.PathLike[str], rule: str | None, stacklevel: int) -> None:
        """Reads a pattern. ``stacklevel`` is the stack level of warnings, as for
        ``warnings.warn``.
        """
        path, text = path_or_text(pattern)
        if path is not None:
            self._native, marks = _native.Pattern.load(path, rule)
        else:
            self._native, marks = _native.Pattern.parse(text or "", rule)
        for warning in marks:
            warnings.warn(warning, stacklevel=stacklevel)

    # The native pattern is immutable, so copies can share it.
    def __copy__(self) -> "Pattern":
        return _shared(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> "Pattern":
        return _deep(self, self._native, memo)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_native": self._native.state()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._native = _native.Pattern.from_state(*state["_native"])

    @classmethod
    def _of(cls, native: _native.Pattern) -> "Pattern":
        pattern = cls.__new__(cls)
        pattern._native = native
        return pattern

    @classmethod
    def from_numpy(cls, cells: ArrayLike, x: int = 0, y: int = 0) -> "Pattern":
        """Creates a pattern from an array of shape (height, width). Each true entry becomes a live
        cell. The first entry of the array becomes cell (x, y).
        """
        return cls._of(_native.Pattern.from_array(_cells(cells), x, y))

    @classmethod
    def from_cells(cls, cells: Iterable[tuple[int, int]]) -> "Pattern":
        """Creates a pattern from its live cells (x, y), in any order."""
        return cls._of(_native.Pattern.from_cells(list(cells)))

    @property
    def population(self) -> int:
        """The number of live cells."""
        return self._native.population

    @property
    def bounding_box(self) -> tuple[int, int, int, int] | None:
        """The smallest rectangle with all live cells: (x, y, width, height). None if no cell is
        alive.
        """
        return self._native.bounding_box

    @property
    def rule(self) -> str | None:
        """The rule that the pattern names, or None."""
        return self._native.rule

    def cells(self) -> list[tuple[int, int]]:
        """Returns the live cells, each as (x, y), row by row."""
        return self._native.cells()

    def to_numpy(self) -> NDArray[np.bool_]:
        """Returns the cells of the bounding box: ``bool`` of shape (height, width).

        Raises:
            Error: The bounding box has more than 2**32 cells, or there are too many live cells to
                list.
        """
        return self._native.to_numpy()

    def to_text(self, format: str = "rle") -> str:
        """Returns the pattern as the text of a file. ``format`` is ``rle``, ``cells``, ``lif`` or
        ``mc``.

        Raises:
            Error: The format is unknown, or it cannot represent the pattern.
        """
        return self._native.to_text(format)

    def __repr__(self) -> str:
        return f"<Pattern of {self.population} cells>"


class Grid:
    """A bounded grid.

    >>> grid = Grid(Pattern("glider"), "16x16:torus")
    >>> grid.step(64)
    >>> grid.population
    5

    Args:
        pattern: The pattern to place in the middle of the grid: a Pattern, or an argument of
            Pattern such as ``"glider"``.
        bounds: The size and the border, such as ``"64x48:dead"``.
        rule: The rule. If None, the pattern's rule, or Conway's if the pattern has no rule.

    Raises:
        Error: The bounds or the rule are invalid, the pattern does not fit, or memory is
            insufficient.
    """

    def __init__(self, pattern: _Given, bounds: str, rule: str | None = None) -> None:
        self._native = _native.Grid(_given(pattern, rule)._native, bounds, rule)

    def __copy__(self) -> "Grid":
        twin = _shared(self)
        twin._native = self._native.clone()
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> "Grid":
        return _deep(self, self._native.clone(), memo)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_native": self._native.state()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._native = _native.Grid.from_state(*state["_native"])

    @classmethod
    def _of(cls, native: _native.Grid) -> "Grid":
        grid = cls.__new__(cls)
        grid._native = native
        return grid

    @classmethod
    def from_numpy(cls, cells: ArrayLike, border: str = "dead", rule: str | None = None) -> "Grid":
        """Creates a grid from an array of shape (height, width). ``border`` is the name of a
        border, such as ``torus``.
        """
        return cls._of(_native.Grid.from_array(_cells(cells), border, rule))

    def step(self, generations: int = 1, *, progress: Asked = None) -> None:
        """Advances the grid. If Ctrl-C interrupts the call, the grid has the last generation that
        was reached.
        """
        checked("generations", generations)
        with telling(progress) as tell:
            self._native.step(generations, tell)

    @property
    def generation(self) -> int:
        """The number of generations since the start."""
        return self._native.generation

    @property
    def population(self) -> int:
        """The number of live cells."""
        return self._native.population

    @property
    def rule(self) -> str:
        """The rule."""
        return self._native.rule

    @property
    def bounds(self) -> str:
        """The bounds, such as ``64x48:torus``."""
        return self._native.bounds

    @property
    def bounding_box(self) -> tuple[int, int, int, int] | None:
        """The smallest rectangle with all live cells: (x, y, width, height). None if no cell is
        alive.
        """
        return self._native.bounding_box

    @property
    def hash(self) -> int:
        """A 64-bit hash of the coordinates of the live cells."""
        return self._native.hash

    def __getitem__(self, cell: tuple[int, int]) -> bool:
        """Returns whether cell (x, y) is alive."""
        return self._native.get(*cell)

    def __setitem__(self, cell: tuple[int, int], alive: bool) -> None:
        self._native.set(*cell, alive)

    def to_numpy(self) -> NDArray[np.bool_]:
        """Returns all cells of the grid: ``bool`` of shape (height, width)."""
        return self._native.to_numpy()

    def to_pattern(self) -> Pattern:
        """Returns the live cells."""
        return Pattern._of(self._native.to_pattern())

    def __repr__(self) -> str:
        return f"<Grid {self.bounds} at generation {self.generation}, {self.population} cells>"


class Universe:
    """A pattern on the unbounded plane.

    >>> universe = Universe(Pattern("glider"), engine="hashlife")
    >>> universe.step(4 * 10**30)
    >>> universe.population, universe.bounding_box[0] - 10**30 < 10
    (5, True)

    Args:
        pattern: The pattern to place on the plane: a Pattern, or an argument of Pattern such as
            ``"glider"``.
        rule: The rule. If None, the pattern's rule, or Conway's if the pattern has no rule.
        engine: ``tiles`` is faster for chaotic patterns. ``hashlife`` is faster for repetitive
            patterns, and can advance by more than 2**64 generations. ``auto`` begins with tiles,
            tries hashlife after about 10 ms of work, and uses the engine that costs less. The cells
            do not depend on the engine.

    Raises:
        Error: The rule or the engine is unknown, the pattern has bounds, or memory is insufficient.
    """

    def __init__(self, pattern: _Given, rule: str | None = None, engine: str = "auto") -> None:
        self._native = _native.Universe(_given(pattern, rule)._native, rule, engine)

    def __copy__(self) -> "Universe":
        twin = _shared(self)
        twin._native = self._native.clone()
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> "Universe":
        return _deep(self, self._native.clone(), memo)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_native": self._native.state()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._native = _native.Universe.from_state(*state["_native"])

    def step(self, generations: int = 1, *, progress: Asked = None) -> None:
        """Advances the plane. If Ctrl-C interrupts the call, the plane has the last generation that
        was reached.

        Raises:
            Error: Memory is insufficient, ``generations`` is negative, or the generation or a
                coordinate exceeds the range of the engine.
        """
        with telling(progress) as tell:
            self._native.step(f"{index(generations):x}", tell)

    @property
    def engine(self) -> str:
        """The engine in use, ``tiles`` or ``hashlife``."""
        return self._native.engine

    @property
    def generation(self) -> int:
        """The number of generations since the start."""
        return self._native.generation

    @property
    def population(self) -> int:
        """The number of live cells."""
        return self._native.population

    @property
    def bounding_box(self) -> tuple[int, int, int, int] | None:
        """The smallest rectangle with all live cells: (x, y, width, height). None if no cell is
        alive.
        """
        return self._native.bounding_box

    @property
    def hash(self) -> int | None:
        """A 64-bit hash of the coordinates of the live cells. None if there are more than 100
        million live cells, or if a coordinate exceeds 64 bits.
        """
        return self._native.hash

    def to_numpy(self, x: int, y: int, width: int, height: int) -> NDArray[np.bool_]:
        """Returns the cells of a rectangle: ``bool`` of shape (height, width). Its top-left cell is
        (x, y). ``x`` and ``y`` are from -2**63 to 2**63 - 1.

        Raises:
            Error: The rectangle has more than 2**32 cells.
        """
        return self._native.to_numpy(x, y, width, height)

    def to_pattern(self) -> Pattern:
        """Returns the live cells.

        Raises:
            Error: There are more than 100 million live cells, or a coordinate exceeds 64 bits.
        """
        return Pattern._of(self._native.to_pattern())

    def __repr__(self) -> str:
        return f"<Universe at generation {self.generation}, {self.population} cells>"


def census(
    pattern: _Given,
    *,
    rule: str | None = None,
    at: int | None = None,
    within: int = 100_000,
    progress: Asked = None,
) -> dict[str, Any]:
    """Advances a pattern on the plane until it is settled, and counts its objects. A pattern is
    settled when its future is known: it repeats, moves, or grows regularly.

    >>> census("glider")["objects"][0]["apgcode"]
    'xq4_153'

    Args:
        pattern: A Pattern, or an argument of Pattern: a path, a name, an apgcode or a text.
        rule: The rule. If None, the pattern's rule, or Conway's if the pattern has no rule.
        at: The generation at which the objects are counted. If None, the objects are counted when
            the pattern is settled.
        within: The maximum number of generations until the pattern is settled.

    Returns:
        A dictionary. ``objects`` is a list of dictionaries with ``apgcode``, ``name`` (or None) and
        ``count``. ``stable_at`` is the first generation at which the pattern is settled, and
        ``stable_population`` is its population then. Both are None if the pattern grows or if
        ``at`` is given. Further keys are ``rule``, ``total``, ``together``, ``growth``, ``at``,
        ``debris_at`` and ``unsettled``.

    Raises:
        Error: The pattern is not settled after ``within`` generations, has too many cells, or needs
            too much memory.
    """
    with telling(progress) as tell:
        return _native.life_census(_given(pattern, rule)._native, rule, at, within, tell)


def soup(
    bounds: str, density: float, seed: int, *, stream: int = 0, rule: str | None = None
) -> Grid:
    """Returns a random grid (a soup). Each cell is alive with probability ``density``. The program
    generates the same soup from the same seed.

    Raises:
        Error: The bounds are invalid, or the density is not a number from 0 to 1.
    """
    checked("seed", seed)
    checked("stream", stream)
    return Grid._of(_native.life_soup(bounds, density, seed, stream, rule))
