"""What the layers expect of each other. For the type checker only: nothing of this is on a board."""

from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Protocol

from pitboard.app.dealing import Dealing
from pitboard.app.kit import Kit
from pitboard.app.output_task import Outputs
from pitboard.games.opening import Opening
from pitboard.games.shoe import Shoe

class Medium(Protocol):
    """Where the journal lives (drivers/): 4096-byte segments, programmed a page at a time."""

    def segments(self) -> list[int]: ...
    def read(self, segment: int, offset: int, buf: bytearray) -> None: ...
    def program(self, segment: int, offset: int, page: bytearray) -> None: ...
    def create(self, segment: int) -> None: ...
    def delete(self, segment: int) -> None: ...

class Flag(Protocol):
    """Set from an interrupt, awaited by one task (asyncio.ThreadSafeFlag)."""

    def set(self) -> None: ...
    async def wait(self) -> None: ...

class ByteSource(Protocol):
    """Bytes of the card reader, gathered without the CPU."""

    lost: int
    def any(self) -> int: ...
    def get(self) -> int: ...
    def listen(self) -> None: ...

class SerialLine(ByteSource, Protocol):
    """The card reader's line in both directions."""

    def write(self, data: bytes) -> None: ...
    def set_baud(self, baud: int) -> None: ...

class PassageSensor(Protocol):
    """Edges of the break beam with their times."""

    lost: int
    def next_edge(self) -> bool: ...
    edge_broken: bool
    edge_ms: int

class Keys(Protocol):
    """Dealer keys: the levels now, one bit per key, and when an edge last came."""

    edge_ms: int
    def levels(self) -> int: ...

class Switch(Protocol):
    """A switch that stays where it is put, and how often its contact has moved."""

    edges: int
    def turned(self) -> bool: ...

class Provider(Protocol):
    """A way to prove who acts (app/authoriser.py): role and staff number, (0, 0) while nothing is proved."""

    def grant(self) -> tuple[int, int]: ...
    def used(self) -> None: ...
    def end(self) -> None: ...

class Chain(Protocol):
    """A chain of addressable lights."""

    count: int
    def busy(self) -> bool: ...
    def set(self, pixel: int, red: int, green: int, blue: int) -> None: ...
    def dark(self) -> None: ...
    def blank(self) -> None: ...
    def show(self) -> None: ...

class Screen(Protocol):
    """A display, whatever it shows."""

    @property
    def answers(self) -> bool:
        """It tells whether it still knows its settings."""
    @property
    def settle_ms(self) -> int:
        """How long to leave it alone after a look."""
    def init(self, step: int, /) -> int:
        """One step of its set-up; ms to wait before the next, 0 after the last. Raises OSError."""
    def look(self) -> bool:
        """False if it must be set up anew. One that does not answer is sent its settings again."""

class Panel(Screen, Protocol):
    """A monochrome display of 8 pages of 128 columns."""

    def write_page(self, page: int, buf: memoryview) -> None: ...

class ColourPanel(Screen, Protocol):
    """A display of 320 x 240 pixels in colour."""

    def write(self, x: int, y: int, width: int, height: int, pixels: bytearray) -> None: ...

class Surface(Protocol):
    """What screens draw on: eight lines of 21 letters (app/canvas.py, app/colour_canvas.py)."""

    def clear(self) -> None: ...
    def text(self, x: int, page: int, words: str) -> None: ...
    def glyph(self, x: int, page: int, code: int) -> None: ...
    def centred(self, page: int, words: str) -> None: ...
    def right(self, page: int, words: str) -> None: ...
    def big(self, page: int, words: str) -> None: ...
    def invert(self, page: int) -> None: ...

class Pieces(Surface, Protocol):
    """The same with what is sent to its own display, piece by piece."""

    @property
    def pieces(self) -> int: ...
    def dirty(self, piece: int, /) -> bool: ...
    def send(self, panel: Any, piece: int, /) -> None: ...
    def forget(self) -> None: ...

