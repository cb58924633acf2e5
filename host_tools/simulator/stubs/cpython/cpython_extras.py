"""What MicroPython has and CPython lacks, put where the firmware expects it."""

import gc
import importlib.util
import os
import sys
import time as real_time
import traceback

_CHIP_HEAP = 239 * 1024  # CPython has no fixed heap: the RP2040's figure stands for "plenty"


def _load(name):
    """Load our module over one of CPython's that is in memory already."""
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    path = os.path.join(here, "common", name + ".py")
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _ilistdir(folder="."):
    """Entries in sorted order: (name, type, inode, size)."""
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        is_folder = entry.is_dir()
        size = 0 if is_folder else entry.stat().st_size
        yield entry.name, 0x4000 if is_folder else 0x8000, 0, size


def _print_exception(error, file=sys.stdout):
    traceback.print_exception(error, file=file)


def install():
    sys.modules["utime"] = real_time
    stub = _load("time")
    for name in dir(real_time):  # CPython's own modules need the rest (monotonic, ...)
        if not hasattr(stub, name):
            setattr(stub, name, getattr(real_time, name))
    _load("select")
    gc.mem_free = lambda: _CHIP_HEAP
    gc.mem_alloc = lambda: 0
    gc.threshold = lambda *_args: -1
    os.ilistdir = _ilistdir
    unsorted = os.listdir
    os.listdir = lambda folder=".": sorted(unsorted(folder))  # as littlefs keeps them
    os.sync = lambda: None
    sys.print_exception = _print_exception
