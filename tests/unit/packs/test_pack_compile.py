"""pack.json: the board's own Pack reads it; numbers here are those of pack.py, written down by hand."""

import json
from pathlib import Path

import pytest

from pitboard.games.let_it_ride import faults
from pitboard.games.let_it_ride import pack as board
from pitctl.boards import with_hash
from pitctl.exceptions import ConfigError
from pitctl.packs import Pack, compile_pack, load_pack, with_pay_table
from pitctl.packs.choices import THENS, WHATS
from pitctl.packs.schema import MOMENTS, OPTIONAL, SCHEMA, topic_of
from tests.unit.packs.pack_rig import SHORT, fifth, outcomes, pack_of

SHOE, SHUFFLER, CONTINUOUS, HAND = range(4)
# By category of games/hands.py: high card, low pair, high pair, two pair, three, straight, full house, four, flush,
# straight flush, royal flush.
COMMON_PAY = [0, 0, 1, 2, 3, 5, 11, 50, 8, 200, 1000]
DOC = Path(__file__).parents[3] / "docs" / "rule-packs.md"


def on_board(document: str) -> board.Pack:
    """Through JSON, as over the wire."""
    return board.Pack(json.loads(json.dumps(compile_pack(pack_of(document)))))


@pytest.mark.parametrize("document", SHORT)
def test_the_board_has_every_rule_beside_its_value(document: str) -> None:
    pack, made = pack_of(document), on_board(document)
    assert made.name == pack.name and len(made.values) == board.TOPICS
    topics: set[int] = set()
    for table, keys in SCHEMA.items():
        for key in keys:
            topic, full = topic_of(f"{table}.{key}"), f"{table}.{key}"
            if topic is None:
                continue
            topics.add(topic)
            if full in pack.entries:
                assert made.rule(topic) == pack.rule_of(full)
            else:
                assert made.values[topic] == 0 and made.rule(topic) == ""
    assert topics == set(range(board.TOPICS)) - {board.PAY}, "a topic without a key"


def test_the_rule_of_a_pay_table_fits_the_display(tmp_path: Path) -> None:
    def pay_rule(*changes: tuple[str, str]) -> str:
        return board.Pack(compile_pack(load_pack(fifth(tmp_path, "000", *changes)))).rule(board.PAY)

    assert pay_rule() == "10.1"
    assert pay_rule(("four = { is = 50, rule = \"10.1", "four = { is = 50, rule = \"10.3")) == "10.1, 10.3"
    assert pay_rule(("four = { is = 50, rule = \"10.1", "four = { is = 50, rule = \"Payout Odds 3")) == "10.1"


@pytest.mark.parametrize("document", SHORT)
def test_the_board_has_every_irregularity(document: str) -> None:
    pack, made = pack_of(document), on_board(document)
    for what in range(1, faults.WHATS + 1):
        said = outcomes(pack, WHATS[what - 1])
        for moment, name in enumerate(MOMENTS):
            then, rule = said.get(name, ("", ""))
            outcome = made.outcome(what, moment)
            assert outcome == (THENS.index(then) + 1 if then else 0)
            if outcome:
                assert made.outcome_rule(what, moment) == rule


def test_words_and_numbers_of_irregularities_are_the_boards() -> None:
    made = on_board("000")
    assert made.outcome(faults.FOREIGN, board.HANDLED) == faults.VOID_AND_CHECK
    assert made.outcome(faults.UNEQUAL, board.IN_DEAL) == faults.CORRECT_OR_FOLD
    assert made.outcome(faults.FOREIGN, board.PAID) == 0
    assert on_board("003").outcome(faults.PLAYER_COUNT, board.PAID) == faults.MOVE_OR_VOID
    assert on_board("004").outcome(faults.OPERATOR_VOID, board.DEALT) == faults.VOID_ROUND
    assert len(WHATS) == faults.WHATS and len(MOMENTS) == board.MOMENTS
    assert THENS[faults.REFUND - 1] == "refund or forfeit"
    assert THENS[faults.CHECK_DECK - 1] == "check the deck" and len(THENS) == faults.CHECK_DECK


@pytest.mark.rule("000 7.3.1, 7.3.2")
@pytest.mark.rule("000 7.4.2")
@pytest.mark.rule("002 Dealer Procedures 1 - 6")
@pytest.mark.rule("003 3.6")
@pytest.mark.rule("004 Dealing procedures 3.a - 3.c")
def test_deals_by_source() -> None:
    assert on_board("000").deals == [bytes([1, 1, 1, 8, 9]), bytes([3, 4, 8, 9, 10]), b"", b""]
    assert on_board("002").deals == [b"", b"", b"", bytes([1, 10, 1, 8, 1, 9])]
    assert on_board("003").deals == [bytes([2, 8, 9]), bytes([2, 8, 9]), b"", bytes([2, 8, 9])]
    assert on_board("004").deals == [b"", bytes([3, 4, 8, 9, 10]), b"", b""]


