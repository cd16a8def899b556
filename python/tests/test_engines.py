import ast
import copy
import doctest
import pickle
import signal
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import quadrille
from quadrille import Error, _native, combat, daifugo, doudizhu, life, mastermind, random

MODULES = [quadrille, combat, daifugo, doudizhu, life, mastermind, random]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_examples_in_the_documentation(module: object) -> None:
    assert doctest.testmod(module).failed == 0  # type: ignore[arg-type]


def test_everything_has_a_stub_and_a_docstring() -> None:
    stub = ast.parse(Path(quadrille.__file__).with_name("_native.pyi").read_text())
    named = {node.name for node in stub.body if isinstance(node, ast.ClassDef | ast.FunctionDef)}
    # Members shared by several classes are in base classes that exist only in the stub.
    named = {name for name in named if not name.startswith("_")}
    assert named == {name for name in dir(_native) if not name.startswith("__")}
    for module in MODULES[1:]:
        for name in module.__all__:
            assert getattr(module, name).__doc__, name


def test_scores_of_a_matrix_are_those_of_pairs() -> None:
    codes = mastermind.codewords(3, 4)
    matrix = mastermind.score_matrix(3, 4)
    assert matrix.shape == (64, 64, 2) and matrix.dtype == np.uint8
    for i in range(0, 64, 7):
        for j in range(0, 64, 5):
            assert tuple(matrix[i, j]) == mastermind.score(codes[i], codes[j], colors=4)
    part = mastermind.score_matrix(3, 4, secrets=codes[5:7], guesses=codes[:3])
    assert (part == matrix[5:7, :3]).all()
    with pytest.raises(Error, match="2\\^29"):
        mastermind.score_matrix(5, 8)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no signals by a clock")
def test_a_list_of_codewords_can_be_interrupted() -> None:
    class Enough(Exception):
        pass

    def enough(*_: object) -> None:
        raise Enough

    begun = time.monotonic()
    listed = mastermind.codewords(10, 4)
    whole = time.monotonic() - begun
    assert len(listed) == 1 << 20 and listed[-1] == "4444444444"
    del listed
    before = signal.signal(signal.SIGALRM, enough)
    try:
        # Sixteen times as many calls would take sixteen times as long if they were not interrupted.
        signal.setitimer(signal.ITIMER_REAL, whole / 4)
        begun = time.monotonic()
        with pytest.raises(Enough):
            mastermind.codewords(12, 4)
        assert time.monotonic() - begun < 8 * whole
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_mastermind_is_played() -> None:
    assert mastermind.advise(4, 6, "knuth", ["1122:1,0"])["guess"] == "1344"
    for row in ("1122 1 0", "1122:10", "1122 1,0"):
        assert mastermind.advise(4, 6, "knuth", [row])["guess"] == "1344"
    assert mastermind.candidates(4, 6, ["1122:1"], show=0)["count"] == 500
    wide = mastermind.advise(8, 12, "knuth", ["11223344:2,2", "12345678:1,3"], time_limit=0.5)
    assert not wide["exact"] and int(wide["examined"]["guesses"]) > 0 and wide["examined"]["stopped"]
    with pytest.raises(Error):
        mastermind.advise(4, 6, "knuth", time_limit=0.0)
    assert mastermind.evaluate(4, 6, "knuth")["total_turns"] == 5801
    assert mastermind.optimal(3, 4)["proved"]
    with pytest.raises(Error, match="knuth"):
        mastermind.advise(4, 6, "knut")
    with pytest.raises(Error) as caught:
        mastermind.score("1123", "12x1")
    assert caught.value.column == 3


def test_individual_fights_equal_the_run() -> None:
    rates = combat.dps_of_fights("example:fury", 1000, 3)
    found = combat.run("example:fury", 1000, 3)
    assert found["seed"] == "3"
    assert np.isclose(rates.mean(), found["dps"]["mean"]) and rates.max() == found["dps"]["max"]
    later = combat.dps_of_fights("example:fury", 10, 3, first=600)
    assert (later == rates[600:610]).all()
    better = combat.run("example:fury", 1000, 3, set={"actor.crit": 0.5})
    assert better["dps"]["mean"] > found["dps"]["mean"]
    with pytest.raises(Error, match="did you mean"):
        combat.run("example:fury", 10, 3, set={"actor.crti": 0.5})
    with pytest.raises(Error):
        combat.dps_of_fights("example:fury", 200_000_000, 1)


