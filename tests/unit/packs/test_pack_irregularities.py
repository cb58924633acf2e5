"""What each document says when something goes wrong, moment by moment; written down from the documents."""

import pytest

from tests.unit.packs.pack_rig import SHORT, outcomes, pack_of

BEFORE, DEAL, DEALT, HANDLED, PAID = (
    "before the deal", "during the deal", "before handling", "after handling", "after payment",
)  # fmt: skip
OPEN = (DEAL, DEALT, HANDLED)


def each(moments: tuple[str, ...], then: str, rule: str) -> dict[str, tuple[str, str]]:
    return dict.fromkeys(moments, (then, rule))


@pytest.mark.parametrize(
    ("what", "wanted"),
    [
        pytest.param(
            "dealt wrongly", each((DEAL, DEALT), "void the round", "12.1"),
            marks=pytest.mark.rule("000 12.1"),
        ),
        pytest.param(
            "wrong number, player",
            each((DEAL, DEALT), "void the round", "12.1") | each((HANDLED,), "void the hand", "12.7"),
            marks=pytest.mark.rule("000 12.7"),
        ),
        pytest.param(
            "wrong number, community", each(OPEN, "void the round", "12.2"),
            marks=pytest.mark.rule("000 12.2"),
        ),
        pytest.param(
            "two or more exposed", each((DEAL, DEALT), "void the round", "12.3"),
            marks=pytest.mark.rule("000 12.3"),
        ),
        pytest.param(
            "player card exposed", each((DEAL, DEALT), "continue", "12.5"),
            marks=pytest.mark.rule("000 12.5"),
        ),
        pytest.param(
            "community card exposed",
            {
                DEAL: ("void the round", "12.6"),
                DEALT: ("supervisor decides", "L13"),
                HANDLED: ("continue", "12.6"),
            },
            marks=pytest.mark.rule("000 12.6"),
        ),
        pytest.param(
            "hand without wager",
            each((DEAL, DEALT), "void the round", "12.1") | each((HANDLED,), "discard the hand", "12.8"),
            marks=pytest.mark.rule("000 12.8"),
        ),
        pytest.param(
            "missing card",
            each(OPEN, "void the round, check the deck", "12.9") | each((BEFORE,), "check the deck", "12.9.3"),
            marks=pytest.mark.rule("000 12.9"),
        ),
        pytest.param(
            "foreign card",
            each(OPEN, "void the round, check the deck", "12.9") | each((BEFORE,), "check the deck", "12.9.3"),
            marks=pytest.mark.rule("000 12.9"),
        ),
        pytest.param(
            "unequal wagers",
            each((DEAL, DEALT), "correct or fold", "12.10") | each((HANDLED,), "correct", "12.11"),
            marks=[pytest.mark.rule("000 12.10"), pytest.mark.rule("000 12.11")],
        ),
        pytest.param(
            "absent, not viewed", each((HANDLED,), "void the hand", "12.13"),
            marks=pytest.mark.rule("000 12.13"),
        ),
        pytest.param(
            "absent, viewed", each((HANDLED,), "remaining wagers ride", "12.14"),
            marks=pytest.mark.rule("000 12.14"),
        ),
        pytest.param(
            "shuffle unfinished", each((BEFORE,), "shuffle again", "13.1"),
            marks=pytest.mark.rule("000 13.1"),
        ),
        pytest.param(
            "shuffler failed",
            each(OPEN, "void the round, new cards", "13.2") | each((BEFORE,), "shuffle again", "13.1"),
            marks=pytest.mark.rule("000 13.2"),
        ),
        pytest.param(
            "wager void", each(OPEN, "void the hand", "14.3.1"),
            marks=pytest.mark.rule("000 14.1 - 14.3"),
        ),
        pytest.param(
            "game invalidated", each(OPEN, "refund or forfeit", "14.5"),
            marks=pytest.mark.rule("000 14.4, 14.5"),
        ),
    ],
)  # fmt: skip
def test_000(what: str, wanted: dict[str, tuple[str, str]]) -> None:
    assert outcomes(pack_of("000"), what) == wanted


