"""Plays a player of this project against RLCard's `doudizhu-rule-v1`, in RLCard's game.

    python3 -m venv peers && . peers/bin/activate
    pip install numpy termcolor && pip install --no-deps rlcard==1.2.0
    pip install ./python                                     # this project's players
    python crates/doudizhu/benches/peers/rlcard_against_ours.py --player rule --deals 3000 --seed 1

RLCard deals the cards and determines the legal moves and the winner. Player 0 is the landlord. This
project's player receives its own hand, the landlord's three cards and the moves so far, which is
the information of its seat. Every row plays the same deals. RLCard's rule model draws some of its
moves from numpy's global generator, which is seeded for each row too.
"""

import argparse
import time
from importlib.metadata import version

import numpy as np
import rlcard
from quadrille.doudizhu import Player
from rlcard_doudizhu import wilson
from rlcard.models.doudizhu_rule_models import DouDizhuRuleAgentV1

THEIRS = "doudizhu-rule-v1"


class Ours:
    """A player of this project as an agent of RLCard."""

    def __init__(self, name, seed):
        self.player, self.stock = Player(name, seed=seed), ""

    def step(self, state):
        raw = state["raw_obs"]
        chosen = self.player.decide(raw["current_hand"], self.stock, [move for _, move in raw["trace"]])
        # RLCard does not check that moves are legal.
        assert chosen in raw["actions"], (chosen, raw)
        return chosen


def landlord_wins(env, agents):
    """Plays the next game of the environment; returns 1 if the landlord wins, otherwise 0."""
    state, player = env.reset()
    for agent in agents:
        # Later states omit the stock's cards that the landlord has played.
        agent.stock = state["raw_obs"]["seen_cards"]
    while not env.is_over():
        state, player = env.step(agents[player].step(state), raw_action=True)
    return int(env.get_payoffs()[0] > 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--player", default="rule", help="name of a player of `quadrille.doudizhu.Player`")
    parser.add_argument("--deals", type=int, default=3000, help="deals of each row")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(f"RLCard {version('rlcard')}, seed {options.seed}, {options.deals} deals a row")
    print(f"{'landlord':18} {'peasants':18} landlord wins   95 % interval     games/s")
    for names in [(options.player, THEIRS), (THEIRS, options.player), (THEIRS, THEIRS)]:
        np.random.seed(options.seed)
        env = rlcard.make("doudizhu", config={"seed": options.seed})
        landlord, down, up = (
            DouDizhuRuleAgentV1() if name == THEIRS else Ours(name, options.seed + seat)
            for seat, name in enumerate((names[0], names[1], names[1]))
        )
        begun = time.perf_counter()
        wins = sum(landlord_wins(env, (landlord, down, up)) for _ in range(options.deals))
        rate = options.deals / (time.perf_counter() - begun)
        low, high = wilson(wins, options.deals)
        share = f"{wins / options.deals:13.4f}   {low:.4f} – {high:.4f}"
        print(f"{names[0]:18} {names[1]:18} {share}   {rate:7.1f}", flush=True)


if __name__ == "__main__":
    main()
