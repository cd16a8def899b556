"""Experiments on a Ray cluster.

The driver coordinates the run: it distributes shards, stores the partial results, and applies
stages and stop rules like a local run. Workers are actors with one CPU each. A worker prepares the
experiment once, and then runs shards. The result equals that of a local run, byte by byte. It does
not depend on the nodes, their number or their failures. ``run.json`` lists the work of each node.

::

    python -m quadrille.ray run experiment.toml --address auto --out runs/mine
    python -m quadrille.ray run experiment.toml --out runs/mine --resume

If the driver of a run dies, the run can be resumed with ``--resume``, by this command or by the
program ``quadrille run``.

**Access.** Ray listens on all network interfaces, and anyone who can connect can run code. A run
therefore enables Ray's token mode, unless ``RAY_AUTH_MODE`` is set or Ray is already imported. A
local cluster creates its token itself (``~/.ray/auth_token``). For another cluster, create a token
with ``ray get-auth-token --generate``, copy the token to every node, and start the nodes with
``RAY_AUTH_MODE=token``.

Every node needs this package. Each kind of experiment has a results revision. A worker refuses the
experiment if this number differs between the worker's package and the driver's package.
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
from ._asked import checked
from ._asked import experiment as read_experiment
from ._progress import Asked, Tell, telling
from ._run import Result
from .experiments import Experiment

__all__ = ["main", "run"]

#: Target duration of a call of a worker, in seconds. It determines the number of shards per call.
CALL = 0.2
#: Approximate maximum number of calls per second that the driver can handle. If there are too many
#: workers for calls of ``CALL`` seconds, each call runs more shards and takes longer.
CALLS_A_SECOND = 300
#: Maximum number of shards per call.
MOST_A_CALL = 4096
#: The run fails if this number of workers were lost while they ran the same shard. It also fails if
#: this number of consecutive workers were lost before they had prepared the experiment.
MOST_LOST = 5
#: Time in seconds between two queries of the number of CPUs in the cluster.
LOOK = 2.0
#: Maximum wait for an event, in seconds.
TICK = 0.05

_Task = tuple[int, bytes, bytes | None]


def run(
    experiment: str | os.PathLike[str] | Experiment,
    out: str | os.PathLike[str] | None = None,
    *,
    address: str | None = None,
    seed: int | None = None,
    resume: bool = False,
    workers: int | None = None,
    progress: Asked = None,
) -> Result:
    """Runs an experiment on a Ray cluster. If this process is connected to a cluster, that cluster
    is used, otherwise the cluster at ``address``.

    Args:
        experiment, out, seed, resume, progress: As for :func:`quadrille.run`. This process reads
            the files and sends them to the workers. Experiments with external programs as players
            are refused.
        address: The address of the cluster, as for ``ray.init``. If None, the address in the
            environment variable ``RAY_ADDRESS`` is used. If the variable is not set, a local
            cluster is started.
        workers: Maximum number of workers; one for each CPU of the cluster if None.

    Raises:
        Error: As for :func:`quadrille.run`. Also if the cluster is not available, a worker refuses
            the experiment, or workers are lost repeatedly.
        KeyboardInterrupt: Ctrl-C was pressed. A run with a folder can be resumed.
        ImportError: Ray is not installed.
    """
    if "ray" not in sys.modules:
        # Ray reads the variable when it is imported. If the caller has already imported Ray, this
        # line has no effect.
        os.environ.setdefault("RAY_AUTH_MODE", "token")
    import ray

    # The experiment is read first, so that an error is raised before a cluster is started.
    path, text = read_experiment(experiment)
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
            # The run is stopped and concluded, so that the finished shards are kept and run.json
            # contains the progress.
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
    what = "cannot start a local cluster" if address is None else f"cannot connect to the cluster at {address}"
    reason = " ".join(str(error).split()).rstrip(".")
    if os.environ.get("RAY_AUTH_MODE") == "token" and "token" not in reason:
        reason += "; check that the cluster's token equals the local token, in RAY_AUTH_TOKEN or ~/.ray/auth_token"
    return _unfinished(f"{what}: {reason}")


def _unfinished(what: str) -> _native.Error:
    error = _native.Error(what)
    error.refused = False
    return error


class _Shards:
    """An actor that prepares an experiment once and runs its shards."""

    def __init__(self) -> None:
        self._worker: _native.Worker | None = None

    def prepare(self, text: str, files: list[tuple[str, str]], seed: int, identity: str, revision: int) -> str:
        """Prepares the experiment. Returns the name of the actor's node."""
        self._worker = _native.Worker(text, files, seed, 1, identity, revision)
        import ray

        context = ray.get_runtime_context()
        address = ray.util.get_node_ip_address()  # type: ignore[no-untyped-call]
        return f"{address}/{context.get_node_id()[:8]}"

    def run(self, tasks: list[_Task]) -> list[tuple[bytes, int, float]]:
        """Runs shards. Returns for each shard the bytes of the partial result, the amount of work,
        and the time in seconds.
        """
        assert self._worker is not None, "prepare() comes first"
        return [self._worker.run(*task) for task in tasks]