def test_patterns_and_arrays_are_the_same_cells() -> None:
    glider = life.Pattern("bob$2bo$3o!\n")
    cells = glider.to_numpy()
    assert cells.shape == (3, 3) and cells.dtype == np.bool_
    again = life.Pattern.from_numpy(cells, x=-5, y=7)
    assert again.bounding_box == (-5, 7, 3, 3)
    assert again.cells()[0] == (-4, 7)
    assert life.Pattern(life.Pattern("gosper-gun").to_text()).population == 36
    assert life.Pattern("xq4_153").population == 5
    with pytest.raises(Error):
        life.Pattern("3z!\n")


def test_a_grid_steps_as_numpy_does() -> None:
    rng = np.random.default_rng(1)
    cells = rng.random((40, 70)) < 0.4
    grid = life.Grid.from_numpy(cells, "torus")
    for _ in range(10):
        around = sum(np.roll(cells, (dy, dx), (0, 1)) for dy in (-1, 0, 1) for dx in (-1, 0, 1)) - cells
        cells = (around == 3) | (cells & (around == 2))
        grid.step()
        assert (grid.to_numpy() == cells).all()
    assert (grid.generation, grid.population) == (10, cells.sum())
    assert grid[3, 2] == cells[2, 3]
    assert (grid.bounds, grid.rule) == ("70x40:torus", "B3/S23")


def test_engines_of_the_plane_agree() -> None:
    acorn = life.Pattern("acorn")
    tiles, squares = (life.Universe(acorn, engine=engine) for engine in ("tiles", "hashlife"))
    for universe in (tiles, squares):
        universe.step(1000)
    assert tiles.population == squares.population
    assert tiles.bounding_box == squares.bounding_box and tiles.hash == squares.hash
    assert tiles.bounding_box is not None
    assert (tiles.to_numpy(*tiles.bounding_box) == squares.to_numpy(*tiles.bounding_box)).all()
    assert tiles.to_numpy(*tiles.bounding_box).sum() == tiles.population
    assert squares.to_pattern().population == tiles.population


def test_sources_of_patterns(tmp_path: Path) -> None:
    whole = life.census(life.Pattern("acorn"), at=100)
    assert life.census("acorn", at=100) == whole
    file = tmp_path / "acorn.rle"
    file.write_text(life.Pattern("acorn").to_text())
    assert life.census(file, at=100) == life.census(str(file), at=100) == whole
    assert life.census("xq4_153")["objects"][0]["name"] == "glider"
    assert life.Grid("glider", "16x16:torus").population == 5
    assert life.Universe("bob$2bo$3o!\n", engine="hashlife").population == 5
    for wrong in (life.Grid("glider", "16x16:torus"), 7, None, b"acorn"):
        with pytest.raises(TypeError, match="expected a Pattern"):
            life.census(wrong)  # type: ignore[arg-type]


def test_rules_by_name_with_marks_and_in_place_of_unknown_ones() -> None:
    assert life.Universe("glider", rule="Day & Night").to_pattern().rule == "B3678/S34678"
    with pytest.raises(Error, match="did you mean `HighLife`"):
        life.Universe("glider", rule="HihgLife")
    with pytest.warns(UserWarning, match="marks are dropped"):
        marked = life.Pattern("x = 3, y = 3, rule = LifeHistory\n.A$2.C$ADE!\n")
    assert (marked.rule, marked.cells()) == ("B3/S23", [(1, 0), (2, 1), (0, 2), (2, 2)])
    unknown = "x = 3, y = 3, rule = WireWorld\nbo$2bo$3o!\n"
    with pytest.raises(Error, match="WireWorld"):
        life.Pattern(unknown)
    assert life.Pattern(unknown, rule="HighLife").rule == "B36/S23"
    assert life.census(unknown, rule="B3/S23")["objects"][0]["name"] == "glider"
    assert life.Grid(unknown, "16x16:torus", rule="B3/S23").rule == "B3/S23"
    assert life.Universe(unknown, rule="B3/S23").population == 5
    with pytest.warns(UserWarning, match="state 2 of an unknown rule"):
        assert life.Pattern("x = 3, y = 1, rule = WireWorld\n.AB!\n", rule="Life").population == 2


