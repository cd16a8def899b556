"""The card games with RLCard's interface. Needs only numpy."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from copy import copy
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._native import Error
from ._seeds import drawn_seed

__all__ = ["RlcardForm", "RlcardTables", "rlcard_env_of"]


def rlcard_env_of(name: str, tables: type[_native._CardTables]) -> Callable[..., RlcardTables]:
    """Returns the function ``rlcard_env`` of a game. It creates an environment with RLCard's
    interface, as ``rlcard.make(name)`` does.
    """

    def rlcard_env(seed: int | None = None, *, allow_step_back: bool = False, **options: Any) -> RlcardTables:
        """Returns one game with RLCard's interface. Agents written for RLCard run unchanged.

        >>> env = rlcard_env(seed=42)
        >>> state, player = env.reset()
        >>> state, player = env.step(min(state["legal_actions"]))

        Args:
            seed: The seed of the games, 0 to 2**64 - 1; random if None. Table 0 of ``Tables`` with
                the same seed has the same games.
            allow_step_back: Whether :meth:`RlcardTables.step_back` may be called.
            options: The other keywords of the game's ``Tables``.
        """
        seed = drawn_seed() if seed is None else seed
        made = tables(1, seed=seed, autoreset="Disabled", **options)
        return RlcardTables(name, made, allow_step_back)

    return rlcard_env


class RlcardForm:
    """The part of RLCard's interface that does not depend on how a game is stored."""

    name: str
    num_players: int
    num_actions: int

    def __init__(self, allow_step_back: bool) -> None:
        self.allow_step_back = allow_step_back
        self.agents: list[Any] = []
        self.timestep = 0
        self.action_recorder: list[tuple[int, str]] = []

    # Methods that each subclass defines.

    def reset(self) -> tuple[dict[str, Any], int]:
        """Begins a game. Returns the first state and the player to move."""
        raise NotImplementedError

    def is_over(self) -> bool:
        """Returns whether the game is over."""
        raise NotImplementedError

    def get_player_id(self) -> int:
        """Returns the player to move."""
        raise NotImplementedError

    def get_payoffs(self) -> NDArray[Any]:
        """Returns the payoff of each player. The payoffs are 0 before the game is over."""
        raise NotImplementedError

    def get_state(self, player_id: int) -> dict[str, Any]:
        """Returns the state as a player sees it. It need not be the player's turn."""
        raise NotImplementedError

    def _do(self, action: int | str, raw_action: bool) -> tuple[int, str]:
        """Performs an action. Returns the player who acted, and the text of the action."""
        raise NotImplementedError

    def _undo(self) -> bool:
        """Takes back the last action. Returns False if there was none."""
        raise NotImplementedError

    # RLCard's interface.

    def step(self, action: int | str, raw_action: bool = False) -> tuple[dict[str, Any], int]:
        """Performs an action of the player to move.

        Args:
            action: The id of the action, or its text if ``raw_action`` is True.

        Returns:
            The state as the next player sees it, and the next player.

        Raises:
            Error: The action is illegal.
        """
        self.action_recorder.append(self._do(action, raw_action))
        self.timestep += 1
        player = self.get_player_id()
        return self.get_state(player), player

    def step_back(self) -> tuple[dict[str, Any], int] | bool:
        """Takes back the last action. Returns the state before this action, and the player who had
        acted. Returns False if there is no action to take back.

        The action stays in ``action_record``, as in RLCard, but not in ``trace``.

        Raises:
            Error: ``allow_step_back`` is False.
        """
        if not self.allow_step_back:
            raise Error("step_back() is disabled; expected allow_step_back=True")
        if not self._undo():
            return False
        player = self.get_player_id()
        return self.get_state(player), player

    def set_agents(self, agents: list[Any]) -> None:
        """Sets the agents for :meth:`run`, one per player."""
        self.agents = agents

    def run(self, is_training: bool = False) -> tuple[list[list[Any]], NDArray[Any]]:
        """Plays a game to its end with the agents.

        Returns:
            A list for each player, and the payoffs. In a list, the player's states and actions
            alternate. The list ends with the last state.

        Raises:
            Error: The number of agents differs from the number of players.
        """
        if len(self.agents) != self.num_players:
            raise Error(f"set_agents() received {len(self.agents)} agents; expected {self.num_players}")
        courses: list[list[Any]] = [[] for _ in range(self.num_players)]
        state, player = self.reset()
        while not self.is_over():
            courses[player].append(state)
            agent = self.agents[player]
            action = agent.step(state) if is_training else agent.eval_step(state)[0]
            state, following = self.step(action, agent.use_raw)
            courses[player].append(action)
            player = following
        for player, course in enumerate(courses):
            course.append(self.get_state(player))
        return courses, self.get_payoffs()

    def _state(
        self,
        observation: NDArray[np.int8],
        legal: dict[int, Any],
        raw: dict[str, Any],
    ) -> dict[str, Any]:
        """Returns a state with RLCard's keys. ``raw["actions"]`` must be the texts of the player's
        legal actions.
        """
        state: dict[str, Any] = OrderedDict(obs=observation)
        state["legal_actions"], state["raw_obs"] = legal, raw
        state["raw_legal_actions"] = list(raw["actions"])
        state["action_record"] = self.action_recorder
        return state


