"""Dou Dizhu with RLCard's interface: equal to RLCard 1.2.0 in recorded games and, where it is
installed, in new ones.

``python tests/test_rlcard.py`` records the games again, with RLCard itself.
"""

import copy
import hashlib
import json
import pickle
from pathlib import Path

import numpy as np
import pytest

import quadrille
from quadrille.doudizhu import action_id, action_text, rlcard_env

KEPT = Path(__file__).parent / "rlcard_games.jsonl"


def leads(state):
    trace = [action for _, action in state["raw_obs"]["trace"]]
    return not trace or trace[-2:] == ["pass", "pass"]


def told(state):
    """Returns a state as a text; leads, which RLCard keeps in a set, are sorted."""
    raw = dict(state["raw_obs"])
    legal = [(int(number), cards.tolist()) for number, cards in state["legal_actions"].items()]
    texts = list(state["raw_legal_actions"])
    assert texts == list(raw["actions"])
    if leads(state):
        legal.sort()
        texts.sort()
    raw["actions"] = None
    raw["trace"] = [[int(player), action] for player, action in raw["trace"]]
    raw["num_cards_left"] = [int(count) for count in raw["num_cards_left"]]
    record = [[int(player), action] for player, action in state["action_record"]]
    parts = [list(state), state["obs"].dtype.name, state["obs"].tolist(), legal, texts, record, sorted(raw.items())]
    return json.dumps(parts)


def digest(states):
    return hashlib.sha256("\n".join(map(told, states)).encode()).hexdigest()


def course(env, choose):
    """Plays a game. Returns its action numbers, states, last states by player, and payoffs."""
    state, player = env.reset()
    assert player == env.get_player_id() == 0
    states, actions = [state], []
    while not env.is_over():
        # The record is one list that grows, so that its present contents are copied.
        states[-1] = dict(state, action_record=list(state["action_record"]))
        actions.append(choose(state))
        state, player = env.step(actions[-1])
        assert player == env.get_player_id()
        states.append(state)
    ends = [env.get_state(player) for player in range(3)]
    return actions, states + ends, [int(payoff) for payoff in env.get_payoffs()]


def at_random(seed):
    rng = np.random.default_rng(seed)
    return lambda state: int(rng.choice(sorted(state["legal_actions"])))


def replayed(actions):
    following = iter(actions)
    return lambda state: next(following)


def test_recorded_games():
    games = [json.loads(line) for line in KEPT.read_text().splitlines()]
    assert len(games) == 12
    envs = {}
    for game in games:
        env = envs.setdefault(game["seed"], rlcard_env(game["seed"], released=True))
        actions, states, payoffs = course(env, replayed(game["actions"]))
        assert digest(states) == game["states"]
        assert payoffs == game["payoffs"]


