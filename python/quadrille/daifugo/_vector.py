"""Daifugo as a vector environment. Needs Gymnasium."""

from __future__ import annotations

from .._native import DaifugoTables
from .._vector import CardVectorEnv

__all__ = ["VectorEnv"]


class VectorEnv(CardVectorEnv):
    """Daifugo at ``num_envs`` tables, with Gymnasium's vector API. An episode is one game of a
    series.

    >>> env = VectorEnv(64, reward="centred")
    >>> observations, infos = env.reset(seed=31459)
    >>> actions = infos["action_mask"].argmax(axis=1)
    >>> observations, rewards, terminations, truncations, infos = env.step(actions)

    One step is one decision of the player to move at each table: the caller plays all players. The
    reward of a table is *player 0's*; ``infos["rewards"]`` has every player's.

    Observations are those of the seats to move. They are cells of 0 and 1, shape (887,), as
    described at :meth:`Tables.observations`. ``env.tables.moves()`` returns the features of all
    legal actions.

    **Infos** are arrays whose first axis is the table. For each info ``name``, the array ``_name``
    marks the tables for which it is valid:

    ===============  ===============================================================================
    ``turn``         ``int8``: the player to move, -1 for a finished game
    ``seat``         ``int8``: the seat of that player
    ``exchanging``   ``bool``: whether the decision is about cards to return
    ``game``         ``uint64``: the number of the table's game, from 0
    ``action_mask``  ``int8``, shape (n, actions): 1 for legal actions; all 0 for a finished game
    ``rewards``      ``float32``, shape (n, players): the rewards of the last step, by player
    ``classes``      ``int8``, shape (n, players), where a game has ended: 0 for the richest player
    ``final_obs``    with ``AutoresetMode.SAME_STEP``, array of objects: the game's last observation
    ``final_info``   likewise: ``rewards`` and ``classes``
    ===============  ===============================================================================

    Args:
        num_envs: Number of tables, 1 to 65,536.
        seed: Seed of the games until ``reset(seed=...)``; drawn if None.
        players, jokers, rules, classes, reward: As for :class:`Tables`.
        autoreset_mode: The handling of a finished game, one of Gymnasium's three modes.
        action_mask: Where the masks are returned: ``info``; ``observation``, which is then a
            dictionary of ``observation`` and ``action_mask``; or None for no masks.
            ``env.tables.legal()`` lists the legal actions at a much lower cost.
        dtype: Element type of observations: ``int8``, ``uint8``, ``bool`` or ``float32``.
        copy: Whether observations and masks are copies that the caller may keep. Without copies,
            they cost less but are only valid until the next step.

    Raises:
        Error: An argument is invalid.
        ImportError: Gymnasium is not installed.
    """

    _made_of = DaifugoTables
    tables: DaifugoTables
