"""Who may act: grants that end, locks that grow, and providers that plug in."""

from collections.abc import Iterator

import pytest

from pitboard.app.authoriser import GRANT_S, Authoriser, NotAuthorised, Pins
from pitboard.games.events import DEALER, INSPECTOR, SUPERVISOR, TECHNICIAN

HOUR_S = 3600


class Clock:
    def __init__(self) -> None:
        self.s = 0.0

    def ms(self) -> int:
        return int(self.s * 1000)


class People:
    """Number 1 is a supervisor, number 2 a dealer."""

    def __init__(self) -> None:
        self.looked_at = 0

    def checking(self, number: int, pin: str) -> Iterator[int]:
        self.looked_at += 1
        known = {(1, "2468"): SUPERVISOR, (2, "1357"): DEALER}
        yield 0
        yield known.get((number, pin), 0)


class Badge:
    """A provider that does not exist yet."""

    def __init__(self, role: int, who: int) -> None:
        self.granted = (role, who)
        self.uses = 0

    def grant(self) -> tuple[int, int]:
        return self.granted

    def used(self) -> None:
        self.uses += 1

    def end(self) -> None:
        self.granted = (0, 0)


class Desk:
    def __init__(self) -> None:
        self.clock = Clock()
        self.people = People()
        self.key = Badge(0, 0)
        pins = Pins(self.people, self.clock)  # pyright: ignore[reportArgumentType]
        self.authoriser = Authoriser(pins, [self.key])

    def authorise(self, number: int, pin: str) -> int:
        *_, role = self.authoriser.authorising(number, pin)
        return role

    def refused(self, number: int, pin: str) -> tuple[str, int]:
        with pytest.raises(NotAuthorised) as caught:
            self.authorise(number, pin)
        assert str(caught.value) == caught.value.text
        return caught.value.text, caught.value.wait_s


@pytest.fixture
def desk() -> Iterator[Desk]:
    yield Desk()


def test_without_proof_the_keys_are_the_dealers_and_the_host_is_nobody(desk: Desk) -> None:
    assert desk.authoriser.at_table() == (DEALER, 0)
    assert desk.authoriser.at_host() == (0, 0)


def test_a_pin_gives_its_persons_role_at_the_host_only(desk: Desk) -> None:
    assert desk.authorise(1, "2468") == SUPERVISOR
    assert desk.authoriser.at_host() == (SUPERVISOR, 1)
    assert desk.authoriser.at_table() == (DEALER, 0)
    assert desk.authorise(2, "1357") == DEALER
    assert desk.authoriser.at_host() == (DEALER, 2)


def test_a_turned_key_speaks_for_the_table_only(desk: Desk) -> None:
    desk.key.granted = (SUPERVISOR, 9)
    assert desk.authoriser.at_table() == (SUPERVISOR, 9)
    assert desk.authoriser.at_host() == (0, 0)


def test_a_grant_ends_a_minute_after_its_last_use(desk: Desk) -> None:
    desk.authorise(1, "2468")
    for _ in range(3):
        desk.clock.s += GRANT_S - 0.001
        assert desk.authoriser.at_host() == (SUPERVISOR, 1)
        desk.authoriser.used()
    desk.clock.s += GRANT_S
    assert desk.authoriser.at_host() == (0, 0)


def test_to_look_does_not_prolong_a_grant(desk: Desk) -> None:
    desk.authorise(1, "2468")
    for _ in range(GRANT_S - 1):
        desk.clock.s += 1
        assert desk.authoriser.at_host() == (SUPERVISOR, 1)
    desk.clock.s += 1
    assert desk.authoriser.at_host() == (0, 0)


def test_a_use_that_comes_too_late_revives_nothing(desk: Desk) -> None:
    desk.authorise(1, "2468")
    desk.clock.s += GRANT_S
    desk.authoriser.used()
    assert desk.authoriser.at_host() == (0, 0)


