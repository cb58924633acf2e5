"""The scenario language of Let It Ride: every statement, what each mistake is told, and on which table it is played."""

from typing import Any

import pytest

from pitctl import scenario as sc
from pitctl.boards import load_board
from pitctl.exceptions import ConfigError, ScenarioError
from pitctl.expectations import event_text
from pitctl.layouts import DERBY, RIDE, layout_of, spot_code
from pitctl.messages import Event
from pitctl.money import money_text, parse_money
from pitctl.scenario import parse_scenario
from pitctl.scenario_ride_checks import is_same, shown
from pitctl.scenario_setup import table_of

HEAD = "table file nsw-ride\n"


def step(line: str) -> sc.Step:
    return parse_scenario(f"{HEAD}{line}\nexpect lights none").steps[0]


def fields(made: sc.Step) -> dict[str, object]:
    return {name: value for name, value in vars(made).items() if name not in ("line", "text")}


def acts(line: str) -> tuple[str, list[tuple[str, dict[str, Any]]], str | None]:
    made = step(line)
    assert isinstance(made, sc.HostActs)
    return made.who, list(made.acts), made.refused


@pytest.mark.parametrize(
    ("line", "kind", "expected"),
    [
        ("open betting", sc.OpenBetting, {}),
        ("call", sc.Press, {"key": "no-more-bets", "hold_ms": 80}),
        (
            "stack seat 2 th td 5s community KD KC discard 8S",
            sc.Stack,
            {"hands": ((2, ("TH", "TD", "5S")), (8, ("KD",)), (9, ("KC",)), (10, ("8S",)))},
        ),
        ("deal", sc.Deal, {"hands": (), "count": None}),
        ("deal 1 card", sc.Deal, {"hands": (), "count": 1}),
        ("deal 4 cards", sc.Deal, {"hands": (), "count": 4}),
        ("deal seat 7 TH", sc.Deal, {"hands": ((7, ("TH",)),), "count": None}),
        ("seat 3 rides", sc.Decide, {"seat": 3, "choice": "rides"}),
        ("seat 3 tucks", sc.Decide, {"seat": 3, "choice": "tucks"}),
        ("players look", sc.GoOn, {"what": "look", "seat": 0}),
        ("turn community", sc.GoOn, {"what": "turn", "seat": 0}),
        ("show seat 5", sc.GoOn, {"what": "show", "seat": 5}),
        ("show hands", sc.GoOn, {"what": "show", "seat": 0}),
        ("declare seat 5", sc.GoOn, {"what": "declare", "seat": 5}),
        ("settle hands", sc.GoOn, {"what": "settle", "seat": 0}),
        ("close round", sc.GoOn, {"what": "close", "seat": 0}),
        (
            "expect ride turn 2 within 1 s",
            sc.ExpectRide,
            {"name": "turn", "words": ("2",), "limit_ms": 1000, "fails": False},
        ),
        (
            "expect seat 2 profit.two 10",
            sc.ExpectSeat,
            {"seat": 2, "name": "profit.two", "words": ("10",), "limit_ms": 2000, "fails": False},
        ),
        (
            "should fail expect seats won 2 5",
            sc.ExpectSeats,
            {"kind": "won", "seats": frozenset({2, 5}), "limit_ms": 2000, "fails": True},
        ),
        (
            "expect seats turn none",
            sc.ExpectSeats,
            {"kind": "turn", "seats": frozenset[int](), "limit_ms": 2000, "fails": False},
        ),
        ("expect unchanged", sc.ExpectUnchanged, {"limit_ms": 2000, "fails": False}),
        (
            "expect lights 2.1/turn 2.$ 7.side/won ...",
            sc.ExpectLights,
            {
                "areas": {"2.one": "turn", "2.dollar": None, "7.side": "won"},
                "others": True,
                "limit_ms": 2000,
                "fails": False,
            },
        ),
    ],
)
def test_a_statement_means(line: str, kind: type[sc.Step], expected: dict[str, object]) -> None:
    made = step(line)
    assert type(made) is kind and fields(made) == expected


