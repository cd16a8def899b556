"""The extension module, on which the Python modules of the package are built."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, final

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Self, disjoint_base

from ._progress import Tell

__all__ = [
    "Coordinator",
    "DaifugoTables",
    "DoudizhuGame",
    "DoudizhuPlayer",
    "DoudizhuTables",
    "Error",
    "Grid",
    "HeartsTables",
    "Pattern",
    "Stream",
    "Universe",
    "Worker",
    "__version__",
    "cards_advise",
    "cards_review",
    "check",
    "combat_fights",
    "combat_run",
    "daifugo_dominates",
    "daifugo_inspect",
    "daifugo_moves",
    "daifugo_sure_win",
    "doudizhu_action_id",
    "doudizhu_action_text",
    "doudizhu_classify",
    "doudizhu_fill_cards",
    "doudizhu_moves",
    "doudizhu_solve",
    "experiment_text",
    "life_census",
    "life_soup",
    "mastermind_advise",
    "mastermind_candidates",
    "mastermind_codewords",
    "mastermind_evaluate",
    "mastermind_optimal",
    "mastermind_score",
    "mastermind_score_matrix",
    "random_generators",
    "random_sample",
    "run",
]

__version__: str

_Box = tuple[int, int, int, int]
_Task = tuple[int, bytes, bytes | None]

class Error(ValueError):
    """An input is invalid, or a call failed. The message is the one that the program
    ``quadrille`` prints.
    """

    file: str | None
    """The name of the file or text that contains the error; None for errors without a position."""
    line: int | None
    """The line of the error, counted from 1."""
    column: int | None
    """The column of the error in characters, counted from 1."""
    refused: bool
    """False for a run that failed after its start, and True for all other errors."""

def check(path: Path | None, text: str | None) -> str: ...
def experiment_text(json: str) -> str: ...
def run(
    path: Path | None,
    text: str | None,
    out: Path | None,
    seed: int | None,
    threads: int | None,
    resume: bool,
    progress: Tell | None,
) -> dict[str, Any]: ...

@final
class Worker:
    """Runs shards of one experiment. Each shard is independent of the others."""

    def __new__(
        cls,
        text: str,
        files: list[tuple[str, str]],
        seed: int,
        threads: int = 1,
        identity: str | None = None,
        revision: int | None = None,
    ) -> Self:
        """Reads the experiment and the files that it names, and prepares it.

        Raises:
            Error: The experiment cannot be read, its identity is not ``identity``, or the results
                revision of its kind is not ``revision``.
        """

    def run(self, shard: int, stage: bytes, snapshot: bytes | None = None) -> tuple[bytes, int, float]:
        """Runs a shard. Returns its partial result as bytes for :meth:`Coordinator.take`, the
        amount of work in ``work_unit``, and the time in seconds.
        """

    @property
    def shards(self) -> int:
        """The number of shards."""

    @property
    def work_unit(self) -> str:
        """The unit of work."""

    @property
    def kind(self) -> str:
        """The kind of experiment."""

    @property
    def revision(self) -> int:
        """The results revision of this kind."""

    @property
    def identity(self) -> str:
        """SHA-256 of all data on which the result depends, in hexadecimal."""

@final
class Coordinator:
    """Coordinates a run whose shards are computed elsewhere."""

    room: int
    """The maximum number of pending tasks, at least 1; write-only."""

    def __new__(
        cls,
        path: Path | None,
        text: str | None,
        out: Path | None = None,
        seed: int | None = None,
        resume: bool = False,
        workers: int = 1,
    ) -> Self:
        """Reads the experiment and begins the run. If ``out`` is given, it is the folder of the
        run.

        Raises:
            Error: The experiment cannot be read. Errors about the folder are raised by
                ``conclude``.
        """

    @property
    def experiment(self) -> tuple[str, list[tuple[str, str]]]:
        """The arguments ``text`` and ``files`` of :class:`Worker`: the text of the experiment, and
        the files that it names, each as (name, text).
        """

    @property
    def kind(self) -> str:
        """The kind of experiment."""

    @property
    def revision(self) -> int:
        """The results revision of this kind."""

    @property
    def seed(self) -> int | None:
        """The seed of the run; None until the run has begun."""

    @property
    def identity(self) -> str | None:
        """SHA-256 of all data on which the result depends, in hexadecimal; None until the run has
        begun.
        """

    @property
    def over(self) -> bool:
        """Whether the run is over. The caller must then call ``conclude``."""

    @property
    def progress(self) -> tuple[int, int | None, str | None]:
        """The progress of the run: the work done, the total work (None if unknown), and a text (the
        unit of the work or the current activity, or None).
        """

    @property
    def waiting(self) -> int:
        """The number of tasks ready to be taken."""

    def next_tasks(self, most: int, wait: float = 0.0) -> list[_Task]:
        """Takes up to ``most`` tasks, and returns them as (shard, stage, snapshot).

        If no task is waiting, first waits for a task. The wait ends after ``wait`` seconds (at most
        1), or when the run is over.
        """

    def take(self, sealed: bytes, work: int = 0, node: str = "", seconds: float = 0.0) -> bool:
        """Accepts a shard's partial result. ``sealed`` is the result as :meth:`Worker.run` returns
        it, ``work`` the amount of work, ``node`` the node that computed the result, and ``seconds``
        the time of the computation.

        Returns False, and changes nothing, if no result is due for the shard, because its outcome
        is already known or because the shard was given back.

        Raises:
            Error: The result is damaged, or of another experiment, seed or revision. Nothing
                changes.
        """

    def give_back(self, shard: int) -> None:
        """Reports that a taken shard was lost. The shard is then given to a worker again."""

    def fail(self, shard: int, reason: str) -> None:
        """Reports that a shard cannot be computed, and the reason. The run then fails."""

    def stop(self) -> None:
        """Asks the run to stop. If the run has a folder, the accepted partial results are kept."""

    def conclude(self) -> dict[str, Any]:
        """Waits for the end of the run and returns its outcome. Can be called only once.

        Raises:
            Error: The run was refused, or failed.
        """

def combat_run(
    path: Path | None,
    text: str | None,
    fights: int | None,
    seed: int | None,
    target_error: float | None,
    set: list[tuple[str, float]],
    threads: int | None,
    progress: Tell | None,
) -> dict[str, Any]: ...
def combat_fights(
    path: Path | None,
    text: str | None,
    fights: int,
    seed: int,
    first: int,
    set: list[tuple[str, float]],
    progress: Tell | None,
) -> NDArray[np.float64]: ...
def daifugo_inspect(set: str) -> dict[str, Any]: ...
def daifugo_moves(hand: str, held: int, on: str | None, lock: bool, revolution: bool) -> dict[str, Any]: ...
def daifugo_dominates(
    rank: str,
    count: int,
    opponents: list[str],
    hand_sizes: list[int] | None,
    opponent_jokers: int,
    revolution: bool,
) -> bool: ...
def daifugo_sure_win(
    mine: str, opponents: str, my_jokers: int, opponent_jokers: int, revolution: bool, groups_only: bool
) -> bool: ...
class _CardTables:
    """The methods that the tables of all card games share. An array ``out`` is filled in place."""

    def __new__(cls, n: int, *, seed: int = 0, autoreset: str = "NextStep", **options: Any) -> Self: ...
    def __len__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: dict[int, Any]) -> Self: ...
    @property
    def seed(self) -> int: ...
    @property
    def players(self) -> int: ...
    @property
    def action_count(self) -> int: ...
    @property
    def observation_len(self) -> int: ...
    def step(self, actions: NDArray[Any] | Sequence[int]) -> None: ...
    def step_choices(self, choices: NDArray[np.uint32]) -> None: ...
    def random_choices(self, out: NDArray[np.uint32] | None = None) -> NDArray[np.uint32]: ...
    def reset(self, mask: NDArray[np.bool_] | None = None) -> None: ...
    def reseed(self, seed: int) -> None: ...
    def turns(self, out: NDArray[np.int8] | None = None) -> NDArray[np.int8]: ...
    def games(self, out: NDArray[np.uint64] | None = None) -> NDArray[np.uint64]: ...
    def rewards(self, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]: ...
    def terminated(self, out: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]: ...
    def choice_counts(self, out: NDArray[np.uint32] | None = None) -> NDArray[np.uint32]: ...
    def legal(
        self, ids: NDArray[np.uint16] | None = None, starts: NDArray[np.uint32] | None = None
    ) -> tuple[NDArray[np.uint16], NDArray[np.uint32]]: ...
    def masks(self, out: NDArray[Any] | None = None) -> NDArray[Any]: ...
    def legal_texts(self, table: int) -> dict[int, str]: ...
    def ended(self) -> tuple[NDArray[np.int64], NDArray[Any]]: ...
    def infos(self) -> dict[str, NDArray[Any]]: ...
    def ended_infos(self) -> dict[str, NDArray[Any]]: ...
    def on_table(self, table: int) -> Any: ...
    def hand(self, table: int, player: int, /) -> str: ...
    def observations(self, out: NDArray[Any] | None = None) -> NDArray[Any]: ...
    def observation_of(self, table: int, player: int, /, out: NDArray[Any] | None = None) -> NDArray[Any]: ...
    def last_observations(self, out: NDArray[Any] | None = None) -> NDArray[Any]: ...

@disjoint_base
class DaifugoTables(_CardTables):
    """:class:`quadrille.daifugo.Tables`."""

    def __new__(
        cls,
        n: int,
        *,
        seed: int = 0,
        players: int = 5,
        jokers: int = 1,
        rules: Iterable[str] | None = None,
        classes: str = "carried",
        reward: str = "points",
        autoreset: str = "NextStep",
    ) -> Self: ...
    @property
    def rules(self) -> str: ...
    def seats(self, out: NDArray[np.int8] | None = None) -> NDArray[np.int8]: ...
    def exchanging(self, out: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]: ...
    def moves(self, out: NDArray[Any] | None = None) -> NDArray[Any]: ...
    def hand(self, table: int, player: int) -> str: ...
    def observation_of(self, table: int, player: int, out: NDArray[Any] | None = None) -> NDArray[Any]: ...
    def on_table(self, table: int) -> tuple[str, bool] | None: ...
    def is_reversed(self, table: int) -> bool: ...

@disjoint_base
class DoudizhuTables(_CardTables):
    """:class:`quadrille.doudizhu.Tables`."""

    def __new__(
        cls,
        n: int,
        *,
        seed: int = 0,
        rules: str = "rlcard",
        bidding: str = "none",
        open_hand: bool = False,
        doubling: bool = False,
        reward: str = "adp",
        autoreset: str = "NextStep",
    ) -> Self: ...
    def roles(self, out: NDArray[np.int8] | None = None) -> NDArray[np.int8]: ...
    def landlords(self, out: NDArray[np.int8] | None = None) -> NDArray[np.int8]: ...
    def hand(self, table: int, seat: int) -> str: ...
    def observations(self, out: NDArray[Any] | None = None, *, released: bool = False) -> NDArray[Any]: ...
    def observation_of(
        self, table: int, seat: int, out: NDArray[Any] | None = None, *, released: bool = False
    ) -> NDArray[Any]: ...
    def last_observations(
        self, out: NDArray[Any] | None = None, *, released: bool = False
    ) -> NDArray[Any]: ...
    def x_no_action(self, out: NDArray[Any] | None = None) -> NDArray[Any]: ...
    def z(self, out: NDArray[Any] | None = None) -> NDArray[Any]: ...
    def x(self, role: int, out: NDArray[Any] | None = None) -> NDArray[Any]: ...
    def last_x_no_action(self, out: NDArray[Any] | None = None) -> NDArray[Any]: ...
    def last_z(self, out: NDArray[Any] | None = None) -> NDArray[Any]: ...
    def on_table(self, table: int) -> str | None: ...

@disjoint_base
class HeartsTables(_CardTables):
    """:class:`quadrille.hearts.Tables`."""

    def __new__(
        cls, n: int, *, seed: int = 0, autoreset: str = "NextStep", **rules: bool
    ) -> Self: ...
    def hand(self, table: int, player: int) -> str: ...
    def observation_of(self, table: int, player: int, out: NDArray[Any] | None = None) -> NDArray[Any]: ...
    def on_table(self, table: int) -> str | None: ...

@final
class DoudizhuGame:
    """A single game of Dou Dizhu, from the landlord's first lead."""

    def __new__(cls, hands: list[str], landlord: int, rules: str) -> Self: ...
    @staticmethod
    def dealt(seed: int, table: int, game: int, landlord: int, rules: str) -> DoudizhuGame: ...
    @property
    def turn(self) -> int: ...
    @property
    def landlord(self) -> int: ...
    @property
    def winner(self) -> int | None: ...
    @property
    def bombs(self) -> int: ...
    @property
    def moves(self) -> list[tuple[int, str]]: ...
    def hand(self, of: int) -> str: ...
    def others(self, of: int) -> str: ...
    def cards_left(self) -> list[int]: ...
    def played(self, of: int) -> str: ...
    def legal(self) -> list[tuple[int, str]]: ...
    def legal_as_rlcard(self) -> list[tuple[int, str]]: ...
    def play(self, action: int) -> str: ...
    def play_text(self, text: str) -> str: ...
    def rewards(self, reward: str) -> list[float]: ...
    def fill_observation(self, of: int, out: NDArray[Any], released: bool) -> None: ...

