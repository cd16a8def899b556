"""One table, as PettingZoo's environments of turns."""

from typing import Any

import numpy as np

from .. import _native

try:
    import gymnasium
    from pettingzoo import AECEnv
except ImportError as missing:
    raise ImportError("environments of turns need PettingZoo: pip install 'quadrille-sim[pettingzoo]'") from missing

Observation = dict[str, Any]


class Turns(AECEnv[str, Any, Any]):
    """What both games have in common: agents ``player_0`` and so on, observations with an ``action_mask``."""

    def __init__(self, name: str, players: int, native: Any, cells: list[int], seed: int | None) -> None:
        super().__init__()
        self.metadata = {"name": name, "render_modes": [], "is_parallelizable": False}
        self.render_mode = None
        self._native = native
        self._begun = False
        self._seed = seed
        self.possible_agents = [f"player_{player}" for player in range(players)]
        self.agents: list[str] = []
        actions = native.action_count
        self._spaces = {
            agent: gymnasium.spaces.Dict(
                {
                    "observation": gymnasium.spaces.Box(0, 1, (length,), np.int8),
                    "action_mask": gymnasium.spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent, length in zip(self.possible_agents, cells, strict=True)
        }
        self._cells = dict(zip(self.possible_agents, cells, strict=True))
        self._actions = {agent: gymnasium.spaces.Discrete(actions) for agent in self.possible_agents}
        self._read_from = (
            np.zeros((1, players), np.float32),
            np.zeros(1),
            np.zeros(1, np.bool_),
            np.zeros(1, np.int8),
            np.zeros(1, np.int8),
        )

    def _fill(self, player: int, cells: Any) -> None:
        raise NotImplementedError

    def observation_space(self, agent: str) -> Any:
        return self._spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals: game 0 of a seed; without one the next game, and at first one of a seed that is drawn."""
        if seed is None and not self._begun:
            seed = self._seed if self._seed is not None else int(np.random.SeedSequence().generate_state(1, np.uint64)[0])
        self._begun = True
        if seed is None:
            self._native.reset(np.ones(1, np.bool_))
        else:
            self._native.reseed(int(seed) & (2**64 - 1))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._next()

    def observe(self, agent: str) -> Observation:
        """What an agent sees: ``observation``, and ``action_mask``, which is 0 throughout unless it is to move."""
        cells = np.zeros(self._cells[agent], np.int8)
        self._fill(self.possible_agents.index(agent), cells)
        to_move = agent == self.agent_selection and not self.terminations.get(agent, True)
        mask = self._native.masks[0]
        return {"observation": cells, "action_mask": mask.copy() if to_move else np.zeros_like(mask)}

    def step(self, action: Any) -> None:
        """An action of the agent to move: its number; None once the game is over.

        Raises:
            Error: It is not legal; nothing was done then.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise _native.Error(f"{agent}: no action; expected the number of a legal one")
        self._native.step(np.array([action]).astype(np.int64, casting="same_kind"))
        self._cumulative_rewards[agent] = 0.0
        selected = self._next()
        rewards, _, terminated, _, _ = self._read_from
        self.rewards = {
            agent: float(rewards[0, player]) for player, agent in enumerate(self.possible_agents)
        }
        if terminated[0]:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = selected
        self._accumulate_rewards()
        self._deads_step_first()

    def close(self) -> None:
        """There is nothing to close."""

    def render(self) -> None:
        """There is nothing to see."""

    def _next(self) -> str:
        self._native.read(*self._read_from)
        return self.possible_agents[max(0, int(self._read_from[3][0]))]


class DoudizhuTurns(Turns):
    """Dou Dizhu for three agents.

    Args:
        reward, rules, bidding, released, seed: As of `VectorEnv`.

    ``observation`` is RLCard's: int8, 790 cells for ``player_0``, the landlord, and 901 for the others; with an auction 901
    for all (the landlord's fills 790, and before the first card can be played all are 0).
    """

    def __init__(
        self,
        *,
        reward: str = "adp",
        rules: str = "rlcard",
        bidding: str = "none",
        released: bool = False,
        seed: int | None = None,
    ) -> None:
        native = _native.DoudizhuTables(1, 0, rules, bidding, reward, "Disabled", released, True)
        cells = [790, 901, 901] if bidding == "none" else [901] * 3
        super().__init__("quadrille_doudizhu_v0", 3, native, cells, seed)

    def _fill(self, player: int, cells: Any) -> None:
        landlord = self._native.landlord(0)
        if landlord is not None:
            self._native.fill_observation_of(0, (player - landlord) % 3, cells)


class DaifugoTurns(Turns):
    """Daifugo for as many agents as the rules have players.

    Args:
        rules, classes, reward, seed: As of `VectorEnv`.

    ``observation`` has 887 cells, int8; they are 0 while others return cards.
    """

    def __init__(
        self, *, rules: str | None = None, classes: str = "carried", reward: str = "points", seed: int | None = None
    ) -> None:
        native = _native.DaifugoTables(1, 0, rules, classes, reward, "Disabled", True)
        super().__init__("quadrille_daifugo_v0", native.players, native, [887] * native.players, seed)

    def _fill(self, player: int, cells: Any) -> None:
        self._native.fill_observation_of(0, self._native.seat(0, player), cells)