def test_values_are_the_boards_codes() -> None:
    def values(document: str, *topics: int) -> list[int]:
        return [on_board(document).values[topic] for topic in topics]

    decks = (board.CARDS_DECKS, board.CARDS_SOURCES, board.CARDS_CHECKED_BY, board.CARDS_OPENING)
    assert values("000", *decks) == [3, 1 << SHOE | 1 << SHUFFLER, 1, 0]
    assert values("002", *decks) == [1, 1 << HAND, 2, 3]
    assert values("004", *decks) == [board.DECK_TWO_MUST, 1 << SHUFFLER, 1, 0]
    assert values("000", board.CARDS_CUT, board.CARDS_CUT_OFFERED, board.CARDS_CUT_LEAST) == [
        1,
        0,
        0,
    ]
    assert values("002", board.CARDS_CUT, board.CARDS_CUT_OFFERED, board.CARDS_CUT_LEAST) == [
        0,
        8,
        10,
    ]
    ends = (board.WAGERS_PLACING_ENDS, board.WAGERS_WITHDRAWING_ENDS)
    assert values("000", *ends) == [board.AT_CALL, board.AT_FIRST_CARD]
    assert values("002", *ends) == [board.AT_CALL, board.AT_CALL]
    spots = (board.DECISIONS_FIRST, board.DECISIONS_SECOND, board.DECISIONS_NEVER)
    assert values("003", *spots) == [0, 1, 2]
    discards = [values(document, board.DEAL_DISCARD)[0] for document in SHORT]
    assert discards == [
        board.DISCARD_AT_DEAL, board.DISCARD_AFTER_FIRST, board.DISCARD_NONE, board.DISCARD_AT_DEAL,
    ]  # fmt: skip
    orders = [values(document, board.SETTLING_ORDER)[0] for document in SHORT]
    assert orders == [board.LOSERS_FIRST] * 3 + [board.HANDS_IN_TURN]
    bank = (board.BANK_ROTATES, board.BANK_COVERS, board.BANK_ACTION, board.BANK_FEES)
    assert values("004", *bank) == [2, 0b111, 1, 1]
    assert values("000", *bank) == [0, 0, 0, 0]


@pytest.mark.rule("000 10.1")
@pytest.mark.rule("002 Payout Odds para 2, table")
@pytest.mark.rule("002 Side Bets table")
@pytest.mark.rule("003 4.2")
@pytest.mark.rule("003 3.20, 4.2")
@pytest.mark.rule("004 Paytable Summary")
def test_odds_by_category_and_money_in_hundredths() -> None:
    nsw, charity, mbs, california = (on_board(document) for document in SHORT)
    assert nsw.pay == mbs.pay == [COMMON_PAY]
    assert charity.pay == [[0, 0, 1, 2, 3, 5, 11, 50, 8, 100, 200]]
    assert california.pay == [
        COMMON_PAY,
        [0, 0, 1, 2, 3, 5, 15, 25, 10, 100, 500],
        [0, 0, 1, 2, 3, 6, 15, 30, 9, 50, 100],
    ]
    assert [made.values[board.PAY] for made in (nsw, charity, mbs, california)] == [1, 1, 1, 3]
    assert california.rule(board.PAY) == "Paytable Summary"
    assert charity.bonus == [0, 1, 3, 5, 25, 30, 40]
    limits = (board.WAGERS_MOST, board.BONUS, board.BONUS_MOST)
    assert [charity.values[topic] for topic in limits] == [1000, 100, 1000]
    assert [nsw.values[topic] for topic in limits] == [0, 0, 0]
    assert mbs.jackpot == [0, 0, 0, 0, 9, 30, 50, 300, 40, 0, 0]
    assert mbs.shares == [0] * 9 + [10, 100]
    assert mbs.envy == [0] * 9 + [30_000, 100_000]
    assert [mbs.values[topic] for topic in (board.PROGRESSIVE, board.ENVY)] == [1, 1]
    assert nsw.bonus == nsw.jackpot == nsw.shares == nsw.envy == charity.shares == []


