"""Experiments on a Ray cluster.

The driver coordinates: it hands out shards, stores what comes back, and applies stages and stop rules as a local run
does. Workers are actors, a CPU each, that prepare the experiment once and then run shards. The result is the same
bytes as a local run's, whatever the nodes, their number and their deaths; ``run.json`` says which nodes did what.

::

    python -m quadrille.ray run experiment.toml --address auto --out runs/mine
    python -m quadrille.ray run experiment.toml --out runs/mine --resume

A run whose driver died goes on with ``--resume``, here or with the program ``quadrille run``.

**Access.** Ray listens on all interfaces, and whoever may submit work runs code. Unless ``RAY_AUTH_MODE`` says
otherwise, or Ray was imported before, a run asks for Ray's token mode: a local cluster makes its token itself
(``~/.ray/auth_token``); for others make one by ``ray get-auth-token --generate``, copy it to every node, and start them with
``RAY_AUTH_MODE=token``.

Every node needs this package, with the same results revision of the experiment's kind: workers of another refuse.
"""

from __future__ import annotations

import argparse
import atexit
import math
import os
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any, NoReturn

from . import _native
from ._asked import checked, path_or_text
from ._progress import Asked, Tell, telling
from ._run import Result

__all__ = ["main", "run"]

#: Shards are grouped so that a call of a worker takes about so many seconds,
CALL = 0.2
#: and longer where there are so many workers that the driver would take in more calls a second than these.
CALLS_A_SECOND = 300
#: The most shards of a call.
MOST_A_CALL = 4096
#: A shard that was lost so often, or so many workers in a row that never began, end the run.
MOST_LOST = 5
#: Seconds between two looks at how many CPUs the cluster has.
LOOK = 2.0
#: The longest wait for something to happen, in seconds.
TICK = 0.05

_Task = tuple[int, bytes, bytes | None]


def run(
    experiment: str | os.PathLike[str],
    out: str | os.PathLike[str] | None = None,
    *,
    address: str | None = None,
    seed: int | None = None,
    resume: bool = False,
    workers: int | None = None,
    progress: Asked = None,
) -> Result:
    """Runs an experiment on a Ray cluster: the one that this process is connected to, or that of ``address``.

    Args:
        experiment, out, seed, resume, progress: As :func:`quadrille.run` takes them. Files are read here, and sent to
            the workers. Players that are programs of somebody else's are refused.
        address: The cluster, as ``ray.init`` takes it; if None that of ``RAY_ADDRESS``, or a local one.
        workers: How many workers at most; one for each CPU of the cluster if None.

    Raises:
        Error: As :func:`quadrille.run`; or no cluster answers; or a worker refuses the experiment, or is lost again
            and again.
        KeyboardInterrupt: Ctrl-C was pressed; with a folder the run can be resumed.
        ImportError: Ray is not installed.
    """
    if "ray" not in sys.modules:
        # Ray looks at it when it is imported; whoever has imported it has decided.
        os.environ.setdefault("RAY_AUTH_MODE", "token")
    import ray

    # Whatever is wrong with the experiment is told before a cluster is started for it.
    path, text = path_or_text(experiment)
    _native.check(path, text)
    checked("seed", seed)
    checked("workers", workers, 1, 65_536)
    directory = None if out is None else Path(out)
    connected = ray.is_initialized()
    if not connected:
        local = address is None and "RAY_ADDRESS" not in os.environ
        options: dict[str, Any] = {"include_dashboard": False} if local else {}
        try:
            ray.init("local" if local else address, log_to_driver=False, **options)
        except (ConnectionError, RuntimeError, ValueError, ray.exceptions.RayError) as error:
            raise _no_cluster(address, error) from None
    try:
        cpus = workers or _cpus(ray)
        coordinator = _native.Coordinator(path, text, directory, seed, resume, cpus)
        crew = _Crew(ray, coordinator, workers)
        try:
            with telling(progress) as tell:
                crew.work(tell)
        except BaseException:
            # Whatever came back is kept, and run.json says how far the run is.
            coordinator.stop()
            _quietly_conclude(coordinator)
            raise
        finally:
            crew.dismiss()
        outcome = coordinator.conclude()
        if not outcome["complete"]:
            raise _native.Error("the run was stopped before its end")
        return Result._of(outcome, directory)
    finally:
        if not connected:
            ray.shutdown()


def _cpus(ray: Any) -> int:
    return max(1, int(ray.cluster_resources().get("CPU", 1)))


