"""The sounder hears pitch and length from PWM settings and from bare edges."""

from simulator.models.sounder import Sounder, Tone
from tests.models.recorder import MS, Recorder

HALF = 32768


def square(sounder: Sounder, begin_ns: int, hz: int, cycles: int) -> int:
    """A square wave by hand; returns when it ends."""
    period_ns = 1_000_000_000 // hz
    for n in range(cycles):
        sounder.edge(True, begin_ns + n * period_ns)
        sounder.edge(False, begin_ns + n * period_ns + period_ns // 2)
    return begin_ns + cycles * period_ns


def test_pwm_makes_a_tone_until_the_duty_is_zero() -> None:
    wires = Recorder()
    sounder = Sounder(wires.clock)
    wires.run_ms(5)
    sounder.pwm(2000, HALF)
    wires.run_ms(15)
    assert sounder.sounding
    assert sounder.tones == [Tone(5 * MS, 2000, 15.0)]
    wires.run_ms(15)
    sounder.pwm(2000, 0)
    wires.run_ms(100)
    assert not sounder.sounding
    assert sounder.tones == [Tone(5 * MS, 2000, 30.0)]


def test_a_steady_level_is_silence() -> None:
    wires = Recorder()
    sounder = Sounder(wires.clock)
    sounder.pwm(2000, 65535)
    wires.run_ms(10)
    sounder.edge(True, wires.time.now_ns())
    wires.run_ms(10)
    assert not sounder.sounding
    assert sounder.tones == []


def test_another_frequency_is_another_tone_and_the_same_is_not() -> None:
    wires = Recorder()
    sounder = Sounder(wires.clock)
    for hz in (1000, 1000, 1500):
        sounder.pwm(hz, HALF)
        wires.run_ms(10)
    sounder.pwm(0, 0)
    assert sounder.tones == [Tone(0, 1000, 20.0), Tone(20 * MS, 1500, 10.0)]


def test_a_tone_from_edges() -> None:
    wires = Recorder()
    sounder = Sounder(wires.clock)
    square(sounder, 1 * MS, 2000, 60)
    wires.run_ms(100)
    assert not sounder.sounding
    assert sounder.tones == [Tone(1 * MS, 2000, 29.75)]


def test_edges_of_two_pitches_and_a_pause_are_three_tones() -> None:
    wires = Recorder()
    sounder = Sounder(wires.clock)
    end = square(sounder, 0, 1000, 10)
    end = square(sounder, end, 2000, 20)
    square(sounder, end + 20 * MS, 2000, 20)
    wires.run_ms(200)
    tones = sounder.tones
    assert [tone.hz for tone in tones] == [1000, 2000, 2000]
    assert tones[2].start_ns == 40 * MS
    assert [round(tone.ms) for tone in tones] == [10, 10, 10]


def test_single_clicks_are_no_tone() -> None:
    wires = Recorder()
    sounder = Sounder(wires.clock)
    for n in range(4):
        sounder.edge(True, n * 100 * MS)
        sounder.edge(False, n * 100 * MS + 1 * MS)
    wires.run_ms(1000)
    assert sounder.tones == []


def test_power_off_ends_the_tone() -> None:
    wires = Recorder()
    sounder = Sounder(wires.clock)
    sounder.pwm(1000, HALF)
    wires.run_ms(7)
    sounder.power_off()
    wires.run_ms(7)
    assert not sounder.sounding
    assert sounder.tones == [Tone(0, 1000, 7.0)]
    sounder.clear()
    assert sounder.tones == []


def test_a_dead_sounder_is_silent() -> None:
    wires = Recorder()
    sounder = Sounder(wires.clock)
    sounder.fault = "dead"
    sounder.pwm(1000, HALF)
    square(sounder, 0, 2000, 20)
    wires.run_ms(100)
    assert sounder.tones == []
