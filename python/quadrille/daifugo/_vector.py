"""Daifugo as a vector environment. Needs Gymnasium."""

from __future__ import annotations

from .._native import DaifugoTables
from .._vector import CardVectorEnv

__all__ = ["VectorEnv"]


class VectorEnv(CardVectorEnv):
    """Daifugo at ``num_envs`` tables, with Gymnasium's vector API. An episode is one game.

    >>> env = VectorEnv(64, reward="centred")
    >>> observations, infos = env.reset(seed=31459)
    >>> actions = infos["action_mask"].argmax(axis=1)
    >>> observations, rewards, terminations, truncations, infos = env.step(actions)

    In one step, the player to move at each table makes one decision. The caller makes the decisions
    of all players. The reward of a table is *player 0's* reward. ``infos["rewards"]`` has the
    rewards of all players.

    The observation of a table is that of the seat to move. It has 887 cells of 0 and 1, which
    :class:`Tables` describes. ``env.tables.moves()`` returns the features of all legal actions.

    **Infos** are arrays whose first axis is the table. For each info ``name``, there is an array
    ``_name`` of ``bool``, which is True for the tables at which the info is valid:

    ===============  ===============================================================================
    ``turn``         ``int8``: the player to move, -1 for a finished game
    ``seat``         ``int8``: the seat of that player
    ``exchanging``   ``bool``: whether the decision is about cards to return
    ``game``         ``uint64``: the number of the table's game, from 0
    ``action_mask``  ``int8``, shape (n, actions): 1 for legal actions; all 0 for a finished game
    ``rewards``      ``float32``, shape (n, players): the rewards of the last step, by player
    ``classes``      ``int8``, shape (n, players), where a game has ended: 0 for the richest player
    ``final_obs``    with ``AutoresetMode.SAME_STEP``, array of objects: the game's last observation
    ``final_info``   with ``AutoresetMode.SAME_STEP``, a dictionary: ``rewards`` and ``classes``
    ===============  ===============================================================================

    Args:
        num_envs: Number of tables, 1 to 65,536.
        seed: The seed of the games until ``reset(seed=...)``; random if None.
        players, jokers, rules, classes, reward: As for :class:`Tables`.
        autoreset_mode: The handling of a finished game, one of Gymnasium's three modes.
        action_mask: Where the action masks are returned. ``info``: in the infos. ``observation``:
            in the observations, which are then dictionaries of ``observation`` and ``action_mask``.
            None: nowhere. ``env.tables.legal()`` lists the legal actions and costs much less.
        dtype: Element type of observations: ``int8``, ``uint8``, ``bool`` or ``float32``.
        copy: Whether each step returns new arrays of observations and masks. If False, a step costs
            less, but the arrays are only valid until the next step.

    Raises:
        Error: An argument is invalid.
        ImportError: Gymnasium is not installed.
    """

    _made_of = DaifugoTables
    tables: DaifugoTables
