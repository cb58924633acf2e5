"""The PIN check: what is kept of a PIN, and that it is compared whole."""

import hashlib
import json
import subprocess
from binascii import hexlify
from collections.abc import Iterator

import pytest

from pitboard.games import events
from pitboard.table import staff
from tests.unit.protocol.test_on_micropython import FIRMWARE, micropython

SALT = bytes(range(8))


def entry(number: int, role: str, pin: str, salt: bytes = SALT) -> tuple[int, str, str, str]:
    return (number, role, salt.hex(), staff.digest(salt, pin).hex())


PEOPLE = staff.Staff([entry(1, "supervisor", "2468"), entry(2, "dealer", "1357", b"saltsalt")])


def test_a_digest_is_sha256_a_hundred_times() -> None:
    expected = hashlib.sha256(SALT + b"2468").digest()
    for _ in range(99):
        expected = hashlib.sha256(expected + SALT).digest()
    assert staff.digest(SALT, "2468") == expected


@pytest.mark.parametrize(
    ("number", "pin", "role"),
    [
        (1, "2468", events.SUPERVISOR),
        (2, "1357", events.DEALER),
        (1, "1357", 0),
        (2, "2468", 0),
        (1, "", 0),
        (1, "24680", 0),
        (1, "2468\0", 0),
        (0, "2468", 0),
        (77, "2468", 0),
    ],
)
def test_only_the_own_pin_gives_the_role(number: int, pin: str, role: int) -> None:
    assert [*PEOPLE.checking(number, pin)][-1] == role


def test_equal_pins_with_other_salts_are_kept_differently() -> None:
    assert entry(1, "dealer", "2468") != entry(1, "dealer", "2468", b"saltsalt")


@pytest.mark.parametrize("place", [0, 15, 31])
def test_digests_are_compared_to_their_last_byte(place: int) -> None:
    digest = bytearray(staff.digest(SALT, "2468"))
    assert staff.same(bytes(digest), staff.digest(SALT, "2468"))
    digest[place] ^= 1
    assert not staff.same(bytes(digest), staff.digest(SALT, "2468"))
    assert not staff.same(bytes(digest[:31]), bytes(digest))


def test_a_number_that_nobody_has_costs_the_same_work(monkeypatch: pytest.MonkeyPatch) -> None:
    digests: list[str] = []
    real = staff.digesting

    def counted(salt: bytes, pin: str) -> Iterator[bytes]:
        digests.append(pin)
        return real(salt, pin)

    monkeypatch.setattr(staff, "digesting", counted)
    known = [*PEOPLE.checking(1, "1111")]
    nobody = [*PEOPLE.checking(99, "2222")]
    assert digests == ["1111", "2222"]
    assert known == nobody == [0] * len(nobody) and len(nobody) > 5


@pytest.mark.unix
def test_micropython_keeps_the_same_digest() -> None:
    script = (
        f"import sys; sys.path.insert(0, {str(FIRMWARE)!r}); from pitboard.table import staff;"
        "from binascii import hexlify;"
        "print(hexlify(staff.digest(bytes(range(8)), '2468')).decode())"
    )
    run = subprocess.run(
        [micropython(), "-c", script], capture_output=True, text=True, timeout=60, check=True
    )
    assert run.stdout.strip() == hexlify(staff.digest(SALT, "2468")).decode()


def test_entries_may_come_from_json() -> None:
    people = staff.Staff(json.loads(json.dumps([entry(7, "supervisor", "998877")])))
    assert [*people.checking(7, "998877")][-1] == events.SUPERVISOR
