"""Learns Dou Dizhu by self-play, with numpy alone, and then plays against random players.

For each role it learns a vector of weights: the value of a move is the product with DouZero's
features of it. Moves are chosen by value, and sometimes at random. When a game is over, each of its
moves is updated with the result of its side.

    python doudizhu_selfplay.py [seconds to learn]
"""

import sys
import time

import numpy as np

from quadrille.doudizhu import Tables

TABLES, BATCH, EXPLORE, RATE = 512, 160, 0.1, 0.02
rng = np.random.default_rng(1)


def decide(tables, weights, explore, learners=(0, 1, 2)):
    """Returns a choice for each table, and for each role its tables and the features of its
    choices.

    Roles other than ``learners`` choose at random.
    """
    choices, chosen = tables.random_choices(), {}
    roles, counts = tables.roles(), tables.choice_counts().astype(np.int64)
    for role in learners:
        at = np.flatnonzero(roles == role)
        if not len(at):
            continue
        x = tables.x(role).astype(np.float32)
        ends = np.cumsum(counts[at])
        owner = np.repeat(np.arange(len(at)), counts[at])
        best = np.lexsort((x @ weights[role], owner))[ends - 1] - (ends - counts[at])
        choices[at] = np.where(rng.random(len(at)) < explore, choices[at], best)
        chosen[role] = at, x[ends - counts[at] + choices[at]]
    return choices, chosen


def learn(seconds):
    """Returns the weights by role and the number of games, after ``seconds`` of self-play."""
    tables = Tables(TABLES, seed=1, reward="wp", autoreset="SameStep")
    weights, games, until = [np.zeros(cells, np.float32) for cells in (373, 484, 484)], 0, time.time() + seconds
    while time.time() < until:
        first, worth, moves = tables.games(), np.zeros((TABLES, BATCH + 1), np.float32), []
        for _ in range(BATCH):
            choices, chosen = decide(tables, weights, EXPLORE)
            number = (tables.games() - first).astype(int)
            moves += [(role, at, number[at], x) for role, (at, x) in chosen.items()]
            tables.step_choices(choices)
            at = tables.ended()[0]
            worth[at, number[at]] = tables.rewards()[at, 0]
            games += len(at)
        for role, at, number, x in moves:
            won = worth[at, number] * (1 if role == 0 else -1)
            error = (won - x @ weights[role]) * (won != 0)  # 0: that game is not over yet
            weights[role] += RATE / len(at) * (x.T @ error)
    return weights, games


def share(weights, side, seed):
    """Returns, for one game per table, whether the side with these roles won against random
    players.
    """
    tables = Tables(4000, seed=seed, reward="wp", autoreset="SameStep")
    won, over = np.zeros(4000), np.zeros(4000, bool)
    while not over.all():
        tables.step_choices(decide(tables, weights, 0.0, side)[0])
        at = np.flatnonzero(tables.terminated() & ~over)
        won[at], over[at] = tables.rewards()[at, side[0]] > 0, True
    return won


if __name__ == "__main__":
    weights, games = learn(float(sys.argv[1]) if len(sys.argv) > 1 else 8)
    as_landlord, as_peasants = (share(weights, side, seed=2) for side in ((0,), (1, 2)))
    # The same deals from both sides: random players win half of them.
    both = (as_landlord + as_peasants) / 2
    half = 1.96 * both.std() / len(both) ** 0.5
    print(f"{games:,} games; won against random players: {as_landlord.mean():.3f} as landlord, {as_peasants.mean():.3f} as peasants")
    print(f"both sides of {len(both)} deals: {both.mean():.3f} ± {half:.3f} (95 %)")
    assert both.mean() - half > 0.6
