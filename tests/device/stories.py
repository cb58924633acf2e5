"""Irregularities of 001 10.1 to 10.8 as they happen at a table: by slides, keys and the supervisor's key.

Each story begins and ends at an open table without a round. It stops (`yield`) where somebody may pull the plug: the
table must be the same afterwards. Choices are made by the words on the display, as a person does.
"""

from collections.abc import Callable, Iterator

from tests.device.rig import SUPERVISOR, TableRig

Story = Callable[[TableRig], Iterator[None]]

RACE = ["TH", "4H", "KH", "3H", "5S", "7C"]  # hearts, spades, clubs
HSC = {
    "RED": "full", "H": "full", "HS": "full", "HSC": "full", "HSD": "two",
    "HDS": "one", "HDC": "one", "HCS": "one", "HCD": "one",
}  # fmt: skip


def supervised(rig: TableRig, *choices: str) -> None:
    """Chosen with the supervisor's key turned, which is taken out again."""
    rig.turn_key(True)
    for words in choices:
        rig.choose(words)
    rig.turn_key(False)


def offered(rig: TableRig) -> set[str]:
    """Lawful steps as USB names them; what only a host can say is left out."""
    _, found = rig.client.steps()
    hosts = {"wager", "wager_back", "wager_moved", "wager_home", "collected", "paid"}
    return {step.step for step in found} - hosts


def result(rig: TableRig) -> str:
    found = rig.client.status().result
    return (
        "".join(suit[0].upper() for suit in (found.first, found.second, found.third))
        if found
        else ""
    )


def last(rig: TableRig, kind: str) -> tuple[int | None, str | None]:
    """Person and reason of the newest event of a type."""
    found = [event for event in rig.events() if event.type == kind][-1]
    return found.who, found.reason


def finish(rig: TableRig) -> None:
    """Confirmed, paid, closed."""
    rig.close_race()
    assert rig.client.status().phase == "idle"
    assert rig.lit() == {}


# -- 10.1, 10.2 --------------------------------------------------------------------------------------


def lights_sent_again(rig: TableRig) -> Iterator[None]:
    """10.1: a broken wire in the chain leaves areas dark; mended, they are lit by key."""
    assert rig.bench.lights is not None
    rig.open_race()
    rig.bench.lights.broken_at = 8
    rig.deal(RACE)
    assert rig.lit() != HSC, "the lights are wrong"
    assert result(rig) == "HSC", "the result is not"
    rig.bench.lights.broken_at = None
    rig.choose("Light areas again")
    assert "Lights sent again Check the lit areas" in rig.words()
    assert rig.lit() == HSC
    yield
    assert rig.lit() == HSC
    finish(rig)


def lights_put_out(rig: TableRig) -> Iterator[None]:
    """10.1: they stay wrong: dark for this round, paid by the cards."""
    rig.open_race()
    rig.deal(RACE)
    supervised(rig, "Lights off this round", "Lights were wrong")
    assert (rig.lit(), result(rig)) == ({}, "HSC")
    assert "Lights off: by cards" in rig.words()
    assert not {"lights_again", "lights_off"} & offered(rig)
    yield
    rig.press("confirm")
    assert "Pay by the cards" in rig.words()
    assert (rig.lit(), last(rig, "lights_off")) == ({}, (SUPERVISOR, "lights"))
    rig.press("confirm")
    rig.open_race()
    rig.deal(RACE)
    assert rig.lit() == HSC, "the next round is lit again"
    finish(rig)


def wrong_result_corrected(rig: TableRig) -> Iterator[None]:
    """10.2: a card was read as another one; the result is corrected after it was confirmed."""
    rig.open_race()
    rig.deal([*RACE[:5], "7D"])
    rig.press("confirm")
    assert result(rig) == "HSD"
    supervised(rig, "Rebuild the race", "Wrong result shown")
    assert rig.lit() == {}
    supervised(rig, "Correct a card", "Card 6", "7", "Clubs")
    yield
    assert "6 7C" in rig.words()
    supervised(rig, "Rebuild is done")
    assert "Race was put right" in rig.words()
    assert (rig.lit(), result(rig)) == (HSC, "HSC")
    assert rig.client.status().phase == "result", "the dealer confirms once more (9.1(c))"
    assert last(rig, "rebuild") == (SUPERVISOR, "wrong_shown")
    finish(rig)


# -- 10.3, 10.4, D4 ----------------------------------------------------------------------------------


def first_card_face_up_unread(rig: TableRig) -> Iterator[None]:
    rig.open_race()
    rig.choose("First card face up")
    assert "First card is burned Slide card 1 1st" in rig.words()
    status = rig.client.status()
    assert (status.cards, status.left) == (0, 51)
    yield
    rig.choose("Later card face up")
    assert "Face-up card is used" in rig.words(), "D4: only the first one is burned"
    rig.deal(RACE)
    assert rig.lit() == HSC
    finish(rig)


