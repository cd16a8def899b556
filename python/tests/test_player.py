"""A built-in player decides in Python as it does in the program's own games."""

import copy
import pickle
from threading import Thread

import pytest

from quadrille import Error
from quadrille.doudizhu import Player, rlcard_env

HAND, STOCK = "3444555667789TTJQK2R", "34K"

# quadrille doudizhu replay --players rule,rule,rule --seed 1 --game 0 --json
HANDS = ["345566778TTJQKK2R", "334568899TJQQKAA2", "3445677899TJJQKA2"]
MOVES = (
    "5 6 7 T Q pass K A pass pass 4 9 pass pass 4 6 8 J pass pass 2 pass pass 3456789TJQKA"
).split()


def play(names: list[str], seed: int) -> tuple[list[tuple[str, str, list[str], str]], int]:
    """Plays a game of `rlcard_env`. Returns each player's questions and answers, and the winner."""
    env = rlcard_env(seed)
    players = [Player(name, seed=seed + seat) for seat, name in enumerate(names)]
    state, player = env.reset()
    stock, asked = state["raw_obs"]["seen_cards"], []
    while not env.is_over():
        raw = state["raw_obs"]
        moves = [move for _, move in raw["trace"]]
        chosen = players[player].decide(raw["current_hand"], stock, moves)
        assert chosen in raw["actions"]
        asked.append((raw["current_hand"], stock, moves, chosen))
        state, player = env.step(chosen, raw_action=True)
    return asked, int(env.get_payoffs()[0])


def test_whole_games_are_legal_and_rule_beats_random() -> None:
    wins = [play(["rule", "random", "random"], seed)[1] for seed in range(40)]
    assert sum(wins) > 30
    assert sum(play(["random", "rule", "rule"], seed)[1] for seed in range(40)) < 10


def test_rule_plays_the_recorded_game() -> None:
    player, stock = Player("rule"), "A2B"
    hands = [list(hand) for hand in HANDS]
    hands[0] += stock
    for turn, recorded in enumerate(MOVES):
        hand = hands[turn % 3]
        assert player.decide("".join(hand), stock, MOVES[:turn]) == recorded
        for card in recorded if recorded != "pass" else "":
            hand.remove(card)
    with pytest.raises(Error, match="the game is over"):
        player.decide("".join(hands[len(MOVES) % 3]), stock, MOVES)


def test_answers_do_not_depend_on_earlier_questions() -> None:
    asked, _ = play(["rule"] * 3, 7)
    player = Player("rule")
    for hand, stock, moves, chosen in reversed(asked):
        assert player.decide(hand, stock, moves) == chosen
        with pytest.raises(Error):
            player.decide(hand, stock, [*moves, "3333", "pass"])


def test_random_draws_from_its_seed() -> None:
    draws = [[Player("random", seed=seed).decide(HAND, STOCK, []) for _ in range(3)] for seed in range(30)]
    assert draws == [[one] * 3 for one, *_ in draws] and len({one for one, *_ in draws}) > 3
    player = Player("random")
    assert len({player.decide(HAND, STOCK, []) for _ in range(30)}) > 3


def test_two_threads_may_ask_one_player() -> None:
    player, answers = Player("rule"), []

    def ask() -> None:
        answers.extend(player.decide(HAND, STOCK, []) for _ in range(200))

    threads = [Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 800 and len(set(answers)) == 1


@pytest.mark.parametrize(
    ("hand", "stock", "moves", "message"),
    [
        (HAND[1:], STOCK, [], "has played 0 cards and holds 19; expected 20 in all"),
        (HAND, "34", [], "the stock has 2 cards"),
        (HAND, "22B", [], "not all of these cards are in the landlord's hand"),
        (HAND, "34!", [], "stock:1:3"),
        ("3!", STOCK, [], "hand:1:2"),
        (HAND, STOCK, ["3"], "seat 1 is to move, has played 0 cards and holds 20; expected 17 in all"),
        (HAND[1:], STOCK, ["3", "5", "4"], "move 3"),
        (HAND, STOCK, ["4444", "pass", "pass"], "pack"),
    ],
)
def test_impossible_games(hand: str, stock: str, moves: list[str], message: str) -> None:
    with pytest.raises(Error, match=message):
        Player("rule").decide(hand, stock, moves)


def test_names_rules_and_seeds() -> None:
    assert repr(Player("rule", rules="douzero")) == 'Player("rule")' and Player("rule").name == "rule"
    for name, options, message in [
        ("rul", {}, "expected `random` or `rule` or `policy` or `search`"),
        ("rule", {"rules": "none"}, "preset"),
        ("rule", {"seed": -1}, "seed=-1"),
    ]:
        with pytest.raises(Error, match=message):
            Player(name, **options)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        pickle.dumps(Player("rule"))
    with pytest.raises(TypeError):
        copy.copy(Player("rule"))
