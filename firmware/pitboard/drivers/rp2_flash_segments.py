"""Journal medium: ordinary files of one flash block each, programmed in place (RP2040, littlefs).

A littlefs append rewrites blocks and erases sectors; a durable record must not. So a segment is made between rounds as
a file of 4096 bytes, header first and the rest 0xFF. Such a file fills exactly one flash block, which is found by the
header's marker, and from then on pages are programmed straight into that block. The file system never moves the block
of a file that nobody rewrites, and reads the same bytes: the journal stays readable with any file tool.

A marker may also stand in a freed block, left by a power cut. Two things tell them apart: each header carries random
bytes (they also make the masks of hidden cards unlike any before, table/seal.py), and a new segment is proved when it
is made by programming its proof byte in the block and reading it back through the file.
"""

import os

import rp2
from micropython import const

_BLOCK = const(4096)
_HEADER = const(32)
_PROOF_AT = const(24)  # a header byte that is 0xFF until the block is proved
_FOLDER = "journal"
_MAGIC = b"PITBOARD-SEG1"
_IOCTL_BLOCK_COUNT = const(4)


class MediumError(OSError):
    """A segment's flash block cannot be found: the journal must not be used."""


def _name(segment: int) -> str:
    return "%s/%08d.seg" % (_FOLDER, segment)


def _header(segment: int) -> bytearray:
    head = bytearray(b"\xff" * _HEADER)
    head[: len(_MAGIC)] = _MAGIC
    for i in range(4):
        head[16 + i] = (segment >> (8 * i)) & 0xFF
    head[20:_PROOF_AT] = os.urandom(4)
    head[_PROOF_AT + 1 :] = os.urandom(7)
    return head


class FlashSegments:
    """Segments in the board's own flash. `program` takes about 1 ms, `create` and `delete` erase."""

    def __init__(self) -> None:
        self._flash = rp2.Flash()
        self._blocks: dict[int, int] = {}
        self._head = bytearray(_HEADER)
        self._page = bytearray(256)

    def segments(self) -> "list[int]":
        """Ids of the proved segments, ascending. Files that a power cut left half made are removed."""
        try:
            os.mkdir(_FOLDER)
        except OSError:
            pass  # it exists
        files = []
        for name in os.listdir(_FOLDER):
            if len(name) == 12 and name.endswith(".seg") and name[:-4].isdigit():
                files.append(int(name[:-4]))
        files.sort()
        found = self._find(files)
        self._blocks = {}
        kept = []
        for segment in files:
            for block in found.get(segment, ()):
                if self._is_proved(segment, block):
                    self._blocks[segment] = block
                    kept.append(segment)
                    break
            else:
                self._set_aside(segment)
        return kept

    def _set_aside(self, segment: int) -> None:
        """A half-made file goes; one with records in it is not ours to delete and is only taken out of the row."""
        name = _name(segment)
        with open(name, "rb") as file:
            start = file.read(2 * _HEADER)
        if start[_HEADER:] == b"\xff" * (len(start) - _HEADER):
            os.remove(name)
        else:
            os.rename(name, name[:-4] + ".bad")

    def _find(self, wanted: "list[int]") -> "dict[int, list[int]]":
        """Blocks whose first bytes are the header of a wanted segment."""
        found: dict[int, list[int]] = {}
        head = self._head
        magic = len(_MAGIC)
        for block in range(self._flash.ioctl(_IOCTL_BLOCK_COUNT, 0) or 0):
            self._flash.readblocks(block, head, 0)
            if head[0] == _MAGIC[0] and bytes(head[:magic]) == _MAGIC:
                segment = head[16] | head[17] << 8 | head[18] << 16 | head[19] << 24
                if segment in wanted:
                    found.setdefault(segment, []).append(block)
        return found

    def _is_proved(self, segment: int, block: int) -> bool:
        """The block carries the proof and the file shows it: they are the same bytes."""
        self._flash.readblocks(block, self._head, 0)
        if self._head[_PROOF_AT] != 0:
            return False
        with open(_name(segment), "rb") as file:
            return file.read(_HEADER) == self._head

    def read(self, segment: int, offset: int, buf: bytearray) -> None:
        self._flash.readblocks(self._blocks[segment], buf, offset)

    def program(self, segment: int, offset: int, page: bytearray) -> None:
        self._flash.writeblocks(self._blocks[segment], page, offset)

    def create(self, segment: int) -> None:
        """Make, find and prove a blank segment."""
        page = self._page
        for i in range(len(page)):
            page[i] = 0xFF
        page[:_HEADER] = _header(segment)
        with open(_name(segment), "wb") as file:
            file.write(page)
            page[:_HEADER] = b"\xff" * _HEADER
            for _ in range(_BLOCK // len(page) - 1):
                file.write(page)
        for block in self._find([segment]).get(segment, ()):
            self._clear_byte(block, _PROOF_AT)
            if self._is_proved(segment, block):
                self._blocks[segment] = block
                return
            # A freed twin that the file system moved away from: without its marker nobody takes it for the segment.
            self._clear_byte(block, 0)
        raise MediumError("segment %d: no flash block found" % segment)

    def _clear_byte(self, block: int, at: int) -> None:
        """Program one byte of a block's first page to zero; `_page` is blank before and after."""
        self._page[at] = 0
        self._flash.writeblocks(block, self._page, 0)
        self._page[at] = 0xFF

    def delete(self, segment: int) -> None:
        os.remove(_name(segment))
        self._blocks.pop(segment, None)
