"""Vector environments of the card games. Needs Gymnasium."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import DTypeLike, NDArray

from . import _native
from ._native import Error
from ._seeds import checked_seed, checked_tables, drawn_seed

__all__ = ["CardVectorEnv", "of"]


def of(module: str, tables: type[_native._CardTables]) -> dict[str, Any]:
    """Generates the class ``VectorEnv`` of a card game that has no module ``_vector`` of its own.
    Returns a dictionary that contains the class under its name.
    """
    made = type("VectorEnv", (CardVectorEnv,), {"_made_of": tables, "__module__": module, "__doc__": CardVectorEnv.__doc__})
    return {"VectorEnv": made}


def _autoreset(mode: AutoresetMode | str) -> AutoresetMode:
    """Converts an autoreset mode, or the value of one, to Gymnasium's ``AutoresetMode``."""
    try:
        return AutoresetMode(mode)
    except ValueError:
        known = ", ".join(f"AutoresetMode.{known.name}" for known in AutoresetMode)
        raise Error(f"{mode!r} is not an autoreset mode; expected one of {known}") from None


def _cells_of(dtype: DTypeLike) -> Any:
    """Returns the element type of observations as a numpy type."""
    cells = np.dtype(dtype).type
    if cells not in (np.int8, np.uint8, np.bool_, np.float32):
        raise Error(f"dtype={dtype!r}; expected int8, uint8, bool or float32")
    return cells


