"""Tables of the card games, with numpy alone."""

import copy
import doctest
import pickle
import subprocess
import sys
import threading
from importlib import import_module

import numpy as np
import pytest

import quadrille
from quadrille import _native, daifugo, doudizhu, hearts
from quadrille.doudizhu import Tables

MODES = ["NextStep", "SameStep", "Disabled"]


def single(seed, table, game):
    return _native.DoudizhuGame.dealt(seed, table, game, 0, "rlcard")


def single_observation(game, seat):
    out = np.zeros(901, np.int8)
    game.fill_observation(seat, out[: 790 if seat == game.landlord else 901], False)
    return out


def agree(tables, games, masks):
    """Checks that all public values of the tables equal those of single games."""
    ids, starts = tables.legal()
    turns, observations = tables.turns(), tables.observations()
    for table, game in enumerate(games):
        legal = [number for number, _ in game.legal()]
        assert ids[starts[table] : starts[table + 1]].tolist() == legal
        assert np.flatnonzero(masks[table]).tolist() == sorted(legal)
        assert turns[table] == (-1 if game.winner is not None else game.turn)
        assert np.array_equal(observations[table], single_observation(game, game.turn))
        assert dict(game.legal()) == tables.legal_texts(table)
        for seat in range(3):
            assert tables.hand(table, seat) == game.hand(seat)
            assert np.array_equal(tables.observation_of(table, seat), single_observation(game, seat))
    assert tables.choice_counts().tolist() == np.diff(starts).tolist()


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("reward", ["wp", "adp", "douzero"])
def test_tables_equal_single_games(mode, reward):
    n, seed = 4, 31459
    tables = Tables(n, seed=seed, reward=reward, autoreset=mode)
    numbers = [0] * n
    games = [single(seed, table, 0) for table in range(n)]
    over = np.zeros(n, bool)
    for _ in range(150):
        agree(tables, games, tables.masks())
        ids, starts = tables.legal()
        choices = tables.random_choices()
        # -1 for a finished game: the action is ignored.
        actions = np.where(over, -1, np.append(ids, 0)[starts[:-1] + choices])
        if mode == "Disabled" and over.any():
            with pytest.raises(quadrille.Error, match="has not been reset"):
                tables.step(actions)
            tables.reset(over)
            for table in np.flatnonzero(over):
                numbers[table] += 1
                games[table] = single(seed, table, numbers[table])
            over[:] = False
            assert not tables.rewards().any() and not tables.terminated().any()
            continue
        tables.step(actions)
        ended, outcomes = tables.ended()
        rewards, terminated = tables.rewards(), tables.terminated()
        assert ended.tolist() == np.flatnonzero(terminated).tolist()
        for table in range(n):
            if over[table]:
                numbers[table] += 1
                games[table] = single(seed, table, numbers[table])
                over[table] = False
                assert not terminated[table] and not rewards[table].any()
                continue
            game = games[table]
            game.play(int(actions[table]))
            assert terminated[table] == (game.winner is not None)
            assert rewards[table].tolist() == game.rewards(reward)
            if game.winner is None:
                continue
            assert outcomes[ended == table][0, :3].tolist() == [game.winner, 0, game.bombs]
            last = tables.last_observations()[ended == table][0]
            assert np.array_equal(last, single_observation(game, game.turn))
            if mode == "SameStep":
                numbers[table] += 1
                games[table] = single(seed, table, numbers[table])
            else:
                over[table] = True
    assert min(numbers) >= 1


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.bool_, np.float32])
def test_arrays_are_filled_in_place(dtype):
    tables = Tables(8, seed=2)
    for _ in range(25):
        tables.step_choices(tables.random_choices())
    out = np.full((8, 901), 7).astype(dtype)
    assert tables.observations(out) is out and np.array_equal(out, tables.observations())
    mask = np.ones((8, tables.action_count), dtype)
    tables.masks(mask)
    assert np.array_equal(mask, tables.masks())
    x_no_action, z = tables.x_no_action(), tables.z()
    assert z.shape == (8, 5, 162)
    ids, starts = tables.legal()
    for role in range(3):
        at = np.flatnonzero(tables.roles() == role)
        width = [373, 484, 484][role]
        rows = int(sum(starts[t + 1] - starts[t] for t in at))
        room = np.full((rows + 5, width), 3).astype(dtype)
        x = tables.x(role, room)
        assert x.shape == (rows, width) and np.array_equal(x, tables.x(role))
        row = 0
        for table in at:
            for number in ids[starts[table] : starts[table + 1]]:
                assert np.array_equal(x[row, :-54], x_no_action[table, : width - 54])
                assert x[row, -54:].sum() == len(doudizhu.action_text(int(number)).replace("pass", ""))
                row += 1


