"""Measures the driver of a run on Ray: partial results per second, processor time per call, bytes
stored.

    python measures/driver.py         # the coordinator alone, with precomputed partial results
    python measures/driver.py --ray   # also runs on this machine, with calls of several lengths
"""

import argparse
import tempfile
import time
from pathlib import Path

import quadrille.ray
from quadrille import _native

JAB = """\
actions = [{ use = "jab" }]
[fight]
length = 3
[actor]
crit = 0.2
[abilities.jab]
damage = [5, 9]
"""
KINDS = {
    "combat.dps": 'kind = "combat.dps"\nseed = 3\n[combat]\nprofile = "jab.toml"\niterations = 4000000\n',
    "life.soups": (
        'kind = "life.soups"\nseed = 3\n[run]\nshards = 4000\n'
        '[life]\nsoups = 4000\n'
    ),
}


def coordinate(path: Path, out: Path | None, known: dict[tuple[int, bytes], bytes]) -> tuple[int, float]:
    """Coordinates a run, and computes the partial results that are not in ``known``. Returns their
    number and the seconds.
    """
    coordinator = _native.Coordinator(path, None, out, workers=512)
    begun, count, worker = time.perf_counter(), 0, None
    while not coordinator.over:
        for task in coordinator.next_tasks(64, 0.05):
            if task[:2] not in known:
                if worker is None:
                    text, files = coordinator.experiment
                    worker = _native.Worker(text, files, coordinator.seed or 0)
                known[task[:2]] = worker.run(*task)[0]
            coordinator.take(known[task[:2]], 1, "here", 0.01)
            count += 1
    coordinator.conclude()
    return count, time.perf_counter() - begun


def alone(name: str, path: Path, folder: Path) -> None:
    known: dict[tuple[int, bytes], bytes] = {}
    coordinate(path, None, known)
    size = sum(map(len, known.values())) / len(known)
    for out in (None, folder / name):
        count, seconds = coordinate(path, out, known)
        line = f"{name:20}  {count} partials of {size:.0f} bytes, {count / seconds:.0f} per second"
        if out is not None:
            stored = sum(file.stat().st_size for file in out.glob("run.sqlite*"))
            line += f", kept: {stored / count:.0f} bytes each"
        print(line, flush=True)


def on_ray(name: str, path: Path, folder: Path) -> None:
    for call in (0.02, 0.1, 0.2):
        quadrille.ray.CALL = call
        calls = [0]
        take = quadrille.ray._Crew._take

        def counted(crew: quadrille.ray._Crew, actor: object, partials: list[tuple[bytes, int, float]]) -> None:
            calls[0] += 1
            take(crew, actor, partials)

        quadrille.ray._Crew._take = counted  # type: ignore[assignment,method-assign]
        begun, busy = time.perf_counter(), time.process_time()
        result = quadrille.ray.run(path, folder / f"{name}-{call}")
        wall, busy = time.perf_counter() - begun, time.process_time() - busy
        quadrille.ray._Crew._take = take  # type: ignore[method-assign]
        print(
            f"{name:20}  calls of {call} s: {calls[0]} with {result.shards / calls[0]:.0f} partials each in {wall:.1f} s, "
            f"{1000 * busy / calls[0]:.2f} ms of the driver per call",
            flush=True,
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ray", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "jab.toml").write_text(JAB)
        if asked.ray:
            import ray

            ray.init(include_dashboard=False, log_to_driver=False)
        for name, text in KINDS.items():
            path = place / f"{name}.toml"
            path.write_text(text)
            alone(name, path, place)
            if asked.ray:
                on_ray(name, path, place)