def first_card_face_up_read(rig: TableRig) -> Iterator[None]:
    """10.3: it was slid before anybody saw it: a two of spades that does not count, not even as a protest."""
    rig.open_race()
    rig.slide("2S")
    assert "PROTESTED" in rig.words()
    rig.choose("First card face up")
    assert "First card is burned" in rig.words() and "PROTESTED" not in rig.words()
    yield
    rig.deal(["3S", "4S", "5S", "6S", "7H", "8C"])
    found = rig.client.status().result
    assert found is not None and not found.protested
    assert rig.client.status().places == (4, 1, 1)
    finish(rig)


def later_card_face_up(rig: TableRig) -> Iterator[None]:
    rig.open_race()
    rig.deal(RACE[:3])
    rig.choose("Later card face up")
    assert "10.4" in rig.screen()[0]
    assert "Face-up card is used Slide card 4 1st" in rig.words()
    yield
    rig.deal(RACE[3:])
    assert rig.lit() == HSC
    finish(rig)


# -- 10.5, 10.6, D9 ----------------------------------------------------------------------------------


def early_card_used(rig: TableRig) -> Iterator[None]:
    """10.5: drawn before the call and not seen: the first card of the race."""
    rig.open_betting()
    rig.slide("TH")
    assert "Early card is held" in rig.words()
    assert rig.selected() == "Not seen: use as next", "the menu opens by itself"
    assert offered(rig) == {"use_next", "burn", "same_card"}
    status = rig.client.status()
    assert (status.held, status.cards) == ("early", 0)
    yield
    assert rig.client.status().held == "early"
    rig.choose("Not seen: use as next")
    assert "Held card comes next" in rig.words()
    rig.press("no_more_bets")
    assert rig.client.status().cards == 1
    rig.deal(RACE[1:])
    assert rig.lit() == HSC
    finish(rig)


def early_card_burned(rig: TableRig) -> Iterator[None]:
    """10.6: drawn before the call and seen: out of play, sealed."""
    rig.open_betting()
    rig.slide("2S")
    rig.choose("Seen: burn it")
    assert "Held card is burned" in rig.words()
    yield
    rig.press("no_more_bets")
    rig.deal(RACE)
    found = rig.client.status().result
    assert found is not None and not found.protested
    assert rig.lit() == HSC
    assert "2S" not in rig.cards(rig.client.status().round)
    finish(rig)


def extra_card_burned(rig: TableRig) -> Iterator[None]:
    """10.6, D9: one card too many after third place, and it was seen."""
    rig.open_race()
    rig.deal(RACE)
    rig.slide("KD")
    assert "Extra card is held" in rig.words()
    assert rig.lit() == HSC
    yield
    rig.choose("Seen: burn it")
    assert "Held card is burned To the discard rack" in rig.words()
    assert (rig.lit(), result(rig)) == (HSC, "HSC")
    finish(rig)


def extra_card_shuffled_in(rig: TableRig) -> Iterator[None]:
    """10.5, D9: one deck is shuffled before the next round, so an unseen extra card goes back to it."""
    rig.open_race()
    rig.deal(RACE)
    rig.slide("KD")
    rig.choose("Not seen: use as next")
    assert "Held card goes back Shuffle it in" in rig.words()
    yield
    finish(rig)
    assert "Shuffle the cards" in rig.words()
    rig.open_race()
    assert (rig.client.shoe().carried, rig.client.status().left) == (0, 52)
    rig.slide("KD")
    assert rig.cards(rig.client.status().round) == ["KD"], "it may come again"
    supervised(rig, "Void the round", "Dispute")
    rig.press("confirm")


def extra_card_opens_the_next_round(rig: TableRig) -> Iterator[None]:
    """10.5, D9: with two decks an unseen extra card is the first one of the next round."""
    rig.open_race()
    rig.deal(RACE)
    rig.slide("TH")
    rig.choose("Not seen: use as next")
    assert "Held card comes next" in rig.words()
    finish(rig)
    assert "Next: the held card CONFIRM opens betting" in rig.words()
    assert rig.client.shoe().carried == 1
    yield
    rig.press("confirm")
    assert "Held card comes first Press NO MORE BETS" in rig.words()
    assert rig.client.status().cards == 0
    rig.press("no_more_bets")
    assert rig.cards(rig.client.status().round) == ["TH"]
    rig.deal(RACE[1:])
    assert rig.lit() == HSC
    finish(rig)


# -- 10.7, D10 ---------------------------------------------------------------------------------------


def card_moved(rig: TableRig) -> Iterator[None]:
    """D10: two cards were laid the wrong way round; both were due, so each counts where the order puts it."""
    rig.open_race()
    rig.deal([*RACE[:4], "7C", "5S"])
    assert result(rig) == "HCS"
    supervised(rig, "Rebuild the race", "Card misplaced", "Move a card", "Card 6", "Card 5")
    yield
    supervised(rig, "Rebuild is done")
    assert (rig.lit(), result(rig)) == (HSC, "HSC")
    finish(rig)


