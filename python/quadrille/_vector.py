"""The vector environments of the card games. Needs Gymnasium."""

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
    """The environment of a game that has nothing of its own, by its name."""
    made = type("VectorEnv", (CardVectorEnv,), {"_made_of": tables, "__module__": module, "__doc__": CardVectorEnv.__doc__})
    return {"VectorEnv": made}


def _autoreset(mode: AutoresetMode | str) -> AutoresetMode:
    """A mode of Gymnasium's, by itself or its value."""
    try:
        return AutoresetMode(mode)
    except ValueError:
        known = ", ".join(f"AutoresetMode.{known.name}" for known in AutoresetMode)
        raise Error(f"{mode!r} is no mode of autoreset; expected one of {known}") from None


def _cells_of(dtype: DTypeLike) -> Any:
    """The type of an observation's cells."""
    cells = np.dtype(dtype).type
    if cells not in (np.int8, np.uint8, np.bool_, np.float32):
        raise Error(f"dtype={dtype!r}; expected int8, uint8, bool or float32")
    return cells


class CardVectorEnv(VectorEnv[Any, NDArray[Any], NDArray[Any]]):
    """A card game at ``num_envs`` tables, by Gymnasium's vector API. An episode is one game.

    One step is one decision of whoever's is due at each table: whoever calls it plays all players. The reward a table is
    *player 0's*; ``infos["rewards"]`` has every player's. Observations are of the seat whose decision is due, cells of 0
    and 1, as :meth:`Tables.observations` has them.

    **Infos**, arrays whose first axis is tables; ``_name`` says where ``name`` is told:

    ===============  =====================================================================================
    ``turn``         ``int8``: the player whose decision is due, -1 where the game is over
    ``game``         ``uint64``: the number of the table's game, from 0
    ``action_mask``  ``int8``, shape (n, actions): 1 for each legal action; only 0 where the game is over
    ``rewards``      ``float32``, shape (n, players): the last step's by player
    ``final_obs``    with ``AutoresetMode.SAME_STEP``, an array of objects: the game's last observation
    ``final_info``   likewise: ``rewards``
    ===============  =====================================================================================

    Args:
        num_envs: Tables, 1 to 65,536.
        seed: Of the games until ``reset(seed=...)``; drawn if None.
        autoreset_mode: What comes after a game, one of Gymnasium's three.
        action_mask: Where the masks stand: in the ``info``, in the ``observation`` (a dictionary of ``observation``
            and ``action_mask`` then), or nowhere (None): ``env.tables.legal()`` lists what is legal for much less.
        dtype: Of the observations: ``int8``, ``uint8``, ``bool`` or ``float32``.
        copy: Whether observations and masks are the caller's to keep. If not, they are valid until the next step,
            and cost less.
        options: The other keywords of the game's ``Tables``.

    Raises:
        Error: There is no such environment.
        ImportError: Gymnasium is not installed.
    """

    _made_of: ClassVar[type[_native._CardTables]]
    tables: Any
    """The games themselves, for what a fixed space cannot hold: lists of what is legal, features of moves, hands."""

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
        # Arrays that are used again for what the seats to move observe.
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

    # What a game may have of its own.

    def _room(self, rows: int, cells: Any) -> Any:
        """Arrays for that many observations: one, or a dictionary of some."""
        return np.zeros((rows, self.tables.observation_len), cells)

    def _observe(self, out: Any) -> None:
        """Writes what the seats to move observe."""
        self.tables.observations(out)

    def _observe_last(self, out: Any) -> None:
        """Writes the last observations of the games that have just ended."""
        self.tables.last_observations(out)

    def _own_rewards(self, rewards: NDArray[np.float32]) -> NDArray[np.float64]:
        """What the environment's one reward a table is."""
        return rewards[:, 0].astype(np.float64)

    # Gymnasium's side.

    @staticmethod
    def _space(arrays: Any) -> spaces.Space[Any]:
        """The space of one observation of those that the arrays hold."""
        if isinstance(arrays, dict):
            return spaces.Dict({name: CardVectorEnv._space(array) for name, array in arrays.items()})
        return spaces.Box(0, 1, arrays.shape[1:], arrays.dtype.type)

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
            actions: Action ids, whole numbers of shape (n,). Where a game is over and the next is dealt, the id is
                ignored.

        Returns:
            Observations; rewards, ``float64`` of shape (n,); terminations and truncations (never), ``bool`` of
            shape (n,); infos.

        Raises:
            Error: An action that is not legal, with its table and the reason; no table has changed then.
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
        # The system hands out zeros without writing them: much less work than a copy of 27 kB a table.
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
    """An array, or each of a dictionary's, changed."""
    if isinstance(arrays, dict):
        return {name: change(array) for name, array in arrays.items()}
    return change(arrays)


def _dtype(arrays: Any) -> Any:
    return next(iter(arrays.values())).dtype if isinstance(arrays, dict) else arrays.dtype
