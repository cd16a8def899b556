"""Environments of the card games: Gymnasium's vector API, PettingZoo's AEC API."""

import copy
import doctest
import pickle
from importlib import import_module

import numpy as np
import pytest

import quadrille
from quadrille import daifugo, doudizhu, hearts

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed")

MODES = ["NextStep", "SameStep", "Disabled"]


def vector_env(*args, **options):
    return doudizhu.VectorEnv(*args, **options)


def played(env, steps, seed):
    """Returns the results of legal actions chosen by a random number generator."""
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
    """The same games in all modes: final_obs of one mode equals the others' observation at the end
    of a game.
    """
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


def test_copies_belong_to_the_caller():
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
        ({"reset_mask": np.ones(4, bool)}, 1, "a seed deals new games at every table"),
        (None, -1, "seed=-1; expected"),
        (None, [1, 2, 3, 4], "expected one whole number"),
    ]:
        with pytest.raises(quadrille.Error, match=words):
            env.reset(seed=seed, options=options)
    for options, words in [
        ({"observation": "pixels"}, "observation='pixels'"),
        ({"autoreset_mode": "Never"}, "is not an autoreset mode"),
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
    for action, words in [
        (2.7, "player_0: 2.7 is not an action; expected an action id"),
        ("3", "player_0: '3' is not an action"),
        (-1, "player_0, action -1: no action has this number; expected a number below 27472"),
        (2**64, "action 18446744073709551616: no action has"),
    ]:
        with pytest.raises(quadrille.Error, match=words):
            game.step(action)
    for action, words in [(None, "no action"), (27_471, "seat 0 leads and cannot pass"), (99_999, "no action has")]:
        with pytest.raises(quadrille.Error, match=words):
            game.step(action)
    with pytest.raises(quadrille.Error, match="seed=-1"):
        game.reset(seed=-1)
    shown = doudizhu.raw_env(render_mode="ansi", seed=1)
    shown.reset()
    assert "player_0 (landlord): " in shown.render()
    with pytest.raises(quadrille.Error, match="render_mode='pixels'"):
        doudizhu.raw_env(render_mode="pixels")


@pytest.mark.parametrize("of", [doudizhu, daifugo, hearts])
def test_copies_in_mid_game(of):
    env = of.VectorEnv(3, autoreset_mode="SameStep")
    played(env, 25, seed=5)
    twin = copy.deepcopy(env)
    for _ in range(120):
        actions = env.tables.legal()[0][env.tables.legal()[1][:-1]]
        equal(*[_plain(each.step(actions)) for each in (env, twin)])
    with pytest.raises(quadrille.Error, match="cannot be pickled"):
        pickle.dumps(env)

    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
    for game in (of.raw_env(seed=5), of.env(seed=5)):
        game.reset()
        by_itself(game, 12)
        twin = copy.deepcopy(game)
        before = game.observe(game.agent_selection)
        later = by_itself(twin, 30)
        # Steps of the copy leave the game unchanged; then the game takes the same steps.
        equal(game.observe(game.agent_selection), before)
        equal(dict(enumerate(by_itself(game, 30))), dict(enumerate(later)))


def _plain(told):
    """Returns the results of a step, without arrays of objects."""
    observations, rewards, terminated, truncated, infos = told
    kept = {name: part for name, part in infos.items() if name not in ("final_obs", "final_info")}
    last = [part for part in infos.get("final_obs", ()) if part is not None]
    return {"seen": observations, "rewards": rewards, "over": terminated, "infos": kept, **dict(enumerate(last))}


def by_itself(game, steps):
    """Performs some first legal actions, and returns the observations."""
    told = []
    for _ in range(steps):
        observation, _, termination, _, _ = game.last()
        told.append(observation)
        if termination:
            break
        game.step(int(observation["action_mask"].argmax()))
    return told


# Daifugo.


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
def test_daifugo_aec():
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


# Hearts: generated environments.


@pytest.mark.parametrize("mode", MODES)
def test_hearts_by_the_vector_api(mode):
    env = hearts.VectorEnv(3, autoreset_mode=mode, avoid_all_tricks_bonus=True)
    assert isinstance(env, gymnasium.vector.VectorEnv) and type(env).__module__ == "quadrille.hearts"
    assert env.single_action_space == gymnasium.spaces.Discrete(52)
    ends = 0
    for step, (observations, *rest) in enumerate(played(env, 300, seed=3)):
        assert env.observation_space.contains(observations)
        if step:
            rewards, terminated, _, infos = rest
            assert np.array_equal(rewards, infos["rewards"][:, 0])
            ends += int(terminated.sum())
            if terminated.any() and mode == "SameStep":
                assert all((last is None) != over for last, over in zip(infos["final_obs"], terminated))
                assert env.single_observation_space.contains(infos["final_obs"][np.flatnonzero(terminated)[0]])
    assert ends > 8


@pytest.mark.filterwarnings("ignore:Observation:UserWarning")
def test_hearts_aec():
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
    from pettingzoo.test import api_test, seed_test

    api_test(hearts.env(), num_cycles=300)
    api_test(hearts.raw_env(jd_bonus=True), num_cycles=300)
    seed_test(hearts.env, num_cycles=40)
    game = hearts.raw_env(seed=1, render_mode="ansi")
    game.reset()
    assert "on the table: nothing\nplayer_0: " in game.render()


@pytest.mark.parametrize("of", [daifugo, hearts])
def test_generated_rlcard_environments(of):
    """The games are those of the tables; an agent plays them through; steps can be taken back."""

    class First:
        use_raw = False

        def eval_step(self, state):
            return min(state["legal_actions"]), {}

        step = eval_step

    env, table = of.rlcard_env(seed=5, allow_step_back=True), of.Tables(1, seed=5, autoreset="Disabled")
    state, player = env.reset()
    seen = []
    while not env.is_over():
        assert list(state["legal_actions"]) == list(table.legal_texts(0)) and player == table.turns()[0]
        assert np.array_equal(state["obs"], table.observations()[0])
        assert state["raw_obs"]["current_hand"] == table.hand(0, player)
        seen.append((state, player))
        action = min(state["legal_actions"])
        table.step([action])
        state, player = env.step(table_text(state, action), raw_action=True) if len(seen) % 2 else env.step(action)
    assert np.array_equal(env.get_payoffs(), table.rewards()[0])
    for before, player in reversed(seen):
        again, who = env.step_back()
        assert who == player and np.array_equal(again["obs"], before["obs"])
        assert list(again["legal_actions"]) == list(before["legal_actions"])
    assert env.step_back() is False
    with pytest.raises(quadrille.Error, match="is disabled; expected allow_step_back=True"):
        of.rlcard_env(seed=1).step_back()
    for call, words in [
        (lambda: env.step("42", raw_action=True), "`42` is not a legal action; expected one of"),
        (lambda: env.step(2.7), "2.7 is not an action; expected an id"),
        (lambda: env.step("zz"), "'zz' is not an action"),
        (lambda: env.step(-1), "action -1: no action has this number"),
        (lambda: env.get_action_feature(10**9), "no action has this number"),
        (lambda: env.run(), "0 agents; expected"),
    ]:
        with pytest.raises(quadrille.Error, match=words):
            call()
    env.set_agents([First() for _ in range(env.num_players)])
    courses, payoffs = env.run()
    assert len(courses) == env.num_players and payoffs.any()


def table_text(state, action):
    return state["raw_legal_actions"][list(state["legal_actions"]).index(action)]


def test_examples_in_the_documentation():
    for game in ("doudizhu", "daifugo"):
        assert doctest.testmod(import_module(f"quadrille.{game}._vector")).failed == 0
        pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
        assert doctest.testmod(import_module(f"quadrille.{game}._aec")).failed == 0
