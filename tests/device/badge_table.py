"""A table whose staff have badges, and whose cards may have tags: its files, and the badges and cards themselves."""

from pathlib import Path

from pitctl.firmware import cards
from simulator.models.ntag_dna import NtagDna
from simulator.models.tags import Tag
from tests.device.rig import TableRig

BOARD = "pico-table-oled"
SUPERVISOR, DEALER, REVOKED, ENDING, TECHNICIAN, OTHER = 1, 2, 3, 4, 5, 6
ROLES = {
    SUPERVISOR: "supervisor", DEALER: "dealer", REVOKED: "supervisor", ENDING: "supervisor",
    TECHNICIAN: "technician", OTHER: "supervisor",
}  # fmt: skip
MORE = {
    SUPERVISOR: 'pin = "2468"', DEALER: 'pin = "1357"', REVOKED: "badge_revoked = true",
    ENDING: "badge_until = 2030-01-01",
}  # fmt: skip
SHOWN_US = 1_500_000  # a badge was found, has proved itself, and all is told
GONE_US = 2_500_000


def identity(number: int) -> bytes:
    return bytes.fromhex("04a1b2c3d4e5") + bytes((number,))


def key(number: int) -> bytes:
    return bytes(range(number, number + 16))


def badge(number: int) -> NtagDna:
    return NtagDna(identity(number), {1: key(number)})


def card_tag(number: int) -> Tag:
    """The tag in a card of the set."""
    return Tag(bytes.fromhex("045566778800") + bytes((number,)))


def card_number(code: str) -> int:
    """Cards of the set lie in order, as new ones do."""
    return cards.parse(code.encode()) + 1


def table_file(folder: Path, *, plain: str = "", two_persons: bool = False, tagged: bool = False) -> str:
    """The staff above; without keys where `plain` numbers say so. Returns the path of the file."""
    people: list[str] = []
    for number, role in ROLES.items():
        lines = ["[[staff]]", f"number = {number}", f'role = "{role}"', f'badge = "{identity(number).hex()}"']
        if str(number) not in plain:
            lines.append(f'badge_key = "{key(number).hex()}"')
        people += [*lines, MORE.get(number, ""), ""]
    folder.mkdir(parents=True, exist_ok=True)
    form = 'format = "tag"\nset = "set.toml"' if tagged else 'format = "value"'
    rules = f"[badges]\nplain = {str(bool(plain)).lower()}\ntwo_persons = {str(two_persons).lower()}"
    key_switch = f"[supervisor_key]\nstaff = {SUPERVISOR}"
    head = 'schema = 1\ntable = "Badges"\ngame = "nz-derby"\ndecks = 1'
    path = folder / "badges.toml"
    path.write_text("\n".join([head, f"[cards]\n{form}", *people, rules, key_switch]))
    if tagged:
        write_set(folder / "set.toml")
    return str(path)


def write_set(path: Path) -> None:
    """A deck whose cards have the tags above."""
    faces = " ".join(cards.code(face) for face in range(52))
    tags = " ".join(card_tag(number).uid.hex().upper() for number in range(1, 53))
    head = "schema = 1\nserial = 204130\ndecks = 1"
    path.write_text(f'{head}\ncards = "{faces}"\ntags = "{tags}"\n')


def lay_down(rig: TableRig, tag: Tag, wait_us: int = SHOWN_US) -> Tag:
    assert rig.bench.badge_field is not None
    rig.bench.badge_field.put(tag)
    rig.wait_us(wait_us)
    return tag


def lift(rig: TableRig, tag: Tag) -> None:
    assert rig.bench.badge_field is not None
    rig.bench.badge_field.take(tag)
    rig.wait_us(GONE_US)


def show(rig: TableRig, tag: Tag) -> str:
    """Lay a badge down, look at the display, lift it."""
    lay_down(rig, tag)
    words = rig.words()
    lift(rig, tag)
    return words


def badges(rig: TableRig) -> list[tuple[str, int | None]]:
    """What came of each badge so far, and whose it was."""
    return [(str(event.what), event.who) for event in rig.events() if event.type == "badge"]


def open_by_keys(rig: TableRig) -> None:
    """Lamp test, pre-checked cards, shuffle, cut, open: whoever is at the keys must be a supervisor."""
    rig.press("confirm")
    rig.press("confirm")
    rig.choose("Cards are pre-checked")
    for _ in range(3):
        rig.press("confirm")
