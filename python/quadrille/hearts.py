"""Hearts: tables and environments for learners.

Cards are a suit's letter and a rank's: ``C2`` to ``CA``, ``D``, ``H``, ``S``. An action is a card that is passed or played;
its id is 13 * suit + rank, 0 to 51.

====================  ==================================================================
:class:`Tables`       many games side by side, in and out of numpy's arrays
:class:`VectorEnv`    the same by Gymnasium's vector API (extra ``gymnasium``)
:func:`env`           one game by PettingZoo's API of turns (extra ``pettingzoo``)
:func:`rlcard_env`    one game by RLCard's interface, for agents written for it
====================  ==================================================================

A reward is 26 less the points of the game, where fewer points are better.

>>> tables = Tables(4, seed=7, jd_bonus=True)
>>> ids, starts = tables.legal()
>>> tables.step(ids[starts[:-1]])          # the first legal action at each table
>>> tables.observations().shape
(4, 1006)
"""

from ._cards import environments
from ._native import HeartsTables as Tables
from ._rlcard import rlcard_env_of

__all__ = ["Tables", "rlcard_env"]
__getattr__ = environments(__name__, Tables)
rlcard_env = rlcard_env_of("hearts", Tables)
