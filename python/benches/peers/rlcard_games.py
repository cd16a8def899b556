"""Writes `tests/rlcard_games.json`: some games as RLCard 1.2.0 shows them.

    pip install --no-deps rlcard==1.2.0 termcolor && pip install numpy
    python benches/peers/rlcard_games.py > tests/rlcard_games.json
"""

import json

import numpy as np
import rlcard
from rlcard.games.doudizhu.utils import cards2str

GAMES = 6


def main() -> None:
    env = rlcard.make("doudizhu", config={"seed": 31})
    luck = np.random.default_rng(31)
    games = []
    for _ in range(GAMES):
        state, player = env.reset()
        stock = cards2str(env.game.round.dealer.deck[-3:])
        hands = [cards2str(seat.current_hand) for seat in env.game.players]
        for card in stock:
            hands[0] = hands[0].replace(card, "", 1)
        steps = []
        while not env.is_over():
            greater = env.game.round.greater_player
            leads = greater is None or greater.player_id == player
            actions = sorted(state["raw_obs"]["actions"]) if leads else state["raw_obs"]["actions"]
            # Long moves more often than chance would have them: games with more kinds of moves.
            played = max(luck.choice(sorted(actions), 3), key=len)
            ones = np.flatnonzero(state["obs"]).tolist()
            steps.append({"player": player, "ones": ones, "leads": leads, "actions": actions, "played": str(played)})
            state, player = env.step(str(played), raw_action=True)
        games.append({"deal": [*hands, stock], "steps": steps, "payoffs": env.get_payoffs().tolist()})
    print(json.dumps({"made_with": "RLCard 1.2.0, benches/peers/rlcard_games.py", "games": games}, separators=(",", ":")))


if __name__ == "__main__":
    main()