def test_wagers_are_acts_of_the_dealer() -> None:
    who, bets, refused = acts("bet seat 2 2.50 side 1 tokens refused 6.1")
    assert who == "dealer" and refused == "6.1"
    assert [given["area"] for _, given in bets] == ["one", "two", "dollar", "side"]
    assert [given["stake"] for _, given in bets] == [250, 250, 250, 100]
    assert all(name == "bet" and given["tokens"] and given["seat"] == 2 for name, given in bets)
    assert acts("bet seat 2 5 on $")[1] == [("bet", {"seat": 2, "area": "dollar", "stake": 500})]
    assert acts("bank seat 8 1000")[1] == [("bank", {"seat": 8, "stake": 100_000})]
    assert acts("jackpot 54321.50")[1] == [("jackpot", {"seat": 0, "stake": 5_432_150})]
    assert acts("action seat 3")[1] == [("action", {"seat": 3, "stake": 0})]


@pytest.mark.parametrize(
    ("line", "who", "act", "refused"),
    [
        ("dealer does turn refused", "dealer", ("turn", {}), ""),
        ("dealer does ride seat 5 refused 8.3", "dealer", ("ride", {"place": 5}), "8.3"),
        (
            'supervisor does entered card th reason not-read refused "Opening 2, 3"',
            "supervisor",
            ("entered", {"card": "TH", "reason": "not_read"}),
            "Opening 2, 3",
        ),
        (
            "supervisor does move-hand seat 2 to seat 5 reason misplaced",
            "supervisor",
            ("move_hand", {"place": 2, "to": 5, "reason": "misplaced"}),
            None,
        ),
        ("supervisor does counted number 41", "supervisor", ("counted", {"place": 41}), None),
        (
            "dealer does bet seat 2 spot two stake 5",
            "dealer",
            ("bet", {"seat": 2, "area": "two", "stake": 500}),
            None,
        ),
    ],
)
def test_steps_over_the_host(
    line: str, who: str, act: tuple[str, dict[str, Any]], refused: str | None
) -> None:
    assert acts(line) == (who, [act], refused)