@pytest.mark.parametrize(
    ("what", "wanted"),
    [
        pytest.param(
            "face-up card in the deck", each((DEAL, DEALT), "burn it", "Irregularities 1"),
            marks=pytest.mark.rule("002 Irregularities para 1"),
        ),
        pytest.param(
            "more face-up cards", each((DEAL, DEALT), "void the round", "Irregularities 1"),
            marks=pytest.mark.rule("002 Irregularities para 1"),
        ),
        pytest.param(
            "card drawn in error", each((DEAL,), "use it as the next card", "Irregularities 2"),
            marks=pytest.mark.rule("002 Irregularities para 2"),
        ),
        pytest.param(
            "wrong number, player", each(OPEN, "void the round", "Irregularities 3"),
            marks=pytest.mark.rule("002 Irregularities para 3"),
        ),
        pytest.param(
            "wrong number, community", each(OPEN, "void the round", "Irregularities 3"),
            marks=pytest.mark.rule("002 Irregularities para 3"),
        ),
        pytest.param(
            "wager above the maximum",
            each((BEFORE,), "refuse it", "Wagers 5") | each(OPEN, "supervisor decides", "L24"),
            marks=pytest.mark.rule("002 Wagers para 5"),
        ),
        pytest.param(
            "missing card", each(OPEN, "supervisor decides", "Proc. stub count"),
            marks=pytest.mark.rule("002 Dealer Procedures, stub count"),
        ),
        pytest.param(
            "wager after the call", each(OPEN, "refuse it", "Wagers 3"),
            marks=pytest.mark.rule("002 Wagers para 3"),
        ),
        ("foreign card", each(OPEN, "supervisor decides", "L27")),
        ("operator voids", each(OPEN, "void the round", "L12")),
    ],
)  # fmt: skip
def test_002(what: str, wanted: dict[str, tuple[str, str]]) -> None:
    assert outcomes(pack_of("002"), what) == wanted


@pytest.mark.parametrize(
    ("what", "wanted"),
    [
        pytest.param(
            "foreign card", each(OPEN, "void the round", "5.1"),
            marks=pytest.mark.rule("003 5.1"),
        ),
        pytest.param(
            "missing card", each(OPEN, "void the round", "5.2"),
            marks=pytest.mark.rule("003 5.2"),
        ),
        pytest.param(
            "dealt wrongly", each((DEAL, DEALT), "move hands or void", "5.3"),
            marks=pytest.mark.rule("003 5.3"),
        ),
        pytest.param(
            "hand without wager", each((DEAL, DEALT), "move hands or void", "5.3"),
            marks=pytest.mark.rule("003 5.3"),
        ),
        pytest.param(
            "wrong number, player", each((*OPEN, PAID), "move hands or void", "5.4"),
            marks=pytest.mark.rule("003 5.4"),
        ),
        pytest.param(
            "wrong number, community", each((*OPEN, PAID), "move hands or void", "5.4"),
            marks=pytest.mark.rule("003 5.4"),
        ),
        pytest.param(
            "two or more exposed", each((DEAL, DEALT), "void the round", "5.5"),
            marks=pytest.mark.rule("003 5.5"),
        ),
        pytest.param(
            "player card exposed", each((DEAL, DEALT), "continue", "L21"),
            marks=pytest.mark.rule("003 5.5"),
        ),
        pytest.param(
            "community card exposed", each(OPEN, "supervisor decides", "L21"),
            marks=pytest.mark.rule("003 5.5"),
        ),
        pytest.param(
            "unequal wagers", each(OPEN, "supervisor decides", "3.4, 3.6"),
            marks=pytest.mark.rule("003 3.6"),
        ),
        pytest.param(
            "wager after the call", each(OPEN, "refuse it", "5.6"),
            marks=pytest.mark.rule("003 5.6"),
        ),
        pytest.param(
            "wager taken away", each(OPEN, "settle as if it were there", "5.7"),
            marks=pytest.mark.rule("003 5.7"),
        ),
        ("operator voids", each(OPEN, "void the round", "L12")),
    ],
)  # fmt: skip
def test_003(what: str, wanted: dict[str, tuple[str, str]]) -> None:
    assert outcomes(pack_of("003"), what) == wanted


@pytest.mark.rule("004 (none)")
@pytest.mark.rule("004 Betting scheme 2")
def test_004_has_no_rules_of_its_own() -> None:
    pack = pack_of("004")
    assert outcomes(pack, "operator voids") == each(OPEN, "void the round", "L12")
    assert outcomes(pack, "foreign card") == each(OPEN, "supervisor decides", "L27")
    assert outcomes(pack, "wager after the call") == each(OPEN, "refuse it", "Betting 2")
    assert len(pack.irregularities) == 3


def test_nothing_else_is_said() -> None:
    """The tables above name every irregularity of the packs."""
    counts = {number: len({item.what for item in pack_of(number).irregularities}) for number in SHORT}
    assert counts == {"000": 16, "002": 10, "003": 13, "004": 3}
