"""RFID readers in the campaign: each chip in both of its places. Badges are laid down while a fault lasts and after."""

from dataclasses import replace
from typing import Any

from simulator.models import mfrc522, pn532
from tests.campaign.faults import NAMED, Fault, Part, all_there
from tests.campaign.tables import COLOUR, OLED, Setting, badge_proves
from tests.device.badge_table import SUPERVISOR, badges
from tests.device.rig import TableRig

CLONES = {"pn532": int.from_bytes(pn532.OTHER_VERSION[:3], "big"), "mfrc522": mfrc522.OTHER_VERSION}
SHARED_BUS = ("display",)  # an MFRC522 that holds MISO down: the display in colour cannot be asked any more


def _proves_again(rig: TableRig) -> None:
    assert badge_proves(rig), "a badge does not prove itself after the fault"


def _nobody(rig: TableRig) -> bool:
    return not badge_proves(rig)


def _nobody_else(rig: TableRig) -> bool:
    """A badge under a bad reader is that badge, or none."""
    badge_proves(rig)
    return {who for _, who in badges(rig)} <= {SUPERVISOR}


def _tells_clone(place: str, chip: str, rig: TableRig) -> bool:
    return f"{place}-{CLONES[chip]:X}" in rig.client.describe().chips and all_there(rig)


def _clone(model: Any, fault: str | None) -> None:
    """One reader is taken away and another put in its place: it begins as one that has just got its supply."""
    if "wrong-version" in (fault, model.fault):
        model.fault = "brown-out"
    model.fault = fault


def _faults(place: str, chip: str) -> dict[str, Fault]:
    def tells_clone(rig: TableRig) -> bool:
        return _tells_clone(place, chip, rig)

    shared = chip == "mfrc522"
    found = {
        "silent": NAMED,
        "stuck": replace(NAMED, also=SHARED_BUS) if shared else NAMED,
        "hung": NAMED,
        "bit-errors": Fault(False, "by chance: missed at times, and taken up again; no wrong identity"),
        "slow": Fault(False, "slower, and still there", works=True, proof=all_there),
        "wrong-version": Fault(
            False, f"a clone is taken, and `describe` tells `{place}-{CLONES[chip]:X}`", works=True, proof=tells_clone
        ),
        "gone": NAMED,
        "brown-out": Fault(False, "noticed and set up anew at once", works=True, proof=all_there),
    }
    if chip == "pn532":
        del found["hung"]
    return found


def _with_badge(name: str, fault: Fault) -> Fault:
    def proves(rig: TableRig) -> bool:
        return badge_proves(rig) and fault.proof(rig)

    proof = _nobody if fault.named else _nobody_else if name == "bit-errors" else proves
    return replace(fault, proof=proof, remedy=_proves_again)


def _badge_faults(chip: str) -> dict[str, Fault]:
    """The same, with a badge."""
    return {name: _with_badge(name, fault) for name, fault in _faults("badges", chip).items()}


TAG_READERS = (
    Part(
        "badges", lambda bench: bench.badges, _badge_faults("pn532"), ("derby", "ride"), "PN532",
        Setting(OLED, badges=True), set_fault=_clone,
    ),
    Part(
        "badges", lambda bench: bench.badges, _badge_faults("mfrc522"), ("derby", "ride"), "MFRC522",
        Setting(COLOUR, badges=True, swapped=True), set_fault=_clone,
    ),
    Part(
        "cards", lambda bench: bench.cards, _faults("cards", "mfrc522"), ("derby", "ride"), "MFRC522",
        Setting(COLOUR, tagged=True), means=frozenset({"slides"}), set_fault=_clone,
    ),
    Part(
        "cards", lambda bench: bench.cards, _faults("cards", "pn532"), ("derby", "ride"), "PN532",
        Setting(OLED, tagged=True, swapped=True), means=frozenset({"slides"}), set_fault=_clone,
    ),
)  # fmt: skip
