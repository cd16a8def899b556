"""Sweeps a combat profile over its critical strike chance, with error bars."""

import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

from quadrille import combat


def sweep(chances: np.ndarray, fights: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Returns the mean DPS at each chance, and half its 95 % interval. All use the same random
    numbers.
    """
    found = [combat.run("example:fury", fights, seed, set={"actor.crit": chance})["dps"] for chance in chances]
    return np.array([dps["mean"] for dps in found]), np.array([dps["error"] for dps in found])


if __name__ == "__main__":
    chances = np.linspace(0.1, 0.5, 9)
    means, errors = sweep(chances, fights=2000, seed=1)
    figure, axes = plt.subplots()
    axes.errorbar(100 * chances, means, yerr=errors, capsize=3)
    axes.set(xlabel="critical strikes, %", ylabel="DPS", title="example:fury")
    figure.savefig(sys.argv[1] if len(sys.argv) > 1 else "combat-sweep.png")
    print(np.column_stack([chances, means, errors]).round(2))
