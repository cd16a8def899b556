"""Collects DouZero's training data: x, z and the move of every decision, and the final reward of
its game.

    python douzero_data.py [decisions]

Here the moves are random. To use a network instead, let it evaluate the rows `x` and `z`.
"""

import sys

import numpy as np

from quadrille.doudizhu import ROLES, Tables


def collect(decisions, tables=512, seed=1):
    """Returns for each role a dictionary of arrays: x (k, 319 or 430), z (k, 5, 162), move (k, 54),
    target (k,).
    """
    games = Tables(tables, seed=seed, reward="douzero", autoreset="SameStep")
    open_games = [[] for _ in range(tables)]  # decisions whose game is not over: (role, x, z, move)
    collected = {role: [] for role in ROLES}
    count = 0
    while count < decisions:
        choices, roles, numbers = games.random_choices(), games.roles(), games.choice_counts().astype(np.int64)
        z = games.z()
        for role in range(3):
            at = np.flatnonzero(roles == role)
            # The rows of all legal moves; a network would evaluate them, each with the z of its
            # table.
            x = games.x(role)
            firsts = np.cumsum(numbers[at]) - numbers[at]
            chosen = x[firsts + choices[at]]
            for table, row in zip(at, chosen):
                open_games[table].append((role, row[:-54], z[table], row[-54:]))
        games.step_choices(choices)
        rewards = games.rewards()
        for table in games.ended()[0]:
            for role, x_no_action, last_moves, move in open_games[table]:
                collected[ROLES[role]].append((x_no_action, last_moves, move, rewards[table, role]))
            count += len(open_games[table])
            open_games[table] = []
    return {
        role: dict(zip(("x", "z", "move", "target"), map(np.stack, zip(*rows)))) for role, rows in collected.items()
    }


if __name__ == "__main__":
    for role, arrays in collect(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000).items():
        shapes = ", ".join(f"{name} {array.shape}" for name, array in arrays.items())
        print(f"{role}: {shapes}; mean target {arrays['target'].mean():+.3f}")
