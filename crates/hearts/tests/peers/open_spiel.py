"""Plays random games of Hearts in OpenSpiel, and writes legal cards and points for comparison.

    pip install open_spiel==2.0.2
    cd crates/hearts/tests
    python peers/open_spiel.py --games 40 --seed 1 > data/open_spiel.jsonl

A comparison of many more games, without changing the data:

    python crates/hearts/tests/peers/open_spiel.py --games 10000 --seed 2 > more.jsonl
    HEARTS_GAMES="$PWD/more.jsonl" cargo test -p quadrille-hearts --test all open_spiel

One line per game: `rules` with all switches, `direction`, the four `hands`, `decisions` and
`returns`. A decision is the card that was given or played, followed by all legal cards. A quarter
of the games have the default rules, the others random switches. A third of the games are biased
towards shooting the moon: one seat gets, keeps and plays high cards, the others low ones. Another
third deals nearly all hearts to one seat.
"""

import argparse
import json
import random

import pyspiel

DIRECTIONS = ["none", "left", "across", "right"]


def text(card):
    """Returns the text of a card of OpenSpiel: 4 · rank + suit, the suits in the order C D H S."""
    return "CDHS"[card % 4] + "23456789TJQKA"[card // 4]


def deal(rng, kind, high):
    cards = list(range(52))
    rng.shuffle(cards)
    if kind == 1:
        # Most of the high cards.
        first = [card for card in cards if card // 4 > 7][:13]
        rest = [card for card in cards if card not in first]
        hands = [rest[13 * i : 13 * i + 13] for i in range(3)]
        hands.insert(high, first)
        return hands
    if kind == 2:
        # The first hand gets hearts; the queen of spades may replace one of them.
        first = [card for card in cards if card % 4 == 2 or card == 43][:13]
        keep = rng.choice([9, 11, 12, 13, 13])
        first = first[:keep]
        if rng.random() < 0.3:
            # The seat wins the first trick with the ace of clubs and leads hearts or the queen of
            # spades.
            keep, first = 13, [card for card in cards if card % 4 == 2][:11] + [43, 48]
        rest = [card for card in cards if card not in first]
        hands = [first + rest[: 13 - keep]]
        rest = rest[13 - keep :]
        hands += [rest[13 * i : 13 * i + 13] for i in range(3)]
        rng.shuffle(hands)
        return hands
    return [cards[13 * i : 13 * i + 13] for i in range(4)]


def choose(rng, kind, high, passing, seat, legal):
    if kind != 1 or rng.random() < 0.02:
        return rng.choice(legal)
    best = max if (seat == high) != passing else min
    # The other seats discard the cards that the shooting seat needs.
    hearts = [card for card in legal if card % 4 == 2 or card == 43]
    if seat != high and not passing and hearts and len({card % 4 for card in legal}) > 1:
        legal = hearts
    return best(legal, key=lambda card: card // 4)


def play(rng, number, names):
    rules = {name: (value if number % 4 == 0 else rng.random() < 0.5) for name, value in names.items()}
    kind, high = number % 3, rng.randrange(4)
    state = pyspiel.load_game("hearts", rules).new_initial_state()
    direction = rng.choice(state.legal_actions())
    state.apply_action(direction)
    hands = deal(rng, kind, high)
    for place in range(52):
        state.apply_action(hands[place % 4][place // 4])
    decisions = []
    while not state.is_terminal():
        legal = state.legal_actions()
        passing = direction != 0 and len(decisions) < 12
        card = choose(rng, kind, high, passing, state.current_player(), legal)
        decisions.append(" ".join(map(text, [card, *legal])))
        state.apply_action(card)
    return {
        "rules": rules,
        "direction": DIRECTIONS[direction],
        "hands": [" ".join(map(text, hand)) for hand in hands],
        "decisions": decisions,
        "returns": [int(points) for points in state.returns()],
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    names = pyspiel.load_game("hearts").get_parameters()
    for number in range(options.games):
        print(json.dumps(play(rng, number, names)))


if __name__ == "__main__":
    main()
