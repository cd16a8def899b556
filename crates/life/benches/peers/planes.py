"""Compares the unbounded plane with lifelib and Golly: CPU seconds of the same work in the same
run.

    pip install python-lifelib==2.5.6        # compiles rules with g++ when they are first used
    apt-get install golly                    # the patterns, and bgolly
    cargo build --release
    python crates/life/benches/peers/planes.py --rounds 5

HashLife (`--engine hashlife`) is compared with lifelib's lifetree and Golly's HashLife, tiles with
lifelib's upattern and Golly's QuickLife. Loading is excluded: for lifelib and this program by their
own clocks, for Golly by subtracting the cost of reading the pattern alone. All work is done on one
thread, in turn, and the minimum over the rounds counts. The populations must agree.
"""

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time

MEGABYTES = 2000

HASHLIFE = [
    ("HashLife/totalperiodic.mc", 2**22),
    ("HashLife/jagged.mc", 2**22),
    ("Life/Miscellaneous/twinprimes.rle", 2**20),
    ("HashLife/demonoid-c512-hashlife-friendly.mc.gz", 2**20),
    ("HashLife/metapixel-galaxy.mc.gz", 2**18),
    ("Life/Breeders/breeder.lif", 2**20),
    ("a 512 x 512 soup", 10_000),
]
TILES = [
    ("a Full-HD soup", 1_000),
    ("a Full-HD soup", 10_000),
    # lifelib's upattern advances by two generations at a time.
    ("rabbits", 17_330),
]

UPATTERN = r"""
#include "upattern.h"
#include "classifier.h"
#include <ctime>
#include <fstream>
#include <iostream>
int main(int, char** arguments) {
    std::ifstream file(arguments[1]);
    std::string line, cells;
    while (std::getline(file, line))
        if (!line.empty() && line[0] != '#' && line[0] != 'x') cells += line;
    for (char& cell : cells) cell = cell == 'o' ? 'A' : cell == 'b' ? '.' : cell;
    apg::upattern<apg::VTile28, 28> plane;
    plane.insertPattern(cells);
    plane.decache();
    clock_t begun = clock();
    plane.advance(0, 0, std::stoull(arguments[2]));
    double seconds = double(clock() - begun) / CLOCKS_PER_SEC;
    std::cout << seconds << " " << plane.totalPopulation() << std::endl;
}
"""

LIFETREE = """
import sys, time
import lifelib
tree = lifelib.load_rules("b3s23").lifetree(n_layers=1, memory=int(sys.argv[3]))
pattern = tree.load(sys.argv[1])
begun = time.process_time()
later = pattern.advance(int(sys.argv[2]))
print(time.process_time() - begun, later.population)
"""


def rle(width, height, alive):
    """Cells as RLE, with runs."""
    rows = []
    for y in range(height):
        row, x = "", 0
        while x < width:
            end = x
            while end < width and alive(end, y) == alive(x, y):
                end += 1
            row += (str(end - x) if end > x + 1 else "") + ("o" if alive(x, y) else "b")
            x = end
        rows.append(row)
    return f"x = {width}, y = {height}, rule = B3/S23\n" + "$\n".join(rows) + "!\n"


def soup(width, height, seed):
    drawn = random.Random(seed)
    cells = [[drawn.random() < 0.5 for _ in range(width)] for _ in range(height)]
    return rle(width, height, lambda x, y: cells[y][x])


