"""What the duel of Let It Ride has found once, or is met too seldom by chance: each as a few steps at a table that was
played up to there. Firmware and reference must agree after every step.
"""

import random

import pytest

from tests.properties.names import face_number
from tests.properties.ride_choices import Step, boss, offer
from tests.properties.ride_duel import Duel
from tests.properties.ride_oddities import Chooser
from tests.properties.ride_rounds import finish
from tests.properties.ride_words import NUMBERS, WHATS
from tests.reference.ride_rules import House

NSW = House("000", "shoe")
CHARITY = House("002", "hand")
MBS = House("003", "hand")
CALIFORNIA = House("004", "shuffler", 2)


class Played:
    """A table that the ordinary course leads from phase to phase."""

    def __init__(self, house: House, seed: int = 1) -> None:
        self.duel = Duel(house)
        self.table = self.duel.table
        self.chooser = Chooser(random.Random(seed), self.table, 0.0)

    def until(self, phase: str) -> "Played":
        while self.table.phase != phase:
            self.duel.play(self.chooser.next_step())
        return self

    def betting(self, *bets: Step) -> "Played":
        """A shuffled deck and these wagers; nobody else wagers."""
        self.until("betting")
        bank = [offer("bank", 8, 0, 100_000)] if self.table.document.has_bank else []
        self.chooser.plan([*bank, *bets])
        return self

    def say(self, *steps: Step) -> "Played":
        for step in steps:
            self.duel.play(step)
        return self

    def end(self) -> Duel:
        """There is a way back to a table that waits, and a replay gives the same."""
        finish(self.duel, self.chooser)
        self.duel.thaw()
        self.duel.replay()
        return self.duel


def bets(seat: int, stake: int = 500, side: int = 0, tokens: int = 0) -> list[Step]:
    main = [offer("bet", seat, spot, stake, tokens) for spot in range(3)]
    return [*main, offer("bet", seat, 3, side)] if side else main


def fault(what: str, arg2: int = 0) -> Step:
    return boss("fault", WHATS.index(what) + 1, arg2)


def slide(card: str) -> Step:
    return ("slide", face_number(card), 0, False)


def test_a_folded_hand_gets_no_cards() -> None:
    """000 7.3.1, 12.10.2."""
    one_missing = bets(3)[:2]
    played = Played(NSW).betting(*bets(1), *one_missing, *bets(5)).until("dealing")
    played.say(offer("folded", 3), slide("2S"), slide("9H"))
    assert played.table.plan[0] == 1
    played.end()


def test_a_void_hand_gets_no_more_cards() -> None:
    """000 7.3.2, 14.3.1."""
    played = Played(NSW).betting(*bets(1), *bets(3)).until("dealing")
    played.say(slide("2S"), slide("9H"), fault("wager void", 3), slide("4D")).end()


def test_a_stack_that_was_begun_is_dealt_to_its_end() -> None:
    """000 7.4.1: its other cards do not go to the next hand."""
    played = Played(House("000", "shuffler")).betting(*bets(2), *bets(5)).until("dealing")
    played.say(slide("2S"), fault("wager void", 2), slide("9H"), slide("4D"), slide("KC")).end()


def test_a_wager_may_be_withdrawn_or_refused_until_the_first_card() -> None:
    """000 5.4, 14.11, L18."""
    played = Played(NSW).betting(*bets(1), *bets(2), *bets(3)).until("dealing")
    played.say(boss("bet_refused", 2), *(boss("bet", 3, spot, 0) for spot in range(3)))
    played.say(slide("2S"), boss("bet", 1, 0, 0), boss("bet_refused", 1)).end()


def test_a_side_wager_found_where_there_is_none() -> None:
    """It was accepted, and the settlement crashed."""
    Played(NSW).betting(*bets(1)).until("dealing").say(boss("bet", 1, 3, 100)).end()
    Played(CALIFORNIA).betting(*bets(1)).until("dealing").say(boss("bet", 1, 3, 100)).end()


def test_a_held_card_does_not_keep_wagers_from_being_corrected() -> None:
    """000 12.10: there was no way out."""
    played = Played(NSW).betting(*bets(1), *bets(2)).until("dealt")
    played.say(boss("bet", 1, 0, 700), offer("hold", 51, 1, 0, 2), fault("unequal wagers", 1))
    played.say(offer("corrected", 1, 0, 500), boss("dismiss")).end()


def test_only_the_seat_concerned_is_locked_for_its_wagers() -> None:
    """000 12.11."""
    played = Played(NSW).betting(*bets(1), *bets(2)).until("deciding 1")
    played.say(
        boss("bet", 1, 0, 700), fault("unequal wagers", 1), boss("lock", 5), boss("lock", 1)
    ).end()


