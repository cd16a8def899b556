"""Mastermind: scores, candidates, advice, evaluations, optimal play.

A codeword is a text with one character per pin. Colours 1 to 9 are ``1`` to ``9``, colours 10 to 15
are ``a`` to ``f``. Without repeated colours (``repeats=False``, Bulls and Cows), colour 10 is
``0``. A row is a guess and its answer: ``"1122:1,0"`` and ``"1122 1 0"`` mean one black peg and no
white peg. With at most nine pins, ``"1122:10"`` means the same. In ``"1122:1"`` and ``"1122:1,?"``,
the number of white pegs is unknown. In ``"1122:?,0"``, the number of black pegs is unknown.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._progress import Asked, telling

__all__ = ["advise", "candidates", "codewords", "evaluate", "optimal", "score", "score_matrix"]

#: The names of the strategies.
STRATEGIES = ("knuth", "expected-size", "entropy", "most-parts", "first-consistent")


def score(secret: str, guess: str, *, colors: int | None = None, repeats: bool = True) -> tuple[int, int]:
    """Returns the number of black pegs and of white pegs for a guess: (black, white).

    >>> score("1123", "1211")
    (1, 2)

    Raises:
        Error: The secret or the guess is not a codeword, or they differ in length.
    """
    return _native.mastermind_score(secret, guess, colors, repeats)


def codewords(pins: int, colors: int, *, repeats: bool = True) -> list[str]:
    """Returns all codewords of a game in lexicographic order. There can be at most 2**24.

    Raises:
        Error: The game is invalid (1 to 16 pins and 1 to 15 colours are possible), or it has more
            than 2**24 codewords.
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
        An array of ``uint8`` of shape (secrets, guesses, 2). The two entries of a score are the
        number of black pegs and the number of white pegs. There can be at most 2**29 scores.

    Raises:
        Error: The game is invalid, a secret or guess is not a codeword of the game, or there are
            too many scores.
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
        A dictionary. ``count`` is the number of consistent codewords, and ``candidates`` has the
        first ``show`` of them. If there are none, ``conflict`` has rows that contradict one
        another.

    Raises:
        Error: A row is not valid in the game, or the game has too many codewords to examine.
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

    In large games, only some guesses are examined: first codewords that can be the secret, then
    other codewords at equal distances in the list of all codewords.

    Args:
        strategy: One of :data:`STRATEGIES`.
        first: The first guess. If None, the strategy selects the first guess.
        possible_only: Whether only codewords that can still be the secret are guessed.
        time_limit: The time in seconds for which guesses are compared. The answer can then differ
            between calls. If None, the number of comparisons has a fixed limit, so that the call
            takes at most a few seconds.

    Returns:
        A dictionary. ``guess`` is the guess. ``remaining`` is the number of codewords that can be
        the secret. ``partitions`` is a list of dictionaries with ``black``, ``white`` and
        ``count``. ``exact`` says whether the strategy certainly selects this guess. ``examined``
        is a dictionary that describes the search. In it, ``guesses`` is the number of guesses that
        were compared, ``allowed`` is the number of allowed guesses, and ``secrets`` is the number
        of codewords with which each guess was compared. These three numbers are decimal strings.
        ``counted`` says whether ``remaining`` is exact; otherwise it is a lower bound.
        ``estimated`` says whether the counts are estimates. ``stopped`` says whether the time limit
        ended the search.

    Raises:
        Error: The rows contradict one another, the game is invalid, or the strategy is unknown.
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
        A dictionary. ``histogram`` is a list: the number of secrets found at turn 1, at turn 2, and
        so on. ``scores`` is the number of comparisons of a guess with a secret, as a decimal
        string. Further keys are ``secrets``, ``total_turns``, ``average``, ``max_turns``,
        ``first_guess``, ``seconds`` and others.

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
    """Finds the minimum total number of turns that a strategy needs for all secrets.

    The calculation takes milliseconds to hours; for 4 pins and 6 colours it takes a
    fraction of a second.

    Args:
        max_turns: Maximum number of turns for any secret.

    Returns:
        A dictionary. ``total_turns`` is the total number of turns of the best strategy found.
        ``proved`` says whether this number is proved to be the minimum, and ``lower_bound`` is a
        lower bound of the minimum. Further keys are ``average``, ``max_turns``, ``histogram``,
        ``first_guess``, ``secrets`` and ``seconds``.

    Raises:
        Error: The game is too large, or no strategy finds every secret in ``max_turns`` turns.
    """
    with telling(progress) as tell:
        return _native.mastermind_optimal(pins, colors, max_turns, repeats, first, possible_only, tell)
