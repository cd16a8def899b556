"""Daifugo: sets of cards, melds, proofs, tables and environments for learning.

A set of cards is written as cards, ``"C3 D3 ST"``, or as its bits, ``"0x80000003"``. A meld is
written as its cards. A joker in a meld is written as the card that it replaces, in brackets:
``[S4]``; as the fifth of a kind it is ``[4]``, and at an imaginary end of a sequence ``[Sx]``. A
lone joker is ``JK``.

====================  ==================================================================
:class:`Tables`       batches of games, in and out of numpy arrays
:class:`VectorEnv`    the same with Gymnasium's vector API (extra ``gymnasium``)
:func:`env`           one game with PettingZoo's AEC API (extra ``pettingzoo``)
:func:`rlcard_env`    one game with RLCard's interface, for agents written for it
:func:`advise`        the moves of a decision, ranked by search
:func:`review`        the loss of each decision of recorded games
====================  ==================================================================
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .. import _native
from .._cards import environments
from .._native import DaifugoTables as Tables
from .._reviews import advise_of, review_of
from .._rlcard import rlcard_env_of

if TYPE_CHECKING:
    from ._aec import env as env
    from ._aec import raw_env as raw_env
    from ._vector import VectorEnv as VectorEnv

# Names that need Gymnasium or PettingZoo are omitted, so that `import *` needs neither.
__all__ = ["Tables", "advise", "dominates", "inspect", "moves", "review", "rlcard_env", "sure_win"]


# Loads the names that need Gymnasium or PettingZoo.
__getattr__ = environments(__name__)
advise = advise_of("daifugo")
review = review_of("daifugo")
rlcard_env = rlcard_env_of("daifugo", Tables)


def inspect(cards: str) -> dict[str, Any]:
    """Returns statistics of a set of cards.

    Returns:
        ``counts``, ``locate``, ``staircase``, ``no_dominance``, ``no_dominance_reversed``: words as
        ``0x...`` with four bits for each rank, of which rank 3 has the lowest bits; ``groups`` and
        ``sequences``, the numbers of melds without a joker.

    Raises:
        Error: The text is not a set of cards. The position of the error is that of the invalid
            word.
    """
    return _native.daifugo_inspect(cards)


def moves(
    hand: str, *, jokers: int = 0, on: str | None = None, lock: bool = False, revolution: bool = False
) -> list[str]:
    """Returns every meld that a hand can lead; with ``on``, every meld that the hand can play on
    that meld. The largest melds come first.

    >>> moves("C5 D5 H9", on="S8")
    ['H9']

    Args:
        jokers: The number of jokers in the hand in addition to its cards, 0 to 2.
        lock: Whether the suits on the table are locked.
        revolution: Whether the order of the ranks is reversed.

    Raises:
        Error: Invalid cards, an invalid meld, or a meld that cannot coexist with this hand.
    """
    found: list[str] = _native.daifugo_moves(hand, jokers, on, lock, revolution)["moves"]
    return found


def dominates(
    rank: str | int,
    count: int,
    opponents: str | Sequence[str],
    *,
    hand_sizes: Sequence[int] | None = None,
    opponent_jokers: int = 0,
    revolution: bool = False,
) -> bool:
    """Returns whether no opponent can beat ``count`` cards of a rank.

    Args:
        rank: The rank as printed on the card: ``3`` to ``9``, ``10`` or ``"T"``, ``"J"``, ``"Q"``,
            ``"K"``, ``"A"`` or ``2``.
        count: 1 to 4.
        opponents: The cards of the opponents: one set of cards, whose distribution is unknown, or a
            sequence of hands.
        hand_sizes: The number of cards of each opponent, jokers included; unknown if None.

    Raises:
        Error: Invalid rank or cards, a card in two hands, or sizes that contradict the hands.
    """
    hands = [opponents] if isinstance(opponents, str) else list(opponents)
    sizes = None if hand_sizes is None else list(hand_sizes)
    return _native.daifugo_dominates(str(rank), count, hands, sizes, opponent_jokers, revolution)


def sure_win(
    mine: str,
    opponents: str,
    *,
    my_jokers: int = 0,
    opponent_jokers: int = 0,
    revolution: bool = False,
    groups_only: bool = False,
) -> bool:
    """Returns whether the player who leads on an empty table has a proved forced win. False only
    means that no proof was found.

    Args:
        groups_only: Whether the game is played without sequences, jokers, 8-cut and revolution.

    Raises:
        Error: Invalid cards, a card on both sides, or jokers in a game without them.
    """
    return _native.daifugo_sure_win(mine, opponents, my_jokers, opponent_jokers, revolution, groups_only)