@final
class DoudizhuPlayer:
    """:class:`quadrille.doudizhu.Player`."""

    def __new__(cls, name: str, *, seed: int = 0, rules: str = "rlcard") -> Self: ...
    @property
    def name(self) -> str: ...
    def decide(self, hand: str, stock: str, moves: Sequence[str]) -> str: ...

def doudizhu_action_text(action: int) -> str: ...
def doudizhu_action_id(text: str) -> int: ...
def doudizhu_fill_cards(texts: list[str], out: NDArray[Any]) -> None: ...

def doudizhu_moves(hand: str, on: str | None, named: str) -> dict[str, Any]: ...
def doudizhu_classify(cards: str, named: str) -> dict[str, Any]: ...
def cards_advise(
    game: str,
    record: str,
    number: int | None,
    after: int | None,
    effort: tuple[int, int, int, int],
    progress: Tell | None,
) -> dict[str, Any]: ...
def cards_review(
    game: str,
    record: str,
    number: int | None,
    player: str | None,
    effort: tuple[int, int, int, int],
    progress: Tell | None,
) -> dict[str, Any]: ...
def doudizhu_solve(
    hands: str,
    to_move: int,
    on: str | None,
    on_by: int | None,
    landlord: int,
    named: str,
    every_move: bool,
    memory: int,
    threads: int,
    progress: Tell | None,
) -> dict[str, Any]: ...