class RlcardTables(RlcardForm):
    """One game with RLCard's interface, played at a table of the game's ``Tables``.

    A state is a dictionary, as in RLCard:

    * ``obs``: the observation of the game's ``Tables``, ``int8``.
    * ``legal_actions``: a dictionary. Its keys are the ids of the legal actions of the player to
      move. All its values are None.
    * ``raw_obs``: a dictionary with ``trace``, ``self``, ``current_hand``, ``on_table`` and
      ``actions``.
    * ``raw_legal_actions``: a copy of the list ``raw_obs["actions"]``.
    * ``action_record``: all actions of the game, each as (player, text). Actions that were taken
      back are included.
    """

    def __init__(self, name: str, tables: _native._CardTables, allow_step_back: bool) -> None:
        super().__init__(allow_step_back)
        self.name, self._tables, self._begun = name, tables, False
        self.num_players, self.num_actions = tables.players, tables.action_count
        self.state_shape = [[tables.observation_len] for _ in range(self.num_players)]
        self.action_shape = [[self.num_actions] for _ in range(self.num_players)]
        self._trace: list[tuple[int, str]] = []
        # A copy of the table before each action. If steps back are not allowed, the list is empty.
        self._before: list[_native._CardTables] = []

    def seed(self, seed: int | None = None) -> int:
        """Sets the seed of the games, and returns it. If ``seed`` is None, the seed is random.

        Raises:
            Error: The seed is not an integer from 0 to 2**64 - 1.
        """
        seed = drawn_seed() if seed is None else seed
        self._tables.reseed(seed)
        self._begun = False
        return seed

    def reset(self) -> tuple[dict[str, Any], int]:
        if self._begun:
            self._tables.reset()
        self._begun = True
        self.action_recorder, self._trace, self._before = [], [], []
        player = self.get_player_id()
        return self.get_state(player), player

    def is_over(self) -> bool:
        return int(self._tables.turns()[0]) < 0

    def get_player_id(self) -> int:
        """Returns the player to move. Returns 0 if the game is over."""
        return max(int(self._tables.turns()[0]), 0)

    def get_payoffs(self) -> NDArray[Any]:
        payoffs: NDArray[np.float32] = self._tables.rewards()[0]
        return payoffs

    def get_state(self, player_id: int) -> dict[str, Any]:
        legal = {} if self.is_over() else self._tables.legal_texts(0)
        raw = {
            "trace": list(self._trace),
            "self": player_id,
            "current_hand": self._tables.hand(0, player_id),
            "on_table": self._tables.on_table(0),
            "actions": list(legal.values()) if player_id == self.get_player_id() else [],
        }
        return self._state(self._tables.observation_of(0, player_id), dict.fromkeys(legal), raw)

    def _do(self, action: int | str, raw_action: bool) -> tuple[int, str]:
        if self.is_over():
            raise Error("the game is over; expected reset() first")
        legal, player = self._tables.legal_texts(0), self.get_player_id()
        if raw_action:
            ids = [number for number, text in legal.items() if text == action]
            if not ids:
                raise Error(f"`{action}` is not a legal action; expected one of {', '.join(legal.values())}")
            action = ids[0]
        number = self._id(action)
        before = copy(self._tables) if self.allow_step_back else None
        self._tables.step([number])
        if before is not None:
            self._before.append(before)
        done = player, legal[number]
        self._trace.append(done)
        return done

    def _id(self, action: Any) -> int:
        """Returns an action id as an int. Floating-point numbers are refused, not rounded."""
        try:
            number = index(action)
        except TypeError:
            raise Error(f"{action!r} is not an action; expected an id") from None
        if not 0 <= number < self.num_actions:
            raise Error(f"action {number}: no action has this number; expected a number below {self.num_actions}")
        return number

    def _undo(self) -> bool:
        if not self._before:
            return False
        self._tables = self._before.pop()
        self._trace.pop()
        return True

    def get_perfect_information(self) -> dict[str, Any]:
        """Returns a dictionary with all hands (``hand_cards``), ``trace``, ``current_player`` and
        ``legal_actions``.
        """
        return {
            "hand_cards": [self._tables.hand(0, player) for player in range(self.num_players)],
            "trace": list(self._trace),
            "current_player": self.get_player_id(),
            "legal_actions": list(self._tables.legal_texts(0).values()),
        }

    def get_action_feature(self, action: int) -> NDArray[np.int8]:
        """Returns the one-hot vector of an action: ``int8`` of shape (actions,).

        Raises:
            Error: The action id is unknown.
        """
        feature = np.zeros(self.num_actions, np.int8)
        feature[self._id(action)] = 1
        return feature
