"""The function that runs experiments, and the class of their results."""

import os
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from . import _native
from ._asked import checked
from ._asked import experiment as read_experiment
from ._progress import Asked, telling
from .experiments import Experiment


@dataclass(frozen=True)
class Result:
    """The outcome of an experiment."""

    kind: str
    """The kind of experiment, such as ``combat.dps``."""
    seed: int
    """The seed of all random numbers of the experiment."""
    shards: int
    """The number of shards from which the result was computed."""
    revision: int
    """The results revision of the kind. The same file, seed and revision give the same bytes of
    ``result.json``.
    """
    wall_seconds: float
    """The elapsed time of the run in seconds, summed over all sessions if the run was resumed."""
    result: dict[str, Any]
    """The result, with the keys of ``result.json``."""
    json: bytes = field(repr=False)
    """The bytes of ``result.json``."""
    directory: Path | None
    """The run's folder; None if the run had no folder."""

    @property
    def report(self) -> Path | None:
        """The path of the report, which is a single HTML file; None if the run had no folder."""
        return self.directory / "report.html" if self.directory else None

    def _repr_html_(self) -> str:
        rows = [("seed", str(self.seed)), ("shards", str(self.shards)), *_plain("", self.result)]
        cells = "".join(f"<tr><th style='text-align:left'>{escape(k)}</th><td>{escape(v)}</td></tr>" for k, v in rows)
        report = f"<p><a href='{escape(self.report.as_posix())}'>report</a></p>" if self.report else ""
        return f"<table><caption>{escape(self.kind)}</caption>{cells}</table>{report}"

    @classmethod
    def _of(cls, outcome: dict[str, Any], directory: Path | None) -> "Result":
        names = ("kind", "seed", "shards", "revision", "wall_seconds", "result", "json")
        return cls(**{name: outcome[name] for name in names}, directory=directory)


def _plain(prefix: str, values: dict[str, Any]) -> list[tuple[str, str]]:
    """Returns the numbers and texts of a result as pairs of a dotted key and a text. Each list is
    represented by its length.
    """
    rows: list[tuple[str, str]] = []
    for key, value in values.items():
        if isinstance(value, dict):
            rows += _plain(f"{prefix}{key}.", value)
        elif isinstance(value, list):
            rows.append((prefix + key, f"{len(value)} entries"))
        else:
            rows.append((prefix + key, "" if value is None else str(value)))
    return rows


def run(
    experiment: str | os.PathLike[str] | Experiment,
    out: str | os.PathLike[str] | None = None,
    *,
    seed: int | None = None,
    threads: int | None = None,
    resume: bool = False,
    progress: Asked = None,
) -> Result:
    """Runs an experiment.

    For the same file and seed, this function and the program ``quadrille`` write the same bytes to
    ``result.json``. The result does not depend on the number of threads.

    Args:
        experiment: The path of an experiment file, ``example:NAME``, the text of an experiment, or
            its contents as a dictionary with the types in :mod:`quadrille.experiments`. A string
            with more than one line is a text. Paths in a file are relative to the folder of the
            file. Paths in a text or a dictionary are relative to the working folder.
        out: The folder of the run, or None to write no files. The run writes ``result.json``,
            ``run.json``, ``report.html`` and ``run.sqlite`` to this folder. A stopped or killed run
            can be resumed from ``run.sqlite``.
        seed: The seed, 0 to 2**64 - 1. If None, the seed in the file is used. If the file has no
            seed, the seed of the run in ``out`` is used. If there is no run, the seed of the
            profile is used in combat experiments; otherwise the seed is random.
        threads: The number of threads, 1 to 65,536. If None, the number in the file is used. If the
            file has no number, there is one thread per CPU.
        resume: Whether to resume an unfinished run in ``out``. If the run in ``out`` is complete,
            its stored result is returned with either value.
        progress: A callable with the arguments (done, total or None, message or None), or True for
            a progress bar on standard error. The bar is that of tqdm if tqdm is installed.

    Raises:
        Error: The file is invalid (the error has the position), the folder contains other files or
            another run, it contains an unfinished run and ``resume`` is False, or a shard cannot be
            computed.
        MemoryError: A shortage of memory stopped the run. A run with a folder can be resumed.
        KeyboardInterrupt: Ctrl-C was pressed. A run with a folder can be resumed.
    """
    path, text = read_experiment(experiment)
    directory = None if out is None else Path(out)
    checked("seed", seed)
    checked("threads", threads, 1, 65_536)
    with telling(progress) as tell:
        outcome = _native.run(path, text, directory, seed, threads, resume, tell)
    if not outcome["complete"]:
        raise _native.Error("the run was stopped before its end")
    return Result._of(outcome, directory)
