"""Barcode engines in the campaign: one that only speaks, and one that is asked and set up."""

from tests.campaign.faults import Fault, Part, tells
from tests.campaign.tables import Setting

_LATE = Fault(False, "each card is told: no read, then a read without a slide", slides=1, proof=tells("stray_read"))
_AGAIN = Fault(False, "has started again before the next card", works=True)
_SAME = {
    "garble": Fault(False, "each card is told as unreadable", slides=1, proof=tells("unknown_code")),
    "slow": _LATE,
    "brown-out": _AGAIN,
    "no-terminator": Fault(False, "a pause ends a line too", works=True),
    "repeat": Fault(False, "one passage, one read", works=True),
}

SCANNERS = (
    Part(
        "scanner",
        lambda bench: bench.barcode,
        {
            "dead": Fault(True, slides=2),
            "lost": Fault(True, slides=2),
            "stuck": Fault(True, slides=3),  # the first has a byte: the break
            "gone": Fault(True, slides=3),  # and here half a line
            **_SAME,
        },
        ("derby", "ride"),
        "plain",
        means=frozenset({"slides"}),
        next_card=True,
        no_version="it cannot be asked",
    ),
    Part(
        "scanner",
        lambda bench: bench.barcode,
        {
            "dead": Fault(True, slides=2),
            "lost": Fault(True),
            "stuck": Fault(True),
            "gone": Fault(True, slides=1),
            **_SAME,
        },
        ("derby", "ride"),
        "gm65",
        Setting(dialect="gm65"),
        notice_s=6.0,
        means=frozenset({"slides"}),
        next_card=True,
        no_version="none is asked for; what counts is that every setting reads back right",
    ),
)