@final
class Pattern:
    """Live cells at their coordinates, as read from a file."""

    @staticmethod
    def load(path: Path, named: str | None) -> tuple[Pattern, list[str]]: ...
    @staticmethod
    def parse(text: str, named: str | None) -> tuple[Pattern, list[str]]: ...
    def state(self) -> tuple[str, bytes | None]: ...
    @staticmethod
    def from_state(remarks: str, cells: bytes | None) -> Pattern: ...
    @staticmethod
    def from_array(cells: NDArray[np.bool_], x: int, y: int) -> Pattern: ...
    @staticmethod
    def from_cells(cells: list[tuple[int, int]]) -> Pattern: ...
    @property
    def population(self) -> int: ...
    @property
    def bounding_box(self) -> _Box | None: ...
    @property
    def rule(self) -> str | None: ...
    def cells(self) -> list[tuple[int, int]]: ...
    def to_numpy(self) -> NDArray[np.bool_]: ...
    def to_text(self, format: str) -> str: ...

@final
class Grid:
    """A bounded grid."""

    def __new__(cls, pattern: Pattern, asked: str, named: str | None) -> Self: ...
    def clone(self) -> Grid: ...
    def state(self) -> tuple[str, str, int, str, int, bytes]: ...
    @staticmethod
    def from_state(rule: str, bounds: str, generation: int, engine: str, memory: int, cells: bytes) -> Grid: ...
    @staticmethod
    def from_array(cells: NDArray[np.bool_], border: str, named: str | None) -> Grid: ...
    def step(self, generations: int = 1, progress: Tell | None = None) -> None: ...
    @property
    def generation(self) -> int: ...
    @property
    def population(self) -> int: ...
    @property
    def rule(self) -> str: ...
    @property
    def bounds(self) -> str: ...
    @property
    def bounding_box(self) -> _Box | None: ...
    @property
    def hash(self) -> int: ...
    def get(self, x: int, y: int) -> bool: ...
    def set(self, x: int, y: int, alive: bool) -> None: ...
    def to_numpy(self) -> NDArray[np.bool_]: ...
    def to_pattern(self) -> Pattern: ...