def test_derby_has_steps_over_the_host_too() -> None:
    made = parse_scenario("supervisor does void reason dispute\nexpect unchanged").steps[0]
    assert isinstance(made, sc.HostActs) and made.acts == (("void", {"reason": "dispute"}),)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("bet 2 5", "f:2: not understood: 2; allowed: seat"),
        ("bet seat 8 5", "f:2: not a number that fits: 8; allowed: 1 to 7"),
        ("bet seat 2 five", "f:2: not an amount: five; allowed: as 5 or 2.50"),
        ("bet seat 2 5 on three", "f:2: no such spot; allowed: one, two, $, side"),
        ("bank seat 9 5", "f:2: not a number that fits: 9; allowed: 1 to 8"),
        ("stack", "f:2: which cards?; allowed: seat N CARD"),
        ("stack seat 2", "f:2: 0 cards for this place; allowed: 1 to 3"),
        ("stack discard TH TD", "f:2: 2 cards for this place; allowed: 1 to 1"),
        ("stack seat 2 TH seat 2 TD", "f:2: a place is there twice"),
        ("stack sea 2 TH", "f:2: not a place of the deal: sea"),
        ("deal 25 cards", "f:2: not a number that fits: 25; allowed: 1 to 24"),
        ("deal 2 card", "f:2: not understood: card; allowed: cards"),
        ("seat 2 folds", "f:2: not a decision: folds; allowed: rides, withdraws, tucks"),
        ("players leave", "f:2: not understood: leave; allowed: look"),
        ("show everything", "f:2: not understood: everything; allowed: seat"),
        ("dealer key on", "f:2: not understood: key; allowed: does"),
        ("dealer does fly", "f:2: no such step: fly"),
        ("dealer does void", "f:2: no such step: void"),
        ("dealer does turn quickly", "f:2: not what the step is given: quickly"),
        ("dealer does entered card 1H", "f:2: not a card: 1H"),
        ("dealer does lock reason boredom", "f:2: not a reason: boredom; allowed: not-read"),
        ("expect ride tern 2", "f:2: the ride has no tern; allowed: turn"),
        ("expect ride turn two", "f:2: turn cannot be two; allowed: a number"),
        ("expect ride community 1H", "f:2: community cannot be 1H; allowed: none, or up to 2 cards"),
        ("expect ride jackpot much", "f:2: jackpot cannot be much; allowed: none, or an amount"),
        ("expect ride pending sleep", "f:2: pending cannot be sleep; allowed: dealt-wrongly"),
        ("expect seat 2 profit 5", "f:2: profit cannot be 5; allowed: none, or 4 amounts"),
        ("expect seat 2 profit.three 5", "f:2: a seat has no profit.three; allowed: profit.one"),
        ("expect seat 2 hand.one nothing", "f:2: a seat has no hand.one; allowed: hand"),
        ("expect seat 2 hand pair", "f:2: hand cannot be pair; allowed: nothing, low-pair"),
        ("expect seat 2 decisions ride", "f:2: decisions cannot be ride; allowed: open"),
        ("expect seat 2 tokens.one 5", "f:2: tokens.one cannot be 5; allowed: yes, no"),
        ("expect seat 2 cards TH TD 5S 6S", "f:2: cards cannot be"),
        ("expect seats dark 2", "f:2: not a light of a seat: dark; allowed: lit, turn"),
        ("expect lights RED", "f:2: no such area: RED; allowed: none, a seat's spot"),
        ("expect lights 2.one/full", "f:2: no such area: 2.one/full"),
        ("expect event fault sleep", "f:2: fault cannot have sleep; allowed: a number for its seat;"),
        ("table decks 2", "f:2: decks is a setting of Derby; allowed: table house decks 2"),
        ("table house colour green", "f:2: not a setting of the house: colour; allowed: decks"),
        ("table house least", "f:2: what should it be?"),
        ("table file nsw-ride", "f:2: the table's file comes first, and once"),
    ],
)
def test_a_mistake_is_told_with_its_line_and_what_is_allowed(line: str, words: str) -> None:
    with pytest.raises(ScenarioError) as failure:
        parse_scenario(f"{HEAD}{line}", "f")
    assert failure.value.message.startswith(words), failure.value.message


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("bet seat 2 5", "f:1: bet is for Let It Ride; allowed: with table file nsw-ride"),
        ("expect seat 2 state in", "f:1: not something to look at: seat; allowed: display"),
        ("table house decks 2", "f:1: the house is set only for Let It Ride"),
        ("table file lost-ride", "f:1: not a table in tables/: lost-ride; allowed: california-ride"),
        ("dealer does tuck seat 2", "f:1: no such step: tuck"),
    ],
)
def test_what_is_of_the_other_game_is_refused(line: str, words: str) -> None:
    with pytest.raises(ScenarioError) as failure:
        parse_scenario(line, "f")
    assert failure.value.message.startswith(words)


@pytest.mark.parametrize(
    "line",
    [
        "expect event bet one 2 500 staff-2",
        "expect event decide 5 withdraw",
        "expect event turn KD 1",
        "expect event show TH TD 5S two-pair 2",
        "expect event settled 5 both",
        "expect event fault unequal 5",
        "expect event fault player-count by-dealer staff-1",
        "expect event notice raise",
        "expect status phase deciding-1",
        "expect status lit S2 S7",
        "expect status notice.kind void-hand",
        "expect ride fees 6 2",
        "expect ride fees none",
        "expect seat 2 envy 300",
        "expect seat 2 locked no",
        "expect seat 2 tokens.one yes",
        "expect seat 2 tokens no no no no",
    ],
)
def test_what_the_protocol_can_say_may_be_expected(line: str) -> None:
    assert step(line)