def test_bad_input_is_reported():
    tables = Tables(2, seed=7)
    good = int(tables.legal()[0][0])
    bad = [
        (lambda: Tables(70_000), "70000 tables; expected at most 65536"),
        (lambda: Tables(-1), "-1 tables; expected a whole number, 0 or more"),
        (lambda: Tables(1.5), "1.5 tables"),
        (lambda: Tables(1, seed=-1), "seed=-1; expected one whole number"),
        (lambda: Tables(1, seed=2**64), "seed=18446744073709551616"),
        (lambda: tables.reseed("7"), "seed='7'"),
        (lambda: Tables(1, rules="douzero"), "without an action id"),
        (lambda: Tables(1, bidding="loud"), "auction|bids"),
        (lambda: Tables(1, reward="gold"), "no such reward"),
        (lambda: Tables(1, autoreset="Never"), "no such autoreset mode"),
        (lambda: tables.step([good]), r"actions: an array of shape \[1\]; expected \[2\]"),
        (lambda: tables.step([good, 27_471]), "table 1, action 27471: seat 0 leads and cannot pass"),
        (lambda: tables.step([good, -1]), "table 1, action -1: no action has this number"),
        (lambda: tables.step([good, 2**63]), "table 1, action 9223372036854775808: no action|an integer type"),
        (lambda: tables.step(np.array([good, 2**63], np.uint64)), "table 1, action 9223372036854775808: no action"),
        (lambda: tables.step([0.5, 0.5]), "an array of float64; expected an integer type"),
        (lambda: tables.step(["3", "4"]), "actions: an array of str"),
        (lambda: tables.step_choices(np.array([0, 5000], np.uint32)), "table 1, action 5000: there are"),
        (lambda: tables.step_choices(np.zeros(2)), "an array of float64; expected uint32"),
        (lambda: tables.step_choices([0, 0]), "expected a numpy array"),
        (lambda: tables.reset(np.ones(3, bool)), r"an array of shape \[3\]; expected \[2\]"),
        (lambda: tables.reset(np.array([1, 0, 1, 0], bool)[::2].astype(np.int8)), "an array of int8; expected bool"),
        (lambda: tables.observations(np.zeros((2, 900), np.int8)), r"expected \[2, 901\]"),
        (lambda: tables.observations(np.zeros((2, 901), np.float64)), "expected int8, uint8, bool or float32"),
        (lambda: tables.observations(np.zeros((901, 2), np.int8).T), "the array is not contiguous"),
        (lambda: tables.observations(np.broadcast_to(np.int8(0), (2, 901))), "not contiguous|not writeable"),
        (lambda: tables.observations(_read_only((2, 901))), "not writeable"),
        (lambda: tables.observations([0]), "expected a numpy array"),
        (lambda: tables.legal(np.zeros(3, np.uint16)), "out: expected a .-dimensional array"),
        (lambda: tables.x(0, [0]), "out: expected a .-dimensional array"),
        (lambda: tables.x(3), "there is no role 3"),
        (lambda: tables.hand(2, 0), "there is no table 2"),
        (lambda: tables.hand(0, 3), "there is no seat 3"),
        (lambda: tables.observation_of(9, 0), "there is no table 9"),
        (lambda: tables.observation_of(-1, 0), "there is no table -1; expected"),
        (lambda: tables.observation_of(0, 2**70), "there is no seat 1180591620717411303424"),
        (lambda: tables.hand(0, -1), "there is no seat -1"),
        (lambda: tables.legal_texts(-2), "there is no table -2"),
        (lambda: tables.on_table(-1), "there is no table -1"),
        (lambda: tables.x(-1), "there is no role -1"),
        (lambda: tables.observations(np.zeros((2, 901), ">f4")), "float32 in another byte order; expected"),
        (lambda: tables.turns(np.zeros(2, np.int16)), "an array of int16; expected int8"),
        (lambda: tables.games(np.zeros(2, ">u8")), "uint64 in another byte order; expected uint64"),
        (lambda: single(1, 0, 0).hand(-1), "there is no seat -1"),
        (lambda: doudizhu.action_text(27_472), "action 27472: no action has this number"),
        (lambda: doudizhu.action_id("35"), "`35` is not an action"),
    ]
    before = tables.observations()
    for call, words in bad:
        with pytest.raises(quadrille.Error, match=words):
            call()
        assert np.array_equal(tables.observations(), before)