class Peers:
    def __init__(self, folder, options):
        self.folder, self.options = folder, options
        try:
            import lifelib

            self.lifelib = lifelib
            lifelib.load_rules("b3s23")
            headers = os.path.dirname(lifelib.__file__)
            source, self.upattern = os.path.join(folder, "u.cpp"), os.path.join(folder, "u")
            with open(source, "w") as out:
                out.write(UPATTERN)
            build = ["g++", "-std=c++11", "-O3", "-march=native", "-I", headers, source, "-o", self.upattern]
            subprocess.run(build, check=True, stderr=subprocess.DEVNULL)
        except ImportError:
            self.lifelib = None
            print("lifelib is not installed", file=sys.stderr)

    def file(self, name):
        made = {
            "a 512 x 512 soup": lambda: soup(512, 512, 5),
            "a Full-HD soup": lambda: soup(1918, 1078, 7),
            "rabbits": lambda: "x = 8, y = 3, rule = B3/S23\no3b3o$3o2bob$bo!\n",
        }
        if name.endswith(".lif"):
            # lifelib does not read Life 1.05.
            path = os.path.join(self.folder, os.path.basename(name) + ".rle")
            command = [self.options.binary, "life", "convert", os.path.join(self.options.golly, name), path]
            subprocess.run(command, capture_output=True, check=True)
            return path
        if name not in made:
            return os.path.join(self.options.golly, name)
        path = os.path.join(self.folder, name.replace(" ", "-") + ".rle")
        if not os.path.exists(path):
            with open(path, "w") as out:
                out.write(made[name]())
        return path

    def ours(self, path, generations, engine):
        command = [self.options.binary, "life", "run", path, "--generations", str(generations), "--engine", engine]
        command += ["--memory", str(2 * MEGABYTES), "--json"]
        environment = dict(os.environ, RAYON_NUM_THREADS="1")
        answer = json.loads(subprocess.run(command, capture_output=True, check=True, env=environment).stdout)
        return answer["seconds"], int(answer["population"])

    def lifetree(self, path, generations):
        # A separate process starts without memory that another job has touched.
        command = [sys.executable, "-c", LIFETREE, path, str(generations), str(MEGABYTES)]
        run = subprocess.run(command, capture_output=True, check=True, text=True)
        seconds, population = run.stdout.splitlines()[-1].split()
        return float(seconds), int(population)

    def tiles_of_lifelib(self, path, generations):
        run = subprocess.run([self.upattern, path, str(generations)], capture_output=True, check=True, text=True)
        seconds, population = run.stdout.split()
        return float(seconds), int(population)

    def golly(self, path, generations, algorithm):
        def cost(generations):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            command = ["bgolly", "-q", "-q", "-a", algorithm, "-M", str(MEGABYTES), "-m", str(generations)]
            command += ["-i", str(max(generations, 1)), path]
            subprocess.run(command, capture_output=True, check=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

        return cost(generations) - cost(0), None


def compare(peers, name, generations, ways):
    path = peers.file(name)
    if not os.path.exists(path):
        print(f"{name}: not installed")
        return
    least, populations = {}, set()
    for _ in range(peers.options.rounds):
        for way, run in ways.items():
            seconds, population = run(path, generations)
            least[way] = min(seconds, least.get(way, seconds))
            populations |= {population} - {None}
    assert len(populations) == 1, f"{name}: populations differ: {populations}"
    ours = least.pop("ours")
    best = min(least, key=least.get)
    others = ", ".join(f"{way} {seconds:.3f} s" for way, seconds in least.items())
    print(f"{name}, {generations} generations: ours {ours:.4f} s, {others}; {least[best] / ours:.2f} x {best}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", default="target/release/quadrille")
    parser.add_argument("--golly", default="/usr/share/golly/Patterns", help="Golly's patterns")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--no-golly", action="store_true", help="omit bgolly, which takes minutes")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        peers = Peers(folder, options)
        for jobs, engine, lifelib, algorithm in [
            (HASHLIFE, "hashlife", peers.lifetree, "HashLife"),
            (TILES, "tiles", peers.tiles_of_lifelib, "QuickLife"),
        ]:
            for name, generations in jobs:
                ways = {"ours": lambda path, n, engine=engine: peers.ours(path, n, engine)}
                if peers.lifelib:
                    ways["lifelib"] = lifelib
                if not options.no_golly:
                    ways["bgolly"] = lambda path, n, algorithm=algorithm: peers.golly(path, n, algorithm)
                compare(peers, name, generations, ways)


if __name__ == "__main__":
    main()
