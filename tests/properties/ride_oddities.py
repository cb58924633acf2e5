"""Irregularities, steps out of turn and nonsense for a Let It Ride table, mixed into the ordinary course."""

import random

from tests.properties.names import face_number
from tests.properties.ride_choices import DEALER, REASON, Ordinary, Step, boss, offer
from tests.properties.ride_words import HOLDS, NUMBERS, SOURCES, WHATS
from tests.reference.ride_order_reference import may
from tests.reference.ride_rules import SEATS, WITH_SEAT
from tests.reference.ride_state_reference import DECK, Act
from tests.reference.ride_table_reference import RideTable


class Chooser(Ordinary):
    """`odd` is the share of steps that are not simply the next one."""

    def __init__(self, rng: random.Random, table: RideTable, odd: float) -> None:
        super().__init__(rng, table)
        self.odd = odd
        self.many: list[
            Step
        ] = []  # the same again and again: a notice's minutes, a nervous supervisor

    def step(self) -> Step:
        if self.many:
            return self.many.pop()
        if self.odd and self.table.phase == "dealt" and self.rng.random() < 0.15:
            return self._found()  # a short moment
        draw = self.rng.random()
        if draw >= self.odd:
            return self.next_step()
        if draw < self.odd * 0.02:
            return self._many()
        if draw < self.odd * 0.5 and self.table.moment() != "before":
            return self._found()
        return self._nonsense() if draw > self.odd * 0.8 else self._out_of_turn()

    def _many(self) -> Step:
        """A notice for its time and what comes of it, or one thing more often than a round has room for."""
        rng, table = self.rng, self.table
        if table.phase in ("idle", "betting"):
            kind = rng.choice((1, 2))
            last = boss("minimum", 0, 0, 200) if kind == 1 else boss("table_close")
            minutes = rng.choice((19, 20, 21))
            self.many = [last, *(offer("notice_minute", kind) for _ in range(minutes))]
            return boss("notice", kind, rng.choice((0, 20, 21)), 200)
        again = self._found() if rng.random() < 0.5 else offer("counted", rng.randrange(53))
        self.many = [again] * 26
        return again

    def _found(self) -> Step:
        """An irregularity that the document knows at this moment."""
        table, rng = self.table, self.rng
        moment = table.moment()
        whats = sorted({what for what, when in table.document.faults if when == moment})
        mild = [
            what
            for what in whats
            if table.found(what)[1] not in ("void the round", "void and check")
        ]
        whats = mild if mild and rng.random() < 0.75 else whats
        if not whats:
            return self._out_of_turn()
        what = rng.choice(whats)
        if what not in WITH_SEAT:
            return boss("fault", WHATS.index(what) + 1, rng.randrange(2))
        fitting = [n for n in table.seats if may(table, Act("fault", seat=n, word=what))]
        if what == "unequal wagers" and not fitting:
            return boss("bet", rng.randrange(1, SEATS + 1), rng.randrange(3), 800)
        seat = (
            rng.choice(fitting) if fitting and rng.random() < 0.8 else rng.randrange(1, SEATS + 1)
        )
        return boss("fault", WHATS.index(what) + 1, seat)

    def _out_of_turn(self) -> Step:
        table, rng = self.table, self.rng
        seat = rng.randrange(1, SEATS + 1)
        if table.phase in ("idle", "closed"):
            return self._between(seat)
        lying = [card for card, _ in table.lying]
        stake = rng.choice((100, 700, 1500)) if table.house.amounts else 1
        return rng.choice(
            (
                self.slide(rng.choice(sorted(DECK)), rng.random() < 0.3),
                self.slide(rng.choice(lying or ["2S"])),
                ("slide", 63, 0, False),
                boss("bet", seat, rng.randrange(4), stake),
                boss("bet", seat, rng.randrange(4), 0, rng.choice((0, 1, REASON))),
                offer("bet", seat, rng.randrange(3), 0),
                boss("fault", WHATS.index("missing card") + 1),
                boss("fault", WHATS.index("foreign card") + 1),
                offer("fault", WHATS.index("shuffle unfinished") + 1),
                offer("fault", WHATS.index("shuffler failed") + 1),
                boss("bet_refused", seat),
                boss("lock", seat),
                boss("order", seat),
                offer("tuck", seat),
                offer("counted", table.left()),
                offer("counted", rng.randrange(256)),
                offer("decide", seat, rng.randrange(4)),
                boss("entered", face_number(rng.choice(sorted(DECK)))),
                offer("turn", rng.randrange(4), 0, rng.randrange(53)),
                offer("declare", seat, rng.randrange(12)),
                # Said anew while wagers are settled, the own three cards too (002 Side Bets).
                boss("declare", table.to_settle()[0] or seat, rng.randrange(11) | rng.randrange(8) << 4),
                offer("settled", seat, rng.randrange(4)),
                boss("forfeit", seat),
                offer("cancel") if rng.random() < 0.3 else offer("look"),
                boss("notice", rng.choice((1, 2)), 20, rng.choice((0, 200))),
                offer("notice_minute", rng.choice((1, 2))),
                offer("irregularity", rng.randrange(12), 1),
            )
        )

    def _between(self, seat: int) -> Step:
        rng, table = self.rng, self.table
        return rng.choice(
            (
                boss("notice", 1, 20, rng.choice((200, 500))),
                boss("notice", 2, 20),
                *(offer("notice_minute", kind) for kind in (1, 1, 2, 2)),
                boss("minimum", 0, 0, rng.choice((100, 200, 500, table.least))),
                boss("table_close") if rng.random() < 0.5 else boss("lock", seat),
                boss("lock", seat),
                boss("unlock", seat),
                offer("check"),
                boss("new_cards", rng.randrange(3), rng.randrange(4))
                if rng.random() < 0.3
                else offer("washed"),
                offer("seen"),
                offer("exposed"),
                offer("shuffled"),
                offer("cut"),
                self.bank() if table.document.has_bank else offer("bank", seat, 0, 100),
                offer("offered"),
                offer("jackpot", 0, 0, rng.randrange(10_000_000)),
                offer("counted", table.left()),
                self.slide(rng.choice(sorted(DECK)), True),
                offer("open", rng.randrange(4), SOURCES.index(table.house.source)),
                boss("fault", WHATS.index("wrong number, community") + 1),
                boss("fault", WHATS.index("wrong number, player") + 1, seat),
                boss("fault", WHATS.index("shuffle unfinished") + 1),
                boss("fault", WHATS.index("missing card") + 1),
            )
        )

    def _nonsense(self) -> Step:
        """Any event with any numbers."""
        rng = self.rng
        event = rng.choice((*NUMBERS.values(), *NUMBERS.values(), 1, 2, 19, 33, 63, 93, 200))
        arg = rng.choice((0, 1, 2, 3, 7, 8, rng.randrange(256)))
        arg2 = rng.choice((0, 1, 2, 3, rng.randrange(256)))
        value = rng.choice((0, 1, 100, 2_000, rng.randrange(2**16), rng.randrange(2**32)))
        if event in (NUMBERS["drawn"], NUMBERS["entered"]):
            value = rng.choice((0, 0, 0, 5_000, 2**31))
        if event == NUMBERS["hold"]:
            return (
                "offer",
                event,
                rng.choice((5, 63, 70)),
                1,
                0,
                rng.randrange(len(HOLDS) + 1),
                DEALER,
                0,
            )
        return (
            "offer",
            event,
            arg,
            arg2,
            value,
            rng.randrange(15),
            rng.choice((1, 2)),
            rng.randrange(3),
        )
