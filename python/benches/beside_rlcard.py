"""Decisions per second with observations: quadrille's tables and environments against RLCard, in
one run.

    pip install rlcard          # 1.2.0
    python benches/beside_rlcard.py [seconds a turn]

All players are random, on one thread. One decision is: the legal actions, the observation of 790 or
901 cells of the seat to move, a random legal action, the step. (RLCard computes a state with more
than that; it cannot compute less.) The contestants take turns, five times; the table shows medians
and ratios of medians.
"""

import statistics
import sys
import time

import numpy as np

from quadrille.doudizhu import Tables, rlcard_env

TABLES = 1024


def timed(decide, seconds):
    """Returns the decisions per second of a function that makes some and returns their number."""
    decide()
    made, started = 0, time.perf_counter()
    while time.perf_counter() - started < seconds:
        made += decide()
    return made / (time.perf_counter() - started)


def turn_by_turn(env, agent):
    """Returns a function that plays one game through RLCard's interface."""

    def game():
        state, _ = env.reset()
        made = 0
        while not env.is_over():
            state, _ = env.step(agent.step(state))
            made += 1
        return made

    return game


def tables_by_choices():
    tables = Tables(TABLES, seed=1, autoreset="SameStep")
    choices, observations = np.empty(TABLES, np.uint32), np.empty((TABLES, 901), np.int8)

    def step():
        tables.observations(observations)
        tables.step_choices(tables.random_choices(choices))
        return TABLES

    return step


def vector_env(**options):
    from quadrille.doudizhu import VectorEnv

    env = VectorEnv(TABLES, autoreset_mode="SameStep", **options)
    env.reset(seed=1)
    rng = np.random.default_rng(1)

    def step():
        ids, starts = env.tables.legal()
        counts = np.diff(starts)
        env.step(ids[starts[:-1] + (rng.random(TABLES) * counts).astype(np.uint32)])
        return TABLES

    return step


def main(seconds):
    import rlcard
    from rlcard.agents import RandomAgent

    agent = RandomAgent(num_actions=27_472)
    contestants = {
        "RLCard": turn_by_turn(rlcard.make("doudizhu", config={"seed": 1}), agent),
        "rlcard_env(), one game": turn_by_turn(rlcard_env(1), agent),
        f"Tables({TABLES})": tables_by_choices(),
    }
    try:
        contestants["VectorEnv, no masks or copies"] = vector_env(action_mask=None, copy=False)
        contestants["VectorEnv, masks, no copies"] = vector_env(copy=False)
        contestants["VectorEnv, defaults"] = vector_env()
    except ImportError as missing:
        print(f"skipped: {missing}")
    rates = {name: [] for name in contestants}
    for _ in range(5):
        for name, decide in contestants.items():
            rates[name].append(timed(decide, seconds))
    base = statistics.median(rates["RLCard"])
    print(f"{'':30} {'decisions/s':>12} {'from':>12} {'to':>12} {'ratio':>9}")
    for name, found in rates.items():
        median = statistics.median(found)
        print(f"{name:30} {median:12,.0f} {min(found):12,.0f} {max(found):12,.0f} {median / base:8,.1f}x")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 2.0)