class CardVectorEnv(VectorEnv[Any, NDArray[Any], NDArray[Any]]):
    """A card game at ``num_envs`` tables, with Gymnasium's vector API. An episode is one game.

    In one step, the player to move at each table makes one decision. The caller makes the decisions
    of all players. The reward of a table is *player 0's* reward. ``infos["rewards"]`` has the
    rewards of all players. The observation of a table is that of the seat to move. It consists of
    cells of 0 and 1, which the game's class ``Tables`` describes.

    **Infos** are arrays whose first axis is the table. For each info ``name``, there is an array
    ``_name`` of ``bool``, which is True for the tables at which the info is valid:

    ===============  ===============================================================================
    ``turn``         ``int8``: the player to move, -1 for a finished game
    ``game``         ``uint64``: the number of the table's game, from 0
    ``action_mask``  ``int8``, shape (n, actions): 1 for legal actions; all 0 for a finished game
    ``rewards``      ``float32``, shape (n, players): the rewards of the last step, by player
    ``final_obs``    with ``AutoresetMode.SAME_STEP``, array of objects: the game's last observation
    ``final_info``   with ``AutoresetMode.SAME_STEP``, a dictionary: ``rewards`` of the ended games
    ===============  ===============================================================================

    Args:
        num_envs: Number of tables, 1 to 65,536.
        seed: The seed of the games until ``reset(seed=...)``; random if None.
        autoreset_mode: The handling of a finished game, one of Gymnasium's three modes.
        action_mask: Where the action masks are returned. ``info``: in the infos. ``observation``:
            in the observations, which are then dictionaries of ``observation`` and ``action_mask``.
            None: nowhere. ``env.tables.legal()`` lists the legal actions and costs much less.
        dtype: Element type of observations: ``int8``, ``uint8``, ``bool`` or ``float32``.
        copy: Whether each step returns new arrays of observations and masks. If False, a step costs
            less, but the arrays are only valid until the next step.
        options: The other keywords of the game's ``Tables``.

    Raises:
        Error: An argument is invalid.
        ImportError: Gymnasium is not installed.
    """

    _made_of: ClassVar[type[_native._CardTables]]
    tables: Any
    """The games of the environment. The methods of the tables also return data of variable size,
    such as the lists of legal actions and the hands.
    """

    def __init__(
        self,
        num_envs: int = 1,
        *,
        seed: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        action_mask: Literal["info", "observation"] | None = "info",
        dtype: DTypeLike = np.int8,
        copy: bool = True,
        **options: Any,
    ) -> None:
        mode, cells = _autoreset(autoreset_mode), _cells_of(dtype)
        if action_mask not in ("info", "observation", None):
            raise Error(f"action_mask={action_mask!r}; expected 'info', 'observation' or None")
        n, seed = checked_tables(num_envs, least=1), drawn_seed() if seed is None else seed
        self.tables = tables = self._made_of(n, seed=seed, autoreset=str(mode.value), **options)
        self.num_envs, self.copy, self.autoreset_mode = n, copy, mode
        self.metadata = {"autoreset_mode": mode, "render_modes": []}
        self._action_mask, self._started = action_mask, False
        # Arrays for the observations of the seats to move, reused in every step.
        self._observations: Any = self._room(n, cells)
        observed = self._space(self._observations)
        if action_mask == "observation":
            mask = spaces.Box(0, 1, (tables.action_count,), np.int8)
            observed = spaces.Dict({"observation": observed, "action_mask": mask})
        self.single_observation_space = observed
        self.single_action_space = spaces.Discrete(tables.action_count)
        self.observation_space = batch_space(observed, n)
        self.action_space = batch_space(self.single_action_space, n)
        self._all = np.ones(n, np.bool_)
        self._all.flags.writeable = False

    # Methods that the class of a game can override.

    def _room(self, rows: int, cells: Any) -> Any:
        """Returns an array, or a dictionary of arrays, with space for ``rows`` observations."""
        return np.zeros((rows, self.tables.observation_len), cells)

    def _observe(self, out: Any) -> None:
        """Writes the observations of the seats to move."""
        self.tables.observations(out)

    def _observe_last(self, out: Any) -> None:
        """Writes the last observations of the games that have just ended."""
        self.tables.last_observations(out)

    def _own_rewards(self, rewards: NDArray[np.float32]) -> NDArray[np.float64]:
        """Returns for each table the reward that a step of the environment returns."""
        return rewards[:, 0].astype(np.float64)

    # Gymnasium's interface.

    @staticmethod
    def _space(arrays: Any) -> spaces.Space[Any]:
        """Returns the space of one row of ``arrays``, which have one row per observation."""
        if isinstance(arrays, dict):
            return spaces.Dict({name: CardVectorEnv._space(array) for name, array in arrays.items()})
        return spaces.Box(0, 1, arrays.shape[1:], arrays.dtype.type)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deals new games.

        Args:
            seed: The new seed of all tables, 0 to 2**64 - 1. Each table then deals its game 0. If
                None, the seed stays the same, and each table deals its next game; at the first
                reset, this is game 0.
            options: A dictionary. ``reset_mask``, ``bool`` of shape (n,), is True for the tables
                that deal their next game. The other tables do not change.

        Returns:
            Observations and infos.

        Raises:
            Error: The seed or the mask is invalid, or both are given.
        """
        mask = self._reset_mask(options, seed)
        if seed is not None:
            seed = checked_seed(seed)
            super().reset(seed=seed)
            self.tables.reseed(seed)
        elif mask is not None:
            self.tables.reset(mask)
        elif self._started:
            self.tables.reset()
        self._started = True
        return self._observation(), self._infos()

    def _reset_mask(self, options: dict[str, Any] | None, seed: int | None) -> NDArray[np.bool_] | None:
        mask = (options or {}).get("reset_mask")
        if mask is None:
            return None
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
            raise Error(f"reset_mask: expected an array of bool of shape ({self.num_envs},)")
        if not mask.any():
            raise Error("reset_mask: expected at least one table to be reset")
        if seed is not None:
            raise Error("a seed deals new games at every table; expected either a seed or reset_mask, not both")
        return np.ascontiguousarray(mask)

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Performs one action per table.

        Args:
            actions: Action ids: integers of shape (n,). If the game at a table is over, the step
                ignores the entry of the table and deals the next game. In autoreset mode
                ``DISABLED``, the step raises an error instead.

        Returns:
            A tuple of five: observations; rewards, ``float64`` of shape (n,); terminations,
            ``bool`` of shape (n,); truncations, which are always False; infos.

        Raises:
            Error: An action is illegal, or a finished game was not reset. The message names the
                table and the reason. All tables are then unchanged.
        """
        self.tables.step(actions)
        rewards, terminated = self.tables.rewards(), self.tables.terminated()
        infos = self._infos()
        self._tell(infos, "rewards", rewards, self._all)
        if terminated.any():
            self._tell_ends(infos, rewards, terminated)
        truncated = np.zeros(self.num_envs, np.bool_)
        return self._observation(), self._own_rewards(rewards), terminated, truncated, infos

    def _tell_ends(
        self, infos: dict[str, Any], rewards: NDArray[np.float32], terminated: NDArray[np.bool_]
    ) -> None:
        at = self.tables.ended()[0]
        told: dict[str, Any] = {}
        for name, values in self.tables.ended_infos().items():
            everywhere = np.zeros((self.num_envs, *values.shape[1:]), values.dtype)
            everywhere[at] = values
            self._tell(told, name, everywhere, terminated)
        if self.autoreset_mode != AutoresetMode.SAME_STEP:
            infos.update(told)
            return
        self._tell(told, "rewards", rewards, terminated)
        seen, last = self._room(len(at), _dtype(self._observations)), np.full(self.num_envs, None, dtype=object)
        self._observe_last(seen)
        for place, table in enumerate(at):
            observed = _mapped(seen, lambda array, place=place: array[place])
            if self._action_mask == "observation":
                mask = np.zeros(self.tables.action_count, np.int8)
                observed = {"observation": observed, "action_mask": mask}
            last[table] = observed
        self._tell(infos, "final_obs", last, terminated)
        self._tell(infos, "final_info", told, terminated)

    @staticmethod
    def _tell(infos: dict[str, Any], name: str, values: Any, where: NDArray[np.bool_]) -> None:
        infos[name], infos[f"_{name}"] = values, where

    def _infos(self) -> dict[str, Any]:
        infos: dict[str, Any] = {}
        told = {"turn": self.tables.turns(), **self.tables.infos(), "game": self.tables.games()}
        for name, values in told.items():
            self._tell(infos, name, values, self._all)
        if self._action_mask == "info":
            self._tell(infos, "action_mask", self._masks(), self._all)
        return infos

    def _masks(self) -> NDArray[np.int8]:
        masks: NDArray[np.int8]
        if not self.copy:
            masks = self.tables.masks()
            return masks
        # The masks of Dou Dizhu have 27 kB per table. A new array of zeros costs much less than a
        # copy, because the system provides pages of zeros on demand.
        masks = np.zeros((self.num_envs, self.tables.action_count), np.int8)
        ids, starts = self.tables.legal()
        firsts = np.arange(self.num_envs) * self.tables.action_count
        masks.reshape(-1)[np.repeat(firsts, np.diff(starts)) + ids] = 1
        return masks

    def _observation(self) -> Any:
        observed = self._observations
        self._observe(observed)
        if self.copy:
            observed = _mapped(observed, np.copy)
        if self._action_mask == "observation":
            return {"observation": observed, "action_mask": self._masks()}
        return observed


def _mapped(arrays: Any, change: Any) -> Any:
    """Applies a function to an array, or to each array of a dictionary."""
    if isinstance(arrays, dict):
        return {name: change(array) for name, array in arrays.items()}
    return change(arrays)


def _dtype(arrays: Any) -> Any:
    return next(iter(arrays.values())).dtype if isinstance(arrays, dict) else arrays.dtype
