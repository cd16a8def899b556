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
#: The pack in RLCard's order before shuffling: four of each rank, then the jokers.
_PACK = [rank for rank in _RANKS for _ in range(4)] + ["B", "R"]
_PLACE = {rank: place for place, rank in enumerate(_RANKS + "BR")}


def rlcard_env(
    seed: int | None = None, *, released: bool = False, allow_step_back: bool = False
) -> RlcardEnv:
    """Returns Dou Dizhu as ``rlcard.make("doudizhu", ...)`` does: agents written for RLCard run
    unchanged.

    >>> env = rlcard_env(seed=42)
    >>> state, player = env.reset()
    >>> state, player = env.step(min(state["legal_actions"]))

    Args:
        seed: RLCard's seed. RLCard deals the same games from the same seed. Drawn from the system
            if None.
        released: Which action of a player a peasant's observation has in its two fields "last
            action". True: the first action, as in RLCard's release 1.2.0. False: the latest action,
            as in the head of RLCard's repository.
        allow_step_back: Whether :meth:`RlcardEnv.step_back` may be called.
    """
    return RlcardEnv(seed, released=released, allow_step_back=allow_step_back)


class RlcardEnv(RlcardForm):
    """One game of Dou Dizhu with RLCard's interface. Player 0 is the landlord.

    A state is a dictionary, as in RLCard:

    * ``obs``: ``int8``, shape (790,) for player 0, (901,) for the others.
    * ``legal_actions``: the cards of each legal action by its number, ``int8`` of shape (54,).
    * ``raw_obs``: ``seen_cards``, ``landlord``, ``trace``, ``played_cards``, ``self``,
      ``current_hand``, ``others_hand``, ``num_cards_left``, ``actions``.
    * ``raw_legal_actions``: the texts of ``raw_obs["actions"]``.
    * ``action_record``: all actions of the game as (player, text), including actions taken back.

    Responses to a move are listed in RLCard's order. RLCard keeps leads in an unordered set; here
    leads are listed by number. An illegal action raises :class:`quadrille.Error`, whereas RLCard
    continues the game.

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
        # The moves that led to the current position. A step back removes the last move here, but
        # not in ``action_recorder``, as in RLCard.
        self._trace: list[tuple[int, str]] = []
        self._released = released
        self._game: _native.DoudizhuGame | None = None
        self._hands: tuple[str, str, str] = ("", "", "")
        self._stock = ""
        self.seed(seed)

    def seed(self, seed: int | None = None) -> int:
        """Seeds the deals, and returns the seed.

        Raises:
            Error: The seed is negative.
        """
        if seed is None:
            seed = int.from_bytes(os.urandom(8), "little")
        if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
            raise Error(f"seed={seed!r}; expected a whole number, 0 or more")
        seed %= 1 << 64
        # RLCard seeds with 64 bits of a hash of the seed, split into words of 32 bits, without a
        # leading word of 0.
        bits = int.from_bytes(hashlib.sha512(str(seed).encode()).digest()[:8], "little")
        words = [bits & 0xFFFF_FFFF, bits >> 32] if bits >> 32 else [bits]
        self.np_random = np.random.RandomState()
        self.np_random.seed(words)
        return seed

    def reset(self, hands: Sequence[str] | None = None, stock: str = "") -> tuple[dict[str, Any], int]:
        """Begins a game. Returns the first state and the player to move.

        Args:
            hands: The hands of the three players, with the stock in the landlord's hand; dealt if
                None.
            stock: The three cards of the landlord that are shown to all, if ``hands`` is given.

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
        """Replays the game from its beginning, with the moves in ``trace``."""
        self._begin(_native.DoudizhuGame(list(self._hands), 0, "rlcard"))
        for _, text in trace:
            self._do(text, True)

    def __getstate__(self) -> dict[str, Any]:
        # The game is not stored, because the hands and the moves determine it.
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
            # RLCard removes all cards of a played rank at once.
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
        """Returns the player to move, or the player after the winner when the game is over."""
        return self.game.turn

    def get_payoffs(self) -> NDArray[np.int64]:
        """Returns 1 for each player of the winning side, 0 for the others, and 0 for all before the
        game is over: shape (3,).
        """
        return np.array(self.game.rewards("rlcard")).astype(np.int64)

    def get_state(self, player_id: int) -> dict[str, Any]:
        """Returns the state from a player's point of view. The player need not be to move.

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
        """Returns the actions that a player would have if it were to move."""
        if self.is_over():
            return []
        on = next((move for move in reversed(self._trace) if move[1] != "pass"), None)
        follows = on[1] if on is not None and on[0] != player else None
        found: list[str] = _native.doudizhu_moves(self.game.hand(player), follows, "rlcard")["moves"]
        return found

    def get_perfect_information(self) -> dict[str, Any]:
        """Returns all hands, without suits: ``hand_cards``, ``trace``, ``current_player``,
        ``legal_actions``.
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
