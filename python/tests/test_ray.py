"""Runs on a cluster of two nodes on this machine, whose workers, nodes and drivers are killed.

The nodes are started by `ray start`, as users start them, on ports and in folders of their own.
Every killed process belongs to this cluster or to the test, and is killed by its number.
"""

import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import quadrille

pytest.importorskip("ray")
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are looked for in /proc")

JAB = """\
actions = [{ use = "jab" }]
[fight]
length = 3000
[actor]
crit = 0.2
[abilities.jab]
damage = [5, 9]
[variants]
actor.crit = [0.2, 0.20001, 0.20002, 0.20003]
"""
DPS = 'kind = "combat.dps"\nseed = 3\n[combat]\nprofile = "example:fury"\ntarget_error = {}\n'
COMPARE = 'kind = "combat.compare"\nseed = 3\n[combat]\nprofile = "jab.toml"\niterations = {}\n'
EVALUATE = 'kind = "mastermind.evaluate"\n[mastermind]\npins = {}\ncolors = {}\nstrategy = "{}"\n'
KNUTH = EVALUATE.format(4, 6, "knuth")
TRAIN = """\
kind = "doudizhu.train"
seed = 3
[doudizhu]
games = {}
slot_games = 1000
measurements = 2
sittings = 100
"""
#: A stop rule, stages, shared preparation, and stages that start from a stored prefix: some seconds
#: of two threads each.
LONG = {
    "dps": DPS.format(0.05),
    "compare": COMPARE.format(25_600),
    "evaluate": EVALUATE.format(5, 11, "entropy"),
    "train": TRAIN.format(60_000),
}
SHORT = {"dps": DPS.format(0.3), "compare": COMPARE.format(800), "evaluate": KNUTH, "train": TRAIN.format(4_000)}


def process(pid: int) -> tuple[int, str]:
    """Returns a process's parent and command."""
    parent = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return parent, Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")


def descendants(root: int) -> dict[int, str]:
    """Returns the descendants of a process, with their commands."""
    known = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                known[int(entry.name)] = process(int(entry.name))
            except OSError:
                pass
    found = {root}
    while more := {pid for pid, (parent, _) in known.items() if parent in found} - found:
        found |= more
    return {pid: known[pid][1] for pid in found - {root}}


def wait_for(what: Callable[[], Any], seconds: float = 60) -> Any:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if found := what():
            return found
        time.sleep(0.02)
    raise AssertionError("waited in vain")


class Node:
    """A node of the cluster with one CPU: `ray start --block` and its descendants."""

    def __init__(self, environment: dict[str, str], folder: Path, *how: str) -> None:
        # A short path: the names of Unix sockets are limited in length, and they are below it.
        self.folder = folder
        self.log = folder / "log"
        command = [sys.executable, "-m", "ray.scripts.scripts", "start", "--block", "--num-cpus=1"]
        # Random ports for workers, so that two nodes on one machine do not collide.
        own = ["--node-ip-address=127.0.0.1", "--min-worker-port=0", "--max-worker-port=0", f"--temp-dir={folder}"]
        with self.log.open("w") as log:
            self.start = subprocess.Popen(
                [*command, *own, *how], env=environment, stdout=log, stderr=subprocess.STDOUT, start_new_session=True
            )
        self.known: set[int] = set()

    def wait(self) -> None:
        wait_for(lambda: "Ray runtime started" in self.log.read_text() or self.start.poll() is not None)
        assert self.start.poll() is None, self.log.read_text()
        self.known |= descendants(self.start.pid).keys()

    @property
    def alive(self) -> bool:
        return self.start.poll() is None

    @property
    def raylet(self) -> int:
        return next(pid for pid, command in descendants(self.start.pid).items() if "/raylet/raylet " in command)

    def workers(self) -> list[int]:
        """Returns this package's actors that are running."""
        return [pid for pid, command in descendants(self.start.pid).items() if "ray::_Shards.run" in command]

    def end(self) -> None:
        # A process that outlives its parent gets another parent: it is known from before, or found
        # by the folder in its command.
        mine = self.known | descendants(self.start.pid).keys()
        for pid in [self.start.pid, *mine]:
            try:
                if pid == self.start.pid or str(self.folder) in process(pid)[1] or pid in descendants(self.start.pid):
                    os.kill(pid, signal.SIGKILL)
            except OSError:
                pass
        self.start.wait()