def test_warnings_name_their_place_and_the_line_of_the_caller(tmp_path: Path) -> None:
    path = tmp_path / "marks.rle"
    path.write_text("#C Marks.\nx = 3, y = 3, rule = LifeHistory\n.A$2.C$ADE!\n")
    text = path.read_text()
    for pattern, place in [(path, f"{path}:2:22:"), (text, "pattern:2:22:")]:
        readers: list[Callable[[], object]] = [
            lambda pattern=pattern: life.Pattern(pattern),
            lambda pattern=pattern: life.Grid(pattern, "16x16:torus"),
            lambda pattern=pattern: life.Universe(pattern),
            lambda pattern=pattern: life.census(pattern),
        ]
        for read in readers:
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                read()
            (warning,) = caught
            assert issubclass(warning.category, UserWarning)
            assert str(warning.message).startswith(place), warning.message
            assert (warning.filename, warning.lineno) == (__file__, read.__code__.co_firstlineno)


def _copies(original: Any) -> list[Any]:
    pickled = [pickle.loads(pickle.dumps(original, protocol)) for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)]
    return [copy.copy(original), copy.deepcopy(original), *pickled]


@pytest.mark.parametrize("bounds", ["13x9:dead", "16x12:torus", "14x10:klein", "15x11:cross-surface", "12x12:sphere", "9+2x9:torus"])
def test_grids_are_copied_with_all_their_state(bounds: str) -> None:
    grid = life.soup(bounds, 0.4, 3, rule="B36/S23")
    grid.step(7)
    for twin in _copies(grid):
        assert (twin.generation, twin.rule, twin.bounds, twin.hash) == (7, "B36/S23", grid.bounds, grid.hash)
        assert twin._native.state() == grid._native.state()
        before = grid.hash
        twin.step(5)
        assert grid.hash == before and grid.generation == 7, "a copy goes on by itself"
        straight = copy.copy(grid)
        straight.step(5)
        assert (twin.hash, twin.generation) == (straight.hash, 12)


@pytest.mark.parametrize("engine", ["tiles", "hashlife"])
@pytest.mark.parametrize("rule", ["B3/S23", "B36/S23", "B03/S238", "B03/S23", "B2-a/S12"])
def test_universes_are_copied_with_all_their_state(engine: str, rule: str) -> None:
    if engine == "hashlife" and rule == "B03/S23":
        with pytest.raises(Error, match="cells without neighbours are born"):
            life.Universe("acorn", rule, engine)
        return
    for generation in (0, 1, 30):
        universe = life.Universe(life.Pattern(f"#CXRLE Pos=-70,{generation}\nbo$3bo$2o2b3o!\n"), rule, engine)
        universe.step(generation)
        for twin in _copies(universe):
            assert (twin.engine, twin.generation, twin.hash) == (engine, generation, universe.hash)
            assert twin.bounding_box == universe.bounding_box and twin.to_pattern().rule == universe.to_pattern().rule
            assert twin._native.state() == universe._native.state()
            twin.step(5)
            straight = copy.deepcopy(universe)
            straight.step(5)
            assert (twin.hash, twin.generation) == (straight.hash, generation + 5)
            assert universe.generation == generation


def test_far_universes_and_patterns_are_copied() -> None:
    universe = life.Universe("glider", engine="hashlife")
    universe.step(1 << 300)
    for twin in _copies(universe):
        assert (twin.generation, twin.bounding_box) == (universe.generation, universe.bounding_box)
    text = "#N Three\n#O Nobody\n#C one\n#CXRLE Pos=-3,5 Gen=123\nx = 9, y = 4, rule = B36/S23:T30,20\n3o!\n"
    for pattern in (life.Pattern(text), life.Pattern(life.Pattern(text).to_text("mc")), life.Pattern.from_cells([(-5, 7), (2**62, -(2**62))])):
        for twin in _copies(pattern):
            assert twin.to_text("mc") == pattern.to_text("mc")
            assert (twin.rule, twin.bounding_box, twin.cells()) == (pattern.rule, pattern.bounding_box, pattern.cells())
            assert twin._native.state() == pattern._native.state()
    assert pickle.loads(pickle.dumps(life.Pattern(text))).to_text() == life.Pattern(text).to_text()


