"""The evaluator against the slow reference: every class, every sum of suits, every three cards; pokerkit as a third."""

import random
from array import array
from collections import Counter
from itertools import combinations, product

import pytest
from pokerkit import Card, StandardHighHand

from codegen import hand_tables as generator
from pitboard.app.hand_file import load_tables
from pitboard.games import hand_lookup, hands
from tests.reference import hands_reference as reference

TABLES = load_tables()

NAMES = {
    hands.HIGH_CARD: "high card",
    hands.LOW_PAIR: "low pair",
    hands.HIGH_PAIR: "high pair",
    hands.TWO_PAIR: "two pair",
    hands.THREE: "three",
    hands.STRAIGHT: "straight",
    hands.FULL_HOUSE: "full house",
    hands.FOUR: "four",
    hands.FLUSH: "flush",
    hands.STRAIGHT_FLUSH: "straight flush",
    hands.ROYAL_FLUSH: "royal flush",
}
THREE_NAMES = {
    hands.NOTHING: "nothing",
    hands.PAIR: "pair",
    hands.THREE_FLUSH: "three flush",
    hands.THREE_STRAIGHT: "three straight",
    hands.THREE_ALIKE: "three alike",
    hands.THREE_STRAIGHT_FLUSH: "three straight flush",
    hands.THREE_ROYAL: "three royal",
}
WORDS = [hand_lookup.word(card, TABLES) for card in range(52)]
TABLES_LIMIT = 18_944  # 18.5 KB for five and three cards


def read(value: int) -> tuple[str, int]:
    return NAMES[value >> hands.ORDER_BITS], value & hands.ORDER


def numbers(codes: str) -> bytes:
    return bytes(reference.DECK.index(code) for code in codes.split())


def total(cards: "bytes | tuple[int, ...]") -> int:
    return sum(WORDS[card] for card in cards)


def test_every_class_is_that_of_the_reference() -> None:
    """A hand's sum is that of its ranks and that of its suits, so all classes are all hands (the next test)."""
    seen: set[int] = set()
    for (ranks, suited), expected in reference.every_class().items():
        suits = [0] * 5 if suited else [place % 4 for place in range(5)]
        cards = bytes(13 * suit + rank for rank, suit in zip(ranks, suits, strict=True))
        value = hand_lookup.of_sum(total(cards), TABLES)
        assert read(value) == expected, cards
        assert hand_lookup.of_cards(cards, TABLES) == value
        seen.add(value & hands.ORDER)
    assert seen == set(range(1, hands.CLASSES + 1))


def test_suits_never_reach_the_ranks_and_five_of_one_suit_have_a_sum_of_their_own() -> None:
    for suits in product(range(4), repeat=5):
        told = sum(WORDS[13 * suit] for suit in suits)  # twos: their key is nought
        assert told < 256
        assert (TABLES[hands.FLAGS_AT + told] & 1) == (len(set(suits)) == 1)
    for suits in product(range(4), repeat=3):
        told = sum(WORDS[13 * suit] for suit in suits)
        assert (TABLES[hands.FLAGS_AT + told] & 2 > 0) == (len(set(suits)) == 1)


def test_every_three_cards_are_what_the_reference_says() -> None:
    counts: Counter[str] = Counter()
    for cards in combinations(range(52), 3):
        name = THREE_NAMES[hand_lookup.of_three(total(cards), TABLES)]
        assert name == reference.of_three([reference.DECK[card] for card in cards])
        counts[name] += 1
    assert sum(counts.values()) == 22_100
    assert (counts["three royal"], counts["three straight flush"]) == (4, 44)


@pytest.mark.parametrize(
    ("codes", "name"),
    [
        ("TS JS QS KS AS", "royal flush"),
        ("AS 2S 3S 4S 5S", "straight flush"),
        ("AS 2H 3S 4S 5S", "straight"),
        ("QS KS AH 2S 3S", "high card"),  # the ace never connects king and two (L22)
        ("TS TH 2S 3S 4S", "high pair"),
        ("9S 9H AS KS QS", "low pair"),
        ("2S 2H 2D 2C 3S", "four"),
    ],
)
def test_hands_that_the_documents_name(codes: str, name: str) -> None:
    assert read(hand_lookup.of_cards(numbers(codes), TABLES))[0] == name


def test_the_order_of_cards_does_not_matter() -> None:
    cards = list(numbers("2S 7H TD TC AS"))
    values = {hand_lookup.of_cards(bytes(random.Random(n).sample(cards, 5)), TABLES) for n in range(20)}
    assert len(values) == 1


def test_many_at_once_are_what_each_is() -> None:
    rng = random.Random(7)
    some = [bytes(rng.sample(range(52), 5)) for _ in range(200)] + [numbers("TS JS QS KS AS")]
    values = array("I", [0] * len(some))
    hand_lookup.of_many(b"".join(some), values, len(some), TABLES)
    assert list(values) == [hand_lookup.of_cards(cards, TABLES) for cards in some]


def test_pokerkit_agrees() -> None:
    rng = random.Random(4)
    some = [rng.sample(range(52), 5) for _ in range(1_500)]
    ours = [hand_lookup.of_cards(bytes(cards), TABLES) & hands.ORDER for cards in some]
    theirs = [StandardHighHand(as_pokerkit(cards)) for cards in some]
    for (mine, his), (mine_next, his_next) in zip(
        zip(ours, theirs, strict=True), zip(ours[1:], theirs[1:], strict=True), strict=False
    ):
        assert (mine < mine_next) == (his > his_next)
        assert (mine == mine_next) == (his == his_next)


def as_pokerkit(cards: list[int]) -> tuple[Card, ...]:
    text = "".join(reference.DECK[card][0] + reference.DECK[card][1].lower() for card in cards)
    return tuple(Card.parse(text))


def test_the_tables_are_small_enough() -> None:
    assert len(TABLES) <= TABLES_LIMIT


def test_keys_that_do_not_tell_ranks_apart_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generator, "KEYS", tuple(range(13)))
    with pytest.raises(ValueError, match="same sum"):
        generator.tables()


def test_a_table_that_lies_elsewhere_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generator.hands, "FLAGS_AT", 1)
    with pytest.raises(ValueError, match="puts a table at 1"):
        generator.tables()
