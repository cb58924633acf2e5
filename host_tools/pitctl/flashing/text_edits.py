"""A module's text with its edits made, in the order of their places."""

from pitctl.flashing.source_names import Module


def edited(module: Module) -> str:
    content = module.source.encode()
    starts = [0]
    for line in content.split(b"\n"):
        starts.append(starts[-1] + len(line) + 1)
    done = bytearray()
    at = 0
    for edit in sorted(module.edits, key=lambda item: item.start):
        start, end = (starts[line - 1] + column for line, column in (edit.start, edit.end))
        if start >= at:  # else within a definition that goes as a whole
            done += content[at:start] + edit.text.encode()
            at = end
    return (done + content[at:]).decode()