class _Named(life.Grid):
    """A caller's subclass with an attribute of its own."""

    def __init__(self, name: list[str]) -> None:
        super().__init__("glider", "16x16:torus")
        self.name = name


def test_subclasses_keep_their_attributes() -> None:
    named = _Named(["mine"])
    for twin in _copies(named):
        assert type(twin) is _Named and twin.name == ["mine"] and twin.population == 5
    assert copy.copy(named).name is named.name and copy.deepcopy(named).name is not named.name
    for wrong in [("hashlife", "B3/S23", 1, "x", False, b"[M2]\n"), ("grid", "B3/S23", 1 << 30, "0", False, b"[M2]\n")]:
        with pytest.raises(Error):
            _native.Universe.from_state(*wrong)
    with pytest.raises(Error, match="the cells take 0 bytes"):
        _native.Grid.from_state("B3/S23", "16x16:torus", 0, "auto", 1 << 30, b"")


def test_a_census() -> None:
    found = life.census(life.Pattern("acorn"))
    assert (found["stable_at"], found["total"], found["objects"][0]["name"]) == (5206, 139, "blinker")


def test_streams_are_the_documented_ones() -> None:
    stream = random.Stream(31459, 1, 0)
    assert int(stream.u64(1)[0]) == 0xA9A9BD894B0799CA
    whole, parts = random.Stream(5, 2, 9), random.Stream(5, 2, 9)
    assert (whole.u64(100) == np.concatenate([parts.u64(37), parts.u64(63)])).all()
    doubles = random.Stream(5).f64(1000)
    assert doubles.dtype == np.float64 and ((0 <= doubles) & (doubles < 1)).all()
    dice = random.Stream(5).integers(1, 7, 1000)
    assert set(dice) == {1, 2, 3, 4, 5, 6}
    assert random.Stream(5).integers(-(2**63), 2**63 - 1, 3).dtype == np.int64
    assert sorted(random.Stream(5).permutation(50)) == list(range(50))
    cards = np.arange(52)
    random.Stream(5).shuffle(cards)
    assert (cards == random.Stream(5).permutation(52)).all()
    out = random.Stream(5).fill(np.empty((3, 4)))
    assert (out.ravel() == random.Stream(5).f64(12)).all()
    with pytest.raises(TypeError):
        random.Stream(5).fill(np.empty(3, dtype=np.int8))
    with pytest.raises(Error):
        random.Stream(5).integers(3, 3, 1)


def test_long_arrays_equal_many_short_ones() -> None:
    n = (1 << 20) + 5
    for name in ("xoshiro256++", "mt19937"):
        for format in ("u32", "u64", "f64"):
            many = random.sample(name, 7, n, format)  # type: ignore[arg-type]
            few = random.sample(name, 7, 1 << 10, format)  # type: ignore[arg-type]
            assert (many[: 1 << 10] == few).all()
    long, short = random.Stream(9), random.Stream(9)
    assert (long.u64(n) == np.concatenate([short.u64(n - 99), short.u64(99)])).all()
    assert (np.sort(long.permutation(n)) == np.arange(n)).all()
    whole, part = np.empty((2, n)), np.empty((n, 4))
    assert long.fill(whole) is whole
    short.permutation(n)
    assert (whole.ravel() == short.f64(2 * n)).all()
    # Rows that are not contiguous.
    long.fill(part[:, ::2])
    assert (part[:, ::2].ravel() == short.f64(2 * n)).all()
    frozen = np.empty(3)
    frozen.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        long.fill(frozen)


def test_numbers_of_any_length() -> None:
    universe = life.Universe(life.Pattern("glider"), engine="hashlife")
    universe.step(1 << 300)
    assert universe.bounding_box is not None and universe.bounding_box[0] - (1 << 298) in range(-9, 9)
    # More digits than Python converts to decimal.
    with pytest.raises(Error, match="2\\^397"):
        universe.step(1 << 20_000)
    with pytest.raises(Error, match="negative"):
        universe.step(-1)
    with pytest.raises(TypeError):
        universe.step(1.5)  # type: ignore[arg-type]


