"""Writes the table crates/life/tests/data/hashsoups.txt: soups of texts in every symmetry by
python-lifelib.

    pip install python-lifelib==2.5.6        # compiles rules with g++ when they are first used
    python crates/life/benches/peers/hashsoups.py > crates/life/tests/data/hashsoups.txt

A line is a symmetry, a text, the population, and the SHA-256 of the cells, column by column from
the corner of the bounding box, as "x,y" separated by blanks.
"""

import hashlib
import os

import lifelib

SYMMETRIES = "C1 C2_1 C2_2 C2_4 C4_1 C4_4 D2_+1 D2_+2 D2_x D4_+1 D4_+2 D4_+4 D4_x1 D4_x4 D8_1 D8_4".split()
# The first letter of a text selects one of two ways of doubling.
TEXTS = ["n_GcpqZ62YqD3310086454", "l_abc17", "k_xyz42", "m_QqRr5"]


def main():
    # Redirect lifelib's messages during compilation away from the table.
    output = os.dup(1)
    os.dup2(2, 1)
    tree = lifelib.load_rules("b3s23").lifetree(n_layers=1)
    os.dup2(output, 1)
    for symmetry in SYMMETRIES:
        for text in TEXTS:
            cells = [tuple(map(int, cell)) for cell in tree.hashsoup("b3s23", symmetry, text).coords()]
            left, top = min(x for x, _ in cells), min(y for _, y in cells)
            listed = " ".join(f"{x},{y}" for x, y in sorted((x - left, y - top) for x, y in cells))
            print(symmetry, text, len(cells), hashlib.sha256(listed.encode()).hexdigest())


main()