def test_release_ends_the_host_and_the_close_of_the_table_everything(desk: Desk) -> None:
    desk.authorise(1, "2468")
    desk.key.granted = (SUPERVISOR, 9)
    desk.authoriser.release()
    assert desk.authoriser.at_host() == (0, 0)
    assert desk.authoriser.at_table() == (SUPERVISOR, 9)
    desk.authorise(1, "2468")
    desk.authoriser.end()
    assert desk.authoriser.at_host() == (0, 0)
    assert desk.authoriser.at_table() == (DEALER, 0)


def test_a_wrong_try_ends_the_grant_of_whoever_was_there(desk: Desk) -> None:
    desk.authorise(1, "2468")
    assert desk.refused(2, "0000") == ("Number or PIN is wrong.", 0)
    assert desk.authoriser.at_host() == (0, 0)


def wrong_run(desk: Desk, number: int) -> list[tuple[str, int]]:
    """The answers to wrong PINs of one number, each as soon as it is looked at."""
    answers: list[tuple[str, int]] = []
    for _ in range(12):
        answers.append(desk.refused(number, "0000"))
        desk.clock.s += answers[-1][1]
    return answers


def test_three_wrong_pins_lock_and_each_further_one_locks_twice_as_long(desk: Desk) -> None:
    waits = [wait for _, wait in wrong_run(desk, 1)]
    assert waits == [0, 0, 30, 60, 120, 240, 480, 960, 1920, HOUR_S, HOUR_S, HOUR_S]


def test_a_number_that_nobody_has_answers_like_a_wrong_pin(desk: Desk) -> None:
    assert wrong_run(desk, 1) == wrong_run(Desk(), 2) == wrong_run(Desk(), 99) == wrong_run(Desk(), 0)


def test_a_lock_holds_for_everybody_and_looks_at_no_pin(desk: Desk) -> None:
    for _ in range(3):
        desk.refused(99, "0000")
    looked_at = desk.people.looked_at
    assert desk.refused(1, "2468") == ("Locked. Try again in 30 s.", 30)
    desk.clock.s += 29.5
    assert desk.refused(1, "2468") == ("Locked. Try again in 1 s.", 1)
    assert desk.people.looked_at == looked_at
    desk.clock.s += 0.5
    assert desk.authorise(1, "2468") == SUPERVISOR


def test_the_right_pin_forgives_its_own_number_only(desk: Desk) -> None:
    """A dealer who knows his own PIN buys no tries at the supervisor's with it."""
    for _ in range(2):
        desk.refused(1, "0000")
        assert desk.authorise(2, "1357") == DEALER
    assert desk.refused(1, "0000")[1] == 30
    desk.clock.s += 30
    assert desk.authorise(1, "2468") == SUPERVISOR
    assert [desk.refused(1, "0000")[1] for _ in range(3)] == [0, 0, 30]


def test_another_provider_plugs_in_without_the_callers_knowing() -> None:
    desk = Desk()
    pins = Pins(desk.people, desk.clock)  # pyright: ignore[reportArgumentType]
    key, badge, card = Badge(SUPERVISOR, 9), Badge(DEALER, 3), Badge(SUPERVISOR, 4)
    authoriser = Authoriser(pins, [badge, key], [card])
    assert authoriser.at_table() == (SUPERVISOR, 9)
    key.end()
    assert authoriser.at_table() == (DEALER, 3)
    assert [*pins.authorising(2, "1357")][-1] == DEALER
    assert authoriser.at_host() == (SUPERVISOR, 4)
    authoriser.used()
    assert card.uses == 1
    card.end()
    assert authoriser.at_host() == (DEALER, 2)
    authoriser.used()
    assert card.uses == 1


@pytest.mark.parametrize("role", [TECHNICIAN, INSPECTOR])
def test_technicians_and_inspectors_do_no_step_at_the_keys(role: int) -> None:
    """Whoever presses a key beside their badge is the dealer, and not they."""
    desk = Desk()
    desk.key.granted = (role, 9)
    assert desk.authoriser.at_table() == (DEALER, 0)


def test_a_dealers_badge_names_the_dealer_and_a_step_is_a_use_of_it() -> None:
    desk = Desk()
    desk.key.granted = (DEALER, 9)
    assert desk.authoriser.at_table() == (DEALER, 9)
    desk.authoriser.used(True)
    assert desk.key.uses == 1
