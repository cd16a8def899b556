"""What the vector environments of the card games have in common. Needs Gymnasium."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import DTypeLike, NDArray

from ._native import Error
from ._seeds import checked_seed
from ._tables import CardTables

__all__ = ["CardVectorEnv", "autoreset", "cells_of"]


def autoreset(mode: AutoresetMode | str) -> AutoresetMode:
    """A mode of Gymnasium's, by itself or its value.

    Raises:
        Error: There is no such mode.
    """
    try:
        return AutoresetMode(mode)
    except ValueError:
        known = ", ".join(f"AutoresetMode.{known.name}" for known in AutoresetMode)
        raise Error(f"{mode!r} is no mode of autoreset; expected one of {known}") from None


def cells_of(dtype: DTypeLike) -> Any:
    """The type of an observation's cells.

    Raises:
        Error: Observations have no cells of this type.
    """
    cells = np.dtype(dtype).type
    if cells not in (np.int8, np.uint8, np.bool_, np.float32):
        raise Error(f"dtype={dtype!r}; expected int8, uint8, bool or float32")
    return cells


class CardVectorEnv(VectorEnv[Any, NDArray[Any], NDArray[Any]]):
    """Tables as a vector environment; each game tells what is observed."""

    tables: CardTables
    """The games themselves, for what a fixed space cannot hold: lists of what is legal, features of moves, hands."""

    def __init__(
        self,
        tables: CardTables,
        observed: spaces.Space[Any],
        mode: AutoresetMode,
        action_mask: str | None,
        copy: bool,
    ) -> None:
        if action_mask not in ("info", "observation", None):
            raise Error(f"action_mask={action_mask!r}; expected 'info', 'observation' or None")
        n = len(tables)
        self.tables, self.num_envs, self.copy = tables, n, copy
        self.autoreset_mode = mode
        self.metadata = {"autoreset_mode": mode, "render_modes": []}
        self._action_mask, self._started = action_mask, False
        if action_mask == "observation":
            mask = spaces.Box(0, 1, (tables.action_count,), np.int8)
            observed = spaces.Dict({"observation": observed, "action_mask": mask})
        self.single_observation_space = observed
        self.single_action_space = spaces.Discrete(tables.action_count)
        self.observation_space = batch_space(observed, n)
        self.action_space = batch_space(self.single_action_space, n)
        self._all = np.ones(n, np.bool_)
        self._all.flags.writeable = False

    # What each game tells.

    def _observed(self) -> Any:
        """What the seats to move observe, in arrays that are used again."""
        raise NotImplementedError

    def _last_observed(self) -> list[Any]:
        """The last observations of the games that have just ended, a copy each."""
        raise NotImplementedError

    def _told(self) -> dict[str, NDArray[Any]]:
        """What the infos tell of every table beside whose turn it is and the game's number, in new arrays."""
        raise NotImplementedError

    def _ended(self) -> tuple[NDArray[np.int64], dict[str, NDArray[Any]]]:
        """The tables whose games have just ended, and what is told of each."""
        raise NotImplementedError

    def _own_rewards(self, rewards: NDArray[np.float32]) -> NDArray[np.float64]:
        """What the environment's one reward a table is."""
        raise NotImplementedError

    # Gymnasium's side.

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deals anew.

        Args:
            seed: Deals game 0 of this seed at every table, 0 to 2**64 - 1. Without it each table deals its next game
                (the first one, if it has not been seen yet).
            options: ``reset_mask``, ``bool`` of shape (n,): deals the next game at those tables alone.

        Returns:
            Observations and infos.

        Raises:
            Error: A seed that is none, a mask that is none, or both.
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
            raise Error("a seed deals anew at every table; expected it without reset_mask")
        return np.ascontiguousarray(mask)

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """An action at each table.

        Args:
            actions: Numbers of actions, whole numbers of shape (n,). Where a game is over and the next is dealt, the
                number is ignored.

        Returns:
            Observations; rewards, ``float64`` of shape (n,); terminations and truncations (never), ``bool`` of
            shape (n,); infos.

        Raises:
            Error: An action that is not legal, with its table and the reason; no table has changed then.
        """
        self.tables.step(actions)
        rewards = self.tables.rewards()
        infos = self._infos()
        self._tell(infos, "rewards", rewards, self._all)
        terminated = self.tables.terminated()
        if terminated.any():
            self._tell_ends(infos, rewards, terminated)
        truncated = np.zeros(self.num_envs, np.bool_)
        return self._observation(), self._own_rewards(rewards), terminated, truncated, infos

    def _tell_ends(
        self, infos: dict[str, Any], rewards: NDArray[np.float32], terminated: NDArray[np.bool_]
    ) -> None:
        at, ended = self._ended()
        told: dict[str, Any] = {}
        for name, values in ended.items():
            everywhere = np.zeros((self.num_envs, *values.shape[1:]), values.dtype)
            everywhere[at] = values
            self._tell(told, name, everywhere, terminated)
        if self.autoreset_mode != AutoresetMode.SAME_STEP:
            infos.update(told)
            return
        self._tell(told, "rewards", rewards, terminated)
        last = np.full(self.num_envs, None, dtype=object)
        for table, observed in zip(at, self._last_observed(), strict=True):
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
        told = {"turn": self.tables.turns(), **self._told(), "game": self.tables.games()}
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
        # The system hands out zeros without writing them: much less work than a copy of 27 kB a table.
        masks = np.zeros((self.num_envs, self.tables.action_count), np.int8)
        ids, starts = self.tables.legal()
        firsts = np.arange(self.num_envs) * self.tables.action_count
        masks.reshape(-1)[np.repeat(firsts, np.diff(starts)) + ids] = 1
        return masks

    def _observation(self) -> Any:
        observed = self._observed()
        if self.copy:
            observed = _copied(observed)
        if self._action_mask == "observation":
            return {"observation": observed, "action_mask": self._masks()}
        return observed


def _copied(observed: Any) -> Any:
    if isinstance(observed, dict):
        return {name: _copied(part) for name, part in observed.items()}
    return observed.copy()
