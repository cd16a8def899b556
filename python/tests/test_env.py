"""Environments of the card games: tables side by side, Gymnasium's vector API, PettingZoo's turns."""

import subprocess
import sys
import threading

import numpy as np
import pytest

import quadrille
from quadrille import _native, daifugo, doudizhu
from quadrille.doudizhu import Tables

MODES = ["NextStep", "SameStep", "Disabled"]


def single(seed, table, game):
    return _native.DoudizhuGame.dealt(seed, table, game, 0, "rlcard")


def single_observation(game, seat):
    out = np.zeros(901, np.int8)
    game.fill_observation(seat, out[: 790 if seat == game.landlord else 901], False)
    return out


def agree(tables, games, masks):
    """Everything that can be seen of the tables is what single games show."""
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
def test_tables_are_single_games(mode, reward):
    n, seed = 4, 31459
    tables = Tables(n, seed=seed, reward=reward, autoreset=mode)
    numbers = [0] * n
    games = [single(seed, table, 0) for table in range(n)]
    over = np.zeros(n, bool)
    for _ in range(150):
        agree(tables, games, tables.masks())
        ids, starts = tables.legal()
        choices = tables.random_choices()
        # -1 where the game is over: it is not looked at.
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


def test_bad_input_is_told():
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
        (lambda: Tables(1, autoreset="Never"), "no such mode of autoreset"),
        (lambda: tables.step([good]), r"actions: an array of shape \[1\]; expected \[2\]"),
        (lambda: tables.step([good, 27_471]), "table 1, action 27471: a pass, where seat 0 leads"),
        (lambda: tables.step([good, -1]), "table 1, action -1: no action has this number"),
        (lambda: tables.step([good, 2**63]), "table 1, action 9223372036854775807: no action|whole numbers"),
        (lambda: tables.step([0.5, 0.5]), "an array of float64; expected one of whole numbers"),
        (lambda: tables.step(["3", "4"]), "actions: an array of str"),
        (lambda: tables.step_choices(np.array([0, 5000], np.uint32)), "table 1, action 5000: there are"),
        (lambda: tables.step_choices(np.zeros(2)), "an array of float64; expected uint32"),
        (lambda: tables.step_choices([0, 0]), "expected an array of numpy"),
        (lambda: tables.reset(np.ones(3, bool)), r"an array of shape \[3\]; expected \[2\]"),
        (lambda: tables.reset(np.array([1, 0, 1, 0], bool)[::2].astype(np.int8)), "an array of int8; expected bool"),
        (lambda: tables.observations(np.zeros((2, 900), np.int8)), r"expected \[2, 901\]"),
        (lambda: tables.observations(np.zeros((2, 901), np.float64)), "expected int8, uint8, bool or float32"),
        (lambda: tables.observations(np.zeros((901, 2), np.int8).T), "do not lie behind one another"),
        (lambda: tables.observations(np.broadcast_to(np.int8(0), (2, 901))), "behind one another|not writeable"),
        (lambda: tables.observations(_read_only((2, 901))), "not writeable"),
        (lambda: tables.observations([0]), "expected an array of numpy"),
        (lambda: tables.legal(np.zeros(3, np.uint16)), "out: expected an array of at least"),
        (lambda: tables.x(0, [0]), "out: expected an array of at least"),
        (lambda: tables.x(3), "there is no role 3"),
        (lambda: tables.hand(2, 0), "there is no table 2"),
        (lambda: tables.hand(0, 3), "there is no seat 3"),
        (lambda: tables.observation_of(9, 0), "there is no table 9"),
        (lambda: doudizhu.action_text(27_472), "action 27472: no action has this number"),
        (lambda: doudizhu.action_id("35"), "`35` is no action"),
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


def test_two_threads_are_told():
    """Of the same tables or the same array: an exception, whoever comes second."""
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


def test_no_tables_are_tables():
    tables = Tables(0)
    tables.step(np.zeros(0, np.int64))
    assert tables.observations().shape == (0, 901) and tables.masks().shape == (0, 27_472)


def test_other_threads_go_on_while_tables_step():
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


# Gymnasium.

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed")


def vector_env(*args, **options):
    return doudizhu.VectorEnv(*args, **options)


def played(env, steps, seed):
    """What comes of the first legal actions by a generator of numbers."""
    rng = np.random.default_rng(0)
    observations, infos = env.reset(seed=seed)
    seen = [(observations, infos)]
    for _ in range(steps):
        if env.autoreset_mode.value == "Disabled" and (infos["turn"] < 0).any():
            observations, infos = env.reset(options={"reset_mask": infos["turn"] < 0})
            continue
        ids, starts = env.tables.legal()
        counts = np.diff(starts.astype(np.int64))
        at = starts[:-1] + (rng.random(env.num_envs) * counts).astype(np.int64)
        actions = np.where(counts > 0, np.append(ids, 0)[np.minimum(at, len(ids))], 0)
        observations, rewards, terminated, truncated, infos = env.step(actions)
        seen.append((observations, rewards, terminated, truncated, infos))
    return seen


