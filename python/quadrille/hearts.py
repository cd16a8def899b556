"""Hearts: tables and environments for learning.

A card is written as the letter of its suit and the character of its rank. ``C2`` to ``CA`` are the
clubs. The letters of the other suits are ``D``, ``H`` and ``S``. An action is the card to pass or
to play. Its id is 13 * suit + rank, 0 to 51.

====================  ==================================================================
:class:`Tables`       batches of games, with numpy arrays as input and output
:class:`VectorEnv`    the same with Gymnasium's vector API (extra ``gymnasium``)
:func:`env`           one game with PettingZoo's AEC API (extra ``pettingzoo``)
:func:`rlcard_env`    one game with RLCard's interface, for agents written for RLCard
:func:`advise`        the moves of a decision, ranked by search
:func:`review`        the loss of each decision of recorded games
====================  ==================================================================

A reward is 26 minus the points of the game; fewer points are better.

>>> tables = Tables(4, seed=7, jd_bonus=True)
>>> ids, starts = tables.legal()
>>> tables.step(ids[starts[:-1]])          # the first legal action at each table
>>> tables.observations().shape
(4, 1006)
"""

from ._cards import environments
from ._native import HeartsTables as Tables
from ._reviews import advise_of, review_of
from ._rlcard import rlcard_env_of

__all__ = ["Tables", "advise", "review", "rlcard_env"]
__getattr__ = environments(__name__, Tables)
advise = advise_of("hearts")
review = review_of("hearts")
rlcard_env = rlcard_env_of("hearts", Tables)
