"""The emulated board's USB serial port, and the real mpremote on it."""

from pathlib import Path

import pytest

from simulator.images import find_image
from simulator.rp2040 import Rp2040Target
from simulator.rp2040_install import InstallFailed, installed_flash, mpremote
from tests.rp2040.raw_repl import Repl

pytestmark = pytest.mark.rp2040


def test_ctrl_c_is_data_when_the_firmware_says_so(repl: Repl) -> None:
    repl.send("""
        import micropython, sys
        micropython.kbd_intr(-1)
        print("ready")
        data = sys.stdin.buffer.read(5)
        micropython.kbd_intr(3)
        print(data)
    """)
    assert repl.target.run_until(repl.heard(b"ready"), 1_000_000)
    repl.target.console.write(b"ab\x03cd")
    assert repl.finish().endswith(r"b'ab\x03cd'")


def test_long_input_arrives_whole(repl: Repl) -> None:
    """More than the host's and the chip's FIFOs hold, at the rate of the bus."""
    text = bytes(32 + n % 90 for n in range(3_000))
    repl.send("import sys\nprint('ready')\nprint(sum(sys.stdin.buffer.read(3000)))")
    assert repl.target.run_until(repl.heard(b"ready"), 1_000_000)
    repl.target.console.write(text)
    assert repl.finish().endswith(str(sum(text)))


def test_a_host_that_stops_reading(repl: Repl) -> None:
    """POLLOUT goes away after 256 bytes, and a blocking write gives up after half a second."""
    repl.run("""
        import select, sys, time
        poll = select.poll()
        poll.register(sys.stdout, select.POLLOUT)
        def fill():
            global sent
            sent = 0
            for _ in range(100):
                if poll.poll(0):
                    sent += sys.stdout.write("x" * 16)
                time.sleep_ms(1)
        def block():
            global took_ms
            start = time.ticks_ms()
            sys.stdout.write("y" * 1000)
            took_ms = time.ticks_diff(time.ticks_ms(), start)
    """)
    console = repl.target.console
    for script, letter, limit_us in (("fill()", b"x", 300_000), ("block()", b"y", 1_500_000)):
        console.stalled = True
        repl.send(script)
        repl.target.run_for(limit_us)
        assert console.read() == b""
        console.stalled = False
        repl.target.run_for(20_000)
        assert console.read().count(letter) >= 200
        # A stalled host's board answers again.
        repl.enter()
    sent, took_ms = repl.run("print(sent, took_ms)").split()
    assert 200 <= int(sent) <= 256
    assert 500 <= int(took_ms) <= 510


def test_a_closed_port_takes_everything(repl: Repl) -> None:
    """Without DTR nobody listens, and a write does not wait for anybody."""
    repl.run("import select, sys, time\npoll = select.poll()\npoll.register(sys.stdout, 4)")
    console = repl.target.console
    console.stalled = True
    console.set_dtr(False)
    repl.target.run_for(10_000)
    repl.send("""
        start = time.ticks_ms()
        sys.stdout.write("z" * 1000)
        took_ms = time.ticks_diff(time.ticks_ms(), start)
        free = bool(poll.poll(0))
    """)
    repl.target.run_for(100_000)
    console.set_dtr(True)
    console.stalled = False
    repl.target.run_for(20_000)
    repl.enter()
    took_ms, free = repl.run("print(took_ms, free)").split()
    assert int(took_ms) < 10 and free == "True"


def test_mpremote_copies_a_file_and_reads_it_back(repl: Repl, tmp_path: Path) -> None:
    file = tmp_path / "note.txt"
    file.write_text("card 7\n" * 200)
    with repl.target.pty() as port:
        mpremote(port, "fs", "cp", str(file), ":note.txt")
        assert mpremote(port, "fs", "cat", ":note.txt") == file.read_text()
        assert mpremote(port, "exec", "print(6 * 7)").strip() == "42"
        with pytest.raises(InstallFailed, match=r"ENOENT|No such file"):
            mpremote(port, "fs", "cat", ":nothing.txt")


def test_installed_files_come_from_a_snapshot_the_second_time(tmp_path: Path) -> None:
    files = {"main.py": b"import pack.part", "pack/part.py": b"print('started', 6 * 7)\n"}
    image = find_image()
    first = installed_flash(files, image, cache=tmp_path)
    snapshots = list(tmp_path.rglob("*.flash.z"))
    assert len(snapshots) == 1
    stamp = snapshots[0].stat().st_mtime_ns
    assert installed_flash(files, image, cache=tmp_path) == first
    assert snapshots[0].stat().st_mtime_ns == stamp
    target = Rp2040Target(image=image, flash=first)
    target.start()
    target.run_for(500_000)
    target.console.write(b"\r")
    target.run_for(20_000)
    assert b"started 42" in target.console.read()
    installed_flash({**files, "more.txt": b""}, image, cache=tmp_path)
    assert len(list(tmp_path.rglob("*.flash.z"))) == 2
