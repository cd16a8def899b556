"""Exact, reproducible game simulation at machine speed.

>>> import quadrille
>>> text = 'kind = "mastermind.evaluate"\\n[mastermind]\\npins = 4\\ncolors = 6\\nstrategy = "knuth"\\n'
>>> quadrille.run(text).result["total_turns"]
5801

========================  ==================================================================
:func:`run`               an experiment file, from its text to its result
:mod:`quadrille.combat`   fights by chance: a profile's damage, and every single fight's
:mod:`quadrille.daifugo`  the card game: melds, dominance, sure wins; environments for learners
:mod:`quadrille.doudizhu` Dou Dizhu: moves, classes of cards, endgames; environments for learners
:mod:`quadrille.life`     cells on a grid: patterns, fields, the plane, censuses
:mod:`quadrille.mastermind`  pegs, candidates, advice, evaluations, optimal play
:mod:`quadrille.random`   streams of random numbers into arrays
:mod:`quadrille.ray`      experiments on a Ray cluster
========================  ==================================================================

Answers are dictionaries with the keys and values of the program's ``--json``. Counts that may exceed 2**53 are
decimal texts there, bit patterns ``0x...``. Whatever is wrong with an input is an :class:`Error` in the program's
words. Long calls release the interpreter's lock and end within 0.2 seconds of Ctrl-C.
"""

from . import combat, daifugo, doudizhu, life, mastermind, random
from ._native import Error, __version__
from ._run import Result, run

__all__ = [
    "Error",
    "Result",
    "__version__",
    "combat",
    "daifugo",
    "doudizhu",
    "life",
    "mastermind",
    "random",
    "run",
]