@pytest.mark.parametrize("mode", MODES)
def test_the_vector_api_in_every_mode(mode):
    env = vector_env(5, reward="wp", autoreset_mode=gymnasium.vector.AutoresetMode(mode))
    assert isinstance(env, gymnasium.vector.VectorEnv)
    assert env.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode(mode)
    assert env.single_action_space == gymnasium.spaces.Discrete(27_472)
    assert env.observation_space.shape == (5, 901) and env.action_space.shape == (5,)
    ends, before = 0, None
    for step, (observations, *rest) in enumerate(played(env, 250, seed=9)):
        assert env.observation_space.contains(observations)
        infos = rest[-1]
        legal = infos["action_mask"].sum(axis=1)
        assert ((legal == 0) == (infos["turn"] < 0)).all()
        if step == 0:
            continue
        rewards, terminated, truncated, _ = rest
        assert rewards.dtype == np.float64 and rewards.shape == (5,) and not truncated.any()
        assert ((rewards != 0) == terminated).all()
        assert np.array_equal(rewards, infos["rewards"][:, 0])
        if terminated.any():
            ends += int(terminated.sum())
            told = infos["final_info"] if mode == "SameStep" else infos
            assert np.array_equal(told["_winner"], terminated)
            for table in np.flatnonzero(terminated):
                landlord_won = told["winner"][table] == 0
                assert rewards[table] == (1 if landlord_won else -1)
                if mode == "SameStep":
                    assert infos["final_obs"].dtype == object
                    assert env.single_observation_space.contains(infos["final_obs"][table])
            if mode == "SameStep":
                assert all((infos["final_obs"][table] is None) != terminated[table] for table in range(5))
        else:
            assert "final_obs" not in infos and "winner" not in infos
        if mode == "SameStep":
            assert (legal > 0).all()
        else:
            assert np.array_equal(infos["turn"] < 0, terminated)
        if before is not None and mode == "NextStep":
            assert not rewards[before].any() and not terminated[before].any()
        before = terminated
    assert ends > 5


@pytest.mark.parametrize("mode", MODES)
def test_the_last_observation_of_a_game(mode):
    """The same games in all modes: what one calls final_obs is what the others show when a game is over."""
    same = played(vector_env(1, autoreset_mode="SameStep"), 90, seed=4)
    first_end = next(i for i, seen in enumerate(same) if i and seen[2].any())
    other = played(vector_env(1, autoreset_mode=mode), 90, seed=4)
    observations, rewards, terminated, _, infos = other[first_end]
    last = infos["final_obs"][0] if mode == "SameStep" else observations[0]
    assert terminated[0] and np.array_equal(last, same[first_end][4]["final_obs"][0])
    assert rewards[0] == same[first_end][1][0]


def test_douzero_observations_and_masks_within():
    env = vector_env(3, observation="douzero", action_mask="observation", autoreset_mode="SameStep", dtype=np.float32)
    ends = 0
    for observations, *rest in played(env, 80, seed=1):
        assert env.observation_space.contains(observations)
        assert "action_mask" not in rest[-1]
        assert np.array_equal(observations["action_mask"].sum(axis=1) > 0, rest[-1]["turn"] >= 0)
        for last in rest[-1].get("final_obs", ()):
            if last is not None:
                ends += 1
                assert env.single_observation_space.contains(last) and not last["action_mask"].any()
    assert ends > 0 and observations["observation"]["z"].shape == (3, 5, 162)


@pytest.mark.parametrize("options", [{}, {"observation": "douzero"}, {"bidding": "call-rob", "reward": "classic"}])
def test_seeds_reproduce(options):
    one = played(vector_env(3, **options), 60, seed=11)
    again = played(vector_env(3, **options), 60, seed=11)
    many = played(vector_env(3, seed=11, **options), 60, seed=None)
    for seen in zip(one, again, many, strict=True):
        for parts in zip(*seen, strict=True):
            equal(parts[0], parts[1])
            equal(parts[0], parts[2])
    other = played(vector_env(3, **options), 2, seed=12)
    assert not np.array_equal(one[0][1]["action_mask"], other[0][1]["action_mask"]) or options


def equal(left, right):
    if isinstance(left, dict):
        assert left.keys() == right.keys()
        for name in left:
            equal(left[name], right[name])
    else:
        assert np.array_equal(left, right)


