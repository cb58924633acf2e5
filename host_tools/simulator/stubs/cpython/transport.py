"""Bytes to and from the host on CPython."""

import os

_read_fd = -1
_write_fd = -1


def open_pipes(read_fd, write_fd):
    global _read_fd, _write_fd
    _read_fd = read_fd
    _write_fd = write_fd


def send(buf, n):
    view = memoryview(buf)
    at = 0
    while at < n:
        at += os.write(_write_fd, view[at:n])


def receive(buf, n):
    view = memoryview(buf).cast("B")
    at = 0
    while at < n:
        got = os.readv(_read_fd, [view[at:n]])
        if got == 0:
            os._exit(0)  # the host is gone: so is the power
        at += got
