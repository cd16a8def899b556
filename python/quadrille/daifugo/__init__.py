"""Daifugo: sets of cards, melds, proofs, tables and environments for learning.

A set of cards is written as its cards, such as ``"C3 D3 ST"``, or as its bits, such as
``"0x80000003"``. A meld is written as its cards. A joker in a meld is written as the card that it
replaces, in brackets: ``[S4]``. A joker that is the fifth card of rank 4 is written as ``[4]``. A
joker below the 3 or above the 2 in a sequence of spades is written as ``[Sx]``. A joker alone is
written as ``JK``.

====================  ==================================================================
:class:`Tables`       batches of games, with numpy arrays as input and output
:class:`VectorEnv`    the same with Gymnasium's vector API (extra ``gymnasium``)
:func:`env`           one game with PettingZoo's AEC API (extra ``pettingzoo``)
:func:`rlcard_env`    one game with RLCard's interface, for agents written for RLCard
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

# The names that need Gymnasium or PettingZoo are omitted, so `import *` works without these
# packages.
__all__ = ["Tables", "advise", "dominates", "inspect", "moves", "review", "rlcard_env", "sure_win"]


# This function loads the names that need Gymnasium or PettingZoo on first use.
__getattr__ = environments(__name__)
advise = advise_of("daifugo")
review = review_of("daifugo")
rlcard_env = rlcard_env_of("daifugo", Tables)


def inspect(cards: str) -> dict[str, Any]:
    """Returns statistics of a set of cards.

    Returns:
        A dictionary. Five of its values are 64-bit numbers, written as ``0x...``, that have four
        bits for each rank. The lowest four bits belong to the 3. For k cards of a rank, the bits of
        ``counts`` are the number k, ``locate`` has only bit k - 1 set, and ``staircase`` has the k
        lowest bits set. In ``no_dominance``, bit k - 1 is set if the cards can beat a group of k
        cards of the rank. ``no_dominance_reversed`` is the same for the reversed order of ranks.
        ``groups`` and ``sequences`` are the numbers of groups and of sequences without a joker.

    Raises:
        Error: The text is not a set of cards. The error has the position of the first invalid card.
    """
    return _native.daifugo_inspect(cards)


def moves(
    hand: str, *, jokers: int = 0, on: str | None = None, lock: bool = False, revolution: bool = False
) -> list[str]:
    """Returns all melds that a hand can lead. If ``on`` is given, returns all melds that the hand
    can play on this meld. The largest melds come first.

    >>> moves("C5 D5 H9", on="S8")
    ['H9']

    Args:
        jokers: The number of jokers in the hand, 0 to 2. The text of the hand does not list them.
        lock: Whether the suits on the table are locked.
        revolution: Whether the order of the ranks is reversed.

    Raises:
        Error: The cards or the meld are invalid, or the hand and the meld cannot be from one deck.
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
        opponents: The cards of the opponents: a sequence of their hands, or one set of all their
            cards if their hands are unknown.
        hand_sizes: The number of cards of each opponent, including jokers. None if the numbers are
            unknown.

    Raises:
        Error: The rank or the cards are invalid, a card is in two hands, or the sizes contradict
            the hands.
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
    """Tries to prove that the player who leads on an empty table wins against any play. Returns
    True if the proof succeeds. False means only that no proof was found.

    Args:
        groups_only: If True, the proof is for the game without sequences, jokers, 8-cut and
            revolution.

    Raises:
        Error: The cards are invalid, both sides have the same card, or there are jokers although
            ``groups_only`` is True.
    """
    return _native.daifugo_sure_win(mine, opponents, my_jokers, opponent_jokers, revolution, groups_only)