def test_generators_have_names() -> None:
    names = [entry["name"] for entry in random.generators()]
    assert "mt19937" in names and "xoshiro256++" in names
    assert random.sample("xoshiro256++", 1, 5, "f64").shape == (5,)
    with pytest.raises(Error, match="did you mean|expected"):
        random.sample("mt19938", 1, 1)


def test_dou_dizhu() -> None:
    assert doudizhu.moves("3334") == ["3", "33", "333", "3334", "4"]
    assert doudizhu.classify("3334445K")["kind"] == "airplane_solos"
    assert not doudizhu.classify("35")["legal"]
    solved = doudizhu.solve("34R/556/77")
    assert solved["win"] and solved["best"] in solved["winning_moves"]
    solved = doudizhu.solve("9 9 9 10 J Q Q K A/8JJK2小王")
    assert (solved["line"], solved["line_seats"]) == (["TJQKA", "pass", "999Q"], [0, 1, 0])
    assert solved["complete"] and doudizhu.moves("大王, X") == ["B", "BR", "R"]
    with pytest.raises(Error) as caught:
        doudizhu.moves("33w")
    assert caught.value.column == 3


def test_daifugo() -> None:
    assert daifugo.inspect("C3 D3 ST")["counts"] == "0x10000002"
    assert daifugo.moves("C5 D5 H9", on="S8") == ["H9"]
    assert daifugo.dominates(8, 2, "C9 D9 HK", hand_sizes=[1, 1, 1])
    assert not daifugo.dominates("8", 2, "C9 D9 HK")
    # A rank is the text on the card; a former index is refused with the intended rank.
    assert daifugo.dominates(10, 2, "C9 D9") and daifugo.dominates("T", 2, "C9 D9")
    assert not daifugo.dominates(9, 2, "CT DT")
    for index, letter in ((0, "3"), (1, "4"), (11, "A"), (12, "2")):
        with pytest.raises(Error, match=f"write `{letter}`"):
            daifugo.dominates(index, 2, "C9 D9")
    assert daifugo.sure_win("C2 C3", "C4 D4")
    with pytest.raises(Error):
        daifugo.sure_win("C3", "C3")


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: random.Stream(-1), "seed=-1"),
        (lambda: random.Stream(0, 2**64), "stream=18446744073709551616"),
        (lambda: combat.run("example:fury", -1), "fights=-1"),
        (lambda: combat.dps_of_fights("example:fury", 1, -1), "seed=-1"),
        (lambda: quadrille.run("example:mastermind-knuth", threads=0), "from 1 to 65536"),
        (lambda: life.soup("8x8:dead", 0.5, 2**64), "2\\*\\*64 - 1"),
        (lambda: life.Grid.from_numpy(np.zeros((2, 2, 2), dtype=bool)), "3 dimensions"),
        (lambda: life.Grid.from_numpy(np.bool_(True)), "0 dimensions"),
        (lambda: life.Grid.from_numpy(np.zeros((0, 4), dtype=bool)), "too small"),
    ],
)
def test_out_of_range_arguments_are_reported(call: Callable[[], object], words: str) -> None:
    with pytest.raises(Error, match=words):
        call()


@pytest.mark.parametrize(("module", "name"), [(doudizhu, "doudizhu"), (daifugo, "daifugo")])
def test_advice_and_reviews(module: ModuleType, name: str) -> None:
    record = Path(__file__).with_name(f"{name}_games.jsonl").read_text()
    effort = {"playouts": 20, "worlds": 64, "seed": 3}
    advice = module.advise(record, game=0, after=5, **effort)
    assert advice["moves"][0]["behind"] == 0 and advice["legal"] >= len(advice["moves"]) > 0
    heard: list[int] = []
    review = module.review(record, game=0, player=1, progress=lambda done, *_: heard.append(done), **effort)
    assert review == module.review(record, game=0, player=1, threads=2, **effort)
    assert review["reviewed"] == len(review["decisions"]) > 0 and heard
    assert all(decision["player"] == 1 for decision in review["decisions"])
    with pytest.raises(Error, match="over"):
        module.advise(record, game=0)
    with pytest.raises(Error, match="no game 99"):
        module.review(record, game=99)
    with pytest.raises(Error):
        module.review("nonsense")

