"""Measures win rates of RLCard's `doudizhu-rule-v1` and random players in RLCard's environment.

    pip install rlcard==1.2.0
    python crates/doudizhu/benches/peers/rlcard_doudizhu.py --games 3000 --seed 1

This project's players in the same matchups, landlord first (each deal is played three times there,
with rotated seats; compare the table "As landlord and as peasant"):

    quadrille doudizhu arena --players rule,random,random --games 300000 --seed 1
    quadrille doudizhu arena --players random,rule,rule --games 300000 --seed 1
"""

import argparse
import math
import time

import numpy as np
import rlcard
from rlcard.agents import RandomAgent
from rlcard.models.doudizhu_rule_models import DouDizhuRuleAgentV1

MATCHUPS = [("rule", "random"), ("random", "rule"), ("random", "random"), ("rule", "rule")]


def agent(name, env):
    return DouDizhuRuleAgentV1() if name == "rule" else RandomAgent(num_actions=env.num_actions)


def wilson(wins, games, z=1.959964):
    """Returns the 95 % interval of a share (Wilson, 1927)."""
    share = wins / games
    centre = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * math.sqrt(share * (1 - share) / games + z * z / (4 * games**2))
    return centre - half, centre + half


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=3000, help="games of each matchup")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print("landlord  peasants   landlord wins   95 % interval    games/s")
    for landlord, peasants in MATCHUPS:
        np.random.seed(options.seed)
        env = rlcard.make("doudizhu", config={"seed": options.seed})
        # Seat 0 is always the landlord.
        env.set_agents([agent(landlord, env), agent(peasants, env), agent(peasants, env)])
        begun = time.perf_counter()
        wins = sum(int(env.run(is_training=False)[1][0] > 0) for _ in range(options.games))
        seconds = time.perf_counter() - begun
        low, high = wilson(wins, options.games)
        print(
            f"{landlord:8}  {peasants:8}   {wins / options.games:13.4f}   {low:.4f} – {high:.4f}"
            f"  {options.games / seconds:9.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
