"""Advice and reviews of recorded games by search, for all card games."""

from __future__ import annotations

from typing import Any, Protocol

from . import _native
from ._progress import Asked, telling

__all__ = ["advise_of", "review_of"]


class Advise(Protocol):
    """The type of the function ``advise`` of a game."""

    def __call__(
        self,
        record: str,
        *,
        game: int | None = None,
        after: int | None = None,
        playouts: int = 1000,
        worlds: int = 384,
        threads: int = 1,
        seed: int = 0,
        progress: Asked = None,
    ) -> dict[str, Any]: ...


class Review(Protocol):
    """The type of the function ``review`` of a game."""

    def __call__(
        self,
        record: str,
        *,
        game: int | None = None,
        player: int | str | None = None,
        playouts: int = 1000,
        worlds: int = 384,
        threads: int = 1,
        seed: int = 0,
        progress: Asked = None,
    ) -> dict[str, Any]: ...


def advise_of(name: str) -> Advise:
    """Returns the function ``advise`` of a game."""

    def advise(
        record: str,
        *,
        game: int | None = None,
        after: int | None = None,
        playouts: int = 1000,
        worlds: int = 384,
        threads: int = 1,
        seed: int = 0,
        progress: Asked = None,
    ) -> dict[str, Any]:
        """Searches for the best move of a decision, and ranks the moves.

        The search uses only the information of the seat to decide. The result does not depend on
        ``threads``.

        Args:
            record: The text of a record in any of the game's formats.
            game: The index of the game in the record, from 0; the last game if None.
            after: The number of actions before the decision. If None, the decision is after all
                recorded actions of the game.
            playouts: The number of playouts in the search that selects the best move.
            worlds: The number of worlds in which each listed move is played out after the search,
                to estimate its value. It is rounded up to a multiple of 64.
            seed: The seed of all random numbers.

        Returns:
            A dictionary. ``moves`` is a list that begins with the best move. Each move has
            ``action``, its mean ``value``, and ``low`` and ``high``, the ends of the 95 % interval
            of ``value``. ``behind`` is the mean advantage of the best move over this move, and
            ``behind_error`` is half the width of the 95 % interval of ``behind``. The key ``unit``
            names the unit of these numbers. ``reason`` says why the first move was selected:
            ``only``, ``house``, ``proved``, ``policy`` or ``playouts``. Further keys are
            ``decision``, ``seat``, ``legal``, ``playouts``, ``worlds``, ``stopped`` and ``view``.
            ``stopped`` is always false, because a call that is cancelled raises an exception.

        Raises:
            Error: The record is invalid, or the game is over after the first ``after`` actions.
        """
        effort = (playouts, worlds, threads, seed)
        with telling(progress) as tell:
            return _native.cards_advise(name, record, game, after, effort, tell)

    return advise


def review_of(name: str) -> Review:
    """Returns the function ``review`` of a game."""

    def review(
        record: str,
        *,
        game: int | None = None,
        player: int | str | None = None,
        playouts: int = 1000,
        worlds: int = 384,
        threads: int = 1,
        seed: int = 0,
        progress: Asked = None,
    ) -> dict[str, Any]:
        """Estimates how much each decision in recorded games lost.

        The loss is the value of the best move minus the value of the move played. It is estimated
        in worlds that the search for the best move did not use, so it can be negative.
        ``costliest`` and ``patterns`` contain only decisions whose 95 % interval of the loss lies
        above 0. The result does not depend on ``threads``.

        Args:
            record: The text of a record in any of the game's formats.
            game: The index of the game to review, from 0; all games if None.
            player: The name or index of the player to review; all players if None.
            playouts: The number of playouts in the search for each decision.
            worlds: The number of worlds in which a loss is estimated after the search.
            seed: The seed of all random numbers.

        Returns:
            The dictionary that the program prints with ``--json``. Its keys are ``unit``,
            ``games``, ``reviewed``, ``players``, ``costliest``, ``patterns`` and ``decisions``.

        Raises:
            Error: The record is invalid.
        """
        effort = (playouts, worlds, threads, seed)
        named = None if player is None else str(player)
        with telling(progress) as tell:
            return _native.cards_review(name, record, game, named, effort, tell)

    return review