def test_what_was_withdrawn_is_not_corrected() -> None:
    """000 12.11, L26."""
    played = Played(NSW).betting(*bets(1)).until("deciding 1").say(offer("decide", 1, 1))
    played.say(
        boss("bet", 1, 1, 700), fault("unequal wagers", 1), offer("corrected", 1, 0, 900)
    ).end()


def test_corrected_wagers_are_settled_again() -> None:
    played = Played(NSW).betting(*bets(1), *bets(2)).until("showing").say(boss("bet", 1, 1, 700))
    played.until("settling")
    seat, part = played.table.to_settle()
    played.say(offer("settled", seat, ("", "collect", "pay").index(part)))
    played.say(fault("unequal wagers", 1), offer("corrected", 1, 0, 900)).end()


def test_nothing_is_settled_after_the_last_wager() -> None:
    played = Played(NSW).betting(*bets(1)).until("settling")
    while played.table.to_settle()[0]:
        played.say(played.chooser.next_step())
    played.say(offer("settled"), offer("settled", 1, 1)).end()


@pytest.mark.parametrize("hand", ["flush", "high pair", "low pair"])
def test_a_token_over_the_maximum(hand: str) -> None:
    """000 6.3, L5, L28: of a winning token only what was at play is kept."""
    house = House("000", "shoe", most=400, tokens_back=False)
    played = Played(house).betting(*bets(1, 500, tokens=1)).until("showing")
    played.say(played.chooser.next_step())
    played.say(
        boss(
            "declare",
            1,
            ("high card", "low pair", "high pair").index(hand) if hand != "flush" else 8,
        )
    )
    played.end()


def test_a_token_whose_payout_is_used_up_has_won() -> None:
    """000 10.2, L6, L28."""
    house = House("000", "shoe", payout_most=700, payout_scope="hand", tokens_back=False)
    played = Played(house).betting(*bets(1, 500, tokens=1)).until("showing")
    played.say(played.chooser.next_step(), boss("declare", 1, 8)).end()


def test_the_absent_have_something_to_decide() -> None:
    """000 12.13, 12.14."""
    played = Played(NSW).betting(*bets(1), *bets(2)).until("showing")
    played.say(fault("absent, not viewed", 1), fault("absent, viewed", 1)).end()


def test_a_wager_that_was_returned_is_not_forfeited() -> None:
    """000 14.5."""
    played = Played(NSW).betting(*bets(1), *bets(2)).until("deciding 1")
    played.say(
        fault("wager void", 1), fault("game invalidated"), boss("forfeit", 1), boss("forfeit", 2)
    ).end()


def test_hands_are_moved_only_whole_and_untouched() -> None:
    """003 5.3: a hand that was not turned must not be seen by moving it."""
    played = Played(MBS).betting(*bets(1), *bets(2), *bets(3)).until("dealing")
    played.say(slide("2S"), slide("9H"), slide("4D"), slide("KC"), fault("dealt wrongly"))
    played.say(boss("move_hand", 1, 2), boss("move_hand", 1, 5), boss("go_on")).until("showing")
    played.say(
        played.chooser.next_step(), fault("wrong number, player", 1), boss("move_hand", 1, 3)
    ).end()


def test_a_paid_round_can_be_reversed_until_the_next_call() -> None:
    """003 5.4: also when the cards have been shuffled."""
    played = Played(MBS).betting(*bets(1)).until("settling").until("idle")
    played.say(offer("shuffled"), fault("wrong number, community"), boss("void_now")).end()


def test_new_cards_after_a_paid_round_come_from_where_they_always_come() -> None:
    """The next round could not be opened any more."""
    played = (
        Played(MBS).betting(*bets(1)).until("settling").until("idle").say(boss("new_cards", 1, 0))
    )
    played.until("betting").end()


def test_the_jackpot_is_that_of_the_start_of_the_round() -> None:
    """003 1.1.7, L8."""
    played = (
        Played(MBS).until("idle").say(offer("jackpot", 0, 0, 100_000)).betting(*bets(1, 500, 100))
    )
    played.say(offer("jackpot", 0, 0, 900_000)).until("showing")
    played.say(played.chooser.next_step(), boss("declare", 1, 10)).end()


def test_locking_is_in_one_document_only() -> None:
    """000 12.12.4; the other packs say so."""
    for house in (NSW, CHARITY, MBS, CALIFORNIA):
        Played(house).until("idle").say(boss("lock", 2)).end()


