#!/usr/bin/env python3
"""A player for `doudizhu.arena` and `daifugo.arena`: plays the move that sheds the most cards, and
keeps bombs for later.

    players = ["cmd:python3 players/bot.py", "rule", "rule"]
"""
import json
import sys


def cards(move):
    """Returns the number of cards of a move; blanks separate them in Daifugo only."""
    return 0 if move == "pass" else len(move.split()) if " " in move else len(move)


def is_bomb(move):
    return len(move) == 4 and len(set(move)) == 1 or move == "BR"


def decide(question):
    if question["ask"] == "call":  # an auction: bid as little as possible, or pass
        return {"call": next((call for call in question["calls"] if call != "pass"), "pass")}
    if question["ask"] == "give":  # Daifugo: return the first cards of the hand
        return {"cards": " ".join(question["hand"].split()[: question["number"]])}
    return {"move": max(question["moves"], key=lambda move: (not is_bomb(move), cards(move)))}


for line in sys.stdin:
    question = json.loads(line)
    answer = {"id": question["id"], **decide(question)}
    print(json.dumps(answer), flush=True)