def _quietly_conclude(coordinator: _native.Coordinator) -> None:
    try:
        coordinator.conclude()
    except _native.Error:
        pass


def _no_cluster(address: str | None, error: Exception) -> _native.Error:
    what = "no cluster can be had" if address is None else f"no cluster answers at {address}"
    reason = " ".join(str(error).split()).rstrip(".")
    if os.environ.get("RAY_AUTH_MODE") == "token" and "token" not in reason:
        reason += "; is its token the one here, in RAY_AUTH_TOKEN or ~/.ray/auth_token?"
    return _unfinished(f"{what}: {reason}")


def _unfinished(what: str) -> _native.Error:
    error = _native.Error(what)
    error.refused = False
    return error


class _Shards:
    """An actor: an experiment, prepared once, whose shards it runs."""

    def __init__(self) -> None:
        self._worker: _native.Worker | None = None

    def prepare(self, text: str, files: list[tuple[str, str]], seed: int, identity: str, revision: int) -> str:
        """Gets ready; says on which node."""
        self._worker = _native.Worker(text, files, seed, 1, identity, revision)
        import ray

        context = ray.get_runtime_context()
        address = ray.util.get_node_ip_address()  # type: ignore[no-untyped-call]
        return f"{address}/{context.get_node_id()[:8]}"

    def run(self, tasks: list[_Task]) -> list[tuple[bytes, int, float]]:
        """The sealed partial, the work and the seconds of each shard."""
        assert self._worker is not None, "prepare() comes first"
        return [self._worker.run(*task) for task in tasks]


class _Crew:
    """The actors of a run, and what each of them is doing.

    Ray starts no actor again and repeats no call: an actor that is lost is replaced, on whichever node has room, and
    its shards are handed out again. Partials may come twice; the coordinator takes each once.
    """

    def __init__(self, ray: Any, coordinator: _native.Coordinator, most: int | None) -> None:
        self._ray = ray
        self._coordinator = coordinator
        self._most = most
        self._class = ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0, scheduling_strategy="SPREAD")(_Shards)
        # What is waited for: an actor that gets ready (no tasks), or one that runs some.
        self._calls: dict[Any, tuple[Any, list[_Task]]] = {}
        self._idle: list[Any] = []
        self._nodes: dict[Any, str] = {}
        self._lost: Counter[int] = Counter()
        self._never_began = 0
        self._seconds_a_shard: float | None = None
        self._looked = -math.inf
        self._rests_until = -math.inf
        self._wanted = 0

    def work(self, tell: Tell | None) -> None:
        """Works until the run is over."""
        coordinator = self._coordinator
        while not coordinator.over:
            if coordinator.identity is not None:
                self._hire()
                self._hand_out()
            self._take_in()
            if tell is not None:
                tell(*coordinator.progress)

    def dismiss(self) -> None:
        """Ends all actors."""
        for actor in {*self._idle, *(actor for actor, _ in self._calls.values())}:
            try:
                self._ray.kill(actor)
            except Exception:  # the cluster may be gone
                pass

    def _hire(self) -> None:
        """As many actors as there are CPUs; nodes may come and go."""
        now = time.monotonic()
        if now - self._looked >= LOOK:
            self._looked = now
            cpus = _cpus(self._ray)
            self._wanted = min(cpus, self._most) if self._most else cpus
            self._coordinator.room = 2 * self._wanted * self._group()
        if now < self._rests_until:
            return
        coordinator = self._coordinator
        text, files = coordinator.experiment
        for _ in range(len(self._idle) + len(self._calls), self._wanted):
            actor = self._class.remote()
            ready = actor.prepare.remote(text, files, coordinator.seed, coordinator.identity, coordinator.revision)
            self._calls[ready] = (actor, [])

    def _group(self) -> int:
        """How many shards go into a call."""
        if self._seconds_a_shard is None:
            return 1
        seconds = max(CALL, self._wanted / CALLS_A_SECOND)
        return max(1, min(MOST_A_CALL, math.ceil(seconds / max(self._seconds_a_shard, 1e-6))))

    def _hand_out(self) -> None:
        while self._idle:
            # What is left in the end is shared out among all.
            share = math.ceil(self._coordinator.waiting / max(1, self._wanted))
            tasks = self._coordinator.next_tasks(min(self._group(), max(1, share)), 0.002)
            if not tasks:
                return
            actor = self._idle.pop()
            self._calls[actor.run.remote(tasks)] = (actor, tasks)

    def _take_in(self) -> None:
        if not self._calls:
            time.sleep(TICK / 5)
            return
        calls = list(self._calls)
        ready, _ = self._ray.wait(calls, num_returns=1, timeout=TICK)
        if ready and len(calls) > 1:
            # To look at all of them costs as much for many as for one.
            ready, _ = self._ray.wait(calls, num_returns=len(calls), timeout=0)
        for call in ready:
            actor, tasks = self._calls.pop(call)
            try:
                answer = self._ray.get(call)
            except self._ray.exceptions.RayTaskError as error:
                # The actor lives, and says that it cannot be done.
                raise _unfinished(f"a worker cannot go on: {error.cause}") from None
            except self._ray.exceptions.RayError as error:
                self._lose(actor, tasks, error)
                continue
            if tasks:
                self._take(actor, answer)
            else:
                self._nodes[actor] = answer
                self._never_began = 0
            self._idle.append(actor)

    def _take(self, actor: Any, partials: list[tuple[bytes, int, float]]) -> None:
        for sealed, work, seconds in partials:
            self._coordinator.take(sealed, work, self._nodes[actor], seconds)
            known = self._seconds_a_shard
            self._seconds_a_shard = seconds if known is None else 0.9 * known + 0.1 * seconds
        self._coordinator.room = 2 * self._wanted * self._group()

    def _lose(self, actor: Any, tasks: list[_Task], error: Exception) -> None:
        """An actor is gone, or its node; somebody else does what it did."""
        self._nodes.pop(actor, None)
        self._looked = -math.inf
        reason = " ".join(str(error).split())
        if not tasks:
            # A node that cannot begin is not asked at once again.
            self._rests_until = time.monotonic() + LOOK
            self._never_began += 1
            if self._never_began >= MOST_LOST:
                raise _unfinished(f"no worker begins: {reason}")
        for shard, _, _ in tasks:
            self._lost[shard] += 1
            if self._lost[shard] >= MOST_LOST:
                self._coordinator.fail(shard, f"{MOST_LOST} workers were lost with it, the last one so: {reason}")
            else:
                self._coordinator.give_back(shard)


