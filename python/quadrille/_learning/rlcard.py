"""Dou Dizhu with RLCard's interface. RLCard itself is not needed."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _native

State = dict[str, Any]

_ROWS = {rank: 4 * column for column, rank in enumerate("3456789TJQKA2")} | {"B": 52, "R": 53}


def _cells(move: str) -> NDArray[np.int8]:
    """A move as RLCard shows it: 54 cells."""
    cells = np.zeros(54, np.int8)
    if move != "pass":
        for rank in set(move):
            cells[_ROWS[rank] : _ROWS[rank] + move.count(rank)] = 1
    return cells


class RlcardEnv:
    """Dou Dizhu as ``rlcard.make("doudizhu")`` has it, for agents written for RLCard: the same states, legal actions and
    payoffs. Player 0 is the landlord.

    A state has ``obs``, ``legal_actions`` (ids with their 54 cells), ``raw_obs``, ``raw_legal_actions`` and
    ``action_record``. What differs:

    - Where a player leads, RLCard's legal actions come in the order of a Python set; here in that of their ids.
    - The "last action" fields of a peasant's ``obs`` hold the latest actions, as at the head of RLCard's repository;
      ``released=True`` gives the first ones, as the released 1.2.0 does.
    - Cards have no suits: ``get_perfect_information`` has no ``hand_cards_with_suit``. ``step_back`` is not there.
    """

    name = "doudizhu"
    num_players = 3
    num_actions = 27_472

    def __init__(self, *, seed: int | None = None, released: bool = False) -> None:
        self.state_shape = [[790], [901], [901]]
        self.action_shape = [[54]] * 3
        self.agents: list[Any] = []
        self.timestep = 0
        self.action_recorder: list[tuple[int, str]] = []
        self._released = released
        self.seed(seed)
        self._begin(_native.DoudizhuGame(self._seed, 0, released))

    def seed(self, seed: int | None = None) -> int:
        """Where the next games come from; one is drawn if none is given. Returns it."""
        drawn = np.random.SeedSequence().generate_state(1, np.uint64)[0]
        self._seed = int(drawn if seed is None else seed) & (2**64 - 1)
        self._dealt = 0
        return self._seed

    def reset(self, deal: tuple[str, str, str, str] | None = None) -> tuple[State, int]:
        """Deals.

        Args:
            deal: The three hands of 17 cards and the three cards that player 0 takes up, where they are not to be drawn.

        Returns:
            The first state, and the player whose it is.

        Raises:
            Error: It is no deal.
        """
        if deal is None:
            self._begin(_native.DoudizhuGame(self._seed, self._dealt, self._released))
            self._dealt += 1
        else:
            self._begin(_native.DoudizhuGame.of(list(deal[:3]), deal[3], self._released))
        return self.get_state(self._game.player), self._game.player

    def step(self, action: Any, raw_action: bool = False) -> tuple[State, int]:
        """Plays an action: its id, or with ``raw_action`` its cards.

        Returns:
            The next state, and the player whose it is.

        Raises:
            Error: It is not legal; nothing was done then.
        """
        player = self._game.player
        played = self._game.step_raw(str(action)) if raw_action else self._game.step(int(action))
        self.timestep += 1
        self.action_recorder.append((player, played))
        self._trace.append((player, played))
        if played != "pass":
            self._played = self._game.played()
            if player == 0:
                self._seen = "".join(card for card in self._seen if card not in played)
        self._legal = self._game.legal(self._game.player)
        return self.get_state(self._game.player), self._game.player

    def get_state(self, player_id: int) -> State:
        """What a player sees. ``legal_actions`` are those of the player to move."""
        game = self._game
        actions = self._legal if player_id == game.player else game.legal(player_id)
        raw = [move for _, move in actions]
        cells = np.zeros(790 if player_id == 0 else 901, np.int8)
        game.fill_observation(player_id, cells)
        return {
            "obs": cells,
            "legal_actions": {number: _cells(move) for number, move in self._legal},
            "raw_obs": {
                "seen_cards": self._seen,
                "landlord": 0,
                "trace": list(self._trace),
                "played_cards": self._played,
                "self": player_id,
                "current_hand": game.hand(player_id),
                "others_hand": game.others(player_id),
                "num_cards_left": game.left(),
                "actions": raw,
            },
            "raw_legal_actions": list(raw),
            "action_record": self.action_recorder,
        }

    def set_agents(self, agents: list[Any]) -> None:
        """Who plays in ``run``: for each player something with ``use_raw``, ``step`` and ``eval_step``."""
        self.agents = agents

    def run(self, is_training: bool = False) -> tuple[list[list[Any]], NDArray[np.int64]]:
        """Plays a game.

        Args:
            is_training: Whether agents are asked by ``step``, or by ``eval_step``.

        Returns:
            For each player its states and actions in turn, ending with a state; and the payoffs.
        """
        trajectories: list[list[Any]] = [[] for _ in range(self.num_players)]
        state, player = self.reset()
        trajectories[player].append(state)
        while not self.is_over():
            agent = self.agents[player]
            action = agent.step(state) if is_training else agent.eval_step(state)[0]
            state, following = self.step(action, agent.use_raw)
            trajectories[player].append(action)
            player = following
            if not self.is_over():
                trajectories[player].append(state)
        for player, trajectory in enumerate(trajectories):
            trajectory.append(self.get_state(player))
        return trajectories, self.get_payoffs()

    def is_over(self) -> bool:
        """Whether a player has no cards left."""
        return self._game.winner is not None

    def get_player_id(self) -> int:
        """The player to move."""
        player: int = self._game.player
        return player

    def get_payoffs(self) -> NDArray[np.int64]:
        """1 for each on the side that won, 0 for the others; all 0 before the end."""
        winner = self._game.winner
        if winner is None:
            return np.zeros(3, np.int64)
        return np.array([winner == 0, winner != 0, winner != 0], np.int64)

    def get_action_feature(self, action: int) -> NDArray[np.int8]:
        """The 54 cells of an action.

        Raises:
            Error: There is no such action.
        """
        return _cells(_native.doudizhu_action(int(action)))

    def get_perfect_information(self) -> dict[str, Any]:
        """All hands, and what has been played."""
        return {
            "hand_cards": [self._game.hand(player) for player in range(3)],
            "trace": list(self._trace),
            "current_player": self._game.player,
            "legal_actions": [move for _, move in self._legal],
        }

    def _begin(self, game: Any) -> None:
        self._game = game
        self._trace: list[tuple[int, str]] = []
        self.action_recorder = []
        self._seen: str = game.stock
        self._played = ["", "", ""]
        self._legal: list[tuple[int, str]] = game.legal(game.player)
