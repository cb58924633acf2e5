"""Runs the firmware inside a virtual machine (CPython or MicroPython's unix port) on the machine
stubs.

Started by `simulator.vm` with: read fd, write fd, firmware folder, folder of files for the board,
working folder (CPython) or "-" (unix: littlefs on the stub flash), reset cause.
"""

import sys

_MICROPYTHON = sys.implementation.name == "micropython"
_HERE = sys.argv[0].rsplit("/", 1)[0]


def _paths(firmware):
    """The firmware first, then the stubs of this VM, then those for both."""
    own = _HERE + ("/unix" if _MICROPYTHON else "/cpython")
    first = [firmware, own, _HERE + "/common"]
    if _MICROPYTHON:
        sys.path[:] = first + [".frozen"]
    else:
        sys.path[:0] = first


def _stub_modules():
    """Our `time` and `select` in place of CPython's, then asyncio on wide ticks."""
    if not _MICROPYTHON:
        import cpython_extras

        cpython_extras.install()
    import time

    names = ("ticks_ms", "ticks_diff", "ticks_add")
    narrow = [getattr(time, name) for name in names]
    for name in names:
        setattr(time, name, getattr(time, "wide_" + name))
    import asyncio

    for name, function in zip(names, narrow):
        setattr(time, name, function)
    asyncio.get_event_loop().set_exception_handler(_on_task_error)


def _text_of(error):
    if _MICROPYTHON:
        import io

        out = io.StringIO()
        sys.print_exception(error, out)
        return out.getvalue()
    import traceback

    return "".join(traceback.format_exception(error))


def _tell(text):
    import simwire
    import wire_ops

    simwire.post(wire_ops.ERROR, 0, 0, text.encode()[-3000:])


def _on_task_error(_loop, context):
    _tell(context["message"] + "\n" + _text_of(context["exception"]))


def _mount(folder):
    import os

    if not _MICROPYTHON:
        os.chdir(folder)
        return
    import rp2
    import vfs

    flash = rp2.Flash()
    try:
        fs = vfs.VfsLfs2(flash, progsize=256)
    except OSError:  # as the rp2 port's _boot.py does on a new board
        vfs.VfsLfs2.mkfs(flash, progsize=256)
        fs = vfs.VfsLfs2(flash, progsize=256)
    vfs.mount(fs, "/flash")
    os.chdir("/flash")


def _read(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return None


def _provide(folder):
    """Copy the board's files that are missing or different."""
    import os

    for name in sorted(os.listdir(folder)):
        data = _read(folder + "/" + name)
        if _read(name) != data:
            with open(name, "wb") as file:
                file.write(data)


def _main():
    read_fd, write_fd, firmware, files, folder, cause = sys.argv[1:7]
    _paths(firmware)
    import transport

    transport.open_pipes(int(read_fd), int(write_fd))
    _stub_modules()
    import gc

    import machine
    import sim_console
    import simwire
    import wire_ops

    machine.set_reset_cause(int(cause))
    _mount(folder)
    _provide(files)
    console = sim_console.Console()
    gc.collect()
    simwire.request(wire_ops.BOOTED, 0, gc.mem_alloc())
    try:
        import main

        main.start(console, console)
    except Exception as error:  # noqa: BLE001 - whatever it is, the host shall read it
        _tell(_text_of(error))
    else:
        _tell("main.start() returned")
    simwire.request(wire_ops.SYNC, 0, 0)


_main()
