"""Mastermind as linear algebra: the best first guess by entropy, from the matrix of all scores."""

import numpy as np

from quadrille import mastermind


def entropies(pins: int, colors: int) -> np.ndarray:
    """Returns the expected information of each codeword as a first guess, in bits."""
    pegs = mastermind.score_matrix(pins, colors).astype(np.int64)
    answers = pegs[..., 0] * (pins + 1) + pegs[..., 1]
    bits = np.empty(answers.shape[1])
    for guess, column in enumerate(answers.T):
        parts = np.bincount(column)
        shares = parts[parts > 0] / len(column)
        bits[guess] = -(shares * np.log2(shares)).sum()
    return bits


if __name__ == "__main__":
    bits, codes = entropies(4, 6), mastermind.codewords(4, 6)
    best = np.argsort(-bits, kind="stable")[:5]
    for place in best:
        print(codes[place], round(bits[place], 4))
    print("the engine's choice:", mastermind.advise(4, 6, "entropy")["guess"])
