"""Workers and coordinators of a distributed run, in a single process."""

import json
from pathlib import Path

import pytest

import quadrille
from quadrille import _native

STAGES = 'kind = "combat.compare"\nseed = 3\n[combat]\nprofile = "example:arcane"\niterations = 800\n'
STOPS = 'kind = "combat.dps"\nseed = 3\n[combat]\nprofile = "example:fury"\ntarget_error = 0.5\n'
PLAIN = 'kind = "mastermind.evaluate"\n[mastermind]\npins = 4\ncolors = 6\nstrategy = "knuth"\n'


def worker_of(coordinator: _native.Coordinator) -> _native.Worker:
    while coordinator.identity is None:
        assert not coordinator.over, coordinator.conclude()
    text, files = coordinator.experiment
    assert coordinator.seed is not None
    return _native.Worker(text, files, coordinator.seed, 1, coordinator.identity, coordinator.revision)


def finish(coordinator: _native.Coordinator, worker: _native.Worker) -> dict[str, object]:
    while not coordinator.over:
        for task in reversed(coordinator.next_tasks(5, 0.05)):
            sealed, work, seconds = worker.run(*task)
            assert coordinator.take(sealed, work, "here", seconds)
            assert not coordinator.take(sealed)
    return coordinator.conclude()


@pytest.mark.parametrize("text", [STAGES, STOPS, PLAIN], ids=["stages", "stop rule", "plain"])
def test_results_equal_a_local_run(text: str, tmp_path: Path) -> None:
    coordinator = _native.Coordinator(None, text, tmp_path, workers=3)
    outcome = finish(coordinator, worker_of(coordinator))
    assert outcome["json"] == quadrille.run(text).json == (tmp_path / "result.json").read_bytes()
    [session] = json.loads((tmp_path / "run.json").read_text())["sessions"]
    [node] = session["nodes"]
    assert node["node"] == "here" and node["shards"] >= outcome["shards"]
    assert coordinator.progress[0] > 0
    # A complete run returns its stored results, without a worker.
    again = _native.Coordinator(None, text, tmp_path)
    assert again.conclude()["json"] == outcome["json"]


def test_lost_shards_are_reissued_and_late_results_dropped() -> None:
    coordinator = _native.Coordinator(None, PLAIN, workers=2)
    worker = worker_of(coordinator)
    [lost] = coordinator.next_tasks(1, 1.0)
    late = worker.run(*lost)[0]
    coordinator.give_back(lost[0])
    assert not coordinator.take(late)
    assert finish(coordinator, worker)["json"] == quadrille.run(PLAIN).json


def test_a_stopped_run_is_resumed_on_threads(tmp_path: Path) -> None:
    coordinator = _native.Coordinator(None, STAGES, tmp_path, workers=2)
    worker = worker_of(coordinator)
    for task in coordinator.next_tasks(3, 1.0):
        sealed, work, seconds = worker.run(*task)
        coordinator.take(sealed, work, "here", seconds)
    while coordinator.progress[0] == 0:
        coordinator.next_tasks(0, 0.05)
    coordinator.stop()
    assert not coordinator.conclude()["complete"]
    with pytest.raises(quadrille.Error, match="--resume"):
        _native.Coordinator(None, STAGES, tmp_path).conclude()
    result = quadrille.run(STAGES, tmp_path, resume=True)
    assert result.json == quadrille.run(STAGES).json
    first, second = json.loads((tmp_path / "run.json").read_text())["sessions"]
    assert first["nodes"][0]["node"] == "here" and "nodes" not in second


def test_foreign_results_are_refused() -> None:
    coordinator = _native.Coordinator(None, PLAIN)
    worker = worker_of(coordinator)
    text, files = coordinator.experiment
    [task] = coordinator.next_tasks(1, 1.0)
    sealed, _, _ = worker.run(*task)
    with pytest.raises(quadrille.Error, match="checksum"):
        coordinator.take(sealed[:-1] + bytes([sealed[-1] ^ 1]))
    with pytest.raises(quadrille.Error, match="belongs to another run"):
        coordinator.take(_native.Worker(text, files, 99).run(*task)[0])
    with pytest.raises(quadrille.Error, match="results revision"):
        _native.Worker(text, files, 0, 1, coordinator.identity, coordinator.revision + 1)
    with pytest.raises(quadrille.Error, match="differs from the coordinator"):
        _native.Worker(text + "#\n", files, 0, 1, coordinator.identity, coordinator.revision)


def test_a_failed_shard_ends_the_run() -> None:
    coordinator = _native.Coordinator(None, PLAIN)
    worker_of(coordinator)
    [task] = coordinator.next_tasks(1, 1.0)
    coordinator.fail(task[0], "no luck")
    with pytest.raises(quadrille.Error, match="no luck") as caught:
        coordinator.conclude()
    assert not caught.value.refused