@final
class Universe:
    """A pattern on the unbounded plane."""

    def __new__(cls, pattern: Pattern, named: str | None, engine: str) -> Self: ...
    def clone(self) -> Universe: ...
    def state(self) -> tuple[str, str, int, str, bool, bytes]: ...
    @staticmethod
    def from_state(
        engine: str, rule: str, memory: int, generation: str, turned: bool, cells: bytes
    ) -> Universe: ...
    def step(self, generations: str, progress: Tell | None) -> None: ...
    @property
    def engine(self) -> str: ...
    @property
    def generation(self) -> int: ...
    @property
    def population(self) -> int: ...
    @property
    def bounding_box(self) -> _Box | None: ...
    @property
    def hash(self) -> int | None: ...
    def to_numpy(self, x: int, y: int, width: int, height: int) -> NDArray[np.bool_]: ...
    def to_pattern(self) -> Pattern: ...

def life_census(
    pattern: Pattern, named: str | None, at_generation: int | None, within: int, progress: Tell | None
) -> dict[str, Any]: ...
def life_soup(asked: str, density: float, seed: int, stream: int, named: str | None) -> Grid: ...
def mastermind_score(secret: str, guess: str, colors: int | None, repeats: bool) -> tuple[int, int]: ...
def mastermind_codewords(pins: int, colors: int, repeats: bool) -> list[str]: ...
def mastermind_score_matrix(
    pins: int, colors: int, repeats: bool, secrets: list[str] | None, guesses: list[str] | None
) -> NDArray[np.uint8]: ...
def mastermind_candidates(pins: int, colors: int, rows: list[str], repeats: bool, show: int) -> dict[str, Any]: ...
def mastermind_advise(
    pins: int,
    colors: int,
    named: str,
    rows: list[str],
    repeats: bool,
    first: str | None,
    possible_only: bool,
    time_limit: float | None,
) -> dict[str, Any]: ...
def mastermind_evaluate(
    pins: int,
    colors: int,
    named: str,
    repeats: bool,
    first: str | None,
    possible_only: bool,
    threads: int | None,
    progress: Tell | None,
) -> dict[str, Any]: ...
def mastermind_optimal(
    pins: int,
    colors: int,
    max_turns: int | None,
    repeats: bool,
    first: str | None,
    possible_only: bool,
    progress: Tell | None,
) -> dict[str, Any]: ...

@final
class Stream:
    """A stream of random numbers, identified by three words."""

    def __new__(cls, seed: int, stream: int = 0, substream: int = 0) -> Self: ...
    @property
    def key(self) -> tuple[int, int, int]: ...
    def u64(self, n: int) -> NDArray[np.uint64]: ...
    def f64(self, n: int) -> NDArray[np.float64]: ...
    def fill_u64(self, out: NDArray[np.uint64]) -> None: ...
    def fill_f64(self, out: NDArray[np.float64]) -> None: ...
    def integers(self, low: int, high: int, n: int) -> NDArray[np.int64]: ...
    def permutation(self, n: int) -> NDArray[np.int64]: ...

def random_generators() -> list[dict[str, Any]]: ...
def random_sample(generator: str, seed: int, n: int, format: str) -> NDArray[Any]: ...
