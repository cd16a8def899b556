"""Daifugo: sets of cards, melds, proofs, tables and environments for learners.

A set of cards is ``"C3 D3 ST"`` or its bits, ``"0x80000003"``. A meld is its cards; a joker stands for a card in
brackets (``[S4]``), as the fifth of a kind (``[4]``), at an imaginary end (``[Sx]``), and alone is ``JK``.

====================  ==================================================================
:class:`Tables`       many games side by side, in and out of numpy's arrays
:class:`VectorEnv`    the same by Gymnasium's vector API (extra ``gymnasium``)
:func:`env`           one game by PettingZoo's API of turns (extra ``pettingzoo``)
:func:`rlcard_env`    one game by RLCard's interface, for agents written for it
====================  ==================================================================
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .. import _native
from .._cards import environments
from .._native import DaifugoTables as Tables
from .._rlcard import rlcard_env_of

if TYPE_CHECKING:
    from ._aec import env as env
    from ._aec import raw_env as raw_env
    from ._vector import VectorEnv as VectorEnv

# What needs Gymnasium or PettingZoo is left out, so that `import *` needs neither.
__all__ = ["Tables", "dominates", "inspect", "moves", "rlcard_env", "sure_win"]


# What needs Gymnasium or PettingZoo.
__getattr__ = environments(__name__)
rlcard_env = rlcard_env_of("daifugo", Tables)


def inspect(cards: str) -> dict[str, Any]:
    """A set of cards from all sides.

    Returns:
        ``counts``, ``locate``, ``staircase``, ``no_dominance``, ``no_dominance_reversed``: words with four bits a rank,
        the 3 lowest, as ``0x...``; ``groups`` and ``sequences``, how many melds there are without a joker.

    Raises:
        Error: No cards, at the very word.
    """
    return _native.daifugo_inspect(cards)


def moves(
    hand: str, *, jokers: int = 0, on: str | None = None, lock: bool = False, revolution: bool = False
) -> list[str]:
    """Every meld that a hand can lead, or answer the meld ``on`` with; those that shed most cards first.

    >>> moves("C5 D5 H9", on="S8")
    ['H9']

    Args:
        jokers: How many the hand has beside its cards, 0 to 2.
        lock: Whether the suits on the table are locked.
        revolution: Whether the order of the ranks is reversed.

    Raises:
        Error: No cards, no meld, or a meld that cannot lie beside this hand.
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
    """Whether nobody can answer ``count`` cards of a rank.

    Args:
        rank: What stands on the card: ``3`` to ``9``, ``10`` or ``"T"``, ``"J"``, ``"Q"``, ``"K"``, ``"A"`` or ``2``.
        count: 1 to 4.
        opponents: Their cards in one set, which may be split in any way, or each one's hand.
        hand_sizes: How many cards they hold, jokers included; not known if None.

    Raises:
        Error: No rank or cards, a card in two hands, or sizes that the hands cannot have.
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
    """Whether whoever leads on an empty table wins for sure. True is a proof.

    Args:
        groups_only: The game without sequences, jokers, 8-cut and revolution.

    Raises:
        Error: No cards, a card on both sides, or jokers where there are none.
    """
    return _native.daifugo_sure_win(mine, opponents, my_jokers, opponent_jokers, revolution, groups_only)
