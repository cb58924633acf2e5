"""Random houses of Let It Ride: a document, where its cards come from, and what the operator sets."""

import random

from tests.reference.ride_rules import House

PACK_OF = {
    "000": "nsw-let-it-ride",
    "002": "charity-let-it-ride",
    "003": "mbs-let-it-ride",
    "004": "california-let-it-ride",
}


def random_house(rng: random.Random) -> House:
    document = rng.choice(("000", "000", "002", "003", "003", "004"))
    source = {
        "000": rng.choice(("shoe", "shuffler")),
        "002": "hand",
        "003": rng.choice(("shoe", "shuffler", "hand")),
        "004": "shuffler",
    }[document]
    decks = (
        2
        if document == "004"
        else rng.choice((1, 2))
        if (document, source) == ("000", "shuffler")
        else 1
    )
    capped = document == "000" and rng.random() < 0.5
    return House(
        document,
        source,
        decks,
        # Where only presence is known, a stake is 1 and no sum of money: there is no cap and no cover.
        amounts=capped or document == "004" or rng.random() < 0.93,
        least=rng.choice((100, 100, 500)),
        most=rng.choice((0, 1000, 900)) if document != "002" else rng.choice((0, 0, 600)),
        unit=rng.choice((0, 0, 100)),
        payout_most=rng.choice((700, 5_000, 250_000)) if capped else 0,
        payout_scope=rng.choice(("wager", "hand")) if capped else "none",
        pay_table=rng.randrange(3) if document == "004" else 0,
        covers=rng.choice(("common", "common", "separate", "balance")),
        clockwise=rng.random() < 0.5,
        jackpot_stake=rng.choice((0, 100)) if document == "003" else 0,
        rounding=rng.choice(("down", "up")),
        share_stake_back=rng.random() < 0.5,
        tokens_back=rng.random() < 0.5,
        bottom_first=rng.random() < 0.3,
        numbered=rng.random() < 0.3,
    )
