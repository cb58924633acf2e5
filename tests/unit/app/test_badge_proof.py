"""Badges that prove themselves, and those that cannot, over the whole way: proof, blocks, driver, chip, tag."""

import os
from collections.abc import Callable

import pytest

from pitboard.app.badge_proof import LOCKED, NO_ANSWER, OTHER_TAG, PROVED, WRONG_KEY, prove
from pitboard.app.tag_results import IDENTITY
from simulator.models.aes import cbc_encrypt
from simulator.models.ntag_dna import NtagDna
from simulator.models.tags import Tag
from tests.unit.app import tag_rig
from tests.unit.app.tag_rig import Rig, run

UID = bytes.fromhex("04A1B2C3D4E5F6")
KEY = bytes(range(100, 116))

Prove = Callable[..., int]


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch) -> Prove:
    """Put a tag before a reader, look, and ask for its proof."""

    def ask(tag: Tag, key: bytes = KEY, urandom: Callable[[int], bytes] = os.urandom) -> int:
        rig = tag_rig.use(monkeypatch, Rig(tag)).ready()
        assert rig.look() == (IDENTITY, tag.uid)
        result = run(prove(rig.reader.exchange, key, urandom))
        run(rig.reader.release())
        return result

    return ask


async def the_example(apdu: bytes) -> bytes:
    """AN12196, "AuthenticateEV2First": but for the key's number."""
    return {
        "00a4040c07d276000085010100": bytes.fromhex("9000"),
        "9071000002010000": bytes.fromhex("A04C124213C186F22399D33AC2A3021591AF"),
        "90af00002035c3e05a752e0144bac0de51c1f22c56b34408a23d8aea266cab947ea8e0118d00": bytes.fromhex(
            "3FA64DB5446D1F34CD6EA311167F5E4985B89690C04A05F17FA7AB2F081206639100"
        ),
    }[apdu.hex()]


def test_the_example_of_the_application_note() -> None:
    number = bytes.fromhex("13C5DB8A5930439FC3DEF9A4C675360F")
    assert run(prove(the_example, bytes(16), lambda _: number)) == PROVED


def test_a_badge_with_its_key(ask: Prove) -> None:
    badge = NtagDna(UID, {1: KEY})
    assert ask(badge) == PROVED
    assert (badge.proofs, badge.failed, badge.authenticated) == (1, 0, 1)
    assert badge.state == "halt"


def test_a_cloned_serial_number_without_the_key(ask: Prove) -> None:
    badge = NtagDna(UID)
    assert ask(badge) == WRONG_KEY
    assert badge.failed == 1


def test_the_badges_master_key_is_not_what_is_asked_for(ask: Prove) -> None:
    assert ask(NtagDna(UID, {0: KEY})) == WRONG_KEY


def test_a_plain_tag_with_the_same_number(ask: Prove) -> None:
    assert ask(Tag(UID)) == OTHER_TAG


def test_a_badge_that_has_seen_too_many_wrong_keys(ask: Prove) -> None:
    badge = NtagDna(UID, {1: KEY})
    badge.failed = badge.most_failed
    assert ask(badge) == LOCKED


class Actor(NtagDna):
    """A badge with prepared answers: it knows no key."""

    def __init__(self, *answers: bytes) -> None:
        super().__init__(UID)
        self._answers = list(answers)

    def command(self, apdu: bytes) -> tuple[bytes, int]:
        return self._answers.pop(0), 0


def test_a_replayed_proof(ask: Prove) -> None:
    """All that a right badge has ever said, said again."""
    badge = NtagDna(UID, {1: KEY})
    assert ask(badge) == PROVED
    recorded = [answer for _, answer in badge.apdus]
    assert ask(Actor(*recorded)) == WRONG_KEY
    number = bytes(16)
    assert ask(badge, urandom=lambda _: number) == PROVED
    recorded = [answer for _, answer in badge.apdus[3:]]
    assert ask(Actor(*recorded), urandom=lambda _: number) == PROVED, "it is our own fresh number that stops it"


def test_our_own_words_sent_back(ask: Prove) -> None:
    class Mirror(Actor):
        def command(self, apdu: bytes) -> tuple[bytes, int]:
            answer = apdu[5:37] + b"\x91\x00" if len(apdu) == 38 else self._answers.pop(0)
            return answer, 0

    for first in (os.urandom(16), bytes(16), cbc_encrypt(KEY, bytes(16))):
        assert ask(Mirror(b"\x90\x00", first + b"\x91\xaf")) == WRONG_KEY


@pytest.mark.parametrize("at", range(16))
def test_every_byte_of_the_proof_counts(ask: Prove, at: int) -> None:
    """An answer made with the right key, and one byte wrong."""
    number = bytes(range(16))
    proof = bytearray(4) + number[1:] + number[:1] + bytes(12)
    proof[4 + at] ^= 0x01
    words = (b"\x90\x00", bytes(16) + b"\x91\xaf", cbc_encrypt(KEY, bytes(proof)) + b"\x91\x00")
    assert ask(Actor(*words), urandom=lambda _: number) == WRONG_KEY
    proof[4 + at] ^= 0x01
    right = (*words[:2], cbc_encrypt(KEY, bytes(proof)) + b"\x91\x00")
    assert ask(Actor(*right), urandom=lambda _: number) == PROVED


@pytest.mark.parametrize(
    ("answers", "result"),
    [
        ((b"\x6a\x82",), OTHER_TAG),
        ((b"\x90\x00", b"\x91\x40"), OTHER_TAG),
        ((b"\x90\x00", bytes(15) + b"\x91\xaf"), OTHER_TAG),
        ((b"\x90\x00", bytes(16) + b"\x91\x00"), OTHER_TAG),
        ((b"\x90\x00", bytes(16) + b"\x91\xaf", b"\x91\xae"), WRONG_KEY),
        ((b"\x90\x00", bytes(16) + b"\x91\xaf", b"\x91\x00"), WRONG_KEY),
        ((b"\x90\x00", bytes(16) + b"\x91\xaf", bytes(31) + b"\x91\x00"), WRONG_KEY),
        ((b"\x90\x00", bytes(16) + b"\x91\xaf", bytes(32) + b"\x91\x00"), WRONG_KEY),
    ],
)
def test_other_answers(ask: Prove, answers: tuple[bytes, ...], result: int) -> None:
    assert ask(Actor(*answers)) == result


def test_a_badge_that_leaves_at_any_word(monkeypatch: pytest.MonkeyPatch) -> None:
    for word in range(3):
        badge = NtagDna(UID, {1: KEY})
        rig = tag_rig.use(monkeypatch, Rig(badge)).ready()
        rig.look()

        async def exchange(apdu: bytes, rig: Rig = rig, badge: NtagDna = badge, word: int = word) -> bytes:
            if len(badge.apdus) == word:
                rig.field.take(badge)
            return await rig.reader.exchange(apdu)

        assert run(prove(exchange, KEY, os.urandom)) == NO_ANSWER
