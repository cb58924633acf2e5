"""A terminal that cannot print everything."""

import io

from pitctl.cli.main import print_what_can_be_printed


def test_what_cannot_be_printed_is_replaced() -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii", errors="strict")
    print_what_can_be_printed(stream)
    stream.write("K\N{BLACK DIAMOND SUIT} \N{BOX DRAWINGS LIGHT HORIZONTAL}")
    stream.flush()
    assert raw.getvalue() == b"K? ?"


def test_another_kind_of_stream_stays_as_it_is() -> None:
    print_what_can_be_printed(io.StringIO())