class Sounder(Protocol):
    def on(self, hz: int) -> None: ...
    def off(self) -> None: ...

class HostPort(Protocol):
    """The host's serial line; never blocks."""

    async def wait(self) -> int: ...
    def get(self) -> int: ...
    def put(self, byte: int) -> bool: ...

# -- the games ----------------------------------------------------------------------------------

FollowUp = tuple[int, int, int, int, int]
"""An event with what it has: event, arg, arg2, value, reason."""

class Game(Protocol):
    """A game as the table and the app know it: a fold over events (games/events.py and the game's own)."""

    phase: int
    round_no: int
    held: int  # why a card is held, 0 if none is
    max_boots: int  # restarts in a round that are written down
    sealed: tuple[int, ...]  # events whose records have a card that nobody may see
    opening: Opening
    shoe: Shoe

    @property
    def worst_records(self) -> int:
        """Journal records that a round can take at most."""
    @property
    def hidden(self) -> int:
        """Cards that were drawn and may not be seen yet."""
    @property
    def carried(self) -> int:
        """Cards that wait for the next round."""
    def left(self) -> int:
        """Cards in the shoe."""
    def place(self) -> int:
        """The number of the next card, from 1."""
    def is_between_rounds(self) -> bool: ...
    def is_way_out(self, event: int, arg: int) -> bool:
        """Whether it leads to the end of a round that has no room left; such a round takes WAY_OUT of them."""
    def light(self, tiers: bytearray) -> None:
        """Fill in how each area is lit, 0 for dark: app/light_map.py draws it."""
    # What may happen: each gives LAWFUL or a refusal and changes nothing.
    def allowed(self, event: int) -> int: ...
    def authority(self, event: int, arg: int, arg2: int, value: int, role: int, reason: int, /) -> int: ...
    def judge(
        self, event: int, arg: int = 0, arg2: int = 0, value: int = 0, reason: int = 0, who: int = 0
    ) -> int: ...
    def route(self, card: int, before_call: bool) -> tuple[int, int]:
        """What a card that was slid now becomes: its event, and why it is held or which irregularity it is."""
    # What happens.
    def apply(
        self, event: int, arg: int = 0, arg2: int = 0, value: int = 0, reason: int = 0, who: int = 0
    ) -> int:
        """Fold in a lawful event; returns effects."""
    def due(self) -> FollowUp | None:
        """What must be written next without being asked."""
    # Restart and checkpoint.
    def reset(self, round_no: int) -> None: ...
    def restarted(self) -> None: ...
    def is_at_rest(self, leaving: bool = False, /) -> bool: ...
    def freeze(self) -> bytes: ...
    def thaw(self, round_no: int, data: bytes) -> None: ...
    def snapshot(self) -> tuple[object, ...]:
        """All of the state, to compare a replay with the table it replays."""

# -- what a game brings to the app (app/kit.py). Where `game` is Any it is the kit's own game.

class TableFile(Protocol):
    """The evaluator's tables (games/hand_reading.py)."""

    def seek(self, offset: int, /) -> object: ...
    def readinto(self, buffer: bytearray, /) -> int | None: ...
    def read(self) -> bytes: ...
    def close(self) -> None: ...
    def __enter__(self) -> TableFile: ...
    def __exit__(self, *error: object) -> object: ...

class Steps(Protocol):
    """The steps of dealer and supervisor, numbered in the order of the menu (the game's steps.py)."""

    @property
    def STEPS(self) -> int: ...  # noqa: N802
    def event_of(self, step: int) -> int: ...
    def needs(self, step: int) -> int:
        """What it still asks for: bits of games/asks.py."""
    def role_of(self, game: Any, step: int) -> int: ...
    def is_offered(self, game: Any, step: int, role: int, who: int = 0) -> bool: ...
    def most_places(self, game: Any, step: int) -> int:
        """The last place that it may name."""
    def place_words(self, step: int, value: int, /) -> str:
        """A place as the menu names it."""
    def fill(
        self, game: Any, step: int, place: int, to: int, face: int, reason: int
    ) -> FollowUp | int:
        """Its event with what was asked for, or a refusal if there is nothing to offer."""