@pytest.mark.rule("004 Round of Play 10")
def test_one_pay_table_is_chosen_and_no_other_than_those() -> None:
    chosen = compile_pack(pack_of("004"), "LIRX-03")
    assert chosen["pay_names"] == ["LIRX-03"] and chosen["values"][board.PAY] == 1
    assert chosen["pay"] == [[0, 0, 1, 2, 3, 6, 15, 30, 9, 50, 100]]
    assert compile_pack(pack_of("004"))["pay_names"] == ["LIRX-01", "LIRX-02", "LIRX-03"]
    with pytest.raises(
        ConfigError, match="has no pay table 'LIRX-04'; it has: LIRX-01, LIRX-02, LIRX-03"
    ):
        compile_pack(pack_of("004"), "LIRX-04")


def test_the_hash_is_over_everything_else() -> None:
    made = compile_pack(pack_of("000"))
    assert list(made) == [
        "pack", "document", "values", "rules", "deals", "faults", "pay", "pay_names", "bonus", "jackpot", "shares",
        "envy", "hash",
    ]  # fmt: skip
    assert made == with_hash({key: value for key, value in made.items() if key != "hash"})
    assert len({compile_pack(pack_of(document))["hash"] for document in SHORT}) == 4


def operator_pays(pack: Pack, **changed: int) -> Pack:
    return with_pay_table(pack, {**pack.pay_tables["main"], **changed})


@pytest.mark.rule("002 Payout Odds para 2, table")
def test_a_house_may_pay_more_where_the_document_lets_it_and_never_less() -> None:
    pack = pack_of("002")
    more = operator_pays(pack, royal_flush=500)
    assert more.pay_tables == {"operator": {**pack.pay_tables["main"], "royal_flush": 500}}
    assert more.rule_of("pay.operator.royal_flush") == "Odds 2"
    assert compile_pack(more)["pay"] == [[0, 0, 1, 2, 3, 5, 11, 50, 8, 100, 500]]
    assert pack.pay_tables["main"]["royal_flush"] == 200
    with pytest.raises(
        ConfigError, match=r"'four' must pay 50 to 1 or more \(rule Odds 2\), not 40"
    ):
        operator_pays(pack, four=40)
    with pytest.raises(
        ConfigError, match=r"a pay table has the nine hands royal_flush, .*; wrong: flash"
    ):
        operator_pays(pack, flash=40)
    with pytest.raises(ConfigError, match="'straight' pays more than 'flush', a stronger hand"):
        operator_pays(pack, straight=9)
    for document in ("000", "003"):
        with pytest.raises(ConfigError, match="pays as listed"):
            operator_pays(pack_of(document), royal_flush=2000)


def test_a_fifth_let_it_ride_is_a_new_file(tmp_path: Path) -> None:
    path = fifth(
        tmp_path,
        "000",
        ("number = { is = 7", "number = { is = 6"),
        ("royal_flush = { is = 1000", "royal_flush = { is = 1500"),
        ('most = { is = "table sign"', "most = { is = 250"),
        ("cut_offered = { is = []", 'cut_offered = { is = ["shuffler"]'),
        ('idle_rounds = { is = 3, rule = "14.9" }', 'idle_rounds = { is = 5, rule = "Seats 4" }'),
    )
    pack = load_pack(path)
    assert pack.name == "fifth" and pack.value("seats.number") == 6
    made = board.Pack(compile_pack(pack))
    assert made.pay == [[*COMMON_PAY[:-1], 1500]]
    assert made.values[board.SEATS_NUMBER] == 6 and made.values[board.WAGERS_MOST] == 25_000
    assert made.values[board.SEATS_IDLE_ROUNDS] == 5
    assert made.rule(board.SEATS_IDLE_ROUNDS) == "Seats 4"


def test_the_default_of_the_ways_to_cover_goes_with_them(tmp_path: Path) -> None:
    path = fifth(tmp_path, "004", ('["common", "separate", "balance"]', '["balance", "common"]'))
    covers = compile_pack(load_pack(path))["values"][board.BANK_COVERS]
    assert (covers & 0b1111, covers >> 4) == (0b101, 2)


def test_the_document_names_every_key_and_word() -> None:
    text = DOC.read_text(encoding="utf-8")
    for table, keys in SCHEMA.items():
        assert f"`[{table}]`" in text
        for key, what in keys.items():
            assert f"`{table}.{key}`" in text if table in OPTIONAL[:2] else f"`{key}`" in text, key
            words = what.kind.allowed.split('"')[1::2]
            assert all(f"`{word}`" in text for word in words), key
    for word in (*WHATS, *THENS, *MOMENTS):
        assert f"`{word}`" in " ".join(text.split()), word
