"""Compares the automatic engine with tiles and HashLife on growing patterns: CPU seconds of whole
runs.

    apt-get install golly                    # the patterns
    cargo build --release
    python crates/life/benches/peers/engines.py

Every file of Golly's Breeders, Guns, Puffers and Rakes is run to generation 262,144 by each engine
on one thread, with a limit of 60 s of CPU time. If an engine finishes, the automatic one may take
at most 1.5 times as long as the faster one, plus 50 ms. Populations and hashes must agree. The exit
code is 1 on any failure.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile

FOLDERS = ["Breeders", "Guns", "Puffers", "Rakes"]
ENGINES = ["tiles", "hashlife", "auto"]


def run(options, path, engine, folder):
    """CPU seconds, and the answer; None if the run was stopped."""

    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (options.seconds, options.seconds))

    command = [options.binary, "life", "run", path, "--generations", str(options.generations), "--engine", engine]
    command += ["--memory", "2GiB", "--threads", "1", "--json"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ran = subprocess.run(command, capture_output=True, preexec_fn=limit, check=False, cwd=folder)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, json.loads(ran.stdout) if ran.returncode == 0 else None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", default="target/release/quadrille")
    parser.add_argument("--golly", default="/usr/share/golly/Patterns/Life", help="Golly's patterns of Life")
    parser.add_argument("--generations", type=int, default=2**18)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("names", nargs="*", help="only files with one of these words in their names")
    options = parser.parse_args()
    options.binary = os.path.abspath(options.binary)
    paths = [
        os.path.join(options.golly, folder, name)
        for folder in FOLDERS
        for name in sorted(os.listdir(os.path.join(options.golly, folder)))
    ]
    paths = [path for path in paths if not options.names or any(name in path for name in options.names)]
    failed, open_ended = [], []
    for path in paths:
        name = os.path.relpath(path, options.golly)
        # A run that runs out of memory leaves a file with its state.
        with tempfile.TemporaryDirectory() as folder:
            runs = {engine: run(options, path, engine, folder) for engine in ENGINES}
        ended = {engine: seconds for engine, (seconds, answer) in runs.items() if answer}
        answers = {(answer["population"], answer["hash"]) for _, answer in runs.values() if answer}
        quicker = min((ended[engine] for engine in ENGINES[:2] if engine in ended), default=None)
        shown = ", ".join(f"{engine} {ended[engine]:.3f}" if engine in ended else f"{engine} -" for engine in ENGINES)
        if quicker is None:
            open_ended.append(name)
            print(f"{name}: {shown}: not counted", flush=True)
            continue
        good = len(answers) == 1 and "auto" in ended and ended["auto"] <= 1.5 * quicker + 0.05
        engine = runs["auto"][1]["engine"] if "auto" in ended else "-"
        print(f"{name}: {shown} by {engine}: {'good' if good else 'FAILED'}", flush=True)
        if not good:
            failed.append(name)
    print(f"{len(paths)} files, {len(open_ended)} not counted, {len(failed)} failed {failed}")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
