import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import quadrille
from quadrille.experiments import CombatDps, LifeGrid, MastermindEvaluate

KNUTH = 'kind = "mastermind.evaluate"\n[mastermind]\npins = 4\ncolors = 6\nstrategy = "knuth"\n'
FURY = 'kind = "combat.dps"\nseed = 7\n[combat]\nprofile = "example:fury"\niterations = 3000\n'
# Some minutes.
LONG = FURY.replace("3000", "20000000")


def test_a_result_equals_the_folder(tmp_path: Path) -> None:
    result = quadrille.run(FURY, tmp_path / "run", threads=2)
    assert result.seed == 7 and result.kind == "combat.dps"
    assert (tmp_path / "run/result.json").read_bytes() == result.json
    assert json.loads(result.json)["result"] == result.result
    assert result.report is not None and result.report.is_file()
    assert quadrille.run(FURY, threads=1).json == result.json
    again = quadrille.run(FURY, tmp_path / "run")
    assert (again.json, again.shards) == (result.json, result.shards)


def the_program() -> str:
    root = Path(__file__).resolve().parents[2]
    built = [os.environ.get("QUADRILLE_PROGRAM"), *map(str, root.glob("target/*/quadrille"))]
    program = next((path for path in built if path and shutil.which(path)), None)
    if program is None:
        pytest.skip("the program is not built")
    return program


def test_the_program_gives_the_same_bytes(tmp_path: Path) -> None:
    program = the_program()
    for name in ("combat-fury", "mastermind-knuth", "life-soups"):
        out = tmp_path / name
        command = [program, "run", f"example:{name}", "--seed", "5", "--out", str(out), "--quiet"]
        subprocess.run(command, check=True, capture_output=True)
        assert (out / "result.json").read_bytes() == quadrille.run(f"example:{name}", seed=5).json


def test_errors_equal_the_programs(tmp_path: Path) -> None:
    program = the_program()
    wrong = {
        "a key": KNUTH + "colours = 6\n",
        "a value": KNUTH.replace("knuth", "knut"),
        "a size": KNUTH.replace("pins = 4", "pins = 99"),
        "no TOML": KNUTH + "= 3\n",
        "a file": FURY.replace("example:fury", "nowhere.toml"),
        "no kind": "[mastermind]\npins = 4\n",
    }
    for what, text in wrong.items():
        (tmp_path / "e.toml").write_text(text)
        done = subprocess.run([program, "run", "e.toml"], cwd=tmp_path, capture_output=True, text=True)
        code = f"import quadrille, sys\ntry: quadrille.run({'e.toml'!r})\nexcept quadrille.Error as e: print(e, file=sys.stderr)"
        ours = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 2 and ours.stderr.split() == done.stderr.split(), what


def test_paths_are_relative_to_the_file(tmp_path: Path) -> None:
    (tmp_path / "p.toml").write_text("actions = [{ use = \"jab\" }]\n[fight]\nlength = 30\n[abilities.jab]\ndamage = 5\n")
    (tmp_path / "e.toml").write_text('kind = "combat.dps"\n[combat]\nprofile = "p.toml"\niterations = 10\n')
    assert quadrille.run(tmp_path / "e.toml", seed=1).result["iterations"] == 10


def test_a_program_that_does_not_play_fails_the_run(tmp_path: Path) -> None:
    file = tmp_path / "arena.toml"
    file.write_text(
        'kind = "doudizhu.arena"\nseed = 1\n[doudizhu]\nplayers = ["cmd:sh bot.sh", "rule", "rule"]\ngames = 3\n'
    )
    (tmp_path / "bot.sh").write_text("sleep 1000 & echo $! >> pids; echo why >&2; exit 3\n")
    with pytest.raises(quadrille.Error, match=r"cmd:sh bot.sh ended .*exit status: 3(.|\n)*\| why") as caught:
        quadrille.run(file, tmp_path / "run")
    assert not caught.value.refused
    assert all(is_gone(pid) for pid in (tmp_path / "pids").read_text().split())


def test_no_program_survives_a_signal(tmp_path: Path) -> None:
    file = tmp_path / "arena.toml"
    file.write_text(
        'kind = "doudizhu.arena"\nseed = 1\n[doudizhu]\nplayers = ["cmd:sh bot.sh", "rule", "rule"]\ngames = 3\n'
    )
    (tmp_path / "bot.sh").write_text("sleep 1000 & echo $! >> pids; echo $$ >> pids; exec sleep 1000\n")
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
        (tmp_path / "pids").unlink(missing_ok=True)
        child = subprocess.Popen(
            [sys.executable, "-c", f"import quadrille; quadrille.run({str(file)!r})"], stderr=subprocess.DEVNULL
        )
        while not (tmp_path / "pids").exists() or len((tmp_path / "pids").read_text().split()) < 2:
            assert child.poll() is None
            time.sleep(0.01)
        child.send_signal(number)
        child.wait()
        assert all(is_gone(pid) for pid in (tmp_path / "pids").read_text().split())


def is_gone(pid: str) -> bool:
    """Returns whether a process has ended, or ends within a moment."""
    for _ in range(500):
        listed = subprocess.run(["ps", "-o", "stat=", "-p", pid], capture_output=True, text=True).stdout.strip()
        if not listed or listed.startswith("Z"):
            return True
        time.sleep(0.01)
    return False


def test_errors_have_positions() -> None:
    with pytest.raises(quadrille.Error, match="did you mean `knuth`") as caught:
        quadrille.run(KNUTH.replace("knuth", "knut"))
    assert (caught.value.file, caught.value.line, caught.value.column) == ("experiment", 5, 12)
    assert isinstance(caught.value, ValueError) and caught.value.refused
    with pytest.raises(quadrille.Error, match="cannot read") as caught:
        quadrille.run("nowhere.toml")
    assert caught.value.line is None


