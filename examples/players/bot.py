#!/usr/bin/env python3
"""A player for arenas of Dou Dizhu, Daifugo and Hearts: it plays the move that sheds the most cards, and keeps bombs for later.

    players = ["cmd:python3 players/bot.py", "rule", "rule"]
"""
import json
import sys


def cards(move):
    """Returns how many cards a move sheds; Daifugo writes them apart, Dou Dizhu together."""
    return 0 if move == "pass" else len(move.split()) if " " in move else len(move)


def is_bomb(move):
    return len(move) == 4 and len(set(move)) == 1 or move == "BR"


def decide(question):
    if question["ask"] == "ready":  # asked once, before anything else: time to load what takes long
        return {"ready": True}
    if question["ask"] == "call":  # an auction: bid as little as possible, or pass
        return {"call": next((call for call in question["calls"] if call != "pass"), "pass")}
    if question["ask"] == "give":  # Daifugo: return the first cards of the hand; Hearts: pass one card at a time
        return {"cards": " ".join(question["hand"].split()[: question.get("number", 1)])}
    return {"move": max(question["moves"], key=lambda move: (not is_bomb(move), cards(move)))}


for line in sys.stdin:
    question = json.loads(line)
    answer = {"id": question["id"], **decide(question)}
    print(json.dumps(answer), flush=True)
