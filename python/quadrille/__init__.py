"""Exact, reproducible game simulation at machine speed.

>>> import quadrille
>>> text = 'kind = "mastermind.evaluate"\\n[mastermind]\\npins = 4\\ncolors = 6\\nstrategy = "knuth"\\n'
>>> quadrille.run(text).result["total_turns"]
5801

============================  ======================================================================
:func:`run`                   runs an experiment file and returns its result
:mod:`quadrille.combat`       combat simulation: a profile's DPS, and the DPS of individual fights
:mod:`quadrille.daifugo`      Daifugo: melds, dominance, sure wins; learning environments
:mod:`quadrille.doudizhu`     Dou Dizhu: moves, categories of cards, endgames; learning environments
:mod:`quadrille.experiments`  the types of experiments that are dictionaries
:mod:`quadrille.hearts`       Hearts: learning environments
:mod:`quadrille.life`         cellular automata: patterns, grids, the plane, censuses
:mod:`quadrille.mastermind`   Mastermind: scores, candidates, advice, evaluations, optimal play
:mod:`quadrille.random`       streams of random numbers as arrays
:mod:`quadrille.ray`          experiments on a Ray cluster
============================  ======================================================================

Answers are dictionaries with the keys and values that the program prints with ``--json``. Counts
that may exceed 2**53 are decimal strings, and bit patterns are strings ``0x...``. An invalid input
raises :class:`Error` with the program's message. Long calls release the interpreter's lock. In the
main thread, they end within 0.2 seconds of Ctrl-C.
"""

from . import combat, daifugo, doudizhu, experiments, hearts, life, mastermind, random
from ._native import Error, __version__
from ._run import Result, run

__all__ = [
    "Error",
    "Result",
    "__version__",
    "combat",
    "daifugo",
    "doudizhu",
    "experiments",
    "hearts",
    "life",
    "mastermind",
    "random",
    "run",
]
