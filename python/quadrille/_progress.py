"""Progress of long calls, which is reported to a callable or shown as a bar."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

#: A callable that is called about twenty times per second. Its arguments are the amount of work
#: done, the total amount (None if unknown), and a text (the unit or the current activity, or None).
#: If it raises an exception, the long call is cancelled and raises the exception.
Tell: TypeAlias = Callable[[int, int | None, str | None], object]
#: The type of the argument ``progress``. A callable receives the progress. True shows a bar on
#: standard error. None and False show nothing.
Asked: TypeAlias = Tell | bool | None


#: Minimum time in seconds between two refreshes of a bar.
BETWEEN = 0.1


@contextmanager
def telling(asked: Asked) -> Iterator[Tell | None]:
    """Yields the callable that an argument ``progress`` with the value ``asked`` selects, or None
    if it selects none. Closes the bar, if there is one, at the end.
    """
    if asked is None or asked is False:
        yield None
    elif asked is not True:
        yield asked
    else:
        bar = _bar()
        try:
            yield bar.tell
        finally:
            bar.close()


def _bar() -> "_Bar | _Line":
    try:
        import tqdm.auto  # type: ignore[import-untyped]
    except ImportError:
        return _Line()
    return _Bar(tqdm.auto.tqdm)


class _Bar:
    """A progress bar of the package tqdm."""

    def __init__(self, tqdm: Any) -> None:
        self._bar = tqdm(unit_scale=True)
        self._shown = 0.0

    def tell(self, done: int, total: int | None, message: str | None) -> None:
        self._bar.total = total
        self._bar.n = done
        self._bar.unit = f" {message}" if message else ""
        now = time.monotonic()
        if now - self._shown >= BETWEEN:
            self._shown = now
            self._bar.refresh()

    def close(self) -> None:
        self._bar.refresh()
        self._bar.close()


class _Line:
    """A line of progress on standard error, used if tqdm is not installed."""

    def __init__(self) -> None:
        self._told = False

    def tell(self, done: int, total: int | None, message: str | None) -> None:
        share = f" ({done / total:.0%})" if total else ""
        print(f"\r{done}{share} {message or ''}   ", end="", file=sys.stderr, flush=True)
        self._told = True

    def close(self) -> None:
        if self._told:
            print(file=sys.stderr)
