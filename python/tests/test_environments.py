"""Environments for learners: what they show is what single games show, in every mode, and what is wrong is refused."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quadrille
from quadrille import daifugo, doudizhu

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from gymnasium.vector import AutoresetMode  # noqa: E402
from gymnasium.wrappers.vector import RecordEpisodeStatistics  # noqa: E402
from pettingzoo.test import api_test, seed_test  # noqa: E402

GAMES: list[tuple[Any, dict[str, Any]]] = [
    (doudizhu, {}),
    (doudizhu, {"bidding": "call-rob", "reward": "classic"}),
    (doudizhu, {"rules": "pagat,no-four-two", "reward": "douzero", "released": True}),
    (daifugo, {}),
    (daifugo, {"classes": "drawn", "reward": "centred"}),
    (daifugo, {"rules": "players=3 jokers=2 sequences eight-cut revolution", "classes": "none"}),
]


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize(("game", "options"), GAMES)
def test_pettingzoo(game: Any, options: dict[str, Any]) -> None:
    api_test(game.env(**options), num_cycles=300)
    seed_test(lambda: game.env(**options), num_cycles=100)


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_many_tables_are_single_ones(game: Any, options: dict[str, Any]) -> None:
    """Table 0 of several does what one table alone does, as the environment of turns shows it."""
    many = game.VectorEnv(5, seed=8, autoreset="disabled", **options)
    one = game.env(**options)
    observation, infos = many.reset()
    one.reset(seed=8)
    width = many.single_observation_space.shape[0]
    ended = 0
    for _ in range(400):
        seen = one.observe(one.agent_selection)
        padded = np.zeros(width, np.int8)
        padded[: len(seen["observation"])] = seen["observation"]
        assert np.array_equal(padded, observation[0])
        assert np.array_equal(seen["action_mask"], infos["action_mask"][0])
        mover = infos["seat" if game is doudizhu else "player"][0]
        assert one.agent_selection == f"player_{mover}"
        actions = many.random_actions()
        one.step(int(actions[0]))
        observation, rewards, terminated, truncated, infos = many.step(actions)
        assert not truncated.any()
        assert rewards[0] == infos["rewards"][0, mover] == one.rewards[f"player_{mover}"]
        if terminated.any():
            ended += int(terminated[0])
            if terminated[0]:
                assert all(one.terminations.values())
                assert list(one.rewards.values()) == list(infos["rewards"][0])
                one.reset()
            observation, infos = many.reset(options={"reset_mask": terminated.copy()})
    assert ended > 1


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_masks_are_the_legal_actions(game: Any, options: dict[str, Any]) -> None:
    env = game.VectorEnv(7, seed=1, **options)
    _, infos = env.reset()
    for _ in range(150):
        ids, starts = env.legal_actions()
        for table in range(7):
            legal = ids[starts[table] : starts[table + 1]]
            assert np.array_equal(np.flatnonzero(infos["action_mask"][table]), np.sort(legal))
            assert (len(legal) == 0) == (infos["seat"][table] == -1)
        actions = env.random_actions()
        playing = infos["seat"] >= 0
        assert all(infos["action_mask"][table, actions[table]] for table in np.flatnonzero(playing))
        _, _, _, _, infos = env.step(actions)


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_modes_of_autoreset_play_the_same_games(game: Any, options: dict[str, Any]) -> None:
    """The steps at which a game was played, and the last observations, are the same in all three modes."""

    def course(mode: Any) -> list[list[Any]]:
        env = game.VectorEnv(3, seed=4, autoreset=mode, **options)
        assert env.metadata["autoreset_mode"] == (mode if isinstance(mode, AutoresetMode) else AutoresetMode[mode.upper()])
        observation, infos = env.reset()
        tables: list[list[Any]] = [[] for _ in range(3)]
        dealt = np.zeros(3, np.bool_)
        for _ in range(300):
            before = observation.copy()
            observation, reward, terminated, _, infos = env.step(env.random_actions())
            for table in range(3):
                if not dealt[table]:
                    tables[table].append((before[table].tobytes(), reward[table], bool(terminated[table])))
                else:
                    assert reward[table] == 0
                if terminated[table] and game is doudizhu and not options.get("bidding"):
                    last = infos["final_obs"] if mode == "same_step" else observation
                    tables[table].append(last[table].tobytes())
            assert ("final_obs" in infos) == (mode == "same_step" and bool(terminated.any()))
            dealt = terminated.copy() if mode == "next_step" else dealt
            if mode == "disabled" and terminated.any():
                observation, infos = env.reset(options={"reset_mask": terminated.copy()})
        return tables

    courses = [course(mode) for mode in ("next_step", "same_step", "disabled")]
    for tables in zip(*courses, strict=True):
        length = min(len(table) for table in tables)
        assert length > 200
        assert tables[0][:length] == tables[1][:length] == tables[2][:length]
    assert course(AutoresetMode.SAME_STEP)


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_seeds(game: Any, options: dict[str, Any]) -> None:
    def course(n: int, seed: int) -> list[bytes]:
        env = game.VectorEnv(n, **options)
        env.reset(seed=seed)
        return [env.step_at_random()[0][0].tobytes() for _ in range(120)]

    assert course(1, 3) == course(9, 3)
    assert course(1, 3) != course(1, 4)
    env = game.VectorEnv(2, seed=3, **options)
    first = env.reset()[0].copy()
    assert not np.array_equal(env.reset()[0], first), "the next games"
    assert np.array_equal(env.reset(seed=3)[0], first)
    unseeded = [game.VectorEnv(2, **options).reset()[0].copy() for _ in range(2)]
    assert not np.array_equal(*unseeded)


def test_arrays_are_filled_in_place() -> None:
    env = doudizhu.VectorEnv(4, seed=1)
    observation, infos = env.reset()
    later = env.step_at_random()
    assert later[0] is observation
    assert later[4]["action_mask"] is infos["action_mask"]
    assert observation.shape == (4, 901) and observation in env.observation_space
    assert env.random_actions() in env.action_space
    assert "action_mask" not in doudizhu.VectorEnv(4, masks=False).reset()[1]


def test_a_wrapper_of_gymnasiums() -> None:
    env = RecordEpisodeStatistics(doudizhu.VectorEnv(3, seed=1, autoreset="same_step", reward="wp"))
    env.reset()
    episodes = 0
    for _ in range(300):
        infos = env.step(env.unwrapped.random_actions())[4]
        episodes += int("episode" in infos)
    assert episodes > 3


def test_features_are_a_row_a_move() -> None:
    env = doudizhu.VectorEnv(6, seed=2, observations="douzero", reward="douzero")
    observation, infos = env.reset()
    roles = set()
    for _ in range(60):
        for role in range(3):
            tables, starts, ids, x, z = env.features(role)
            assert np.array_equal(tables, np.flatnonzero(infos["role"] == role))
            assert x.shape == (starts[-1], 373 if role == 0 else 484) and z.shape == (len(tables), 5, 162)
            width = x.shape[1] - 54
            for place, table in enumerate(tables):
                roles.add(role)
                rows = slice(starts[place], starts[place + 1])
                assert np.array_equal(np.sort(ids[rows]), np.flatnonzero(infos["action_mask"][table]))
                assert (x[rows, :width] == observation["x"][table, :width]).all()
                assert np.array_equal(z[place], observation["z"][table])
                cards = np.unique(x[rows, width:], axis=0)
                assert len(cards) == len(ids[rows])
        observation, _, _, _, infos = env.step(env.random_actions())
    assert roles == {0, 1, 2}


def test_features_of_daifugo() -> None:
    env = daifugo.VectorEnv(4, seed=2)
    env.reset()
    for _ in range(60):
        features = env.features()
        assert features.shape == (len(env.legal_actions()[0]), 216)
        env.step(env.random_actions())


def refused(words: str, act: Any) -> None:
    with pytest.raises(quadrille.Error, match=words):
        act()


def test_what_is_wrong_is_refused() -> None:
    refused("reward `gold`.*expected `wp`", lambda: doudizhu.VectorEnv(2, reward="gold"))
    refused("bidding `x`.*expected `none`", lambda: doudizhu.VectorEnv(2, bidding="x"))
    refused("without an action id", lambda: doudizhu.VectorEnv(2, rules="douzero"))
    refused("observations `x`", lambda: doudizhu.VectorEnv(2, observations="x"))  # type: ignore[arg-type]
    refused("autoreset `x`", lambda: doudizhu.VectorEnv(2, autoreset="x"))  # type: ignore[arg-type]
    refused("at most 16777216", lambda: doudizhu.VectorEnv(1 << 40))
    refused("classes `x`", lambda: daifugo.VectorEnv(2, classes="x"))
    refused("expected rules", lambda: daifugo.VectorEnv(2, rules="x"))
    for game in (doudizhu, daifugo):
        env = game.VectorEnv(2, seed=1, autoreset="disabled")
        before = env.reset()[0].copy()
        legal = env.random_actions().copy()
        refused("expected one for each of 2", lambda env=env: env.step([1]))  # type: ignore[misc]
        for action in (-1, 70_000, 1 << 40, 27_471):
            refused("table 1, action", lambda env=env, a=action: env.step([legal[0], a]))  # type: ignore[misc]
        with pytest.raises(TypeError):
            env.step([0.5, 1.0])
        refused("2 tables|of 2", lambda env=env: env.reset(options={"reset_mask": [True]}))  # type: ignore[misc]
        refused("a seed for every table", lambda env=env: env.reset(seed=[1, 2]))  # type: ignore[misc]
        assert np.array_equal(env._observe(), before), "nothing was done"
    turns = doudizhu.env(seed=1)
    turns.reset()
    refused("no action", lambda: turns.step(None))
    single = doudizhu.rlcard_env(seed=1)
    refused("no action has the number", lambda: single.step(40_000))
    refused("`xyz`", lambda: single.step("xyz", raw_action=True))
    refused("`3`|cards|hand", lambda: single.reset(deal=("3", "4", "5", "6")))


class RandomAgent:
    """Draws from the ids that are legal."""

    use_raw = False

    def __init__(self, seed: int) -> None:
        self.luck = np.random.default_rng(seed)

    def step(self, state: dict[str, Any]) -> int:
        return int(self.luck.choice(sorted(state["legal_actions"])))

    def eval_step(self, state: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        return self.step(state), {}


def test_a_run_of_rlcards_kind() -> None:
    env = doudizhu.rlcard_env(seed=1)
    env.set_agents([RandomAgent(seat) for seat in range(3)])
    won = np.zeros(3, np.int64)
    for _ in range(20):
        trajectories, payoffs = env.run(is_training=True)
        assert sorted(payoffs) in ([0, 0, 1], [0, 1, 1])
        assert [len(trajectory) % 2 for trajectory in trajectories] == [1, 1, 1]
        assert env.get_perfect_information()["hand_cards"].count("") == 1
        won += payoffs
    assert (won > 0).all()
    assert env.get_action_feature(27_470).nonzero()[0].tolist() == [52, 53]


def same(theirs: dict[str, Any], ours: dict[str, Any], leads: bool) -> None:
    """Two states of RLCard's are the same; lists of leads as sets, for RLCard's order hangs on Python's hashes."""
    listed = sorted if leads else list
    assert np.array_equal(theirs["obs"], ours["obs"])
    for key, value in theirs["raw_obs"].items():
        if key == "actions":
            assert listed(value) == listed(ours["raw_obs"][key])
        else:
            assert value == ours["raw_obs"][key], key
    assert listed(theirs["raw_legal_actions"]) == listed(ours["raw_legal_actions"])
    assert set(theirs["legal_actions"]) == set(ours["legal_actions"])
    for number, cells in theirs["legal_actions"].items():
        assert np.array_equal(cells, ours["legal_actions"][number])
    assert theirs["action_record"] == ours["action_record"]


