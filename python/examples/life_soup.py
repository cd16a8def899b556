"""A soup of Life as an array: its density over time, and its final state."""

import numpy as np

from quadrille import life


def densities(seed: int, generations: int = 400, every: int = 20) -> np.ndarray:
    """Returns the density of live cells every ``every`` generations, on a torus of 256 x 256 cells.
    """
    grid = life.soup("256x256:torus", density=0.35, seed=seed)
    shares = [grid.to_numpy().mean()]
    for _ in range(0, generations, every):
        grid.step(every)
        shares.append(grid.to_numpy().mean())
    return np.array(shares)


if __name__ == "__main__":
    curves = np.array([densities(seed) for seed in range(4)])
    print("generation 0:  ", curves[:, 0].round(4))
    print("generation 400:", curves[:, -1].round(4))
    cells = life.soup("64x24:torus", density=0.35, seed=1)
    cells.step(100)
    print("\n".join("".join(".O"[alive] for alive in row) for row in cells.to_numpy().astype(int)))