def test_what_is_copied_is_the_callers():
    env = vector_env(2)
    first, infos = env.reset(seed=1)
    kept, mask = first.copy(), infos["action_mask"].copy()
    env.step(infos["action_mask"].argmax(axis=1))
    assert np.array_equal(first, kept) and np.array_equal(infos["action_mask"], mask)
    env = vector_env(2, copy=False, action_mask=None)
    first, infos = env.reset(seed=1)
    ids, starts = env.tables.legal()
    assert env.step(ids[starts[:-1]])[0] is first and "action_mask" not in infos


def test_resets():
    env = vector_env(4, seed=3)
    first, infos = env.reset()
    assert infos["game"].tolist() == [0] * 4
    assert env.reset()[1]["game"].tolist() == [1] * 4
    mask = np.array([True, False, True, False])
    assert env.reset(options={"reset_mask": mask})[1]["game"].tolist() == [2, 1, 2, 1]
    again, infos = env.reset(seed=3)
    assert infos["game"].tolist() == [0] * 4 and np.array_equal(first, again)
    for options, seed, words in [
        ({"reset_mask": [True] * 4}, None, "reset_mask: expected an array of bool"),
        ({"reset_mask": np.ones(3, bool)}, None, r"of shape \(4,\)"),
        ({"reset_mask": np.zeros(4, bool)}, None, "at least one table"),
        ({"reset_mask": np.ones(4, bool)}, 1, "a seed deals anew at every table"),
        (None, -1, "seed=-1; expected"),
        (None, [1, 2, 3, 4], "expected one whole number"),
    ]:
        with pytest.raises(quadrille.Error, match=words):
            env.reset(seed=seed, options=options)
    for options, words in [
        ({"observation": "pixels"}, "observation='pixels'"),
        ({"autoreset_mode": "Never"}, "is no mode of autoreset"),
        ({"action_mask": "somewhere"}, "action_mask='somewhere'"),
        ({"dtype": np.float64}, "expected int8, uint8, bool or float32"),
    ]:
        with pytest.raises(quadrille.Error, match=words):
            vector_env(1, **options)
    for n in (0, -1, 2.0, True):
        with pytest.raises(quadrille.Error, match="tables; expected a whole number, 1 or more"):
            vector_env(n)


def test_wrappers_of_gymnasium():
    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(vector_env(4, autoreset_mode="NextStep"))
    _, infos = env.reset(seed=2)
    finished = 0
    for _ in range(150):
        actions = infos["action_mask"].argmax(axis=1)
        _, _, _, _, infos = env.step(actions)
        finished += int(infos.get("_episode", np.zeros(4)).sum())
    assert finished > 3
    listed = gymnasium.wrappers.vector.DictInfoToList(vector_env(2, autoreset_mode="SameStep"))
    _, infos = listed.reset(seed=2)
    assert infos[1]["turn"] == 0 and infos[1]["action_mask"].shape == (27_472,)


def test_what_is_missing_is_named():
    """Without Gymnasium and PettingZoo everything else is there."""
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


# PettingZoo.


@pytest.mark.filterwarnings("ignore:Observation:UserWarning")
def test_pettingzoo():
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
    from pettingzoo.test import api_test, seed_test

    api_test(doudizhu.env(), num_cycles=200)
    api_test(doudizhu.raw_env(bidding="bids", doubling=True, reward="classic"), num_cycles=200)
    seed_test(doudizhu.env, num_cycles=40)

    game, table = doudizhu.raw_env(reward="douzero"), vector_env(1, reward="douzero", autoreset_mode="Disabled")
    game.reset(seed=6)
    _, infos = table.reset(seed=6)
    observations = infos
    rng = np.random.default_rng(1)
    while True:
        observation, _, termination, truncation, _ = game.last()
        assert isinstance(termination, bool) and not truncation
        assert game.observation_space(game.agent_selection).contains(observation)
        if termination:
            break
        assert np.array_equal(observation["action_mask"], infos["action_mask"][0])
        assert game.agent_selection == f"player_{infos['turn'][0]}"
        action = rng.choice(np.flatnonzero(observation["action_mask"])).astype(np.int32)
        game.step(action)
        observations, _, _, _, infos = table.step(np.array([action]))
        if infos["turn"][0] >= 0:
            assert np.array_equal(game.observe(game.agent_selection)["observation"], observations[0])
    assert [game.rewards[agent] for agent in game.possible_agents] == infos["rewards"][0].tolist()
    assert game.action_space("player_0") is game.action_space("player_0")
    game.reset(seed=6)
    for action, words in [(None, "no action"), (27_471, "a pass, where seat 0 leads"), (99_999, "no action has")]:
        with pytest.raises(quadrille.Error, match=words):
            game.step(action)
    with pytest.raises(quadrille.Error, match="seed=-1"):
        game.reset(seed=-1)
    shown = doudizhu.raw_env(render_mode="ansi", seed=1)
    shown.reset()
    assert "player_0 (landlord): " in shown.render()
    with pytest.raises(quadrille.Error, match="render_mode='pixels'"):
        doudizhu.raw_env(render_mode="pixels")