def test_two_hundred_games_of_rlcards() -> None:
    """States of all players, legal moves and winners, with RLCard's agents, beside RLCard 1.2.0 itself."""
    rlcard = pytest.importorskip("rlcard")
    models = pytest.importorskip("rlcard.models.doudizhu_rule_models")
    cards = pytest.importorskip("rlcard.games.doudizhu.utils").cards2str
    theirs = rlcard.make("doudizhu", config={"seed": 5})
    ours = doudizhu.rlcard_env(released=True)
    for game in range(200):
        agents = [models.DouDizhuRuleAgentV1() if game >> seat & 1 else RandomAgent(game) for seat in range(3)]
        state, player = theirs.reset()
        stock = cards(theirs.game.round.dealer.deck[-3:])
        hands = [cards(seat.current_hand) for seat in theirs.game.players]
        for card in stock:
            hands[0] = hands[0].replace(card, "", 1)
        shown, shown_to = ours.reset(deal=(hands[0], hands[1], hands[2], stock))
        while True:
            assert player == shown_to
            greater = theirs.game.round.greater_player
            same(state, shown, greater is None or greater.player_id == player)
            if len(state["raw_obs"]["trace"]) > 0:
                for other in {0, 1, 2} - {player}:
                    same(theirs.get_state(other), ours.get_state(other), True)
            if theirs.is_over():
                break
            np.random.seed(game)
            action, _ = agents[player].eval_step(state)
            raw = agents[player].use_raw
            (state, player), (shown, shown_to) = theirs.step(action, raw), ours.step(action, raw)
        assert ours.is_over() and theirs.get_payoffs().tolist() == ours.get_payoffs().tolist()


def test_kept_games_of_rlcards() -> None:
    """The same for games that RLCard 1.2.0 played once (`benches/peers/rlcard_games.py` wrote them)."""
    kept = json.loads((Path(__file__).parent / "rlcard_games.json").read_text())
    env = doudizhu.rlcard_env(released=True)
    for game in kept["games"]:
        state, player = env.reset(deal=tuple(game["deal"]))
        for step in game["steps"]:
            assert (player, np.flatnonzero(state["obs"]).tolist()) == (step["player"], step["ones"])
            listed = sorted if step["leads"] else list
            assert listed(state["raw_obs"]["actions"]) == listed(step["actions"])
            state, player = env.step(step["played"], raw_action=True)
        assert env.get_payoffs().tolist() == game["payoffs"]
