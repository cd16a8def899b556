"""Trains DouZero 1.1.0 for a given CPU time, and plays this project's players against it.

    apt install python3-torch libopenblas0-pthread           # or any PyTorch for the CPU
    python3 -m venv --system-site-packages peers && . peers/bin/activate
    pip download --no-deps --no-binary :all: douzero==1.1.0 && tar xzf douzero-1.1.0.tar.gz
    pip install ./python                                     # this project's players
    script=crates/doudizhu/benches/peers/douzero_doudizhu.py
    python $script train --douzero douzero-1.1.0 --out runs --cpu-seconds 7200 --every 1200
    python $script play --douzero douzero-1.1.0 --out runs --player rule --deals 3000 --seed 1

`train` runs DouZero's own training (`douzero.dmc.train`) with its networks, hyperparameters and
checkpoints. It starts from random networks with the objective `wp`, games won. A thread adds up the
CPU time of all processes, requests a checkpoint every `--every` CPU seconds, and ends the training
after `--cpu-seconds`. `curve.csv` has a row per checkpoint: CPU time, elapsed time, frames (number
of training decisions). Two parts are replaced from outside: the module `git`, which only describes
the folder, and the description of the machine, which would write the whole environment to a file.
PyTorch 1.13 on the CPU needs no other change.

`play` plays every deal of a seed twice in DouZero's own environment under its own rules: this
project's player as landlord against DouZero's peasants, and as both peasants against its landlord.
Two equal players have a sum of 1. Shares and the sum have 95 % intervals; the interval of the sum
has deals as its units.
"""

import argparse
import csv
import math
import multiprocessing
import os
import sys
import threading
import time
import types
from pathlib import Path

# One thread per process: the parallelism comes from the processes.
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Also needed in child processes of the training, which import this file again.
sys.modules.setdefault("git", types.ModuleType("git"))

ROLES = ("landlord", "landlord_down", "landlord_up")
COLUMNS = ["cpu_seconds", "seconds", "frames"]
RANKS = "3456789TJQKA2BR"
CARDS = dict(zip(RANKS, [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 17, 20, 30]))
NAMES = {card: rank for rank, card in CARDS.items()}