class Words(Protocol):
    """What a table says (app/wording.py), with the rules of what is played."""

    def refusal(self, code: int) -> tuple[str, str, str]: ...
    def prompt(self, index: int, n: int = 0, m: int | str = 0, area: int = 0) -> tuple[str, str, str]: ...
    def step(self, index: int) -> tuple[str, str]: ...
    def step_name(self, index: int) -> str: ...
    def step_index(self, name: str) -> int: ...
    def reason(self, code: int) -> str: ...

class Guide(Protocol):
    """What the table tells the dealer now, and what the keys then do. `refusal` is Dealing.refusal."""

    def asks_about_held(self, game: Any) -> bool:
        """Whether the menu opens by itself."""
    def message(self, game: Any, refusal: int) -> tuple[str, str, str] | None:
        """(rule, first line, second line) of what is out of the ordinary."""
    def kind(self, game: Any, refusal: int) -> str:
        """What the message is about, as the protocol calls it."""
    def place(self, game: Any, refusal: int) -> int:
        """Which card the message is about; 0 if none."""
    def next_words(self, game: Any) -> tuple[str, str, str]:
        """The ordinary next step in words."""
    def next_step(self, game: Any) -> int:
        """The step that CONFIRM stands for, or kit.NO_STEP."""
    def call_step(self, game: Any) -> int:
        """The step that NO MORE BETS stands for."""
    def stands(self, game: Any) -> list[int]:
        """All that a choice in the menu depends on, besides the steps in it."""

class Screens(Protocol):
    """The dealer's display while no menu is open. What takes long lets others have their turn in between."""

    async def draw(self, canvas: Any, game: Any, table: str, notice: str, refusal: int) -> None: ...

class GameHost(Protocol):
    """What only this game has to tell a host, and to be told by one."""

    def carried(self, game: Any) -> int:
        """Cards that are kept for the next round."""
    def status(self, game: Any, lit: bytearray) -> dict[str, Any]:
        """Its fields of `status`, the phase among them; `lit` is what the lights were told, area by area."""
    def fill_step(self, step: int, params: dict[str, Any], reason: int) -> FollowUp:
        """A step that only a host can say (asks.HOST_ONLY) from the parameters of `act`; raises invalid_params."""

class KitMaker(Protocol):
    """A game's kit.py: what composition.py asks it to build."""

    def make_game(self, chosen: dict[str, Any]) -> Game:
        """The game of these checked settings."""
    def make_kit(self, game: Any, /) -> Kit: ...
    def use_colour(self, game: Any, kit: Kit, /) -> None:
        """The kit's screens for a display of 320 x 240 pixels in colour."""
    def handlers(self, game: Any) -> dict[str, Callable[[dict[str, Any]], Any]]:
        """Protocol methods that only this game has."""
    def tasks(
        self, game: Any, kit: Kit, dealing: Dealing, outputs: Outputs, chosen: dict[str, Any], /
    ) -> list[tuple[str, Coroutine[Any, Any, None]]]:
        """Tasks that only this game has, after the journal was replayed."""

class GameSettings(Protocol):
    """A game's own part of table.json (table/<game>_settings.py)."""

    @property
    def AREAS(self) -> int:  # noqa: N802
        """How many lists of pixels there are."""
    @property
    def AREAS_RULE(self) -> str: ...  # noqa: N802
    @property
    def DEFAULTS(self) -> Mapping[str, Any]:  # noqa: N802
        """Of a table.json that was written before they were known."""
    @property
    def PUBLIC(self) -> tuple[str, ...]:  # noqa: N802
        """Keys that the host may read."""
    def check(self, data: dict[str, Any]) -> None:
        """Raises SettingsError."""
