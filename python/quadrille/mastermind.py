"""Mastermind: pegs, candidates, advice, whole evaluations, optimal play.

A codeword is a text with a character a pin: ``1`` to ``9``, then ``a`` to ``f``. Where no colour may come twice
(``repeats=False``, Bulls and Cows), colour ten is ``0``. A row is a guess and its answer: ``"1122:1,0"`` or
``"1122 1 0"``, one black peg and no white one. Up to nine pins ``"1122:10"`` is the same; ``"1122:1"`` or ``"1122:1,?"``
has unknown white pegs, and ``"1122:?,0"`` unknown black ones.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._progress import Asked, telling

__all__ = ["advise", "candidates", "codewords", "evaluate", "optimal", "score", "score_matrix"]

#: Names of strategies.
STRATEGIES = ("knuth", "expected-size", "entropy", "most-parts", "first-consistent")


def score(secret: str, guess: str, *, colors: int | None = None, repeats: bool = True) -> tuple[int, int]:
    """The pegs for a guess: (black, white).

    >>> score("1123", "1211")
    (1, 2)

    Raises:
        Error: One of them is no codeword, or they differ in length.
    """
    return _native.mastermind_score(secret, guess, colors, repeats)


def codewords(pins: int, colors: int, *, repeats: bool = True) -> list[str]:
    """All codewords of a game in lexicographic order, at most 2**24.

    Raises:
        Error: There is no such game (1 to 16 pins, 1 to 15 colours), or it has more codewords.
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
    """The pegs of every guess for every secret.

    Args:
        secrets: Which secrets; all :func:`codewords` if None.
        guesses: Which guesses; all :func:`codewords` if None.

    Returns:
        An array of ``uint8`` of shape (secrets, guesses, 2): black pegs, then white ones. At most 2**29 scores.

    Raises:
        Error: There is no such game, a text is no codeword of it, or there are too many scores.
    """
    listed = [None if codes is None else list(codes) for codes in (secrets, guesses)]
    return _native.mastermind_score_matrix(pins, colors, repeats, *listed)


def candidates(
    pins: int, colors: int, rows: Sequence[str], *, repeats: bool = True, show: int = 100
) -> dict[str, Any]:
    """The codewords that agree with all rows.

    >>> candidates(4, 6, ["1122:1,1", "1345:0,2"], show=1)
    {'count': 50, 'candidates': ['2133']}

    Returns:
        ``count``; ``candidates``, the first ``show`` of them; where there are none also ``conflict``, which rows
        contradict one another.

    Raises:
        Error: A row is none of the game, or there are too many codewords to look at.
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
    """What to guess next.

    Where there are too many guesses to look at all of them, codewords that can be the secret come first, then others,
    evenly spread.

    Args:
        strategy: One of :data:`STRATEGIES`.
        first: The first guess, in place of the strategy's own.
        possible_only: Whether only codewords are guessed that can still be the secret.
        time_limit: Compare guesses until this many seconds are over; the same question may have another answer next time. If None, a fixed
            amount of work is done, seconds at most.

    Returns:
        ``guess``; ``remaining``, how many codewords can be the secret; ``partitions``, a list of ``black``, ``white``
        and ``count``; ``exact``, whether the guess is the strategy's own; ``examined``, what was looked at:
        ``guesses`` of ``allowed``, each compared with ``secrets`` codewords (numbers as decimal texts), whether all of
        these were ``counted``, and whether counts are ``estimated`` and the look was ``stopped``.

    Raises:
        Error: The rows contradict one another, or there is no such game or strategy.
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
        ``secrets``, ``total_turns``, ``average``, ``max_turns``, ``histogram`` (how many secrets are found at turn 1,
        2, ...), ``first_guess``, ``scores`` (comparisons, as a decimal text) and ``seconds`` among others.

    Raises:
        Error: There is no such game or strategy, or the game is too large.
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
    """The strategy with the fewest turns in all. Takes milliseconds to hours: 4 pins and 6 colours some seconds.

    Args:
        max_turns: No secret may take more turns.

    Returns:
        ``total_turns``, ``average``, ``max_turns``, ``histogram``, ``first_guess``, ``proved``, ``lower_bound``,
        ``secrets`` and ``seconds``.

    Raises:
        Error: The game is too large, or no strategy finds every secret in ``max_turns``.
    """
    with telling(progress) as tell:
        return _native.mastermind_optimal(pins, colors, max_turns, repeats, first, possible_only, tell)