def cpu_seconds():
    """Returns the CPU time of this process and of its running children."""
    total, tick = time.process_time(), os.sysconf("SC_CLK_TCK")
    for child in multiprocessing.active_children():
        try:
            fields = Path(f"/proc/{child.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        total += (int(fields[11]) + int(fields[12])) / tick
    return total


class Clock(threading.Thread):
    """Controls checkpoints and the end of the training through its flags, which it polls."""

    def __init__(self, flags, out, budget, every):
        super().__init__(daemon=True)
        self.flags, self.out, self.budget, self.every = flags, out, budget, every
        self.begun, self.seen, self.over = time.perf_counter(), set(), False

    def note(self):
        """Writes a row for each new checkpoint; returns whether there was one."""
        found = {int(path.stem.rpartition("_")[2]) for path in self.out.glob("landlord_down_weights_*.ckpt")}
        fresh = sorted(found - self.seen)
        self.seen |= found
        for frames in fresh:
            line = [round(cpu_seconds(), 1), round(time.perf_counter() - self.begun, 1), frames]
            with open(self.out / "curve.csv", "a", newline="") as file:
                csv.writer(file).writerow(line)
            print("checkpoint:", dict(zip(COLUMNS, line)), flush=True)
        return bool(fresh)

    def run(self):
        due = self.every
        while not self.over:
            time.sleep(0.5)
            used = cpu_seconds()
            if self.note():
                self.flags.save_interval = math.inf
                due += self.every
            if used >= self.budget:
                # The training writes a last checkpoint by itself.
                self.flags.total_frames, self.flags.save_interval = 0, math.inf
            elif used >= due:
                self.flags.save_interval = 0


def train(options):
    import torch
    from douzero.dmc import file_writer, parser
    from douzero.dmc import train as learn

    out = Path(options.out)
    if (out / "curve.csv").exists():
        sys.exit(f"{out}: a training already exists")
    out.mkdir(parents=True, exist_ok=True)
    (out / "curve.csv").write_text(",".join(COLUMNS) + "\n")
    file_writer.gather_metadata = dict
    settings = f"--actor_device_cpu --training_device cpu --objective {options.objective}"
    settings += f" --num_actors {options.actors} --num_threads {options.threads}"
    flags = parser.parse_args([*settings.split(), "--savedir", str(out.parent), "--xpid", out.name])
    flags.save_interval = math.inf
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    print(f"DouZero 1.1.0, PyTorch {torch.__version__}: {settings}", flush=True)
    clock = Clock(flags, out, options.cpu_seconds, options.every)
    clock.start()
    learn(flags)
    clock.over = True
    clock.join()
    clock.note()
    for actor in multiprocessing.active_children():
        actor.terminate()


class Ours:
    """A player of this project, as an agent of DouZero's environment."""

    def __init__(self, player, seed):
        from quadrille.doudizhu import Player

        self.player, self.stock = Player(player, seed=seed, rules="douzero"), ""

    def act(self, infoset):
        moves = [text(cards) or "pass" for cards in infoset.card_play_action_seq]
        chosen = self.player.decide(text(infoset.player_hand_cards), self.stock, moves)
        cards = [] if chosen == "pass" else [CARDS[rank] for rank in chosen]
        assert sorted(cards) in infoset.legal_actions, (chosen, moves)
        return sorted(cards)


def text(cards):
    return "".join(NAMES[card] for card in sorted(cards))


def deals(count, seed):
    """Generates deals in the way of DouZero's environment."""
    import numpy as np

    rng = np.random.RandomState(seed)
    pack = [card for card in CARDS.values() for _ in range(4 if card < 20 else 1)]
    for _ in range(count):
        rng.shuffle(pack)
        parts = {"landlord": pack[:20], "landlord_up": pack[20:37], "landlord_down": pack[37:]}
        yield {role: sorted(cards) for role, cards in (parts | {"three_landlord_cards": pack[17:20]}).items()}


def games(task):
    """Returns for each deal whether this project's side won as landlord and as peasants."""
    checkpoint, player, dealt, seed = task
    import torch
    from douzero.env.game import GameEnv
    from douzero.evaluation.deep_agent import DeepAgent

    torch.set_num_threads(1)
    ours = Ours(player, seed)
    theirs = {role: DeepAgent(role, checkpoint.format(role)) for role in ROLES}
    won = []
    for deal in dealt:
        ours.stock = text(deal["three_landlord_cards"])
        for our_roles in (ROLES[:1], ROLES[1:]):
            env = GameEnv({role: ours if role in our_roles else theirs[role] for role in ROLES})
            env.card_play_init({role: list(cards) for role, cards in deal.items()})
            with torch.no_grad():
                while not env.game_over:
                    env.step()
            won.append((env.get_winner() == "landlord") == (our_roles == ROLES[:1]))
    return list(zip(won[::2], won[1::2]))


def wilson(won, z=1.959964):
    """Formats a share of games won with its 95 % interval (Wilson, 1927)."""
    games, share = len(won), sum(won) / len(won)
    centre = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * math.sqrt(share * (1 - share) / games + z * z / (4 * games**2))
    return f"{share:.4f} [{centre - half:.4f}, {centre + half:.4f}]"


def mean(values, z=1.959964):
    """Formats a mean with its 95 % interval."""
    centre = sum(values) / len(values)
    variance = sum((value - centre) ** 2 for value in values) / (len(values) - 1)
    half = z * math.sqrt(variance / len(values))
    return f"{centre:.4f} [{centre - half:.4f}, {centre + half:.4f}]"


def play(options):
    out, dealt = Path(options.out), list(deals(options.deals, options.seed))
    with open(out / "curve.csv", newline="") as file:
        curve = list(csv.DictReader(file))
    step = math.ceil(len(dealt) / (8 * options.workers))
    print(f"{options.player} against DouZero 1.1.0, {len(dealt)} deals per role, seed {options.seed}; games won")
    heads = [f"{head:24}" for head in ("as landlord", "as peasants", "sum of both")]
    print("CPU s   clock s     frames  ", " ".join(heads), " games/s")
    with multiprocessing.get_context("spawn").Pool(options.workers) as pool:
        for line in curve[-1:] if options.last else curve:
            checkpoint, begun = str(out / f"{{}}_weights_{line['frames']}.ckpt"), time.perf_counter()
            parts = [dealt[at : at + step] for at in range(0, len(dealt), step)]
            tasks = [(checkpoint, options.player, part, options.seed + at) for at, part in enumerate(parts)]
            won = sum(pool.map(games, tasks, chunksize=1), [])
            rate = 2 * len(won) / (time.perf_counter() - begun)
            cells = [wilson([one for one, _ in won]), wilson([other for _, other in won]), mean([*map(sum, won)])]
            used = f"{float(line['cpu_seconds']):5.0f} {float(line['seconds']):9.0f} {int(line['frames']):10}"
            print(f"{used}   {' '.join(cells)}  {rate:7.1f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    training = commands.add_parser("train", help="train, with checkpoints")
    training.add_argument("--cpu-seconds", type=float, default=7200, help="total CPU time")
    training.add_argument("--every", type=float, default=1200, help="CPU time between checkpoints")
    training.add_argument("--objective", default="wp", help="wp, adp or logadp")
    training.add_argument("--actors", type=int, default=2, help="processes that play")
    training.add_argument("--threads", type=int, default=1, help="threads that learn, for each role")
    playing = commands.add_parser("play", help="play a player of this project against the checkpoints")
    playing.add_argument("--player", default="rule", help="name of a player of `quadrille.doudizhu.Player`")
    playing.add_argument("--deals", type=int, default=3000, help="deals, each played in both roles")
    playing.add_argument("--workers", type=int, default=2, help="processes that play")
    playing.add_argument("--last", action="store_true", help="only the last checkpoint")
    for command in (training, playing):
        command.add_argument("--douzero", help="the unpacked source of DouZero; by default the installed package")
        command.add_argument("--out", required=True, help="the folder of the training")
        command.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.douzero:
        sys.path.insert(0, os.path.abspath(options.douzero))
    {"train": train, "play": play}[options.command](options)


if __name__ == "__main__":
    main()
