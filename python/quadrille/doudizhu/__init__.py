"""Dou Dizhu: moves, categories, open-hand endgames, tables and environments for learning.

The ranks are ``3456789TJQKA2``, with four cards each. ``B`` is the black joker, ``R`` the red
joker. A move is written as its cards, in the order ``3456789TJQKA2BR``. A pass is written as
``pass``. Rules are ``rlcard``, ``douzero``, ``pagat`` or ``openspiel``. Switches can follow, each
after a comma, as in ``"rlcard,no-four-two"``.

====================  ==================================================================
:class:`Tables`       batches of games, with numpy arrays as input and output
:class:`VectorEnv`    the same with Gymnasium's vector API (extra ``gymnasium``)
:func:`env`           one game with PettingZoo's AEC API (extra ``pettingzoo``)
:func:`rlcard_env`    one game with RLCard's interface, for agents written for RLCard
:class:`Player`       a built-in player, for games that another program runs
:func:`advise`        the moves of a decision, ranked by search
:func:`review`        the loss of each decision of recorded games
====================  ==================================================================

Actions have RLCard's numbers. :func:`action_text` and :func:`action_id` convert between the numbers
and the texts of actions.
"""

from typing import TYPE_CHECKING, Any

from .. import _native
from .._cards import environments
from .._native import DoudizhuPlayer as Player
from .._native import DoudizhuTables as Tables
from .._progress import Asked, telling
from .._reviews import advise_of, review_of
from ._names import CALLS, ROLES
from ._rlcard import RlcardEnv, rlcard_env

if TYPE_CHECKING:
    from ._aec import env as env
    from ._aec import raw_env as raw_env
    from ._vector import VectorEnv as VectorEnv

# The names that need Gymnasium or PettingZoo are omitted, so `import *` works without these
# packages.
__all__ = [
    "CALLS",
    "ROLES",
    "Player",
    "RlcardEnv",
    "Tables",
    "action_id",
    "action_text",
    "advise",
    "classify",
    "moves",
    "review",
    "rlcard_env",
    "solve",
]


# This function loads the names that need Gymnasium or PettingZoo on first use.
__getattr__ = environments(__name__)
advise = advise_of("doudizhu")
review = review_of("doudizhu")


def action_text(action: int) -> str:
    """Returns the text of an action, given its number. The text is the action's cards, or ``pass``.

    >>> action_text(41), action_text(27_471)
    ('3334', 'pass')

    Raises:
        Error: The number is not from 0 to 27,471.
    """
    return _native.doudizhu_action_text(action)


def action_id(action: str) -> int:
    """Returns the number of an action, given its text. The text is the action's cards, or ``pass``.

    >>> action_id("3334")
    41

    Raises:
        Error: The text is not cards, or the cards are not a move.
    """
    return _native.doudizhu_action_id(action)


def moves(hand: str, on: str | None = None, *, rules: str = "rlcard") -> list[str]:
    """Returns all moves that a hand can lead, in ASCII order. If ``on`` is given, returns all moves
    that beat ``on``, and ``pass``.

    >>> moves("3444BR", "2222")
    ['BR', 'pass']

    Raises:
        Error: The hand, the move or the rules are invalid. The error has the position of the
            invalid character.
    """
    found: list[str] = _native.doudizhu_moves(hand, on, rules)["moves"]
    return found


def classify(cards: str, *, rules: str = "rlcard") -> dict[str, Any]:
    """Classifies cards as a move.

    >>> classify("34567")["kind"]
    'solo_chain'

    Returns:
        A dictionary with ``legal``, ``kind``, ``known_as`` (the Chinese name of the kind),
        ``rank``, ``length`` and ``cards`` (the number of cards). If the cards are not a move,
        ``kind``, ``known_as``, ``rank`` and ``length`` are None. An empty text is a pass.

    Raises:
        Error: The cards or the rules are invalid.
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
        hands: The two or three hands by seat, separated by ``/``, such as ``"34R/556/77"``.
        to_move: The seat to move, 0 to 2, or 0 to 1 with two hands.
        on: The move on the table, which must be answered. None if the seat to move leads.
        on_by: The seat that played ``on``; the previous seat if None.
        landlord: The landlord's seat.
        every_move: If True, all winning first moves are found. If False, only one is found, which
            is faster.
        memory: The maximum size of the transposition table in bytes.

    Returns:
        A dictionary. ``win`` says whether the side to move wins. ``best`` is a winning first move,
        or None. ``line`` is a list of moves to the end of the game, in which the winner plays
        winning moves. ``line_seats`` has the seat of each of these moves. ``nodes`` is a decimal
        string. Further keys are ``complete``, ``winning_moves``, ``legal`` and ``seconds``.

    Raises:
        Error: The position is invalid.
    """
    with telling(progress) as tell:
        return _native.doudizhu_solve(
            hands, to_move, on, on_by, landlord, rules, every_move, memory, threads, tell
        )