class Cluster:
    """Returns two nodes; one that has died is replaced on request."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {
            **os.environ,
            "HOME": str(folder),
            "RAY_AUTH_MODE": "token",
            "RAY_AUTH_TOKEN": secrets.token_hex(32),
            "RAY_USAGE_STATS_ENABLED": "0",
            # Without this, workers would yield to every other process on this machine.
            "RAY_worker_niceness": "0",
        }
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"127.0.0.1:{port}"
        self.head = Node(self.environment, self.place(), "--head", f"--port={port}", "--include-dashboard=false")
        self.head.wait()
        self.other: Node | None = None

    def place(self) -> Path:
        return Path(tempfile.mkdtemp(dir=self.folder))

    def second(self) -> Node:
        if self.other is None or not self.other.alive:
            if self.other is not None:
                self.other.end()
            self.other = Node(self.environment, self.place(), f"--address={self.address}")
            self.other.wait()
        return self.other

    def end(self) -> None:
        for node in (self.other, self.head):
            if node is not None:
                node.end()

    def drive(self, path: Path, out: Path, *more: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "quadrille.ray", "run", str(path), "--address", self.address]
        return subprocess.Popen(
            [*command, "--out", str(out), "--quiet", *more], env=self.environment, text=True, stderr=subprocess.PIPE
        )


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    folder = Path(tempfile.mkdtemp(prefix="q", dir="/tmp"))
    cluster = Cluster(folder)
    try:
        cluster.second()
        yield cluster
    finally:
        cluster.end()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def experiments(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], tuple[Path, bytes]]:
    """Returns the file of a text, and the bytes of its result on threads of this process."""
    folder = tmp_path_factory.mktemp("experiments")
    (folder / "jab.toml").write_text(JAB)
    known: dict[str, tuple[Path, bytes]] = {}

    def experiment(text: str) -> tuple[Path, bytes]:
        if text not in known:
            path = folder / f"{len(known)}.toml"
            path.write_text(text)
            known[text] = path, quadrille.run(path).json
        return known[text]

    return experiment


Experiments = Callable[[str], tuple[Path, bytes]]


def ended(driver: subprocess.Popen[str], code: int = 0) -> str:
    try:
        _, errors = driver.communicate(timeout=180)
    except subprocess.TimeoutExpired:
        driver.kill()
        raise
    assert driver.returncode == code, errors
    return errors


def sessions(out: Path) -> list[list[dict[str, Any]]]:
    """Returns the nodes of each session in run.json."""
    if not (out / "run.json").exists():
        return []
    return [session.get("nodes", []) for session in json.loads((out / "run.json").read_text())["sessions"]]


def in_the_midst(driver: subprocess.Popen[str], out: Path, *nodes: Node) -> list[int]:
    """Waits until both nodes have run shards and all of these work. Returns the actors on the last
    node.
    """
    wait_for(lambda: driver.poll() is not None or sessions(out) and len(sessions(out)[-1]) == 2)
    wait_for(lambda: driver.poll() is not None or all(node.workers() for node in nodes))
    assert driver.poll() is None, "it was over too soon"
    return list(wait_for(nodes[-1].workers))


def all_shards_by_two(out: Path) -> None:
    [nodes] = sessions(out)
    assert len(nodes) == 2 and all(node["shards"] > 0 and node["seconds"] > 0 for node in nodes)
    assert sum(node["shards"] for node in nodes) >= json.loads((out / "result.json").read_text())["shards"]


KINDS = [pytest.param(text, id=name) for name, text in LONG.items()]
slow = pytest.mark.slow


def kinds_with_one_quick(quick: str) -> list[Any]:
    return [pytest.param(text, id=name, marks=[] if name == quick else slow) for name, text in LONG.items()]


@pytest.mark.parametrize("text", kinds_with_one_quick("dps"))
def test_a_worker_is_killed(cluster: Cluster, experiments: Experiments, text: str, tmp_path: Path) -> None:
    path, expected = experiments(text)
    out = tmp_path / "run"
    second = cluster.second()
    driver = cluster.drive(path, out)
    os.kill(in_the_midst(driver, out, second)[0], signal.SIGKILL)
    ended(driver)
    assert (out / "result.json").read_bytes() == expected
    all_shards_by_two(out)


@slow
@pytest.mark.parametrize("text", KINDS)
def test_a_node_is_killed(cluster: Cluster, experiments: Experiments, text: str, tmp_path: Path) -> None:
    path, expected = experiments(text)
    out = tmp_path / "run"
    second = cluster.second()
    driver = cluster.drive(path, out)
    in_the_midst(driver, out, second)
    os.kill(second.raylet, signal.SIGKILL)
    ended(driver)
    assert (out / "result.json").read_bytes() == expected
    all_shards_by_two(out)


@slow
@pytest.mark.parametrize("text", KINDS)
@pytest.mark.parametrize("where", ["on the cluster", "here"])
def test_the_driver_is_killed(
    cluster: Cluster, experiments: Experiments, text: str, where: str, tmp_path: Path
) -> None:
    path, expected = experiments(text)
    out = tmp_path / "run"
    second = cluster.second()
    driver = cluster.drive(path, out)
    in_the_midst(driver, out, second)
    driver.kill()
    driver.communicate()
    assert not (out / "result.json").exists()
    if where == "here":
        quadrille.run(path, out, resume=True)
    else:
        assert "--resume" in ended(cluster.drive(path, out), code=2)
        ended(cluster.drive(path, out, "--resume"))
    assert (out / "result.json").read_bytes() == expected
    first, then = sessions(out)
    # Stored shards are not run again.
    assert len(first) == 2 and bool(then) == (where != "here")


@slow
def test_ctrl_c_stops_the_driver_and_the_run_resumes(
    cluster: Cluster, experiments: Experiments, tmp_path: Path
) -> None:
    path, expected = experiments(LONG["dps"])
    out = tmp_path / "run"
    second = cluster.second()
    driver = cluster.drive(path, out)
    in_the_midst(driver, out, second)
    pressed = time.monotonic()
    driver.send_signal(signal.SIGINT)
    told = ended(driver, code=1)
    assert time.monotonic() - pressed < 10
    assert "--resume" in told and "Traceback" not in told
    run = json.loads((out / "run.json").read_text())
    assert not run["complete"] and run["shards_finished"] > 0
    # No worker is left.
    wait_for(lambda: not cluster.head.workers() and not second.workers())
    ended(cluster.drive(path, out, "--resume"))
    assert (out / "result.json").read_bytes() == expected


@slow
def test_a_node_that_joins_is_used(cluster: Cluster, experiments: Experiments, tmp_path: Path) -> None:
    path, expected = experiments(DPS.format(0.03))
    out = tmp_path / "run"
    os.kill(cluster.second().raylet, signal.SIGKILL)
    wait_for(lambda: cluster.other is not None and not cluster.other.alive)
    driver = cluster.drive(path, out)
    wait_for(lambda: driver.poll() is not None or sessions(out) and len(sessions(out)[-1]) == 1)
    in_the_midst(driver, out, cluster.second())
    ended(driver)
    assert (out / "result.json").read_bytes() == expected


@slow
def test_the_head_is_killed(experiments: Experiments, tmp_path: Path) -> None:
    folder = Path(tempfile.mkdtemp(prefix="q", dir="/tmp"))
    cluster = Cluster(folder)
    try:
        path, expected = experiments(LONG["dps"])
        out = tmp_path / "run"
        driver = cluster.drive(path, out)
        wait_for(lambda: sessions(out) and sessions(out)[-1])
        cluster.head.end()
        told = ended(driver, code=1)
        assert "Traceback" not in told
        assert quadrille.run(path, out, resume=True).json == expected
    finally:
        cluster.end()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.parametrize("text", [pytest.param(text, id=name) for name, text in SHORT.items()])
def test_results_equal_a_local_run(
    cluster: Cluster, experiments: Experiments, text: str, tmp_path: Path
) -> None:
    path, expected = experiments(text)
    ended(cluster.drive(path, tmp_path / "run"))
    assert (tmp_path / "run/result.json").read_bytes() == expected
    assert (tmp_path / "run/report.html").exists()
    assert sum(node["shards"] for [node, *_] in sessions(tmp_path / "run")) > 0


def test_an_invalid_experiment_is_reported_with_its_position(cluster: Cluster, tmp_path: Path) -> None:
    (tmp_path / "e.toml").write_text(KNUTH.replace("knuth", "knut"))
    told = ended(cluster.drive(tmp_path / "e.toml", tmp_path / "run"), code=2)
    assert "did you mean `knuth`" in told and "e.toml:5:12" in told


def test_workers_of_another_revision_refuse(cluster: Cluster) -> None:
    program = (
        "import quadrille, quadrille.ray as door\n"
        "prepare = door._Shards.prepare\n"
        "class Other(door._Shards):\n"
        "    def prepare(self, text, files, seed, identity, revision):\n"
        "        return prepare(self, text, files, seed, identity, revision + 1)\n"
        "door._Shards = Other\n"
        f"door.run({KNUTH!r}, address={cluster.address!r})\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], env=cluster.environment, capture_output=True, text=True, timeout=180
    )
    assert done.returncode == 1 and "results revision" in done.stderr.splitlines()[-1], done.stderr


@slow
def test_clients_without_a_token_are_refused(cluster: Cluster, experiments: Experiments, tmp_path: Path) -> None:
    path, _ = experiments(KNUTH)
    environment = {**cluster.environment, "RAY_AUTH_TOKEN": secrets.token_hex(32)}
    done = subprocess.run(
        [sys.executable, "-m", "quadrille.ray", "run", path, "--address", cluster.address, "--out", tmp_path / "run"],
        env=environment,
        capture_output=True,
        text=True,
        timeout=180,
    )
    assert done.returncode == 1 and "oken" in done.stderr and "Traceback" not in done.stderr, done.stderr
    assert not (tmp_path / "run/result.json").exists()