def _read_only(shape):
    array = np.zeros(shape, np.int8)
    array.flags.writeable = False
    return array


def test_concurrent_use_is_reported():
    """Concurrent use of the same tables or array raises an exception in the second thread."""
    out, told = np.zeros((20_000, 901), np.int8), []

    def work(tables):
        for _ in range(10):
            try:
                tables.observations(out)
                tables.step_choices(tables.random_choices())
            except (RuntimeError, quadrille.Error) as error:
                told.append(str(error))

    same = Tables(20_000)
    threads = [threading.Thread(target=work, args=(tables,)) for tables in (same, same, Tables(20_000))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all("borrowed" in words for words in told)
    same.step_choices(same.random_choices())


def test_zero_tables():
    tables = Tables(0)
    tables.step(np.zeros(0, np.int64))
    assert tables.observations().shape == (0, 901) and tables.masks().shape == (0, 27_472)


def test_other_threads_run_while_tables_step():
    tables, beats, stop = Tables(20_000, seed=1), [0], threading.Event()

    def beat():
        while not stop.wait(0.0005):
            beats[0] += 1

    thread = threading.Thread(target=beat)
    thread.start()
    for _ in range(20):
        tables.step_choices(tables.random_choices())
        tables.observations()
    stop.set()
    thread.join()
    assert beats[0] > 5


def test_an_auction():
    tables = Tables(3, seed=5, bidding="bids", doubling=True, open_hand=True, reward="classic")
    assert tables.action_count == 27_480 == 27_472 + len(doudizhu.CALLS)
    assert tables.roles().tolist() == [-1] * 3 and tables.landlords().tolist() == [-1] * 3
    assert tables.legal_texts(0) == {27_472: "pass", 27_473: "1", 27_474: "2", 27_475: "3"}
    observed = tables.observations()[0]
    assert observed[:54].sum() == 17 and observed[54:108].sum() == 37 and not observed[108:].any()
    assert tables.x_no_action()[0, :54].sum() == 17 and not tables.z().any()
    tables.step([27_475, 27_472, 27_472])
    assert tables.turns().tolist()[1:] == [1, 1]
    for _ in range(6):
        tables.step_choices(tables.random_choices())
    thrown_in = Tables(1, bidding="bids", autoreset="SameStep")
    for _ in range(3):
        thrown_in.step([27_472])
    at, outcomes = thrown_in.ended()
    assert at.tolist() == [0] and outcomes.tolist() == [[-1, -1, 0, 0]]
    assert not thrown_in.last_observations().any() and not thrown_in.rewards().any()
    assert thrown_in.turns().tolist() == [1]


def daifugo_legal(tables, table):
    """Returns the legal moves by the single function."""
    held = tables.hand(table, int(tables.turns()[table])).split()
    on = tables.on_table(table)
    found = daifugo.moves(
        " ".join(card for card in held if card != "JK"),
        jokers=held.count("JK"),
        on=on[0] if on else None,
        lock=bool(on and on[1]),
        revolution=tables.is_reversed(table),
    )
    return set(found) | ({"pass"} if on else set())


@pytest.mark.parametrize("mode", MODES)
def test_daifugo_tables_equal_single_games(mode):
    n, seed = 4, 31459
    tables = daifugo.Tables(n, seed=seed, autoreset=mode)
    alone = daifugo.Tables(1, seed=seed, autoreset="SameStep")
    ends, exchanges, compared = 0, 0, 0
    for _ in range(600):
        ids, starts = tables.legal()
        masks, over = tables.masks(), tables.turns() < 0
        for table in range(n):
            own = ids[starts[table] : starts[table + 1]]
            assert np.flatnonzero(masks[table]).tolist() == sorted(own.tolist())
            texts = tables.legal_texts(table)
            assert list(texts) == own.tolist()
            exchanges += int(tables.exchanging()[table])
            if not over[table] and not tables.exchanging()[table]:
                compared += 1
                assert set(texts.values()) == daifugo_legal(tables, table)
        moves, observations = tables.moves(), tables.observations()
        assert moves.shape == (len(ids), 216)
        for table in np.flatnonzero(~over):
            player = int(tables.turns()[table])
            assert np.array_equal(tables.observation_of(int(table), player), observations[table])
            # The cards that a move takes and leaves are the hand.
            rows = moves[starts[table] : starts[table + 1]]
            assert ((rows[:, :52] + rows[:, 110:162]) == observations[table, :52]).all()
        if mode == "Disabled" and over.any():
            with pytest.raises(quadrille.Error, match="has not been reset"):
                tables.step_choices(tables.random_choices())
            tables.reset(over)
            continue
        tables.step_choices(tables.random_choices())
        rewards, (at, classes) = tables.rewards(), tables.ended()
        assert at.tolist() == np.flatnonzero(tables.terminated()).tolist()
        assert not np.delete(rewards, at, axis=0).any()
        assert (rewards[at] == 5 - classes).all() and (np.sort(classes, axis=1) == np.arange(5)).all()
        assert tables.last_observations().shape == (len(at), 887)
        ends += len(at)
        if mode == "SameStep":
            alone.step_choices(alone.random_choices())
            assert alone.rewards()[0].tolist() == rewards[0].tolist()
            assert np.array_equal(alone.observations()[0], tables.observations()[0])
    assert ends > 8 and exchanges > 0 and compared > 1000


def test_bad_input_to_daifugo_is_reported():
    for options, words in [
        ({"players": 7}, "7 players; expected 3 to 6"),
        ({"jokers": 3}, "3 jokers; expected 0 to 2"),
        ({"rules": ["eight-cuts"]}, "eight-cuts"),
        ({"classes": "lost"}, "no such source of classes"),
        ({"reward": "adp"}, "no such reward"),
        ({"autoreset": "Never"}, "no such autoreset mode"),
    ]:
        with pytest.raises(quadrille.Error, match=words):
            daifugo.Tables(1, **options)
    tables = daifugo.Tables(2, seed=1, rules=["sequences", "eight-cut"], players=4, jokers=0)
    assert tables.rules == "players=4 jokers=0 sequences eight-cut" and tables.action_count == 1892
    good = int(tables.legal()[0][0])
    for call, words in [
        (lambda: tables.step([good, 0]), "table 1, action 0: a pass is illegal: the seat must lead"),
        (lambda: tables.step([good, 70_000]), "table 1, action 70000: no action has this number"),
        (lambda: tables.step([good]), r"expected \[2\]"),
        (lambda: tables.hand(0, 4), "there is no player 4"),
        (lambda: tables.observation_of(0, -1), "there is no player -1"),
        (lambda: tables.is_reversed(-1), "there is no table -1"),
        (lambda: tables.legal_texts(2), "there is no table 2"),
        (lambda: tables.moves(np.zeros((1, 216), np.int8)), r"of length \d+ or more"),
    ]:
        with pytest.raises(quadrille.Error, match=words):
            call()


def seen(tables):
    """Returns all public values of tables and of one step."""
    parts = [tables.turns(), tables.games(), tables.rewards(), tables.observations(), tables.masks().copy()]
    parts += [*tables.legal(), *tables.ended(), tables.last_observations(), tables.random_choices()]
    tables.step_choices(parts[-1])
    return parts


@pytest.mark.parametrize("made", [Tables, daifugo.Tables, hearts.Tables])
def test_copies_are_independent(made):
    tables = made(5, seed=3, autoreset="SameStep")
    for _ in range(120):
        seen(tables)
    for copied in (copy.copy, copy.deepcopy):
        twin = copied(tables)
        assert type(twin) is made and repr(twin) == repr(tables)
        # Steps of one copy leave the other unchanged, which later takes the same steps.
        course = [seen(tables) for _ in range(60)]
        for then in course:
            assert all(map(np.array_equal, then, seen(twin)))
    with pytest.raises(quadrille.Error, match="tables cannot be pickled; create them"):
        pickle.dumps(tables)


def test_missing_packages_are_named():
    """Without Gymnasium and PettingZoo everything else works."""
    program = """
import sys
sys.modules["gymnasium"] = sys.modules["pettingzoo"] = None
from quadrille import doudizhu
doudizhu.Tables(2).masks(), doudizhu.rlcard_env(seed=1).reset()
for name, extra in [("VectorEnv", "gymnasium"), ("env", "pettingzoo"), ("raw_env", "pettingzoo")]:
    try:
        getattr(doudizhu, name)
    except ImportError as error:
        assert f"pip install 'quadrille-sim[{extra}]'" in str(error), error
    else:
        raise SystemExit(name)
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_examples_in_the_documentation():
    for module in ("doudizhu._rlcard", "hearts"):
        assert doctest.testmod(import_module(f"quadrille.{module}")).failed == 0
    for game in (doudizhu, daifugo, hearts):
        assert game.Tables.__module__ == game.__name__ and game.Tables.__name__ == "Tables"
        names, run = {"Tables": game.Tables}, doctest.DocTestRunner()
        for example in doctest.DocTestFinder().find(game.Tables, "Tables", globs=names):
            run.run(example)
        assert run.summarize().failed == 0 and run.tries > 2


@pytest.mark.parametrize("mode", MODES)
def test_hearts_tables_equal_games(mode):
    """The generated tables are consistent: legal actions, results of steps, observations."""
    n, seed = 4, 31459
    tables = hearts.Tables(n, seed=seed, autoreset=mode, jd_bonus=True)
    assert tables.players == 4 and tables.action_count == 52 and tables.observation_len == 1006
    alone = hearts.Tables(1, seed=seed, autoreset="SameStep", jd_bonus=True)
    ends = 0
    for _ in range(400):
        ids, starts = tables.legal()
        masks, turns, observations = tables.masks(), tables.turns(), tables.observations()
        for table in range(n):
            own = ids[starts[table] : starts[table + 1]]
            assert np.flatnonzero(masks[table]).tolist() == own.tolist()
            assert list(tables.legal_texts(table)) == own.tolist() and (turns[table] < 0) == (len(own) == 0)
            for player in range(4):
                seen = tables.observation_of(table, player)
                assert seen[:52].sum() == len(tables.hand(table, player).split())
                assert player != turns[table] or np.array_equal(seen, observations[table])
        if mode == "Disabled" and (turns < 0).any():
            with pytest.raises(quadrille.Error, match="has not been reset"):
                tables.step_choices(tables.random_choices())
            tables.reset(turns < 0)
            continue
        tables.step_choices(tables.random_choices())
        rewards, (at, points) = tables.rewards(), tables.ended()
        assert at.tolist() == np.flatnonzero(tables.terminated()).tolist()
        assert np.array_equal(rewards[at], points) and not np.delete(rewards, at, axis=0).any()
        # 26 points in all, of which a seat may have 10 fewer; or a seat shot the moon.
        assert set((104 - points.sum(axis=1)).tolist()) <= {16.0, 26.0, 68.0, 78.0}
        assert tables.last_observations().shape == (len(at), 1006)
        ends += len(at)
        if mode == "SameStep":
            alone.step_choices(alone.random_choices())
            assert np.array_equal(alone.observations()[0], tables.observations()[0])
    assert ends > 8


def test_bad_input_to_hearts_is_reported():
    assert repr(hearts.Tables(1, jd_bonus=np.True_)) == "Tables(1, seed=0)"
    tables = hearts.Tables(2, seed=1)
    good = int(tables.legal()[0][0])
    bad = next(card for card in range(52) if card not in tables.legal_texts(1))
    for call, words in [
        (lambda: hearts.Tables(1, moon=True), "moon=True: unknown field `moon`, expected one of `pass_cards`"),
        (lambda: hearts.Tables(1, jd_bonus="often"), '^jd_bonus=.often.: invalid type: string "often", expected a boolean$'),
        (lambda: hearts.Tables(1, jd_bonus=object()), "jd_bonus=<object object at .*: "),
        (lambda: hearts.Tables(1, autoreset="Never"), "no such autoreset mode"),
        (lambda: hearts.Tables(70_000), "70000 tables; expected at most 65536"),
        (lambda: tables.step([good, bad]), f"table 1, action {bad}: `..` is not legal; expected `"),
        (lambda: tables.step([good, 52]), "table 1, action 52: no action has this number; expected a number below 52"),
        (lambda: tables.hand(0, 4), "there is no player 4; expected a number below 4"),
        (lambda: tables.observation_of(2, 0), "there is no table 2"),
    ]:
        with pytest.raises((quadrille.Error, TypeError), match=words):
            call()
