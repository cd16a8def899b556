"""Mastermind: scores, candidates, advice, evaluations, optimal play.

A codeword is a text with one character per pin: ``1`` to ``9``, then ``a`` to ``f``. Without
repeated colours (``repeats=False``, Bulls and Cows), colour ten is ``0``. A row is a guess and its
answer: ``"1122:1,0"`` and ``"1122 1 0"`` mean one black peg and no white peg. With up to nine pins,
``"1122:10"`` means the same. The number of white pegs is unknown in ``"1122:1"`` and
``"1122:1,?"``, the number of black pegs in ``"1122:?,0"``.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._progress import Asked, telling

__all__ = ["advise", "candidates", "codewords", "evaluate", "optimal", "score", "score_matrix"]

#: Names of the strategies.
STRATEGIES = ("knuth", "expected-size", "entropy", "most-parts", "first-consistent")


def score(secret: str, guess: str, *, colors: int | None = None, repeats: bool = True) -> tuple[int, int]:
    """Returns the pegs for a guess: (black, white).

    >>> score("1123", "1211")
    (1, 2)

    Raises:
        Error: A text is not a codeword, or the texts differ in length.
    """
    return _native.mastermind_score(secret, guess, colors, repeats)


def codewords(pins: int, colors: int, *, repeats: bool = True) -> list[str]:
    """Returns all codewords of a game in lexicographic order, at most 2**24.

    Raises:
        Error: The game is invalid (expected 1 to 16 pins, 1 to 15 colours), or has more than 2**24
            codewords.
    """
    return _native.mastermind_codewords(pins, colors, repeats)


def score_matrix(
    pins: int,
    colors: int,
    *,
    repeats: bool = True,
    secrets: Sequence[str] | None = None,
    guesses: Sequence[str] | None = None,
) -> NDArray[np.uint8]:
    """Returns the pegs of every guess for every secret.

    Args:
        secrets: The secrets; all :func:`codewords` if None.
        guesses: The guesses; all :func:`codewords` if None.

    Returns:
        An array of ``uint8`` of shape (secrets, guesses, 2), which has the number of black pegs,
        then of white pegs. At most 2**29 scores.

    Raises:
        Error: The game is invalid, a text is not one of its codewords, or there are too many
            scores.
    """
    listed = [None if codes is None else list(codes) for codes in (secrets, guesses)]
    return _native.mastermind_score_matrix(pins, colors, repeats, *listed)


def candidates(
    pins: int, colors: int, rows: Sequence[str], *, repeats: bool = True, show: int = 100
) -> dict[str, Any]:
    """Returns the codewords that are consistent with all rows.

    >>> candidates(4, 6, ["1122:1,1", "1345:0,2"], show=1)
    {'count': 50, 'candidates': ['2133']}

    Returns:
        ``count``; ``candidates``, the first ``show`` consistent codewords; without any, also
        ``conflict``, the rows that contradict one another.

    Raises:
        Error: A row is invalid for the game, or there are too many codewords to examine.
    """
    return _native.mastermind_candidates(pins, colors, list(rows), repeats, show)


def advise(
    pins: int,
    colors: int,
    strategy: str,
    rows: Sequence[str] = (),
    *,
    repeats: bool = True,
    first: str | None = None,
    possible_only: bool = False,
    time_limit: float | None = None,
) -> dict[str, Any]:
    """Returns the next guess of a strategy.

    If there are too many guesses to examine all, first codewords that can be the secret are
    examined, then other codewords, evenly spread.

    Args:
        strategy: One of :data:`STRATEGIES`.
        first: A first guess that replaces the strategy's own.
        possible_only: Whether to guess only codewords that can still be the secret.
        time_limit: Seconds for which guesses are compared; the answer may then differ between
            calls. If None, the amount of computation is fixed and takes a few seconds at most.

    Returns:
        ``guess``; ``remaining``, the number of codewords that can be the secret; ``partitions``, a
        list of ``black``, ``white`` and ``count``; ``exact``, whether the strategy is certain to
        select this guess. ``examined`` is the extent of the search: ``guesses`` of the ``allowed``
        guesses were compared, each with ``secrets`` codewords (all three are decimal strings);
        ``counted``, whether ``remaining`` is exact and not a lower bound; ``estimated``, whether
        the counts are estimates; ``stopped``, whether the time limit ended the search.

    Raises:
        Error: The rows contradict one another, or the game or the strategy is invalid.
    """
    return _native.mastermind_advise(pins, colors, strategy, list(rows), repeats, first, possible_only, time_limit)


def evaluate(
    pins: int,
    colors: int,
    strategy: str,
    *,
    repeats: bool = True,
    first: str | None = None,
    possible_only: bool = False,
    threads: int | None = None,
    progress: Asked = None,
) -> dict[str, Any]:
    """Plays a strategy against every secret.

    Returns:
        ``secrets``, ``total_turns``, ``average``, ``max_turns``, ``histogram`` (the number of
        secrets found at turn 1, 2, ...), ``first_guess``, ``scores`` (the number of comparisons, as
        a decimal string), ``seconds`` and others.

    Raises:
        Error: The game or the strategy is invalid, or the game is too large.
    """
    with telling(progress) as tell:
        return _native.mastermind_evaluate(
            pins, colors, strategy, repeats, first, possible_only, threads, tell
        )


def optimal(
    pins: int,
    colors: int,
    *,
    max_turns: int | None = None,
    repeats: bool = True,
    first: str | None = None,
    possible_only: bool = False,
    progress: Asked = None,
) -> dict[str, Any]:
    """Returns the strategy with the smallest total number of turns.

    The calculation takes milliseconds to hours; for 4 pins and 6 colours it takes some seconds.

    Args:
        max_turns: Maximum number of turns for any secret.

    Returns:
        ``total_turns``, ``average``, ``max_turns``, ``histogram``, ``first_guess``, ``proved``,
        ``lower_bound``, ``secrets`` and ``seconds``.

    Raises:
        Error: The game is too large, or no strategy finds every secret in ``max_turns``.
    """
    with telling(progress) as tell:
        return _native.mastermind_optimal(pins, colors, max_turns, repeats, first, possible_only, tell)
