"""Dou Dizhu: moves, classes of cards, endgames with open hands, tables and environments for learners.

Cards are ``3456789TJQKA2``, four of each, ``B`` the black joker and ``R`` the red one. A move is its cards in that
order; a pass is ``pass``. Rules are one of ``rlcard``, ``douzero``, ``pagat``, ``openspiel``, and switches after
commas: ``"rlcard,no-four-two"``.

====================  ==================================================================
:class:`Tables`       many games side by side, in and out of numpy's arrays
:class:`VectorEnv`    the same by Gymnasium's vector API (extra ``gymnasium``)
:func:`env`           one game by PettingZoo's API of turns (extra ``pettingzoo``)
:func:`rlcard_env`    one game by RLCard's interface, for agents written for it
:class:`Player`       a built-in player, for games that another program referees
====================  ==================================================================

Actions have RLCard's numbers there; :func:`action_text` and :func:`action_id` translate.
"""

from typing import TYPE_CHECKING, Any

from .. import _native
from .._cards import environments
from .._native import DoudizhuPlayer as Player
from .._native import DoudizhuTables as Tables
from .._progress import Asked, telling
from ._names import CALLS, ROLES
from ._rlcard import RlcardEnv, rlcard_env

if TYPE_CHECKING:
    from ._aec import env as env
    from ._aec import raw_env as raw_env
    from ._vector import VectorEnv as VectorEnv

# What needs Gymnasium or PettingZoo is left out, so that `import *` needs neither.
__all__ = [
    "CALLS",
    "ROLES",
    "Player",
    "RlcardEnv",
    "Tables",
    "action_id",
    "action_text",
    "classify",
    "moves",
    "rlcard_env",
    "solve",
]


# What needs Gymnasium or PettingZoo.
__getattr__ = environments(__name__)


def action_text(action: int) -> str:
    """The cards of an action, by its number.

    >>> action_text(41), action_text(27_471)
    ('3334', 'pass')

    Raises:
        Error: No action has this number, 0 to 27,471.
    """
    return _native.doudizhu_action_text(action)


def action_id(action: str) -> int:
    """The number of an action, by its cards.

    >>> action_id("3334")
    41

    Raises:
        Error: No cards, or no move.
    """
    return _native.doudizhu_action_id(action)


def moves(hand: str, on: str | None = None, *, rules: str = "rlcard") -> list[str]:
    """Every move of a hand, in ASCII order; those that beat ``on``, and ``pass``, if it is given.

    >>> moves("3444BR", "2222")
    ['BR', 'pass']

    Raises:
        Error: No hand, no move, or no rules, at the very character.
    """
    found: list[str] = _native.doudizhu_moves(hand, on, rules)["moves"]
    return found


def classify(cards: str, *, rules: str = "rlcard") -> dict[str, Any]:
    """What cards are as a move.

    >>> classify("34567")["kind"]
    'solo_chain'

    Returns:
        ``legal``; ``kind``, ``known_as`` (its name in Chinese), ``rank`` and ``length``, None if they are no move;
        ``cards``, how many there are. No cards are a pass.

    Raises:
        Error: No cards, or no rules.
    """
    return _native.doudizhu_classify(cards, rules)


def solve(
    hands: str,
    *,
    to_move: int = 0,
    on: str | None = None,
    on_by: int | None = None,
    landlord: int = 0,
    rules: str = "rlcard",
    every_move: bool = True,
    memory: int = 1 << 30,
    threads: int = 1,
    progress: Asked = None,
) -> dict[str, Any]:
    """Solves an endgame with open hands.

    Args:
        hands: Two or three hands by seat: ``"34R/556/77"``.
        to_move: The seat to move, 0 to 2.
        on: The move on the table, and ``on_by`` the seat that played it; the previous seat if None.
        landlord: The landlord's seat.
        every_move: Whether every winning first move is looked for, or one will do, which is quicker.
        memory: Bytes that the table of positions may take.

    Returns:
        ``win``, whether the side to move wins; ``complete``; ``best``, a first move that wins, or None;
        ``winning_moves``; ``line`` and ``line_seats``, who plays each of its moves (with two hands, seats 0 and 1
        alone); ``nodes`` (a decimal text), ``seconds``.

    Raises:
        Error: There is no such position.
    """
    with telling(progress) as tell:
        return _native.doudizhu_solve(
            hands, to_move, on, on_by, landlord, rules, every_move, memory, threads, tell
        )
