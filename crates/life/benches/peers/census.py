"""Compares the apgcodes of all isolated objects of soups with lifelib's.

    pip install python-lifelib==2.5.6        # compiles rules with g++ when they are first used
    cargo build --release
    python crates/life/benches/peers/census.py --soups 20000
    python crates/life/benches/peers/census.py --soups 2000 --table 500 > apgcodes.txt
    mv apgcodes.txt crates/life/tests/data/

Soups are lifelib's own, drawn from SHA-256 as Catagolue's are. After they have had time to settle,
lifelib separates them into the connected components of one generation, and names those that recur.
Every picture of such an object is passed to `quadrille life census --at 0 --together`, which must
find one object with the same code.

With --table, nothing is compared. Instead a table of the given number of objects is written, each
as its code and one of its pictures as RLE. It has the objects of the soups, some oscillators and
spaceships that are rare in soups, rotated and in some phase, and all small still lifes that fit a
box of 7 x 7 cells, the smallest first.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import subprocess
import sys

ROOT = "quadrille_census"
GENERATIONS = 20_000
SYMMETRIES = (
    "C1 C2_1 C2_2 C2_4 C4_1 C4_4 D2_+1 D2_+2 D2_x D4_+1 D4_+2 D4_+4 D4_x1 D4_x4 D8_1 D8_4".split()
)
RARE = (
    "xp3_4hh186z07 xp4_37bkic xp4_ssj3744zw3 xp6_ccb7w66z066 xp7_5b8b94gszw652y06a8o xp8_gk2gb3z11 xp14_j9d0d9j "
    "xp15_4r4z4r4 xp30_w33z8kqrqk8zzzw33 xp46_033y133zzzckgsxsgkczydciczy4ccy0222 xq4_6frc xq4_27dee6 xq4_27deee6"
).split()


def occurring(soups, symmetries):
    """The count of each picture of an object in soups, and its code; the picture is RLE without a
    header.
    """
    import lifelib

    tree = lifelib.load_rules("b3s23").lifetree(n_layers=1)
    counts, codes = collections.Counter(), {}
    for number in range(soups):
        symmetry = symmetries[number % len(symmetries)]
        ash = tree.hashsoup("b3s23", symmetry, f"{ROOT}{number}").advance(GENERATIONS)
        for part in ash.components():
            rle = "".join(part.rle_string().split("\n")[2:])
            counts[rle] += 1
            if rle not in codes:
                try:
                    codes[rle] = part.apgcode
                except KeyError:
                    # The part is a spark, or belongs to an object of which only the whole recurs.
                    codes[rle] = None
        if number % 1000 == 999:
            print(f"{number + 1} soups, {len(codes)} pictures", file=sys.stderr)
    return counts, codes


def still_lifes(side):
    """The still lifes that fill a box of at most `side` columns and rows, as rows of bits."""

    def next_cell(rows, x):
        around = sum(row >> (x + dx) & 1 for row in rows for dx in (-1, 0, 1)) - (rows[1] >> x & 1)
        return around == 3 or around == 2 and rows[1] >> x & 1

    # Rows have two dead columns on either side.
    every = [row << 2 for row in range(1 << side)]
    follows = collections.defaultdict(list)
    for above in every:
        for row in every:
            for below in every:
                if all(next_cell((above, row, below), x) == (row >> x & 1) for x in range(1, side + 3)):
                    follows[above, row].append(below)
    found, begun = [], [[0, row] for row in every if row]
    while begun:
        rows = begun.pop()
        for below in follows.get((rows[-2], rows[-1]), []):
            # No cell may be born below or above the box.
            if below == 0:
                if 0 in follows.get((rows[-1], 0), []):
                    found.append(rows[1:])
            elif len(rows) <= side:
                begun.append([*rows, below])
    # A still life that does not begin in the first column occurs again, farther left.
    return [rows for rows in found if any(row >> 2 & 1 for row in rows) and rows[0] in follows.get((0, 0), [])]


def table(counts, codes, size):
    """Prints the given number of objects, each with a picture."""
    import lifelib

    tree = lifelib.load_rules("b3s23").lifetree(n_layers=1)
    pictures = {}
    for rle, _ in counts.most_common():
        if codes[rle]:
            pictures.setdefault(codes[rle], rle)

    def add(pattern):
        try:
            code = pattern.apgcode
        except KeyError:
            return
        pictures.setdefault(code, "".join(pattern.rle_string().split("\n")[2:]))

    for number, code in enumerate(RARE):
        add(tree.pattern(code, verify_apgcode=False)[number]("swap_xy_flip" if number % 2 else "rot270"))
    small = ["$".join("".join("bo"[row >> x & 1] for x in range(2, 9)) for row in rows) + "!" for rows in still_lifes(7)]
    for picture in sorted(small, key=lambda picture: (picture.count("o"), picture)):
        pattern = tree.pattern(picture)
        if len(pattern.components()) == 1:
            add(pattern)
        if len(pictures) >= size:
            break
    for code in sorted(pictures):
        print(code, pictures[code])


def ours(program, rle):
    """The objects of a picture, by the program under test."""
    command = [program, "life", "census", "-", "--at", "0", "--together", "--json"]
    text = f"x = 0, y = 0, rule = B3/S23\n{rle}\n"
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{rle}: {done.stderr}")
    return [thing["apgcode"] for thing in json.loads(done.stdout)["objects"] for _ in range(thing["count"])]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--soups", type=int, default=1000)
    parser.add_argument("--symmetries", default="C1", help="names with commas between them, or all")
    parser.add_argument("--table", type=int, help="write a table of this many objects instead of comparing")
    parser.add_argument("--quadrille", default=os.path.join("target", "release", "quadrille"))
    arguments = parser.parse_args()
    symmetries = SYMMETRIES if arguments.symmetries == "all" else arguments.symmetries.split(",")
    counts, codes = occurring(arguments.soups, symmetries)
    if arguments.table:
        table(counts, codes, arguments.table)
        return
    named = [(rle, code) for rle, code in codes.items() if code]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = pool.map(lambda known: ours(arguments.quadrille, known[0]), named)
        others = [(rle, code, codes) for (rle, code), codes in zip(named, found) if codes != [code]]
    for rle, code, codes in others:
        print(f"{rle}: {code} there, {codes} here")
    objects = sum(counts[rle] for rle, _ in named)
    distinct = len({code for _, code in named})
    print(f"{arguments.soups} soups, {objects} objects, {distinct} codes in {len(named)} pictures: {len(others)} differ")
    sys.exit(1 if others else 0)


if __name__ == "__main__":
    main()
