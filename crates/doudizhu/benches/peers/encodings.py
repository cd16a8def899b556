"""Plays random games in DouZero and RLCard, and writes hashes of their encodings as test vectors.

    pip install rlcard==1.2.0
    # DouZero's dependencies are not needed.
    pip download --no-deps --no-binary :all: douzero==1.1.0 && tar xzf douzero-1.1.0.tar.gz
    python crates/doudizhu/benches/peers/encodings.py --douzero douzero-1.1.0 \\
        --games 3 --seed 1 > vectors.jsonl

This wrote `crates/doudizhu/tests/encodings/vectors.jsonl`. To test many more games:

    python crates/doudizhu/benches/peers/encodings.py --douzero douzero-1.1.0 \\
        --games 300 --seed 2 > more.jsonl
    ENCODINGS="$PWD/more.jsonl" \\
        cargo test --release -p quadrille-doudizhu --test all encodings::vectors

Each line is a game: `program`, the three hands (the landlord's with the stock), the moves, and a
list of decisions, one before each move. A decision has SHA-256 hashes of bytes of 0 and 1:

    douzero   x      rows of `x_batch`, without duplicates, in the order of the moves' texts
              x_no_action, z
    rlcard    ids    the legal actions' ids, ascending, as decimal numbers joined by spaces
              head   `obs` with the two `break`s in the head of the repository
              released  `obs` of the package
              all    both forms again, as the concatenated observations of all three players
                     (not before the landlord's first move, where the package fails)
              and `end`, the same after the end of the game

Every other game plays a bomb or the rocket whenever one is legal.
"""

import argparse
import hashlib
import inspect
import json
import random
import sys

import numpy as np

RANKS = "3456789TJQKA2BR"
DOUZERO = {value: RANKS[at] for at, value in enumerate([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 17, 20, 30])}


def sha256(cells):
    cells = np.asarray(cells)
    assert np.isin(cells, (0, 1)).all()
    return hashlib.sha256(cells.astype(np.int8).tobytes()).hexdigest()


def text(cards):
    return "".join(sorted((DOUZERO[card] for card in cards), key=RANKS.index)) or "pass"


def is_bomb(move):
    return move == "BR" or (len(move) == 4 and len(set(move)) == 1)


def choose(moves, rng, hot):
    bombs = [move for move in moves if is_bomb(move)]
    return rng.choice(bombs if hot and bombs else moves)


def douzero_game(seed, hot):
    from douzero.env.env import Env, get_obs

    np.random.seed(seed)
    rng = random.Random(seed)
    env = Env("adp")
    env.reset()
    # The package uses the landlord's cards 18 to 20 as the stock; the hands include it.
    hands = [text(env.infoset.all_handcards[name]) for name in ("landlord", "landlord_down", "landlord_up")]
    moves, decisions, done = [], [], False
    while not done:
        obs = get_obs(env.infoset)
        rows = {text(move): (row, move) for move, row in zip(obs["legal_actions"], obs["x_batch"])}
        order = sorted(rows)
        decisions.append(
            {
                "moves": len(order),
                "x": sha256(np.stack([rows[move][0] for move in order])),
                "x_no_action": sha256(obs["x_no_action"]),
                "z": sha256(obs["z"]),
            }
        )
        chosen = choose(order, rng, hot)
        moves.append(chosen)
        _, reward, done, _ = env.step(rows[chosen][1])
    return {"program": "douzero", "hands": hands, "moves": moves, "decisions": decisions, "reward": reward}


def head(env):
    """Returns the environment's `_extract_state` with the two `break`s of the repository's head."""
    source = inspect.getsource(type(env)._extract_state)
    for name in ("last_landlord_action", "last_teammate_action"):
        line = f"                    {name} = action\n"
        assert source.count(line) == 1
        source = source.replace(line, line + "                    break\n")
    import textwrap

    names = dict(vars(inspect.getmodule(type(env))))
    exec(textwrap.dedent(source), names)
    return names["_extract_state"]


def rlcard_game(seed, hot):
    import rlcard

    env = rlcard.make("doudizhu", config={"seed": seed})
    rng = random.Random(seed)
    extract = head(env)
    state, _ = env.reset()
    names = {"BJ": "B", "RJ": "R"}
    hands = [
        "".join(names.get(card.suit, card.rank) for card in player.current_hand) for player in env.game.players
    ]
    moves, decisions = [], []

    def everyone():
        states = [env.get_state(player) for player in range(3)]
        head = [extract(env, state["raw_obs"])["obs"] for state in states]
        return [sha256(np.concatenate(head)), sha256(np.concatenate([state["obs"] for state in states]))]

    while not env.is_over():
        ids = sorted(state["legal_actions"])
        listed = hashlib.sha256(" ".join(map(str, ids)).encode()).hexdigest()
        decision = {"moves": len(ids), "ids": listed}
        decision |= {"head": sha256(extract(env, state["raw_obs"])["obs"]), "released": sha256(state["obs"])}
        if moves:
            decision["all"] = everyone()
        decisions.append(decision)
        chosen = choose(sorted(state["raw_legal_actions"]), rng, hot)
        moves.append(chosen)
        state, _ = env.step(env._ACTION_2_ID[chosen])
    payoffs = [int(payoff) for payoff in env.get_payoffs()]
    return {
        "program": "rlcard",
        "hands": hands,
        "moves": moves,
        "decisions": decisions,
        "end": everyone(),
        "payoffs": payoffs,
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--douzero", help="the unpacked source of DouZero 1.1.0; by default the installed package")
    parser.add_argument("--games", type=int, default=3, help="games of each program")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.douzero:
        sys.path.insert(0, options.douzero)
    for game in range(options.games):
        for play in (douzero_game, rlcard_game):
            print(json.dumps(play(options.seed * 1_000_000 + game, game % 2 == 1), separators=(",", ":")), flush=True)


if __name__ == "__main__":
    main()
