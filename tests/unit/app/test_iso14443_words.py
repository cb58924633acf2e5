"""Words with a badge over ISO/IEC 14443-4 blocks: what is lost, late or refused; no tag is left deaf."""

from collections.abc import Callable

import pytest

from pitboard.app.tag_results import IDENTITY, NOBODY, WORDS_MS
from simulator.models.ntag_dna import NtagDna
from simulator.models.tags import Reply, Tag
from tests.unit.app import tag_rig
from tests.unit.app.tag_rig import MS, Rig, run

FOUR = bytes.fromhex("01020304")
SEVEN, NEAR = bytes.fromhex("04A1B2C3D4E5F6"), bytes.fromhex("04A1B2C3D4E5F7")
SELECT = bytes.fromhex("00A4040C07D276000085010100")

Make = Callable[..., Rig]


@pytest.fixture
def make(monkeypatch: pytest.MonkeyPatch) -> Make:
    """A reader that has begun, with tags before it."""

    def make(*tags: Tag, seed: int = 1, reset: bool = True) -> Rig:
        return tag_rig.use(monkeypatch, Rig(*tags, seed=seed, reset=reset)).ready()

    return make


def test_words_with_a_badge(make: Make) -> None:
    badge = NtagDna(SEVEN)
    rig = make(badge)
    assert rig.look() == (IDENTITY, SEVEN)
    for _ in range(4):
        assert run(rig.reader.exchange(SELECT)) == b"\x90\x00"
        assert run(rig.reader.exchange(bytes.fromhex("9060000000"))) == b"\x91\x1c"
    assert badge.state == "protocol"
    run(rig.reader.release())
    assert badge.state == "halt"
    assert len(badge.apdus) == 8
    assert rig.look() == (IDENTITY, SEVEN)
    assert run(rig.reader.exchange(SELECT)) == b"\x90\x00"
    assert rig.look() == (IDENTITY, SEVEN), "a look lets go by itself"
    assert badge.state == "halt"


def test_a_tag_that_does_not_talk(make: Make) -> None:
    rig = make(Tag(FOUR))
    with pytest.raises(OSError) as error:
        run(rig.reader.exchange(SELECT))
    assert error.value.args == (19,), "nobody was looked at"
    rig.look()
    with pytest.raises(OSError) as error:
        run(rig.reader.exchange(SELECT))
    assert error.value.args == (95,)
    assert rig.look() == (IDENTITY, FOUR)


def test_words_go_only_to_the_tag_that_was_seen(make: Make) -> None:
    rig = make(NtagDna(SEVEN))
    rig.look()
    rig.field.take(rig.field.tags[0])
    rig.field.put(NtagDna(NEAR))
    rig.wait_ms(10)
    with pytest.raises(OSError):
        run(rig.reader.exchange(SELECT))
    assert rig.look() == (IDENTITY, NEAR)


def test_a_command_that_does_not_fit_is_refused(make: Make) -> None:
    rig = make(NtagDna(SEVEN))
    rig.look()
    with pytest.raises(OSError):
        run(rig.reader.exchange(bytes(62)))
    assert run(rig.reader.exchange(SELECT)) == b"\x90\x00"


class Forgetful(NtagDna):
    """Some frames to it, or from it, are lost: by their number since it was activated."""

    def __init__(self, deaf: tuple[int, ...] = (), mute: tuple[int, ...] = ()) -> None:
        super().__init__(SEVEN)
        self._deaf, self._mute, self._heard = deaf, mute, 0

    def understand(self, bits: list[int], now_ns: int) -> Reply | None:
        if self.state != "protocol":
            self._heard = 0
            return super().understand(bits, now_ns)
        self._heard += 1
        if self._heard in self._deaf:
            return None
        reply = super().understand(bits, now_ns)
        return None if self._heard in self._mute else reply


@pytest.mark.parametrize(
    ("badge", "fails"),
    [
        (Forgetful(deaf=(1,)), False),  # R(NAK), R(ACK), the block again
        (Forgetful(mute=(1,)), False),  # R(NAK), the answer again
        (Forgetful(deaf=(1, 2)), True),
        (Forgetful(deaf=(1, 3)), True),
        (Forgetful(mute=(1, 2)), True),
    ],
)
def test_what_is_lost_is_asked_for_once_and_done_once(make: Make, badge: Forgetful, fails: bool) -> None:
    rig = make(badge)
    rig.look()
    if fails:
        with pytest.raises(OSError):
            run(rig.reader.exchange(SELECT))
        assert len(badge.apdus) <= 1
        badge._deaf = badge._mute = ()
        done = len(badge.apdus)
        assert run(rig.reader.exchange(SELECT)) == b"\x90\x00", "it begins anew"
        assert len(badge.apdus) == done + 1
    else:
        assert run(rig.reader.exchange(SELECT)) == b"\x90\x00"
        assert len(badge.apdus) == 1
        assert run(rig.reader.exchange(SELECT)) == b"\x90\x00"
    assert rig.look() == (IDENTITY, SEVEN), "in no case it is left deaf to calls"


def test_a_badge_may_take_its_time(make: Make) -> None:
    badge = NtagDna(SEVEN)
    rig = make(badge)
    rig.look()
    run(rig.reader.exchange(SELECT))
    badge.fault = "slow"
    assert run(rig.reader.exchange(SELECT)) == b"\x90\x00"


def test_a_badge_gets_the_pause_and_the_size_that_it_asks_for(make: Make) -> None:
    badge = NtagDna(SEVEN)
    badge.ats = bytes.fromhex("06 72 77 76 02 80")  # 32 bytes, 19.3 ms
    rig = make(badge)
    rig.look()
    assert run(rig.reader.exchange(SELECT)) == b"\x90\x00"
    assert badge.early == 0
    with pytest.raises(OSError):
        run(rig.reader.exchange(bytes(30)))
    assert run(rig.reader.exchange(bytes(29))) == b"\x91\x1c"


def test_a_badge_that_does_not_let_go(make: Make) -> None:
    class Stubborn(NtagDna):
        def _block(self, pcb: int, data: bytes) -> tuple[bytes, int]:
            return (b"", 0) if pcb == 0xC2 else super()._block(pcb, data)

    rig = make(Stubborn(SEVEN))
    rig.look()
    assert run(rig.reader.exchange(SELECT)) == b"\x90\x00"
    assert rig.look() == (IDENTITY, SEVEN)


def test_a_badge_that_asks_for_time_for_ever_is_given_up(make: Make) -> None:
    class Endless(NtagDna):
        def _block(self, pcb: int, data: bytes) -> tuple[bytes, int]:
            return b"\xf2\x3b", 0

    rig = make(Endless(SEVEN))
    rig.look()
    began = rig.clock.now_ns()
    with pytest.raises(OSError):
        run(rig.reader.exchange(SELECT))
    assert rig.clock.now_ns() - began < (WORDS_MS + 100) * MS


def test_a_badge_that_leaves_while_it_talks(make: Make) -> None:
    badge = NtagDna(SEVEN)
    rig = make(badge)
    rig.look()
    run(rig.reader.exchange(SELECT))
    badge.fault = "leaves"
    with pytest.raises(OSError):
        run(rig.reader.exchange(SELECT))
    assert rig.look() == (NOBODY, b"")
    run(rig.reader.release())
