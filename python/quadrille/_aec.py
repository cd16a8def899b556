"""PettingZoo AEC environments of the card games. Needs PettingZoo."""

from __future__ import annotations

from operator import index
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from . import _native
from ._native import Error
from ._seeds import drawn_seed

__all__ = ["CardEnv", "of", "wrapped"]


def of(module: str, tables: type[_native._CardTables]) -> dict[str, Any]:
    """Generates the environments of a card game that has no module ``_aec`` of its own. Returns
    them as a dictionary from names to values.
    """
    name = module.rpartition(".")[2]
    made = type(
        f"{name.capitalize()}Env",
        (CardEnv,),
        {"_made_of": tables, "_name": f"quadrille_{name}", "__module__": module, "__doc__": CardEnv.__doc__},
    )

    def env(**options: Any) -> Any:
        """Returns one game in PettingZoo's usual wrappers. An illegal action ends the game, and the
        agent that chose it gets reward -1.

        Args:
            options: The keywords of ``raw_env``.
        """
        return wrapped(made(**options))

    return {"env": env, "raw_env": made, made.__name__: made}


def wrapped(game: CardEnv) -> Any:
    """Wraps a game in PettingZoo's usual wrappers. An illegal action ends the game, and the agent
    that chose it gets reward -1.
    """
    told = wrappers.TerminateIllegalWrapper(game, illegal_reward=-1)
    told = wrappers.AssertOutOfBoundsWrapper(told)
    return wrappers.OrderEnforcingWrapper(told)


class CardEnv(AECEnv):  # type: ignore[misc]
    """One game with an agent for each player: ``player_0``, ``player_1`` and so on. ``reset()``
    deals the next game.

    An observation is a dictionary of two ``int8`` arrays. The game's class ``Tables`` describes the
    cells of ``observation``. ``action_mask`` is 1 for each legal action. If the agent is not to
    move, ``action_mask`` is all 0. An illegal action raises :class:`quadrille.Error`. In an
    environment from ``env()``, an illegal action ends the game instead, and the agent that chose it
    gets reward -1.

    Args:
        seed: The seed of the games until ``reset(seed=...)``; random if None. Table 0 of a
            ``VectorEnv`` with this seed has the same games.
        render_mode: ``ansi``, ``human`` or None.
        options: The other keywords of the game's ``Tables``.

    Raises:
        Error: An argument is invalid.
    """

    _made_of: ClassVar[type[_native._CardTables]]
    _name: ClassVar[str]
    tables: Any
    """The game, as a batch of one table. Its methods also return data that is not in observations,
    such as the legal actions and the hands.
    """

    def __init__(self, *, seed: int | None = None, render_mode: str | None = None, **options: Any) -> None:
        super().__init__()
        if render_mode not in (None, "ansi", "human"):
            raise Error(f"render_mode={render_mode!r}; expected 'ansi', 'human' or None")
        self.metadata = {
            "name": self._name,
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
        }
        seed = drawn_seed() if seed is None else seed
        self.tables, self.render_mode = self._made_of(1, seed=seed, autoreset="Disabled", **options), render_mode
        self.possible_agents = [f"player_{player}" for player in range(self.tables.players)]
        actions = self.tables.action_count
        cells = self.tables.observation_len

        def observed() -> dict[str, spaces.Space[Any]]:
            return {
                "observation": spaces.Box(0, 1, (cells,), np.int8),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }

        # Each agent has its own spaces. To seed the spaces of one agent therefore does not affect
        # the others. The spaces of an agent are always the same objects.
        self.observation_spaces = {agent: spaces.Dict(observed()) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._started = False

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the observation space of an agent: a dictionary of ``observation`` and
        ``action_mask``.
        """
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the space of action ids."""
        return self.action_spaces[agent]

    # Methods that the class of a game can override.

    def _observation_of(self, player: int) -> NDArray[Any]:
        observation: NDArray[Any] = self.tables.observation_of(0, player)
        return observation

    def _infos_of(self, player: int) -> dict[str, Any]:
        return {}

    def _shown_player(self, player: int) -> str:
        """Returns a player's name for display."""
        return self.possible_agents[player]

    # PettingZoo's interface.

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals a game. If ``seed`` is None, this is the next game. Otherwise it is game 0 of the
        seed, an integer from 0 to 2**64 - 1.

        Raises:
            Error: The seed is invalid.
        """
        if seed is not None:
            self.tables.reseed(seed)
        elif self._started:
            self.tables.reset()
        self._started = True
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = self._all_infos()
        self.agent_selection = self._selected()

    def _player(self) -> int | None:
        """Returns the player to move, or None if the game is over."""
        turn = int(self.tables.turns()[0])
        return None if turn < 0 else turn

    def _all_infos(self) -> dict[str, dict[str, Any]]:
        return {agent: self._infos_of(player) for player, agent in enumerate(self.possible_agents)}

    def _selected(self) -> str:
        player = self._player()
        # After the end of the game, PettingZoo steps every agent once more, beginning with the
        # first.
        return self.possible_agents[0 if player is None else player]

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """Returns an agent's observation. The action mask is all 0 unless the agent is to move."""
        player = self.possible_agents.index(agent)
        mask = np.zeros(self.tables.action_count, np.int8)
        if player == self._player():
            mask[self.tables.legal()[0]] = 1
        return {"observation": self._observation_of(player), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Performs the action of the agent ``agent_selection``. For an agent whose game is over,
        the action must be None.

        Raises:
            Error: The action is illegal; the game is then unchanged.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise Error(f"{agent}: no action; expected an action id")
        try:
            # Only integers are accepted: a number such as 2.7 is not rounded.
            number = index(action)
        except TypeError:
            raise Error(f"{agent}: {action!r} is not an action; expected an action id") from None
        if not 0 <= number < self.tables.action_count:
            raise Error(
                f"{agent}, action {number}: no action has this number; expected a number below {self.tables.action_count}"
            )
        self.tables.step(np.array([number], np.int64))
        self._cumulative_rewards[agent] = 0.0
        worth = self.tables.rewards()[0]
        self.rewards = {agent: float(worth[player]) for player, agent in enumerate(self.possible_agents)}
        if self._player() is None:
            self.terminations = dict.fromkeys(self.agents, True)
        self.infos = self._all_infos()
        self.agent_selection = self._selected()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Shows the game as a text, with all hands open. Returns the text if the render mode is
        ``ansi``. Prints the text if the mode is ``human``.
        """
        if self.render_mode == "human":
            print(self._shown())
            return None
        return self._shown() if self.render_mode == "ansi" else None

    def _shown(self) -> str:
        turn = self._player()
        on_table = self.tables.on_table(0)
        # For some games, ``on_table`` returns a tuple whose first entry is the cards.
        lying = on_table[0] if isinstance(on_table, tuple) else on_table
        lines = [f"on the table: {lying or 'nothing'}"]
        for player in range(len(self.possible_agents)):
            due = " <" if player == turn else ""
            lines.append(f"{self._shown_player(player)}: {self.tables.hand(0, player)}{due}")
        return "\n".join(lines)

    def close(self) -> None:
        """Does nothing: there are no resources to release."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


