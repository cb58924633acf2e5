"""Values that do not fit together, deals that are none, irregularities that contradict: refused with their line."""

from pathlib import Path

import pytest

from tests.unit.packs.pack_rig import assert_refused, fifth, refusal

THREE_MOMENTS = '["during the deal", "before handling", "after handling"]'
FOREIGN = f'what = "foreign card"\nwhen = {THREE_MOMENTS}'
SHOE = 'shoe = { is = ["card each", "card each", "card each", "community 1", "community 2"]'
STACK = '"stack: community 1, community 2, discard"'
AGAIN = f'[[irregularity]]\n{FOREIGN}\nthen = "supervisor decides"\nrule = "99"\n\n'


@pytest.mark.parametrize(
    ("document", "old", "new", "reason"),
    [
        ("000", SHOE, SHOE.replace('"card each", ', "", 1), "'shoe' must deal three cards to each area, not 2"),
        ("000", SHOE, SHOE.replace("card", "three", 1), "'shoe' must deal three cards to each area, not 5"),
        ("000", SHOE, SHOE.replace(', "community 2"', ""), "'shoe' must deal 'community 2' once, not 0 times"),
        ("000", SHOE, SHOE.replace("community 2", "community 1"), "must deal 'community 1' once, not 2 times"),
        (
            "000", SHOE, SHOE.replace("community 2", "burn"),
            "'shoe' has an unknown step 'burn'; allowed: card each; three each; stack each; community 1;",
        ),
        ("000", SHOE, 'shoe = { is = "card each"', "'shoe' must be the steps of a deal, see docs/rule-packs.md"),
        ("000", STACK, STACK.replace(", discard", ""), "unknown step 'stack: community 1, community 2'"),
        ("000", STACK, STACK.replace("stack: ", ""), "unknown step 'community 1, community 2, discard'"),
        ("000", STACK, STACK.replace("2", "1"), "'shuffler' must deal 'community 1' once, not 2 times"),
        ("002", '"discard", "card', '"discard", "discard", "card', "'hand' must discard one card at most, not 2"),
        (
            "000", 'discard = { is = "at the deal"', 'discard = { is = "none"',
            "'discard': a deal has a discard: say when it leaves the table",
        ),
        (
            "003", 'discard = { is = "none"', 'discard = { is = "at the deal"',
            "'discard': no deal has a discard: it must be \"none\"",
        ),
        ("000", 'cut = { is = ["shoe"]', 'cut = { is = ["hand"]', "'cut': 'hand' is not in 'sources'"),
        ("000", "cut_offered = { is = []", 'cut_offered = { is = ["shoe"]', "'shoe' is in 'cut' already"),
        ("003", "cut_least = { is = 0", "cut_least = { is = 4", "'cut_least': nothing is cut: it must be 0"),
        (
            "002", 'decks = { is = ["one"]', 'decks = { is = ["two may alternate"]',
            "'decks': two decks alternate only with a shuffler",
        ),
        (
            "004", 'decks = { is = ["two', 'decks = { is = ["one", "two',
            "'decks': 'two must alternate' leaves no other number of decks",
        ),
        (
            "000", "player_dealer = { is = false", "player_dealer = { is = true",
            "'player_dealer': a player-dealer needs the table [bank]",
        ),
        (
            "000", 'starts = { is = "dealer\'s left"', 'starts = { is = "left of the player-dealer"',
            "'starts': it needs [seats] player_dealer = true",
        ),
        (
            "000", 'what = "dealt wrongly"', 'what = "dealt badly"',
            '\'what\' must be one of "dealt wrongly", "wrong number, player", ',
        ),
        (
            "000", 'then = "void the hand"', 'then = "void"',
            '\'then\' must be one of "void the round", "void the round, check the deck", ',
        ),
        ("000", "when = [\"during the deal\"]", 'when = ["later"]', "'when' must be a list of \"before the deal\", "),
        ("000", "when = [\"during the deal\"]", "when = []", "'when' must be a list of \"before the deal\", "),
        ("000", 'rule = "12.1"\n', 'rule = ""\n', "'rule' must be 1 to 16 plain characters without '|'"),
        ("000", 'rule = "12.2"\n', 'who = "dealer"\nrule = "12.2"\n', "unknown key 'who' in [irregularity.4]; allowed"),
        (
            "000", 'then = "continue"\nrule = "12.5"', 'then = "void the hand"\nrule = "12.5"',
            "'player card exposed' during the deal cannot lead to 'void the hand'; allowed then: \"void the round\", ",
        ),
        (
            "002", f'when = {THREE_MOMENTS}', f'when = {THREE_MOMENTS[:-1]}, "after payment"]',
            "'after payment' needs [settling] reversible = true",
        ),
    ],
)  # fmt: skip
def test_in_its_own_line(tmp_path: Path, document: str, old: str, new: str, reason: str) -> None:
    assert_refused(fifth(tmp_path, document, (old, new)), new, reason)


@pytest.mark.parametrize(
    ("document", "old", "new", "at", "reason"),
    [
        ("003", "\nshoe = {", "\n# shoe = {", "[deal]", "missing 'shoe' in [deal]: 'sources' has it"),
        ("003", 'sources = { is = ["shoe", ', "sources = { is = [", "shoe = {", "'shoe' is not in 'sources' of"),
        (
            "004", "player_dealer = { is = true", "player_dealer = { is = false", "[bank]",
            "[bank] needs [seats] player_dealer = true",
        ),
        (
            "002", 'least = { is = 1, rule = "Side', 'least = { is = 11, rule = "Side',
            'most = { is = 10, rule = "Side', "'most': it must be at least 'least', 11",
        ),
        ("000", 'rule = "12.1"\n', "", "[[irregularity]]", "missing 'rule' in this [[irregularity]]"),
        (
            "000", FOREIGN, FOREIGN.replace(', "after handling"', ""), "[[irregularity]]",
            "no [[irregularity]] says what then if a foreign card is found after handling",
        ),
    ],
)  # fmt: skip
def test_in_the_line_that_can_mend_it(
    tmp_path: Path, document: str, old: str, new: str, at: str, reason: str
) -> None:
    assert_refused(fifth(tmp_path, document, (old, new)), at, reason)


def test_one_side_wager_a_seat(tmp_path: Path) -> None:
    new = '[progressive]\nwith = { is = "1, 2 and $", rule = "1" }\n\n[bonus]\n'
    path = fifth(tmp_path, "002", ("[bonus]\n", new))
    assert_refused(path, "[bonus]\n", "a seat has one side wager: [bonus] or [progressive], not both")


@pytest.mark.parametrize("document", ["000", "002", "003", "004"])
def test_an_irregularity_twice_is_refused_with_both_lines(tmp_path: Path, document: str) -> None:
    """The same thing at the same moment, whatever the outcome."""
    path = fifth(tmp_path, document, ("[[irregularity]]", AGAIN + "[[irregularity]]"))
    text = path.read_text(encoding="utf-8")
    first = text[: text.index("[[irregularity]]")].count("\n") + 1
    second = text[: text.rindex("[[irregularity]]", 0, text.rindex('"foreign card"'))].count("\n") + 1
    place, _, said = refusal(path).message.partition(": ")
    assert place == f"{path}:{second}"
    assert said == (
        f"'foreign card' during the deal is here a second time; the first begins in line {first}"
    )