def test_the_action_seat_does_not_change_whose_cards_are_turned() -> None:
    """004 Round of Play 8; Glossary Action: where settling begins."""
    played = Played(CALIFORNIA).betting(*bets(1), *bets(4), *bets(7), offer("action", 4))
    played.until("showing").end()


def test_the_action_seat_of_a_cancelled_round() -> None:
    """004 Glossary: it is found for each hand; a checkpoint does not keep it."""
    played = Played(CALIFORNIA).until("betting").say(offer("action", 5), offer("cancel"))
    played.duel.thaw()
    played.end()


def test_a_face_up_card_is_found_while_cards_are_dealt() -> None:
    """002 Irregularities para 1: also the last one, when it is slid; not one in the stub after the deal."""
    played = Played(CHARITY).betting(*bets(1)).until("dealt")
    played.say(fault("face-up card in the deck"), fault("face-up card in the deck", 1))
    assert played.table.phase == "dealing"
    played.end()
    played.betting(*bets(1)).until("dealt")
    played.say(fault("face-up card in the deck", 1), fault("face-up card in the deck", 1)).end()


def test_a_cancelled_deck_was_not_dealt() -> None:
    """004 Type of card deck 3.c."""
    played = Played(CALIFORNIA).until("betting")
    deck = played.table.deck
    played.say(offer("cancel"), offer("open", deck, 1)).end()


def test_the_player_dealers_wager_outlives_a_checkpoint() -> None:
    played = Played(CALIFORNIA).until("idle").say(offer("bank", 3, 0, 5_000))
    played.duel.thaw()
    played.end()


def test_the_cards_are_washed_after_the_first_player_saw_them() -> None:
    """002 Opening: and shuffled after that."""
    played = Played(CHARITY).say(offer("lamp_test"), offer("lamps_seen", 1), boss("prechecked"))
    played.say(
        offer("washed"), offer("shuffled"), offer("seen"), offer("washed"), boss("table_open")
    )
    played.say(offer("open", 1, 3), *bets(1), offer("no_more_bets")).end()


def test_the_stub_is_counted_once_in_five_rounds() -> None:
    """002 Dealer Procedures: in the fifth, and then in the tenth; a wrong count is flagged, and it is a count."""
    played = Played(CHARITY)
    for number in range(1, 12):
        played.until("betting").until("settling")
        while played.table.to_settle()[0]:
            played.say(played.chooser.next_step())
        if number in (5, 10):
            played.say(offer("close"), offer("counted", 7))
        played.say(offer("close"))
    played.end()


def test_players_of_a_void_round_are_present() -> None:
    """000 14.8."""
    played = (
        Played(NSW)
        .betting(*bets(1))
        .until("dealing")
        .say(fault("game invalidated"), offer("close"))
    )
    played.say(boss("table_close")).end()


def test_an_area_without_a_wager_was_idle_whatever_was_dealt_there() -> None:
    """000 12.8, 14.9."""
    played = Played(NSW).betting(*bets(1)).until("deciding 1").say(fault("hand without wager", 4))
    played.until("settling").end()


def test_after_a_failed_shuffler_come_new_cards() -> None:
    """000 13.2.3."""
    played = Played(House("000", "shuffler")).betting(*bets(1)).until("dealing")
    played.say(
        slide("2S"), fault("shuffler failed"), offer("close"), boss("prechecked"), offer("shuffled")
    )
    played.say(offer("open", 1, 1)).end()


@pytest.mark.parametrize(("face", "number"), [(70, 0), (5, 5_000), (63, 0), (5, 2**31)])
def test_what_is_no_card_is_refused(face: int, number: int) -> None:
    for name in ("drawn", "entered"):
        played = Played(NSW).betting(*bets(1)).until("dealing")
        played.say(boss(name, face, 1, number)).end()


def test_a_card_of_no_set_is_never_the_next_one() -> None:
    """L27; it was accepted, and the table crashed."""
    played = Played(CHARITY).betting(*bets(1)).until("dealing")
    played.say(offer("hold", 63, 1, 0, 1), offer("next"), boss("dismiss")).end()


@pytest.mark.parametrize("house", [NSW, CHARITY, MBS, CALIFORNIA])
def test_a_round_full_of_irregularities_has_a_way_out(house: House) -> None:
    played = Played(house).betting(*bets(1)).until("deciding 1")
    played.say(*[offer("counted", 7)] * 30)
    played.say(("offer", NUMBERS["hold"], 63, 1, 0, 3, 1, 1)).end()