def test_a_folder_of_another_run_is_refused(tmp_path: Path) -> None:
    quadrille.run(KNUTH, tmp_path)
    with pytest.raises(quadrille.Error, match="another run") as caught:
        quadrille.run(FURY, tmp_path)
    assert caught.value.refused


def test_progress_is_reported_and_can_cancel(tmp_path: Path) -> None:
    told: list[tuple[int, int | None, str | None]] = []

    def stop(done: int, total: int | None, message: str | None) -> None:
        told.append((done, total, message))
        if done > 0:
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        quadrille.run(LONG, tmp_path, progress=stop)
    assert told[-1][1] == 20_000_000 and told[-1][2] == "fights"
    with pytest.raises(quadrille.Error, match="--resume"):
        quadrille.run(LONG, tmp_path)
    quadrille.run(KNUTH, progress=True)


@pytest.mark.parametrize(
    "call",
    [
        lambda: quadrille.run(LONG),
        lambda: quadrille.combat.dps_of_fights("example:fury", 20_000_000, 1),
        lambda: quadrille.mastermind.optimal(5, 8),
        lambda: quadrille.combat.run("example:fury", 20_000_000, 1),
        lambda: quadrille.life.soup("4096x4096:torus", 0.3, 1).step(1_000_000),
        lambda: quadrille.life.Universe(quadrille.life.Pattern("gosper-gun"), engine="tiles").step(10_000_000),
        lambda: quadrille.life.census(quadrille.life.soup("3000x3000:torus", 0.3, 1).to_pattern()),
        lambda: quadrille.random.Stream(1).permutation(2**28),
        lambda: [quadrille.random.Stream(1).integers(0, 1000, 2**28) for _ in range(9)],
    ],
)
def test_ctrl_c_ends_a_call_soon(call: object) -> None:
    pressed = []

    def press() -> None:
        pressed.append(time.process_time())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(1.0, press)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        call()  # type: ignore[operator]
    computed = time.process_time() - pressed[0]
    # The call ends within 0.2 seconds on each core and would otherwise compute for many seconds.
    # The elapsed time says little, because the machine may be busy.
    assert computed < max(2, os.cpu_count() or 1), computed


def test_other_threads_run_during_a_call() -> None:
    counted = [0]

    def count() -> None:
        while not done.is_set():
            counted[0] += 1
            time.sleep(0.001)

    done = threading.Event()
    thread = threading.Thread(target=count)
    thread.start()
    quadrille.combat.run("example:fury", 3000, 1)
    done.set()
    thread.join()
    assert counted[0] > 5


PARALLEL = """
import multiprocessing, quadrille
def found(_):
    grid = quadrille.life.soup("2048x2048:torus", 0.3, 1)
    grid.step(20)
    fights = quadrille.combat.dps_of_fights("example:fury", 600, 1)
    return grid.hash, fights.sum(), quadrille.mastermind.optimal(3, 4)["total_turns"]
here = found(0)
with multiprocessing.get_context("fork").Pool(2) as pool:
    assert pool.map_async(found, range(4)).get(60) == [here] * 4
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
def test_forked_processes_have_threads_of_their_own() -> None:
    subprocess.run([sys.executable, "-c", PARALLEL], check=True, timeout=120)


def test_notebook_representation() -> None:
    html = quadrille.run(KNUTH)._repr_html_()
    assert "mastermind.evaluate" in html and "5801" in html


@pytest.mark.parametrize("example", sorted((Path(__file__).parents[1] / "examples").glob("*.py")), ids=lambda p: p.stem)
def test_examples_run(example: Path, tmp_path: Path) -> None:
    if "matplotlib" in example.read_text():
        pytest.importorskip("matplotlib")
    done = subprocess.run([sys.executable, example], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout, done.stderr


def test_an_experiment_may_be_a_dictionary(tmp_path: Path) -> None:
    experiment: MastermindEvaluate = {
        "kind": "mastermind.evaluate",
        "seed": 5,
        "run": {"shards": 3},
        "mastermind": {"pins": 3, "colors": 4, "strategy": "knuth"},
    }
    text = 'kind = "mastermind.evaluate"\nseed = 5\n[run]\nshards = 3\n[mastermind]\npins = 3\ncolors = 4\nstrategy = "knuth"\n'
    result = quadrille.run(experiment, tmp_path / "run")
    assert result.json == quadrille.run(text).json and result.shards == 3
    fury: CombatDps = {"kind": "combat.dps", "seed": 7, "combat": {"profile": "example:fury", "iterations": 3000}}
    assert quadrille.run(fury).json == quadrille.run(FURY).json
    swept: LifeGrid = {
        "kind": "life.grid",
        "life": {"bounds": "8x8:torus", "densities": [0.5], "generations": 4},
        "sweep": {"life.fields": [1, 2]},
    }
    assert len(quadrille.run(swept, seed=1).result["points"]) == 2


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "mastermind.evaluate", "mastermind": {"pins": 3, "colors": 99, "strategy": "knuth"}},
        {"kind": "mastermind.evaluate", "mastermind": {"pins": None}},
        {"kind": "mastermind.evaluate", "mastermind": {"pins": 2**64}},
        {"kind": "mastermind.evaluate", "mastermind": {"pins": float("nan")}},
        {"kind": "mastermind.evaluate", "mastermind": {"pins": object()}},
        {"kind": 5},
        {},
    ],
)
def test_an_invalid_dictionary_is_refused(wrong: Any) -> None:
    with pytest.raises(quadrille.Error):
        quadrille.run(wrong)