# Daifugo.


def daifugo_legal(tables, table):
    """What is legal by the single function."""
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
def test_daifugo_tables_are_single_games(mode):
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
            # The hand is what a move takes and what it leaves.
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


@pytest.mark.parametrize("mode", MODES)
def test_daifugo_by_the_vector_api(mode):
    env = daifugo.VectorEnv(3, reward="centred", classes="drawn", autoreset_mode=mode, jokers=2)
    assert env.single_action_space == gymnasium.spaces.Discrete(10_474)
    ends = 0
    for step, (observations, *rest) in enumerate(played(env, 300, seed=3)):
        assert env.observation_space.contains(observations)
        if step:
            rewards, terminated, _, infos = rest
            assert np.array_equal(rewards, infos["rewards"][:, 0])
            assert not infos["rewards"].sum(axis=1).any()
            ends += int(terminated.sum())
            if terminated.any():
                told = infos["final_info"] if mode == "SameStep" else infos
                worth = 2 - told["classes"][terminated]
                assert np.array_equal(worth, infos["rewards"][terminated])
                if mode == "SameStep":
                    assert all((last is None) != over for last, over in zip(infos["final_obs"], terminated))
    assert ends > 4
    one, again = (played(daifugo.VectorEnv(2, players=3), 80, seed=8) for _ in range(2))
    for seen in zip(one, again, strict=True):
        for parts in zip(*seen, strict=True):
            equal(*parts)


@pytest.mark.filterwarnings("ignore:Observation:UserWarning")
def test_daifugo_by_turns():
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
    from pettingzoo.test import api_test, seed_test

    api_test(daifugo.env(), num_cycles=300)
    api_test(daifugo.raw_env(players=3, jokers=2, classes="drawn"), num_cycles=300)
    seed_test(daifugo.env, num_cycles=40)
    game = daifugo.raw_env(classes="drawn", seed=1, render_mode="ansi")
    game.reset()
    assert game.infos["player_0"] == {"exchanging": True} and "player_4: " in game.render()
    for player, agent in enumerate(game.possible_agents):
        seen = game.observe(agent)
        assert seen["observation"][:54].sum() == len(game.tables.hand(0, player).split())
        assert seen["action_mask"].any() == (agent == game.agent_selection)
    texts = game.tables.legal_texts(0)
    with pytest.raises(quadrille.Error, match="to be returned"):
        game.step(0)
    assert all(1 <= number <= 1432 for number in texts)


def test_bad_input_to_daifugo_is_told():
    for options, words in [
        ({"players": 7}, "7 players; expected 3 to 6"),
        ({"jokers": 3}, "3 jokers; expected 0 to 2"),
        ({"rules": ["eight-cuts"]}, "eight-cuts"),
        ({"classes": "lost"}, "no such source of classes"),
        ({"reward": "adp"}, "no such reward"),
        ({"autoreset": "Never"}, "no such mode of autoreset"),
    ]:
        with pytest.raises(quadrille.Error, match=words):
            daifugo.Tables(1, **options)
    tables = daifugo.Tables(2, seed=1, rules=["sequences", "eight-cut"], players=4, jokers=0)
    assert tables.rules == "players=4 jokers=0 sequences eight-cut" and tables.action_count == 1892
    good = int(tables.legal()[0][0])
    for call, words in [
        (lambda: tables.step([good, 0]), "table 1, action 0: a pass, where the seat leads"),
        (lambda: tables.step([good, 70_000]), "table 1, action 70000: no action has this number"),
        (lambda: tables.step([good]), r"expected \[2\]"),
        (lambda: tables.hand(0, 4), "there is no player 4"),
        (lambda: tables.legal_texts(2), "there is no table 2"),
        (lambda: tables.moves(np.zeros((1, 216), np.int8)), "at least"),
    ]:
        with pytest.raises(quadrille.Error, match=words):
            call()


def test_examples_in_the_documentation():
    import doctest
    from importlib import import_module

    for game in ("doudizhu", "daifugo"):
        for room in ("_tables", "_vector", "_aec"):
            assert doctest.testmod(import_module(f"quadrille.{game}.{room}")).failed == 0
    assert doctest.testmod(import_module("quadrille.doudizhu._rlcard")).failed == 0
