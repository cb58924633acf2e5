"""`rp2.Flash` where the file system is a host directory: each 4096-byte piece of a file is a block.

A block keeps its number as long as its file lives, as it would in littlefs. Programs and erases
are done by the host on the file itself, through its flash model, so that bits only fall, time
passes and a power cut tears as on the chip.
"""

import os

import simwire
import wire_ops as ops

BLOCK = 4096
BLOCKS = 352
_BASE = 2 * 1024 * 1024 - BLOCKS * BLOCK
_PAGE = 256

_blocks = {}  # block number -> (path, inode, offset)
_stamp = None


def _folders():
    return [folder for folder, _, _ in os.walk(".")]


def _look():
    """Give blocks to files that are new, free those of files that are gone."""
    global _stamp
    stamp = tuple((folder, os.stat(folder).st_mtime_ns) for folder in _folders())
    if stamp == _stamp:
        return
    _assign()
    _stamp = stamp


def _assign():
    wanted = []
    for folder in _folders():
        for entry in os.scandir(folder):
            if entry.is_file():
                info = entry.stat()
                for at in range(0, info.st_size, BLOCK):
                    wanted.append((os.path.normpath(entry.path), info.st_ino, at))
    wanted.sort()
    known = {place: number for number, place in _blocks.items() if place in set(wanted)}
    _blocks.clear()
    for place, number in known.items():
        _blocks[number] = place
    number = 0
    for place in wanted:
        if place not in known:
            while number in _blocks:
                number += 1
            _blocks[number] = place


def _is_there(place):
    """Whether a file is still the one that was found: folders changed twice in a tick of the host have one stamp."""
    try:
        return os.stat(place[0]).st_ino == place[1]
    except FileNotFoundError:
        return False


def _place(block):
    _look()
    if block not in _blocks or not _is_there(_blocks[block]):
        _assign()
    return _blocks.get(block)


class Flash:
    def readblocks(self, block, buf, offset=0):
        place = _place(block)
        data = b""
        if place is not None:
            with open(place[0], "rb") as file:
                file.seek(place[2] + offset)
                data = file.read(min(len(buf), BLOCK - offset))
        buf[:] = data + b"\xff" * (len(buf) - len(data))

    def writeblocks(self, block, buf, offset=None):
        place = _place(block)
        if place is None:
            raise ValueError("block %d belongs to no file" % block)
        if offset is None:
            self.ioctl(6, block)
            offset = 0
        if offset % _PAGE or len(buf) % _PAGE or offset + len(buf) > BLOCK:
            raise ValueError("flash is programmed in whole pages")
        path = place[0].encode()
        where = (_BASE + block * BLOCK + offset) | (place[2] + offset) << 32
        data = len(path).to_bytes(2, "little") + path + bytes(buf)
        simwire.request(ops.FILE_PROGRAM, 0, where, data)

    def ioctl(self, op, arg):
        if op == 4:
            return BLOCKS
        if op == 5:
            return BLOCK
        if op == 6:
            place = _place(arg)
            if place is not None:
                where = (_BASE + arg * BLOCK) | place[2] << 32
                simwire.request(ops.FILE_ERASE, 0, where, place[0].encode())
            return 0
        return 0 if op in (1, 2, 3) else None
