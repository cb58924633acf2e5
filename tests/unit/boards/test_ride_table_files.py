"""Table files of Let It Ride: a wrong one is refused with its line, what is allowed and a sample of its own game."""

from pathlib import Path
from typing import Any

import pytest

from pitctl.boards import load_board
from pitctl.exceptions import ConfigError
from pitctl.firmware import let_it_ride_settings, ride_pack, settings
from pitctl.tables import load_table

REPO = Path(__file__).parents[3]
BOARD = load_board("pico-table")


def load_text(tmp_path: Path, text: str) -> dict[str, Any]:
    (tmp_path / "t.toml").write_text(text, encoding="utf-8")
    return load_table("t", BOARD, tmp_path)


def with_house(table: str, house: str) -> str:
    """A sample table with other lines in its [house]."""
    text = (REPO / f"tables/{table}-ride.toml").read_text(encoding="utf-8")
    head, _, rest = text.partition("[house]")
    return f"{head}[house]\n{house}\n\n[[staff]]{rest.partition('[[staff]]')[2]}"


def refusal(tmp_path: Path, text: str, at: str) -> str:
    """The reason, given in the line where `at` stands."""
    with pytest.raises(ConfigError) as caught:
        load_text(tmp_path, text)
    assert caught.value.try_this == "compare the file with docs/table-files.md and tables/nsw-ride.toml"
    place = f"{tmp_path / 't.toml'}:{text[: text.index(at)].count(chr(10)) + 1}: "
    assert caught.value.message.startswith(place), caught.value.message
    return caught.value.message.removeprefix(place)


@pytest.mark.parametrize(
    ("table", "house", "at", "reason"),
    [
        ("nsw", "least = 10\nmost = 5", "most =", "'most' must be at least 'least', 10, not 5"),
        ("nsw", 'most = "0.50"', "most =", "'most' must be at least 'least', 1, not 0.50"),
        ("charity", "most = 20", "most =", "'most' must be 10 at most (rule Wagers 5)"),
        ("charity", "least = 11", "least =", "'least' must be 10 at most (rule Wagers 5)"),
        ("nsw", "decks = 2", "decks =",
         "'decks' must be 1 with from = \"shoe\": a second deck waits in a shuffler (rule 3.1, 3.2.1)"),
        ("charity", "decks = 2", "decks =", "'decks' must be 1 (rule Decks), not 2"),
        ("california", 'pay_table = "LIRX-01"', "[house]",
         "'decks' is missing: decks = 2, which alternate (rule Deck 3)"),
        ("california", 'pay_table = "LIRX-01"\ndecks = 1', "decks =",
         "'decks' must be 2, which alternate (rule Deck 3), not 1"),
        ("nsw", 'wagers = "presence"\npayout_scope = "hand"\npayout_most = 9', "wagers =",
         "'wagers' must be \"amounts\": a maximum payout is money: leave 'payout_most' and 'payout_scope' out; "
         "with it a host tells the stakes"),
        ("california", 'pay_table = "LIRX-01"\ndecks = 2\nwagers = "presence"', "wagers =",
         "'wagers' must be \"amounts\": the player-dealer covers as far as the wager goes (rule Stand. 1); "
         "with it a host tells the stakes"),
        ("mbs", 'payout_scope = "hand"\npayout_most = 9', "payout_scope",
         "'payout_scope' decides nothing here: mbs-let-it-ride has no maximum payout (rule not stated); leave it out"),
        ("charity", 'covers = "common"', "covers",
         "'covers' decides nothing here: charity-let-it-ride has no player-dealer (rule Compl. 17); leave it out"),
        ("nsw", "fee_bet = 1", "fee_bet",
         "'fee_bet' decides nothing here: nsw-let-it-ride has no player-dealer (rule 9.2); leave it out"),
        ("nsw", 'share_stake = "kept"', "share_stake",
         "'share_stake' decides nothing here: nsw-let-it-ride has no progressive wager; leave it out"),
        ("charity", 'token_stake = "kept"', "token_stake",
         "'token_stake' decides nothing here: charity-let-it-ride has no promotional tokens (rule Wagers 1);"
         " leave it out"),
        ("nsw", 'stack = "top first"', "stack",
         "'stack' decides nothing here: with from = \"shoe\" nsw-let-it-ride deals no stacks; leave it out"),
    ],
)  # fmt: skip
def test_what_a_house_cannot_set(tmp_path: Path, table: str, house: str, at: str, reason: str) -> None:
    assert refusal(tmp_path, with_house(table, house), at) == reason


def test_what_a_house_can_set(tmp_path: Path) -> None:
    text = with_house("nsw", 'decks = 2\nleast = "2.50"\nmost = "2.50"\nstack = "bottom first"')
    house = load_text(tmp_path, text.replace('from = "shoe"', 'from = "shuffler"'))["house"]
    assert (house["decks"], house["least"], house["most"], house["bottom_first"]) == (2, 250, 250, True)
    house = load_text(tmp_path, with_house("charity", "least = 10\nmost = 10"))["house"]
    assert (house["least"], house["most"]) == (1000, 1000)


def test_an_area_map_has_28_lists_by_the_rule_of_its_own_pack(tmp_path: Path) -> None:
    text = with_house("charity", "least = 1").replace("pixels_per_area = 4", "areas = [[0, 1, 2]]")
    said = refusal(tmp_path, text, "areas =")
    assert said == "'areas' must be 28 lists of pixel numbers, not 1 entries (charity-let-it-ride L25)"


def test_two_decks_need_cards_that_carry_values_only(tmp_path: Path) -> None:
    """A set of numbered cards is one deck: the second would be foreign, card by card."""
    text = (REPO / "tables/nsw-ride.toml").read_text(encoding="utf-8")
    head, _, rest = text.partition("[cards]")
    cards = rest.partition("\n\n")[0]
    numbered = f'\nfrom = "shuffler"\nformat = "serial"\nset = "{REPO}/sets/204101.toml"'
    one = f"{head}[cards]{rest.replace(cards, numbered, 1)}"
    assert load_text(tmp_path, one)["code_format"] == "serial"
    two = one.replace("least = 5", "decks = 2\nleast = 5", 1)
    assert "two decks that alternate need format = \"value\"" in refusal(tmp_path, two, "format =")


def test_a_board_refuses_two_numbered_decks_too() -> None:
    table = load_table("california-ride", BOARD)
    let_it_ride_settings.check(table)
    with pytest.raises(settings.SettingsError, match="two decks need code_format value"):
        let_it_ride_settings.check({**table, "code_format": "serial"})


@pytest.mark.parametrize(
    ("topic", "value", "reason"),
    [
        (ride_pack.WAGERS_RAISE_NOTICE_MIN, 61, "60 minutes at most"),
        (ride_pack.SETTLING_CLOSING_NOTICE_MIN, 256, "60 minutes at most"),
        (ride_pack.BANK_ROTATES, 15, "rotates must be 1 to 14"),
    ],
)
def test_a_board_refuses_what_its_checkpoint_cannot_keep(topic: int, value: int, reason: str) -> None:
    table = load_table("california-ride", BOARD)
    values = list(table["pack"]["values"])
    values[topic] = value
    with pytest.raises(settings.SettingsError, match=reason):
        let_it_ride_settings.check({**table, "pack": {**table["pack"], "values": values}})