def missed_card_inserted(rig: TableRig) -> Iterator[None]:
    """10.7: the second card never passed the scanner; the race goes on behind it."""
    rig.open_race()
    rig.deal(["TH", "KH", "3H", "5S"])
    supervised(rig, "Rebuild the race", "Card was missed")
    yield
    supervised(rig, "Insert missed card", "Card 2", "4", "Hearts", "Rebuild is done")
    assert "Slide card 6 to 3rd place" in rig.words()
    rig.slide("7C")
    assert rig.lit() == HSC
    finish(rig)


def card_taken_out(rig: TableRig) -> Iterator[None]:
    """10.7: a card that was counted although it lies in the shoe; 10.6: one that was seen and not due."""
    rig.open_race()
    rig.deal(["9D", "2S", *RACE])
    assert rig.client.status().left == 44
    supervised(rig, "Rebuild the race", "Card slid twice", "Remove: counted twice", "Card 1")
    assert rig.client.status().left == 45, "it is in the shoe after all"
    supervised(rig, "Remove: seen, not due", "Card 1")
    assert rig.client.status().left == 45, "burned"
    yield
    supervised(rig, "Rebuild is done")
    found = rig.client.status().result
    assert found is not None and not found.protested
    assert rig.lit() == HSC
    finish(rig)


def burned_card_put_back(rig: TableRig) -> Iterator[None]:
    """10.7: the first card was burned by mistake; it lies in the discard rack and is named by hand."""
    rig.open_race()
    rig.slide("TH")
    rig.choose("First card face up")
    assert rig.client.status().cards == 0
    supervised(
        rig, "Rebuild the race", "Card misplaced", "Insert missed card", "Card 1", "T", "Hearts"
    )
    yield
    supervised(rig, "Rebuild is done")
    assert "Slide card 2 to 1st place" in rig.words()
    rig.deal(RACE[1:])
    assert (rig.lit(), rig.client.status().left) == (HSC, 45)  # as for any card that is named
    finish(rig)


# -- 10.8, D7, L27, and a card that never reads -------------------------------------------------------


def shoe_empty(rig: TableRig) -> Iterator[None]:
    """D7: no card is left and third place is open: undecided and dark until the supervisor voids it."""
    rig.open_race()
    rig.deal(RACE[:5])
    rig.choose("Shoe is empty")
    assert "Shoe empty: undecided Call the supervisor" in rig.words()
    assert rig.lit() == {}
    yield
    assert "Shoe empty: undecided" in rig.words()
    supervised(rig, "Void the round", "Shoe was empty")
    assert last(rig, "void") == (SUPERVISOR, "shoe_empty")
    assert (rig.lit(), result(rig)) == ({}, "")
    rig.press("confirm")


def void_with_a_reason(rig: TableRig) -> Iterator[None]:
    rig.open_race()
    rig.deal(RACE)
    supervised(rig, "Void the round", "Equipment failed")
    assert "VOID" in rig.words() and "Return all wagers" in rig.words()
    assert (rig.lit(), result(rig), last(rig, "void")) == ({}, "", (SUPERVISOR, "equipment"))
    yield
    rig.press("confirm")
    assert rig.client.status().phase == "idle"


def foreign_card_taken_out(rig: TableRig) -> Iterator[None]:
    """L27: a face for the second time in one deck is held at its place and never counts."""
    rig.open_race()
    rig.deal(["TH", "TH"])
    assert "Card 2 is foreign" in rig.words() and "L27" in rig.screen()[0]
    assert offered(rig) == {"dismiss", "same_card", "rebuild", "void"}
    yield
    assert rig.client.status().held == "foreign"
    supervised(rig, "Take foreign card out", "Other reason")
    assert "Foreign card is out Slide card 2 1st" in rig.words()
    rig.deal(RACE[1:])
    assert rig.lit() == HSC
    finish(rig)


def card_entered_by_hand(rig: TableRig) -> Iterator[None]:
    """8.1: it is slid again and again and never reads, or not as a card."""
    rig.open_race()
    rig.deal(RACE[:5])
    rig.slide("7?")
    rig.slide(None)
    assert "Card 6 3rd not read Slide it again" in rig.words()
    yield
    supervised(rig, "Enter card by hand", "7", "Clubs", "Card never reads")
    assert last(rig, "entered") == (SUPERVISOR, "not_read")
    assert rig.lit() == HSC
    finish(rig)


ONE_DECK: list[Story] = [
    lights_sent_again,
    lights_put_out,
    wrong_result_corrected,
    first_card_face_up_unread,
    first_card_face_up_read,
    later_card_face_up,
    early_card_used,
    early_card_burned,
    extra_card_burned,
    extra_card_shuffled_in,
    card_moved,
    missed_card_inserted,
    card_taken_out,
    burned_card_put_back,
    shoe_empty,
    void_with_a_reason,
    foreign_card_taken_out,
    card_entered_by_hand,
]
