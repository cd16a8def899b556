"""Experiments: from a file to its result."""

import os
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from . import _native
from ._asked import checked, path_or_text
from ._progress import Asked, telling


@dataclass(frozen=True)
class Result:
    """What came of an experiment."""

    kind: str
    """The kind of experiment: ``combat.dps``."""
    seed: int
    """The seed of all its randomness."""
    shards: int
    """How many shards the result rests on."""
    revision: int
    """The revision of the kind's results: the same file, seed and revision give the same bytes."""
    wall_seconds: float
    """Seconds worked on it, in all sessions."""
    result: dict[str, Any]
    """What was found, key by key as ``result.json`` has it."""
    json: bytes = field(repr=False)
    """The bytes of ``result.json``."""
    directory: Path | None
    """The run's folder, if there is one."""

    @property
    def report(self) -> Path | None:
        """The report, a self-contained HTML page; None where the run has no folder."""
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
    """The figures of a result that stand alone; lists are told by their length."""
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
    experiment: str | os.PathLike[str],
    out: str | os.PathLike[str] | None = None,
    *,
    seed: int | None = None,
    threads: int | None = None,
    resume: bool = False,
    progress: Asked = None,
) -> Result:
    """Runs an experiment.

    The result is the same bytes as the program's for the same file and seed, whatever the threads.

    Args:
        experiment: The path of an experiment file, ``example:NAME``, or its text, which has more than one line.
            Files that it names are looked up from its folder; from the working folder if it is a text.
        out: The folder of the run: it gets ``result.json``, ``run.json``, ``report.html`` and ``run.sqlite``, the
            checkpoints, with which a run that was stopped or killed can be gone on with. None keeps nothing.
        seed: The seed, 0 to 2**64 - 1; that of the file, of the folder, or a drawn one if there is none.
        threads: How many threads; those of the file, or all.
        resume: Whether an unfinished run in ``out`` may be gone on with. A complete one is answered from its results.
        progress: A callable of (done, total or None, message or None), or True for a bar on standard error
            (tqdm's, where it is installed).

    Raises:
        Error: The file is wrong, with its place; the folder holds something else; or a shard cannot be done.
        KeyboardInterrupt: Ctrl-C was pressed; with a folder the run can be resumed.
    """
    path, text = path_or_text(experiment)
    directory = None if out is None else Path(out)
    checked("seed", seed)
    checked("threads", threads, 1, 65_536)
    with telling(progress) as tell:
        outcome = _native.run(path, text, directory, seed, threads, resume, tell)
    if not outcome["complete"]:
        raise _native.Error("the run was stopped before its end")
    return Result._of(outcome, directory)
