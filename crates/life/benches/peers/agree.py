"""Compares the living cells of random patterns with Golly's bgolly after the same number of
generations.

    apt-get install golly
    cargo build --release
    python crates/life/benches/peers/agree.py --patterns 200

Each pattern is a soup under an outer-totalistic rule, one with letters or a table, some of them
with births without neighbours (B0), on the plane, in a field with joined edges, or in a strip. On
the plane, both tiles and HashLife are compared where they support the rule. Rules with B0 are
omitted in bounded fields: there this program stores the cells themselves, whereas Golly stores
those that differ from the background. The first pattern that differs is reported and saved.
"""

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile

COUNTED = ["B3/S23", "B36/S23", "B3678/S34678", "B2/S", "B1/S1", "B35678/S5678", "B368/S245", "B3/S012345678"]
LETTERED = ["B2-a/S12", "B3/S2-i34q", "B36ce/S2-c3", "B2ce3-ai4j/S1e2-k3ek5", "B1e2/S0123456-i78"]
QUICK = ["B03/S23", "B0/S", "B02k3/S23", "B0123/S8", "B03/S238", "B01/S0248"]
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def table(drawn, births):
    """A rule of 512 next states in base64; the first is that of a dead cell among dead ones."""
    bits = [drawn.random() < 0.3 for _ in range(512)]
    bits[0] = births
    bits += [False] * 4
    digits = [sum(bit << (5 - i) for i, bit in enumerate(bits[at : at + 6])) for at in range(0, 516, 6)]
    return "MAP" + "".join(LETTERS[digit] for digit in digits)


def rle(cells, width, height, rule):
    rows = ["".join("o" if (x, y) in cells else "b" for x in range(width)) for y in range(height)]
    return f"x = {width}, y = {height}, rule = {rule}\n" + "$\n".join(rows) + "!\n"


def cells_of(path):
    """The living cells of a file, moved so that the first column and row are 0."""
    with open(path) as file:
        lines = [line.strip() for line in file if not line.startswith(("#", "x"))]
    cells, x, y = [], 0, 0
    for count, letter in re.findall(r"(\d*)([bo$!])", "".join(lines)):
        count = int(count or 1)
        if letter == "$":
            x, y = 0, y + count
        elif letter == "!":
            break
        else:
            cells += [(x + i, y) for i in range(count if letter == "o" else 0)]
            x += count
    left, top = min((x for x, _ in cells), default=0), min((y for _, y in cells), default=0)
    return {(x - left, y - top) for x, y in cells}


def pattern(drawn):
    """A rule with its bounds, a soup, and a number of generations."""
    width, height = drawn.randint(1, 24), drawn.randint(1, 20)
    across, down = width + drawn.randint(0, 9), height + drawn.randint(0, 9)
    side = max(across, down)
    grids = [f"P{across},{down}", f"T{across},{down}", f"T{across}+{drawn.randint(1, 5)},{down}", f"C{across},{down}"]
    grids += [f"K{across}*,{down}", f"K{across},{down}*", f"S{side}"]
    strips = [f"P0,{down}", f"T0,{down}", f"P{across},0", f"T{across},0"]
    bounds = drawn.choice(["plane", "plane", "grid", "strip"])
    kind = drawn.choice(["counted", "lettered", "table", "quick"])
    quick = kind == "quick" and bounds != "grid"
    rule = {
        "counted": lambda: drawn.choice(COUNTED),
        "lettered": lambda: drawn.choice(LETTERED),
        "table": lambda: table(drawn, quick),
        "quick": lambda: drawn.choice(QUICK) if quick else drawn.choice(COUNTED),
    }[kind]()
    suffix = {"plane": "", "grid": ":" + drawn.choice(grids), "strip": ":" + drawn.choice(strips)}[bounds]
    density = drawn.choice([0.2, 0.35, 0.5])
    cells = {(x, y) for x in range(width) for y in range(height) if drawn.random() < density}
    cells |= {(0, 0), (width - 1, height - 1)}
    return rle(cells, width, height, rule + suffix), bounds, drawn.randint(0, 60)


def ours(options, path, generations, engine, out):
    command = [options.binary, "life", "run", path, "--generations", str(generations), "--output", out]
    run = subprocess.run(command + ["--engine", engine], capture_output=True, text=True)
    if "two alternating rules" in run.stderr or "the background alternates" in run.stderr:
        return None
    if run.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{run.stderr}")
    return cells_of(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", default="target/release/quadrille")
    parser.add_argument("--patterns", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    drawn = random.Random(options.seed)
    compared = {"plane": 0, "grid": 0, "strip": 0}
    with tempfile.TemporaryDirectory() as folder:
        path, theirs, out = (os.path.join(folder, name) for name in ["pattern.rle", "golly.rle", "ours.rle"])
        for number in range(options.patterns):
            text, bounds, generations = pattern(drawn)
            with open(path, "w") as file:
                file.write(text)
            # One generation at a time: in a step of many, Golly would not apply the second of two
            # alternating rules.
            command = ["bgolly", "-q", "-q", "-i", "1", "-m", str(generations), "-o", theirs, path]
            subprocess.run(command, capture_output=True, check=True)
            expected = cells_of(theirs)
            for engine in ["tiles", "hashlife"] if bounds == "plane" else ["auto"]:
                found = ours(options, path, generations, engine, out)
                if found is not None and found != expected:
                    kept = f"differs-{options.seed}-{number}.rle"
                    with open(kept, "w") as file:
                        file.write(text)
                    rule = text.splitlines()[0]
                    sys.exit(f"{kept}: {rule}: after {generations} generations {engine} has {len(found)} living cells, Golly {len(expected)}")
            compared[bounds] += 1
    print(", ".join(f"{count} on a {bounds}" for bounds, count in compared.items()) + ": all the same")


if __name__ == "__main__":
    main()
