"""`uctypes` for CPython: addresses of buffers, and buffers at addresses."""

import ctypes


def addressof(obj):
    view = memoryview(obj)
    if view.readonly:
        raise TypeError("the stub gives addresses of writable buffers only")
    return ctypes.addressof(ctypes.c_char.from_buffer(view.cast("B") if view.nbytes else view))


def bytearray_at(address, size):
    return memoryview((ctypes.c_ubyte * size).from_address(address)).cast("B")


def bytes_at(address, size):
    return ctypes.string_at(address, size)
