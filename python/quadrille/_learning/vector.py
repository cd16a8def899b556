"""Many tables side by side, as Gymnasium's vector environments."""

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from .. import _native

try:
    import gymnasium
    from gymnasium.vector import AutoresetMode, VectorEnv
except ImportError as missing:
    raise ImportError("vector environments need Gymnasium: pip install 'quadrille-sim[gym]'") from missing

Autoreset = Literal["next_step", "same_step", "disabled"] | AutoresetMode
Bits = NDArray[np.int8]


def mode(autoreset: Autoreset) -> AutoresetMode:
    """When the next game is dealt."""
    if isinstance(autoreset, AutoresetMode):
        return autoreset
    found = AutoresetMode.__members__.get(str(autoreset).upper())
    if found is None:
        raise _native.Error(f"autoreset `{autoreset}`: expected `next_step`, `same_step` or `disabled`")
    return found


def bits(*shape: int) -> gymnasium.spaces.Box:
    """A space of cells that are 0 or 1."""
    return gymnasium.spaces.Box(0, 1, shape, np.int8)


def batched(space: gymnasium.Space[Any], n: int) -> gymnasium.Space[Any]:
    """The space of a value for each table."""
    many: gymnasium.Space[Any] = gymnasium.vector.utils.batch_space(space, n)
    return many


