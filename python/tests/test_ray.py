"""Runs on a cluster of two nodes on this machine, whose workers, nodes and drivers are killed.

Every process that is ended is one of this cluster's or this test's own, by its number.
"""

import json
import os
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import quadrille

# Ray looks at these when it is imported.
os.environ["RAY_AUTH_MODE"] = "token"
os.environ["RAY_AUTH_TOKEN"] = secrets.token_hex(32)
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
# Nodes and drivers of these tests meet at the loopback address.
os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"
ray = pytest.importorskip("ray")

COMPARE = 'kind = "combat.compare"\nseed = 3\n[combat]\nprofile = "example:arcane"\niterations = 3200\n'
KNUTH = 'kind = "mastermind.evaluate"\n[mastermind]\npins = 4\ncolors = 6\nstrategy = "knuth"\n'


def dps(target_error: float) -> str:
    return f'kind = "combat.dps"\nseed = 3\n[combat]\nprofile = "example:fury"\ntarget_error = {target_error}\n'


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    from ray.cluster_utils import Cluster

    home = os.environ.get("HOME")
    os.environ["HOME"] = str(tmp_path_factory.mktemp("home"))
    cluster = Cluster(
        initialize_head=True, head_node_args={"num_cpus": 1, "node_ip_address": "127.0.0.1", "include_dashboard": False}
    )
    try:
        yield cluster
    finally:
        cluster.shutdown()
        if home is not None:
            os.environ["HOME"] = home


@pytest.fixture(scope="module")
def long_run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, bytes]:
    """An experiment of some seconds on one thread, and its result."""
    path = tmp_path_factory.mktemp("experiment") / "long.toml"
    error = 0.1
    while True:
        begun = time.monotonic()
        result = quadrille.run(dps(error), threads=2)
        if time.monotonic() - begun > 3 or error < 0.01:
            path.write_text(dps(error))
            return path, quadrille.run(path).json
        error /= 1.6


def drive(path: Path, out: Path, cluster: Any, *more: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "quadrille.ray", "run", str(path), "--address", cluster.address]
    return subprocess.Popen([*command, "--out", str(out), "--quiet", *more], text=True, stderr=subprocess.PIPE)


def ended(driver: subprocess.Popen[str], code: int = 0) -> str:
    try:
        _, errors = driver.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        driver.kill()
        raise
    assert driver.returncode == code, errors
    return errors


def wait_for(what: Callable[[], Any]) -> Any:
    until = time.monotonic() + 20
    while time.monotonic() < until:
        if found := what():
            return found
        time.sleep(0.05)
    raise AssertionError("waited in vain")


def ancestors(pid: int) -> Iterator[int]:
    while pid > 1:
        yield pid
        try:
            pid = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            return


def workers(cluster: Any) -> list[int]:
    """The processes of our actors on this very cluster."""
    raylets = {node.all_processes["raylet"][0].process.pid for node in cluster.list_all_nodes()}
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and b"ray::_Shards.run" in (entry / "cmdline").read_bytes():
                if raylets.intersection(ancestors(int(entry.name))):
                    found.append(int(entry.name))
        except OSError:
            pass
    return found


def nodes(out: Path) -> list[dict[str, Any]]:
    sessions = json.loads((out / "run.json").read_text())["sessions"]
    return [node for session in sessions for node in session.get("nodes", [])]


def in_the_midst(out: Path, cluster: Any) -> list[int]:
    """Waits until something has come back and somebody works; says who."""
    wait_for(lambda: (out / "run.json").exists() and nodes(out))
    return list(wait_for(lambda: workers(cluster)))


@pytest.mark.skipif(sys.platform != "linux", reason="workers are looked for in /proc")
def test_a_worker_is_killed(cluster: Any, long_run: tuple[Path, bytes], tmp_path: Path) -> None:
    path, expected = long_run
    driver = drive(path, tmp_path / "run", cluster)
    os.kill(in_the_midst(tmp_path / "run", cluster)[0], signal.SIGKILL)
    assert driver.poll() is None
    ended(driver)
    assert (tmp_path / "run/result.json").read_bytes() == expected