class _Crew:
    """The actors of a run, and their pending calls.

    Ray does not restart the actors and does not repeat their calls. Instead, this class replaces a
    lost actor by a new actor, on any node with a free CPU, and distributes the lost actor's shards
    again. If a partial result arrives twice, the coordinator counts it once.
    """

    def __init__(self, ray: Any, coordinator: _native.Coordinator, most: int | None) -> None:
        self._ray = ray
        self._coordinator = coordinator
        self._most = most
        self._class = ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0, scheduling_strategy="SPREAD")(_Shards)
        # For each pending call, its actor and its tasks. The list of tasks is empty if the actor
        # prepares the experiment.
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
        """Distributes shards and collects results until the run is over."""
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
        """Starts actors up to the number of CPUs, which may change as nodes join or leave."""
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
        """Returns the number of shards in the next call."""
        if self._seconds_a_shard is None:
            return 1
        seconds = max(CALL, self._wanted / CALLS_A_SECOND)
        return max(1, min(MOST_A_CALL, math.ceil(seconds / max(self._seconds_a_shard, 1e-6))))

    def _hand_out(self) -> None:
        while self._idle:
            # Near the end of the run, the remaining tasks are divided among all actors.
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
            # All calls are checked at once, which costs the same as a check of one call.
            ready, _ = self._ray.wait(calls, num_returns=len(calls), timeout=0)
        for call in ready:
            actor, tasks = self._calls.pop(call)
            try:
                answer = self._ray.get(call)
            except self._ray.exceptions.RayTaskError as error:
                # The actor is alive; its task raised an error.
                raise _unfinished(f"a worker failed: {error.cause}") from None
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
        """Removes a lost actor, and distributes its shards again. Its node may be lost too."""
        self._nodes.pop(actor, None)
        self._looked = -math.inf
        reason = " ".join(str(error).split())
        if not tasks:
            # The next actor is started only after a pause, because the node may fail again.
            self._rests_until = time.monotonic() + LOOK
            self._never_began += 1
            if self._never_began >= MOST_LOST:
                raise _unfinished(f"no worker can be started: {reason}")
        for shard, _, _ in tasks:
            self._lost[shard] += 1
            if self._lost[shard] >= MOST_LOST:
                self._coordinator.fail(shard, f"{MOST_LOST} workers were lost while running this shard, the last one with: {reason}")
            else:
                self._coordinator.give_back(shard)


def main(arguments: list[str] | None = None) -> int:
    """Runs ``python -m quadrille.ray``. Returns the exit code: 0 for success, 1 for an unfinished
    run, 2 for an invalid input.
    """
    parser = argparse.ArgumentParser(prog="python -m quadrille.ray", description="Runs experiments on a Ray cluster.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    command = commands.add_parser(
        "run",
        help="run an experiment",
        description="Runs an experiment. This process is the driver; each CPU of the cluster is a worker.",
        epilog="Example: python -m quadrille.ray run example:combat-fury --address auto --out runs/fury",
    )
    command.add_argument("file", metavar="FILE.toml", help="the experiment file, or example:NAME")
    command.add_argument("--address", help="the address of the cluster [default: RAY_ADDRESS, or a local cluster]")
    command.add_argument("--out", metavar="DIR", help="the folder of the results [default: runs/<name of the file>]")
    command.add_argument("--resume", action="store_true", help="resume an unfinished run")
    command.add_argument("--seed", type=int, metavar="N", help="the seed [default: the seed in the file, or a random seed]")
    command.add_argument("--workers", type=int, metavar="N", help="maximum number of workers [default: all CPUs]")
    command.add_argument("--quiet", action="store_true", help="show no progress")
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
        print(f"stopped; the finished shards are in {out}; resume with --resume", file=sys.stderr)
        return 1
    print(f"{result.kind}, seed {result.seed}, {result.shards} shards: {result.directory}/result.json")
    return 0


def _leave(code: int) -> NoReturn:
    """Ends the process without the exit handlers of C++.

    While these handlers run, threads of Ray 2.60 can crash the process:
    `TaskManager::RecordMetrics` can run while `CoreWorkerProcess::HandleAtExit` destroys the
    `TaskManager`.
    """
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:  # the reader has closed the stream
            pass
    os._exit(code)


if __name__ == "__main__":
    # This file runs as `__main__`. It is imported again as `quadrille.ray`, because workers find
    # the class of the actors by this name.
    import quadrille.ray

    quadrille.ray._leave(quadrille.ray.main())