class Tables(VectorEnv[Any, Any, Any]):
    """What both games have in common. All arrays are filled in place: copy what is to be kept beyond the next step."""

    def __init__(self, n: int, players: int, native: Any, autoreset: AutoresetMode, seed: int | None) -> None:
        self.num_envs = n
        self.metadata = {"autoreset_mode": autoreset, "render_modes": []}
        self.render_mode = None
        self._native = native
        self._seeded = seed is not None
        self._same_step = autoreset == AutoresetMode.SAME_STEP
        self.single_action_space = gymnasium.spaces.Discrete(native.action_count)
        self.action_space = batched(self.single_action_space, n)
        self._rewards = np.zeros((n, players), np.float32)
        self._reward = np.zeros(n)
        self._terminated = np.zeros(n, np.bool_)
        self._truncated = np.zeros(n, np.bool_)
        self._movers = np.zeros(n, np.int8)
        self._places = np.zeros(n, np.int8)
        self._actions = np.zeros(n, np.int64)
        self._ids = np.zeros(0, np.uint16)
        self._starts = np.zeros(n + 1, np.uint32)

    # What a game says of itself.

    def _observe(self) -> Any:
        raise NotImplementedError

    def _observe_final(self) -> Any:
        raise NotImplementedError

    def _told(self) -> dict[str, Any]:
        raise NotImplementedError

    # Gymnasium's interface.

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deals.

        Args:
            seed: Where all luck comes from: game 0 of it at every table. Without one, the first call draws a seed (unless
                the environment was made with one), and each later one deals every table's next game.
            options: ``{"reset_mask": bool[n]}`` deals at those tables alone.

        Raises:
            Error: A seed for every table (one is for all), or a mask of another length.
        """
        mask = (options or {}).get("reset_mask")
        if isinstance(seed, (list, tuple)):
            raise _native.Error("a seed for every table; expected one number: each table's luck comes from it and its place")
        if mask is not None:
            if seed is not None:
                raise _native.Error("a seed and a mask; expected one of them")
            self._native.reset(np.ascontiguousarray(mask, np.bool_))
        elif seed is not None:
            self._native.reseed(int(seed) & (2**64 - 1))
        elif not self._seeded:
            self._native.reseed(int(np.random.SeedSequence().generate_state(1, np.uint64)[0]))
        elif self._begun:
            self._native.reset(np.ones(self.num_envs, np.bool_))
        self._seeded = self._begun = True
        self._read()
        return self._observe(), self._infos()

    _begun = False

    def step(self, actions: Any) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """An action for each table.

        Args:
            actions: Whole numbers, shape (n,). Where a game is over and the next step deals, they are not looked at.

        Returns:
            Observations; the rewards of those who moved, float64 (n,); whether games ended, bool (n,); whether they were
            cut short, which they never are; infos.

        Raises:
            Error: An action that is not legal, with its table and the reason; nothing was done then, at any table.
        """
        self._native.step(np.asarray(actions).astype(np.int64, casting="same_kind", copy=False))
        return self._after_step()

    def step_at_random(self) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """The same with an action drawn from those that are legal, from the table's own stream."""
        self._native.step_at_random()
        return self._after_step()

    def random_actions(self) -> NDArray[np.int64]:
        """A legal action for each table, drawn from the table's own stream: shape (n,). 0 where a game is over."""
        self._native.random_actions(self._actions)
        return self._actions

    def legal_actions(self) -> tuple[NDArray[np.uint16], NDArray[np.uint32]]:
        """The legal actions of all tables, one behind the other.

        Returns:
            Their numbers; and where each table's begin, shape (n + 1,): table ``t`` has ``ids[starts[t]:starts[t + 1]]``.
        """
        count = self._native.legal_count()
        if count > len(self._ids):
            self._ids = np.zeros(count * 3 // 2, np.uint16)
        self._native.fill_legal_actions(self._ids[:count], self._starts)
        return self._ids[:count], self._starts

    def close(self, **kwargs: Any) -> None:
        """There is nothing to close."""
        self.closed = True

    def _after_step(self) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        self._read()
        infos = self._infos()
        if self._same_step and self._terminated.any():
            infos["final_obs"] = self._observe_final()
            infos["final_info"] = {"rewards": self._rewards}
            infos["_final_obs"] = infos["_final_info"] = self._terminated
        return self._observe(), self._reward, self._terminated, self._truncated, infos

    def _read(self) -> None:
        self._native.read(self._rewards, self._reward, self._terminated, self._movers, self._places)

    def _infos(self) -> dict[str, Any]:
        infos = self._told()
        infos["rewards"] = self._rewards
        if self._native.masks is not None:
            infos["action_mask"] = self._native.masks
        return infos


class DoudizhuVectorEnv(Tables):
    """Dou Dizhu at ``n`` tables. It is every seat's environment in turn: what is observed is what the seat to move sees.

    Args:
        n: How many tables, up to 2^24.
        observations: ``"rlcard"``: int8 of shape (n, 901), RLCard's (the landlord's fills 790 cells, the rest is 0);
            ``"douzero"``: a dictionary of ``x``, int8 (n, 430), DouZero's features but for the action's (the landlord's
            fills 319), and ``z``, int8 (n, 5, 162), the last fifteen moves. In an auction all cells are 0.
        reward: What a game is worth to each seat at its end: ``"wp"`` (1 or -1), ``"adp"`` (2 for the landlord and 1 for each
            peasant, doubled by every bomb), ``"douzero"`` (1, doubled by every bomb), ``"douzero-log"``, ``"rlcard"`` (1 or
            0), or ``"classic"``.
        rules: ``"rlcard"`` or ``"pagat"``, with or without ``,no-four-two`` and ``,no-trio-pair``: those whose moves all have
            an id.
        bidding: ``"none"``: seat 0 is the landlord; or an auction, ``"bids"``, ``"bids-round"``, ``"call-rob"``, whose calls
            are the actions from 27,472 on.
        autoreset: When the next game is dealt, as Gymnasium has it: ``"next_step"``, ``"same_step"`` (with ``final_obs``) or
            ``"disabled"`` (``reset(options={"reset_mask": ...})``).
        released: Whether the observations' "last actions" are each player's first ones, as in the released RLCard 1.2.0.
        masks: Whether ``infos`` has ``action_mask``, which takes 27,472 bytes a table.
        seed: Where all luck comes from. Table ``t`` deals its game ``g`` from (seed, t, g) whatever the others do.

    Actions are RLCard's 27,472 ids. ``infos`` has ``seat`` and ``role`` of who is to move (0 landlord, 1 down, 2 up; -1 where
    nobody is), int8 (n,); ``rewards`` of all seats, float32 (n, 3); and ``action_mask``, int8 (n, 27472).

    Raises:
        Error: Another name, rules with moves that have no id, or too many tables.
    """

    def __init__(
        self,
        n: int,
        *,
        observations: Literal["rlcard", "douzero"] = "rlcard",
        reward: str = "adp",
        rules: str = "rlcard",
        bidding: str = "none",
        autoreset: Autoreset = "next_step",
        released: bool = False,
        masks: bool = True,
        seed: int | None = None,
    ) -> None:
        if observations not in ("rlcard", "douzero"):
            raise _native.Error(f"observations `{observations}`: expected `rlcard` or `douzero`")
        native = _native.DoudizhuTables(
            n, seed or 0, rules, bidding, reward, mode(autoreset).value, released, masks
        )
        super().__init__(n, 3, native, mode(autoreset), seed)
        self._douzero = observations == "douzero"
        self._observation: Any
        self._final: Any
        if self._douzero:
            self.single_observation_space = gymnasium.spaces.Dict({"x": bits(430), "z": bits(5, 162)})
            self._observation = {"x": np.zeros((n, 430), np.int8), "z": np.zeros((n, 5, 162), np.int8)}
        else:
            self.single_observation_space = bits(901)
            self._observation = np.zeros((n, 901), np.int8)
        self.observation_space = batched(self.single_observation_space, n)
        self._final = None
        self._rows: list[tuple[Bits, Bits, NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]] = [
            (
                np.zeros((0, 373 if role == 0 else 484), np.int8),
                np.zeros((n, 5, 162), np.int8),
                np.zeros(0, np.int64),
                np.zeros(n, np.int64),
                np.zeros(n + 1, np.int64),
            )
            for role in range(3)
        ]

    def _observe(self) -> Any:
        if self._douzero:
            self._native.fill_states(self._observation["x"], self._observation["z"])
        else:
            self._native.fill_observations(self._observation)
        return self._observation

    def _observe_final(self) -> Any:
        if self._final is None:
            self._final = gymnasium.vector.utils.create_empty_array(self.single_observation_space, self.num_envs)
        if self._douzero:
            self._native.fill_final_states(self._final["x"], self._final["z"])
        else:
            self._native.fill_final_observations(self._final)
        return self._final

    def _told(self) -> dict[str, Any]:
        return {"seat": self._movers, "role": self._places}

    def features(self, role: int) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], Bits, Bits]:
        """DouZero's features of all legal moves of a role, for its network to judge in one call.

        Args:
            role: 0 the landlord, 1 the peasant after it (down), 2 the one before it (up).

        Returns:
            ``tables``, those where the role is to move, shape (k,); ``starts``, where each one's moves begin, (k + 1,); their
            ``ids``, (m,); ``x``, int8 (m, 373) for the landlord and (m, 484) for a peasant; and ``z``, int8 (k, 5, 162). The
            memory is used again by the next call for the role.

        Raises:
            Error: There is no such role.
        """
        count, moves = self._native.features_of(role)
        x, z, ids, tables, starts = self._rows[role]
        if moves > len(ids):
            x, ids = np.zeros((moves * 3 // 2, x.shape[1]), np.int8), np.zeros(moves * 3 // 2, np.int64)
            self._rows[role] = x, z, ids, tables, starts
        x, z, ids, tables, starts = x[:moves], z[:count], ids[:moves], tables[:count], starts[: count + 1]
        self._native.fill_features(role, tables, starts, ids, x, z)
        return tables, starts, ids, x, z


class DaifugoVectorEnv(Tables):
    """Daifugo at ``n`` tables, a series of games at each. It is every player's environment in turn: what is observed is what
    the one to move sees.

    Args:
        n: How many tables, up to 2^20.
        rules: The contest's (UECda's), or words: ``"players=4 jokers=2 sequences eight-cut"``.
        classes: Where the classes before a game come from, by which cards are exchanged: ``"carried"`` from the game before,
            ``"none"``, or ``"drawn"``.
        reward: ``"points"`` (as many as there are players for the first, 1 for the last) or ``"centred"`` (the same less its
            mean).
        autoreset: When the next game is dealt, as Gymnasium has it: ``"next_step"``, ``"same_step"`` (with ``final_obs``,
            seat 0's) or ``"disabled"`` (``reset(options={"reset_mask": ...})``).
        masks: Whether ``infos`` has ``action_mask``.
        seed: Where all luck comes from.

    Observations are int8 of shape (n, 887). Players stay, while seats are drawn anew every third game: ``infos`` has
    ``player`` and ``seat`` of who is to move (-1 where nobody is), int8 (n,); ``rewards`` of all players, float32 (n, players);
    and ``action_mask``, int8 (n, actions). Numbers of actions and cells are documented in the crate ``quadrille-daifugo``,
    ``encodings``, and stay what they are.

    Raises:
        Error: Another name, or too many tables.
    """

    def __init__(
        self,
        n: int,
        *,
        rules: str | None = None,
        classes: str = "carried",
        reward: str = "points",
        autoreset: Autoreset = "next_step",
        masks: bool = True,
        seed: int | None = None,
    ) -> None:
        native = _native.DaifugoTables(n, seed or 0, rules, classes, reward, mode(autoreset).value, masks)
        super().__init__(n, native.players, native, mode(autoreset), seed)
        self.single_observation_space = bits(887)
        self.observation_space = batched(self.single_observation_space, n)
        self._observation = np.zeros((n, 887), np.int8)
        self._final: Bits | None = None
        self._features = np.zeros((0, 216), np.int8)

    def _observe(self) -> Any:
        self._native.fill_observations(self._observation)
        return self._observation

    def _observe_final(self) -> Any:
        if self._final is None:
            self._final = np.zeros_like(self._observation)
        self._native.fill_final_observations(self._final)
        return self._final

    def _told(self) -> dict[str, Any]:
        return {"player": self._movers, "seat": self._places}

    def features(self) -> Bits:
        """The features of all legal actions of all tables: int8 (m, 216), in the order of ``legal_actions()``."""
        count = self._native.legal_count()
        if count > len(self._features):
            self._features = np.zeros((count * 3 // 2, 216), np.int8)
        self._native.fill_features(self._features[:count])
        return self._features[:count]