def test_records_are_written_in_the_same_words() -> None:
    base = {"seq": 1, "round": 1, "t_ms": 5}
    shown_hand = {**base, "type": "show", "seat": 2, "hand": "two_pair", "cards": ["TH", "TD", "5S"]}
    assert event_text(Event.from_wire(shown_hand)) == "show 2 two-pair TH TD 5S"


def test_money() -> None:
    assert [parse_money(text) for text in ("5", "2.50", "0", "2.5", "-1", "x", "")] == [
        500, 250, 0, None, None, None, None,
    ]  # fmt: skip
    assert [money_text(units) for units in (0, 5, 250, 500)] == ["0", "0.05", "2.50", "5"]
    seat = {"profit": (1000, 0, 250, 0), "envy": 0, "decisions": ("ride", "open"), "cards": ()}
    assert shown(seat, "profit") == "10 0 2.50 0" and shown(seat, "profit.dollar") == "2.50"
    assert shown(seat, "envy") == "none" and shown(seat, "decisions") == "ride open"
    assert is_same("profit", "10 0 2.50 0", ["10.00", "0", "2.50", "0"])
    assert is_same("profit", "none", ["0", "0", "0", "0"]) and is_same("envy", "none", ["none"])
    assert not is_same("profit", "10 0 2.50 0", ["none"])


def test_layouts() -> None:
    assert len(DERBY.codes) == 42 and len(RIDE.codes) == 28
    assert RIDE.codes[:5] == ("1.one", "1.two", "1.dollar", "1.side", "2.one")
    assert [spot_code(name) for name in ("2.1", "7.SIDE", "8.one", "2", "two.1", "")] == [
        "2.one", "7.side", None, None, None, None,
    ]  # fmt: skip
    assert layout_of("nz-derby") is DERBY and layout_of("mbs-let-it-ride") is RIDE


# -- the table ---------------------------------------------------------------------------------


def table(text: str, given: str | None = None) -> dict[str, Any]:
    return table_of(parse_scenario(f"{text}\nexpect lights none", "f"), load_board("pico-table"), given)


def test_the_table_is_the_one_that_is_named() -> None:
    assert table("wait 1 s")["game"] == "nz-derby"
    ride = table("table file nsw-ride\ntable from shuffler\ntable house decks 2\ntable brightness 7")
    assert (ride["game"], ride["cards_from"], ride["brightness_pct"]) == ("nsw-let-it-ride", "shuffler", 7)
    assert ride["house"]["decks"] == 2 and ride["house"]["source"] == 1
    assert table("table file nsw-ride\ntable format serial")["set"]["map"] == bytes(range(52)).hex()


def test_what_the_pack_does_not_allow_is_refused() -> None:
    with pytest.raises(ScenarioError, match=r"f: its table cannot be: .*'from' must be one of hand"):
        table("table file charity-ride\ntable from shoe")
    with pytest.raises(ConfigError, match="no table 'lost'"):
        table("table file nsw-ride", "lost")


def test_another_table_must_play_the_same_game() -> None:
    assert table("table file nsw-ride", "mbs-ride")["game"] == "mbs-let-it-ride"
    for text, given in (("table file nsw-ride", "derby-demo"), ("wait 1 s", "nsw-ride")):
        with pytest.raises(ScenarioError, match="f: not for a table of"):
            table(text, given)


@pytest.mark.parametrize("name", ["Lost-Ride", "My/Tables/Own.toml", ""])
def test_a_wrong_table_is_one_mistake_and_the_rest_is_not_judged(name: str) -> None:
    text = f"table file {name}\nopen table\nbet seat 2 5\nexpect ride turn 2"
    with pytest.raises(ScenarioError) as failure:
        parse_scenario(text, "f")
    message = failure.value.message
    assert "\n" not in message and message.startswith("f:1: ")
    assert (f"not a table in tables/: {name}; allowed: " if name else "is missing after") in message
    assert message.endswith("play with --table path/to/mine.toml")
