"""Dou Dizhu with RLCard's interface. Needs only numpy."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _native
from .._native import Error
from .._rlcard import RlcardForm

__all__ = ["RlcardEnv", "rlcard_env"]

_RANKS = "3456789TJQKA2"
#: The pack before shuffling, in RLCard's order: four cards of each rank, then the two jokers.
_PACK = [rank for rank in _RANKS for _ in range(4)] + ["B", "R"]
_PLACE = {rank: place for place, rank in enumerate(_RANKS + "BR")}


def rlcard_env(
    seed: int | None = None, *, released: bool = False, allow_step_back: bool = False
) -> RlcardEnv:
    """Returns an environment of Dou Dizhu, as ``rlcard.make("doudizhu", ...)`` does. Agents written
    for RLCard run unchanged.

    >>> env = rlcard_env(seed=42)
    >>> state, player = env.reset()
    >>> state, player = env.step(min(state["legal_actions"]))

    Args:
        seed: The seed of the deals, an integer of at least 0. RLCard deals the same games from the
            same seed. If None, the seed is random.
        released: A peasant's observation has a field "last action" for each of the two other
            players. If True, the field contains the first action of that player, as in RLCard's
            release 1.2.0. If False, it contains the latest action of that player, as in the head of
            RLCard's repository.
        allow_step_back: Whether :meth:`RlcardEnv.step_back` may be called.
    """
    return RlcardEnv(seed, released=released, allow_step_back=allow_step_back)


class RlcardEnv(RlcardForm):
    """One game of Dou Dizhu with RLCard's interface. Player 0 is the landlord.

    A state is a dictionary, as in RLCard:

    * ``obs``: the observation, ``int8``. Its shape is (790,) for player 0, and (901,) for the
      others.
    * ``legal_actions``: a dictionary. Its keys are the numbers of the legal actions. Its values are
      the cards of the actions, ``int8`` of shape (54,).
    * ``raw_obs``: a dictionary with ``seen_cards``, ``landlord``, ``trace``, ``played_cards``,
      ``self``, ``current_hand``, ``others_hand``, ``num_cards_left``, ``actions``.
    * ``raw_legal_actions``: a copy of the list ``raw_obs["actions"]``.
    * ``action_record``: all actions of the game, each as (player, text). Actions that were taken
      back are included.

    Responses to a move are listed in RLCard's order. Leads are listed in ascending order of their
    numbers, because RLCard gives leads no fixed order. An illegal action raises
    :class:`quadrille.Error`. In RLCard, the game continues after an illegal action.

    The environment can be copied and pickled during a game.
    """

    name = "doudizhu"
    num_players = 3
    num_actions = 27_472

    def __init__(
        self, seed: int | None = None, *, released: bool = False, allow_step_back: bool = False
    ) -> None:
        super().__init__(allow_step_back)
        self.state_shape = [[790], [901], [901]]
        self.action_shape = [[54] for _ in range(self.num_players)]
        # The moves that led to the current position. A step back removes the last move from this
        # list, but not from ``action_recorder``. RLCard does the same.
        self._trace: list[tuple[int, str]] = []
        self._released = released
        self._game: _native.DoudizhuGame | None = None
        self._hands: tuple[str, str, str] = ("", "", "")
        self._stock = ""
        self.seed(seed)

    def seed(self, seed: int | None = None) -> int:
        """Sets the seed of the deals, and returns it. If ``seed`` is None, the seed is random.

        Raises:
            Error: The seed is not an integer, or is negative.
        """
        if seed is None:
            seed = int.from_bytes(os.urandom(8), "little")
        if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
            raise Error(f"seed={seed!r}; expected a whole number, 0 or more")
        seed %= 1 << 64
        # RLCard hashes the seed and uses 64 bits of the hash, as two words of 32 bits. If the upper
        # word is 0, it is omitted.
        bits = int.from_bytes(hashlib.sha512(str(seed).encode()).digest()[:8], "little")
        words = [bits & 0xFFFF_FFFF, bits >> 32] if bits >> 32 else [bits]
        self.np_random = np.random.RandomState()
        self.np_random.seed(words)
        return seed

    def reset(self, hands: Sequence[str] | None = None, stock: str = "") -> tuple[dict[str, Any], int]:
        """Begins a game. Returns the first state and the player to move.

        Args:
            hands: The hands of the three players. The landlord's hand includes the stock. If None,
                random hands are dealt.
            stock: If ``hands`` is given, the three cards of the stock, which all players see.

        Raises:
            Error: The hands are invalid.
        """
        if hands is None:
            pack = list(_PACK)
            self.np_random.shuffle(pack)
            stock = _sorted(pack[51:])
            hands = [_sorted(pack[:17] + pack[51:]), _sorted(pack[17:34]), _sorted(pack[34:51])]
        if len(hands) != self.num_players:
            raise Error(f"{len(hands)} hands; expected three")
        game = _native.DoudizhuGame(list(hands), 0, "rlcard")
        self._hands, self._stock = (hands[0], hands[1], hands[2]), stock
        self.action_recorder = []
        self._begin(game)
        return self.get_state(0), 0

    def _begin(self, game: _native.DoudizhuGame) -> None:
        self._game, self._trace = game, []
        self._seen = self._stock
        self._played: list[str] = ["", "", ""]

    def _replay(self, trace: Sequence[tuple[int, str]]) -> None:
        """Begins the game again with the same hands, and plays the moves in ``trace``."""
        self._begin(_native.DoudizhuGame(list(self._hands), 0, "rlcard"))
        for _, text in trace:
            self._do(text, True)

    def __getstate__(self) -> dict[str, Any]:
        # The native game is not stored, because the hands and the moves determine it.
        return {**self.__dict__, "_game": None, "_begun": self._game is not None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        begun = state.pop("_begun")
        self.__dict__.update(state)
        if begun:
            self._replay(self._trace)

    @property
    def game(self) -> _native.DoudizhuGame:
        """The current game.

        Raises:
            Error: No game has been begun.
        """
        if self._game is None:
            raise Error("no game has been begun; expected reset() first")
        return self._game

    def _do(self, action: int | str, raw_action: bool) -> tuple[int, str]:
        game = self.game
        player = game.turn
        text = game.play_text(str(action)) if raw_action else game.play(int(action))
        self._trace.append((player, text))
        if text == "pass":
            return player, text
        if player == 0:
            # When the landlord plays a card, RLCard removes all cards of the same rank from the
            # seen cards.
            self._seen = "".join(card for card in self._seen if card not in text)
        self._played = [game.played(player) for player in range(self.num_players)]
        return player, text

    def _undo(self) -> bool:
        if self._trace:
            self._replay(self._trace[:-1])
            return True
        return False

    def is_over(self) -> bool:
        return self.game.winner is not None

    def get_player_id(self) -> int:
        """Returns the player to move. If the game is over, returns the player after the winner."""
        return self.game.turn

    def get_payoffs(self) -> NDArray[np.int64]:
        """Returns the payoffs: shape (3,). The payoff is 1 for each player of the winning side, and
        0 for the others. Before the game is over, all payoffs are 0.
        """
        return np.array(self.game.rewards("rlcard")).astype(np.int64)

    def get_state(self, player_id: int) -> dict[str, Any]:
        """Returns the state as a player sees it. It need not be the player's turn.

        Raises:
            Error: The player does not exist.
        """
        game = self.game
        observation = np.empty(790 if player_id == 0 else 901, np.int8)
        game.fill_observation(player_id, observation, self._released)
        legal = game.legal_as_rlcard()
        texts = [text for _, text in legal]
        cards = np.empty((len(texts), 54), np.int8)
        _native.doudizhu_fill_cards(texts, cards)
        mine = texts if player_id == game.turn else self._actions_of(player_id)
        raw = {
            "seen_cards": self._seen,
            "landlord": 0,
            "trace": list(self._trace),
            "played_cards": list(self._played),
            "self": player_id,
            "current_hand": game.hand(player_id),
            "others_hand": game.others(player_id),
            "num_cards_left": game.cards_left(),
            "actions": mine,
        }
        ids = {number: row for (number, _), row in zip(legal, cards, strict=True)}
        return self._state(observation, ids, raw)

    def _actions_of(self, player: int) -> list[str]:
        """Returns the actions that would be legal for a player if it were the player's turn."""
        if self.is_over():
            return []
        on = next((move for move in reversed(self._trace) if move[1] != "pass"), None)
        follows = on[1] if on is not None and on[0] != player else None
        found: list[str] = _native.doudizhu_moves(self.game.hand(player), follows, "rlcard")["moves"]
        return found

    def get_perfect_information(self) -> dict[str, Any]:
        """Returns a dictionary with all hands (``hand_cards``), ``trace``, ``current_player`` and
        ``legal_actions``. The cards have no suits.
        """
        game = self.game
        return {
            "hand_cards": [game.hand(player) for player in range(self.num_players)],
            "trace": list(self._trace),
            "current_player": game.turn,
            "legal_actions": [text for _, text in game.legal_as_rlcard()],
        }

    def get_action_feature(self, action: int) -> NDArray[np.int8]:
        """Returns the cards of an action: ``int8`` of shape (54,).

        Raises:
            Error: The action number is unknown.
        """
        cards = np.empty((1, 54), np.int8)
        _native.doudizhu_fill_cards([_native.doudizhu_action_text(action)], cards)
        return cards.reshape(54)


def _sorted(cards: Sequence[str]) -> str:
    return "".join(sorted(cards, key=_PLACE.__getitem__))
