"""Files that people write: their text, or a refusal that says what they are instead, and where."""

import codecs
from pathlib import Path

from pitctl.exceptions import ConfigError

AS_UTF_8 = "save it as UTF-8 without a byte-order mark"
_MARKS = ((codecs.BOM_UTF8, "UTF-8"), (codecs.BOM_UTF16_LE, "UTF-16"), (codecs.BOM_UTF16_BE, "UTF-16"))


class NotPlainText(Exception):
    """What is wrong, with the line."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(problem)
        self.line = line
        self.problem = problem


def decoded(data: bytes) -> str:
    """Raises NotPlainText."""
    for mark, name in _MARKS:  # an editor shows none of it, so it would be looked for in vain
        if data.startswith(mark):
            raise NotPlainText(1, f"it begins with a byte-order mark of {name}")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        problem = f"not UTF-8: byte {data[error.start]:#04x}, number {column} of this line"
        raise NotPlainText(line, problem) from None


def read_plain(path: Path, try_this: str | None = None) -> str:
    """The text of a file, its line ends as \\n. Raises ConfigError."""
    try:
        text = decoded(path.read_bytes())
    except NotPlainText as error:
        raise ConfigError(f"{path}:{error.line}: {error.problem}", try_this=AS_UTF_8) from None
    except FileNotFoundError:
        raise ConfigError(f"{path}: no such file", try_this=try_this) from None
    except IsADirectoryError:
        raise ConfigError(f"{path}: a folder, not a file", try_this=try_this) from None
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}", try_this=try_this) from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


def is_path(name: str) -> bool:
    """Whether somebody means a file by it, and no name from a folder of this checkout."""
    return name.endswith(".toml") or "/" in name or "\\" in name or _exists(name)


def _exists(name: str) -> bool:
    try:
        return Path(name).exists()
    except OSError:  # longer than any file's name
        return False


def toml_path(name: str, what: str) -> Path:
    """The file that is meant; `what` it should be, as "rule pack". Raises ConfigError."""
    path = Path(name)
    if path.is_dir():
        raise ConfigError(f"{name}: a folder, not a {what}", try_this=f"name a .toml file in it, {path / 'NAME.toml'}")
    if not path.exists():
        raise ConfigError(f"{name}: no such file", try_this="look at the path, from the folder that you are in")
    if path.suffix != ".toml":
        mended = f"mv {name} {path.with_suffix('.toml')}"
        raise ConfigError(f"{name}: the name of a {what} ends with .toml", try_this=mended)
    return path