def test_rlcard_agents_run():
    class Lowest:
        """An agent that answers with texts."""

        use_raw = True

        def step(self, state):
            return state["raw_legal_actions"][0]

        def eval_step(self, state):
            return self.step(state), {}

    class Highest(Lowest):
        """An agent that answers with numbers."""

        use_raw = False

        def step(self, state):
            return max(state["legal_actions"])

    env = rlcard_env(seed=1)
    assert (env.num_players, env.num_actions) == (3, 27_472)
    assert env.state_shape == [[790], [901], [901]] and env.action_shape == [[54]] * 3
    env.set_agents([Lowest(), Highest(), Lowest()])
    for training in (False, True):
        courses, payoffs = env.run(is_training=training)
        assert payoffs.tolist() in ([1, 0, 0], [0, 1, 1])
        assert sum(len(course) // 2 for course in courses) == len(env.action_recorder)
        for player, course in enumerate(courses):
            assert all(state["raw_obs"]["self"] == player for state in course[::2])
    assert env.seed(5) == 5


def test_steps_back_and_given_hands():
    env = rlcard_env(seed=3, allow_step_back=True)
    state, _ = env.reset()
    first, seen = told(unrecorded(state)), []
    assert env.step_back() is False
    choose = at_random(0)
    for _ in range(9):
        seen.append(told(unrecorded(env.get_state(env.get_player_id()))))
        env.step(choose(env.get_state(env.get_player_id())))
    done = list(env.action_recorder)
    while seen:
        state, player = env.step_back()
        assert told(unrecorded(state)) == seen.pop() and player == env.get_player_id()
        # Actions taken back stay recorded.
        assert state["action_record"] == done
    assert told(unrecorded(state)) == first
    hands = ["34R", "55", "66"]
    state, _ = env.reset(hands, stock="34R")
    assert state["raw_legal_actions"] == ["3", "4", "R"] and state["raw_obs"]["seen_cards"] == "34R"
    state, player = env.step("R", raw_action=True)
    assert player == 1 and state["raw_legal_actions"] == ["pass"]
    assert state["raw_obs"]["seen_cards"] == "34"
    assert env.get_perfect_information()["hand_cards"] == ["34", "55", "66"]
    assert env.get_action_feature(27_470).tolist() == [0] * 52 + [1, 1]


def unrecorded(state):
    """Returns a state without the record of actions, which includes those taken back."""
    return dict(state, action_record=[])


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_in_mid_game(copied):
    env = rlcard_env(seed=3, allow_step_back=True)
    copied(env).reset()
    state, player = env.reset()
    choose = at_random(1)
    for _ in range(9):
        state, player = env.step(choose(state))
    state, player = env.step_back()
    twin = copied(env)
    assert told(twin.get_state(player)) == told(state) and twin.timestep == env.timestep
    # The rest of this game and the next one, first of the original and then of the copy.
    ends = []
    for each in (twin, env):
        choose, state = at_random(2), each.get_state(each.get_player_id())
        while not each.is_over():
            state, _ = each.step(choose(state))
        ends.append((told(state), [told(part) for part in course(each, choose)[1]]))
    assert ends[0] == ends[1]


def test_last_actions_are_the_latest_unless_asked():
    for released in (False, True):
        env = rlcard_env(released=released)
        env.reset(["33456", "4777", "5888"])
        for action in ["3", "7", "8", "pass", "pass", "8", "pass", "pass", "8", "pass"]:
            state, player = env.step(action, raw_action=True)
        landlords_last = state["obs"][756:810]
        assert player == 1 and landlords_last[:4].tolist() == ([1, 0, 0, 0] if released else [0] * 4)


def test_bad_input_is_reported():
    env = rlcard_env(seed=1)
    with pytest.raises(quadrille.Error, match="no game has been begun"):
        env.step(0)
    env.reset()
    for call, words in [
        (lambda: env.step(27_471), "seat 0 leads and cannot pass"),
        (lambda: env.step(27_472), "no action has this number"),
        (lambda: env.step("nonsense", raw_action=True), "nonsense"),
        (lambda: env.step_back(), "is disabled; expected allow_step_back=True"),
        (lambda: env.reset(["3", "4"]), "2 hands; expected three"),
        (lambda: env.reset(["3", "4", "W"]), "W"),
        (lambda: env.reset(["33333", "4", "5"]), "3"),
        (lambda: env.get_state(3), "there is no seat 3"),
        (lambda: env.seed(-1), "seed=-1"),
        (lambda: rlcard_env(seed=1.5), "seed=1.5"),
    ]:
        with pytest.raises(quadrille.Error, match=words):
            call()


def rlcard():
    return pytest.importorskip("rlcard", reason="RLCard is not installed: only kept games are compared")


def test_action_numbers_equal_rlcards():
    rlcard()
    from rlcard.games.doudizhu.utils import ID_2_ACTION

    assert [action_text(number) for number in range(len(ID_2_ACTION))] == ID_2_ACTION
    assert [action_id(text) for text in ID_2_ACTION] == list(range(len(ID_2_ACTION)))


@pytest.mark.parametrize("seed", range(4))
def test_50_games_per_seed_equal_rlcards(seed):
    theirs = rlcard().make("doudizhu", config={"seed": seed})
    ours = rlcard_env(seed, released=True)
    for game in range(50):
        actions, states, payoffs = course(theirs, at_random([seed, game]))
        own_actions, own_states, own_payoffs = course(ours, at_random([seed, game]))
        assert (own_actions, own_payoffs) == (actions, payoffs)
        assert list(map(told, own_states)) == list(map(told, states))


def test_steps_back_equal_rlcards():
    """Random steps forward and back: the same record, the same remaining moves, the same hands and
    legal actions.
    """
    theirs = rlcard().make("doudizhu", config={"seed": 5, "allow_step_back": True})
    ours = rlcard_env(5, released=True, allow_step_back=True)
    rng = np.random.default_rng(5)
    backs = 0
    for _ in range(5):
        (state, player), _ = ours.reset(), theirs.reset()
        while not ours.is_over():
            if rng.random() < 0.3:
                back = [env.step_back() for env in (ours, theirs)]
                assert (back[0] is False) == (back[1] is False)
                backs += back[0] is not False
            else:
                action = int(rng.choice(sorted(ours.get_state(ours.get_player_id())["legal_actions"])))
                ours.step(action), theirs.step(action)
            player = ours.get_player_id()
            assert player == theirs.get_player_id()
            if ours.is_over():
                break
            own, other = ours.get_state(player), theirs.get_state(player)
            assert own["action_record"] == list(other["action_record"])
            assert sorted(own["legal_actions"]) == sorted(other["legal_actions"])
            for name in ("trace", "current_hand", "others_hand", "num_cards_left"):
                assert list(own["raw_obs"][name]) == list(other["raw_obs"][name]), name
        assert ours.timestep == theirs.timestep
    assert backs > 20


def test_rlcards_agents_play_the_same_games():
    """Rule agents do not use the list of leads, so that whole games are equal."""
    make = rlcard().make
    from rlcard.agents import RandomAgent
    from rlcard.models.doudizhu_rule_models import DouDizhuRuleAgentV1

    ours, theirs = rlcard_env(7, released=True), make("doudizhu", config={"seed": 7})
    for game in range(200):
        ends = []
        for env in (ours, theirs):
            env.set_agents([DouDizhuRuleAgentV1() for _ in range(3)])
            np.random.seed(game)
            courses, payoffs = env.run(is_training=game % 2 == 0)
            ends.append((list(map(tuple, env.action_recorder)), payoffs.tolist(), [len(course) for course in courses]))
        assert ends[0] == ends[1]
    ours.set_agents([RandomAgent(num_actions=ours.num_actions) for _ in range(3)])
    for _ in range(10):
        assert ours.run()[1].sum() in (1, 2)


def write():
    import rlcard

    with KEPT.open("w") as lines:
        for seed in range(3):
            env = rlcard.make("doudizhu", config={"seed": seed})
            for game in range(4):
                actions, states, payoffs = course(env, at_random([seed, game]))
                kept = {"seed": seed, "actions": actions, "states": digest(states), "payoffs": payoffs}
                lines.write(json.dumps(kept) + "\n")


if __name__ == "__main__":
    write()
