"""Compares the time per soup with lifelib: run until it settles, separate the ash, name its
objects.

    pip install python-lifelib==2.5.6        # compiles rules with g++ when they are first used
    cargo build --release
    python crates/life/benches/peers/soups.py --soups 300 --rounds 5

The same C1 soups, generated as Catagolue does, are run by both programs in turn, on one thread.
lifelib does not detect the end of a soup, so it is given the generation at which the soup settles:
it runs the soup that far, separates the ash into components and names each picture that it has not
named before. This program runs the experiment `life.soups` completely: it finds and proves the end,
separates objects in space and time and writes its report. The time of a run with one soup is
subtracted, as a fixed cost.
"""

import argparse
import json
import os
import subprocess
import tempfile
import time

ROOT = "quadrille_soups"


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--soups", type=int, default=300)
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("--quadrille", default="target/release/quadrille")
    given = arguments.parse_args()

    import lifelib

    tree = lifelib.load_rules("b3s23").lifetree(n_layers=1, memory=2000)

    def settled(number):
        soup = [given.quadrille, "life", "soup", "--symmetry", "C1", "--seed-string", f"{ROOT}{number}"]
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "soup.rle")
            subprocess.run([*soup, "--output", path], check=True, capture_output=True)
            census = subprocess.run([given.quadrille, "life", "census", path, "--json"], check=True, capture_output=True)
        return int(json.loads(census.stdout)["stable_at"] or 0)

    ends = [settled(number) for number in range(given.soups)]
    print(f"{given.soups} soups settle after {sum(ends) / len(ends):.0f} generations on average")

    def theirs():
        named = {}
        begun = time.process_time()
        for number, end in enumerate(ends):
            ash = tree.hashsoup("b3s23", "C1", f"{ROOT}{number}").advance(end)
            for part in ash.components():
                picture = part.rle_string()
                if picture not in named:
                    try:
                        named[picture] = part.apgcode
                    except KeyError:
                        # A part of an object that recurs only as a whole.
                        named[picture] = None
        return time.process_time() - begun

    def run(soups):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "soups.toml")
            with open(file, "w") as text:
                text.write(f'kind = "life.soups"\n[life]\nsoups = {soups}\nseed_string = "{ROOT}"\n')
            command = [given.quadrille, "run", file, "--out", os.path.join(folder, "out"), "--threads", "1", "--quiet"]
            begun = time.perf_counter()
            subprocess.run(command, check=True, capture_output=True)
            return time.perf_counter() - begun

    # The minimum of each of the three times counts, because other work on the machine can only add
    # time.
    found = [(theirs(), run(given.soups), run(1)) for _ in range(given.rounds)]
    their, own, beginning = (min(times) for times in zip(*found))
    per_soup = (their / given.soups, (own - beginning) / given.soups)
    print(f"a soup: lifelib {1e3 * per_soup[0]:.3f} ms, ours {1e3 * per_soup[1]:.3f} ms, {per_soup[0] / per_soup[1]:.1f} times as fast")


if __name__ == "__main__":
    main()