@pytest.mark.parametrize("text", [dps(0.2), COMPARE, KNUTH], ids=["combat.dps", "combat.compare", "mastermind.evaluate"])
def test_kinds_with_and_without_stages_and_stop_rules(cluster: Any, text: str, tmp_path: Path) -> None:
    (tmp_path / "e.toml").write_text(text)
    ended(drive(tmp_path / "e.toml", tmp_path / "run", cluster))
    assert (tmp_path / "run/result.json").read_bytes() == quadrille.run(text).json
    assert (tmp_path / "run/report.html").exists()
    assert sum(node["shards"] for node in nodes(tmp_path / "run")) > 0


@pytest.mark.skipif(sys.platform != "linux", reason="workers are looked for in /proc")
def test_a_node_is_killed(cluster: Any, long_run: tuple[Path, bytes], tmp_path: Path) -> None:
    path, expected = long_run
    node = cluster.add_node(num_cpus=1, node_ip_address="127.0.0.1")
    cluster.wait_for_nodes()
    driver = drive(path, tmp_path / "run", cluster)
    wait_for(lambda: len(workers(cluster)) == 2)
    in_the_midst(tmp_path / "run", cluster)
    time.sleep(0.5)
    cluster.remove_node(node, allow_graceful=False)
    assert driver.poll() is None
    ended(driver)
    assert (tmp_path / "run/result.json").read_bytes() == expected
    assert len(nodes(tmp_path / "run")) == 2


@pytest.mark.parametrize("where", ["here", "on the cluster"])
def test_the_driver_is_killed(cluster: Any, long_run: tuple[Path, bytes], tmp_path: Path, where: str) -> None:
    path, expected = long_run
    driver = drive(path, tmp_path / "run", cluster)
    in_the_midst(tmp_path / "run", cluster)
    driver.kill()
    driver.communicate()
    assert not (tmp_path / "run/result.json").exists()
    if where == "here":
        quadrille.run(path, tmp_path / "run", resume=True)
    else:
        assert "--resume" in ended(drive(path, tmp_path / "run", cluster), code=2)
        ended(drive(path, tmp_path / "run", cluster, "--resume"))
    assert (tmp_path / "run/result.json").read_bytes() == expected
    assert nodes(tmp_path / "run")


def test_ctrl_c_stops_the_driver(cluster: Any, long_run: tuple[Path, bytes], tmp_path: Path) -> None:
    driver = drive(long_run[0], tmp_path / "run", cluster)
    in_the_midst(tmp_path / "run", cluster)
    driver.send_signal(signal.SIGINT)
    assert "--resume" in ended(driver, code=1)
    run = json.loads((tmp_path / "run/run.json").read_text())
    assert not run["complete"] and run["shards_finished"] > 0


def test_a_wrong_experiment_is_told_with_its_place(cluster: Any, tmp_path: Path) -> None:
    (tmp_path / "e.toml").write_text(KNUTH.replace("knuth", "knut"))
    assert "did you mean `knuth`" in ended(drive(tmp_path / "e.toml", tmp_path / "run", cluster), code=2)


def test_workers_of_another_revision_refuse(cluster: Any, tmp_path: Path) -> None:
    program = (
        "import quadrille, quadrille.ray as door\n"
        "prepare = door._Shards.prepare\n"
        "class Other(door._Shards):\n"
        "    def prepare(self, text, files, seed, identity, revision):\n"
        "        return prepare(self, text, files, seed, identity, revision + 1)\n"
        "door._Shards = Other\n"
        f"door.run({KNUTH!r}, address={cluster.address!r})\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert done.returncode == 1 and "results revision" in done.stderr.splitlines()[-1], done.stderr