def main(arguments: list[str] | None = None) -> int:
    """``python -m quadrille.ray``; says the exit code: 0 done, 1 could not finish, 2 bad input."""
    parser = argparse.ArgumentParser(prog="python -m quadrille.ray", description="Experiments on a Ray cluster.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    command = commands.add_parser(
        "run",
        help="run an experiment",
        description="Runs an experiment: the driver is this process, workers are all CPUs of the cluster.",
        epilog="Example: python -m quadrille.ray run example:combat-fury --address auto --out runs/fury",
    )
    command.add_argument("file", metavar="FILE.toml", help="the experiment file, or example:NAME")
    command.add_argument("--address", help="the cluster [default: that of RAY_ADDRESS, or a local one]")
    command.add_argument("--out", metavar="DIR", help="where the results go [default: runs/<name of the file>]")
    command.add_argument("--resume", action="store_true", help="go on with an unfinished run")
    command.add_argument("--seed", type=int, metavar="N", help="the seed [default: the file's, or drawn]")
    command.add_argument("--workers", type=int, metavar="N", help="how many workers at most [default: all CPUs]")
    command.add_argument("--quiet", action="store_true", help="no progress")
    asked = parser.parse_args(arguments)
    out = asked.out or Path("runs") / Path(asked.file.removeprefix("example:")).stem
    try:
        result = run(
            Path(asked.file),
            out,
            address=asked.address,
            seed=asked.seed,
            resume=asked.resume,
            workers=asked.workers,
            progress=not asked.quiet,
        )
    except _native.Error as error:
        print(error, file=sys.stderr)
        return 2 if error.refused else 1
    except KeyboardInterrupt:
        print(f"stopped; go on with --resume, the results so far are in {out}", file=sys.stderr)
        return 1
    print(f"{result.kind}, seed {result.seed}, {result.shards} shards: {result.directory}/result.json")
    return 0


def _leave(code: int) -> NoReturn:
    """Ends the process, but for what C++ does at the end of one: there threads of Ray 2.60 that go on meanwhile may crash
    it (`TaskManager::RecordMetrics` while `CoreWorkerProcess::HandleAtExit` takes its manager away)."""
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:  # nobody reads it
            pass
    os._exit(code)


if __name__ == "__main__":
    # Under its own name, by which workers know the actors' class.
    import quadrille.ray

    quadrille.ray._leave(quadrille.ray.main())
