"""What the values of a pack must be together: each may be right, and the game still impossible."""

from collections.abc import Mapping
from typing import cast

from pitctl.packs.deal_programs import discards
from pitctl.packs.model import Entry
from pitctl.packs.schema import SOURCES
from pitctl.packs.source import PackFile


class Together:
    """The entries of one file, asked by their full names."""

    def __init__(self, file: PackFile, entries: Mapping[str, Entry]) -> None:
        self._file = file
        self._entries = entries

    def check(self) -> None:
        """Raises ConfigError."""
        self._check_decks()
        self._check_cuts()
        self._check_deals()
        self._check_bank()
        self._check_bonus()

    def _check_decks(self) -> None:
        decks, sources = self._words("cards.decks"), self._words("cards.sources")
        if "two must alternate" in decks and len(decks) > 1:
            self._fail("cards.decks", "'two must alternate' leaves no other number of decks")
        if "shuffler" not in sources and decks != ("one",):
            self._fail("cards.decks", "two decks alternate only with a shuffler")

    def _check_cuts(self) -> None:
        cut, offered = self._words("cards.cut"), self._words("cards.cut_offered")
        for key, names in (("cards.cut", cut), ("cards.cut_offered", offered)):
            for name in names:
                if name not in self._words("cards.sources"):
                    self._fail(key, f"'{name}' is not in 'sources'")
        if both := [name for name in offered if name in cut]:
            self._fail("cards.cut_offered", f"'{both[0]}' is in 'cut' already")
        if self._entries["cards.cut_least"].value and not cut and not offered:
            self._fail("cards.cut_least", "nothing is cut: it must be 0")

    def _check_deals(self) -> None:
        sources = self._words("cards.sources")
        for name in SOURCES:
            key = f"deal.{name}"
            if name in sources and key not in self._entries:
                self._file.fail(f"missing '{name}' in [deal]: 'sources' has it", "deal")
            if key in self._entries and name not in sources:
                self._fail(key, f"'{name}' is not in 'sources' of [cards]")
        some = any(discards(self._words(f"deal.{name}")) for name in sources)
        if some and self._entries["deal.discard"].value == "none":
            self._fail("deal.discard", "a deal has a discard: say when it leaves the table")
        if not some and self._entries["deal.discard"].value != "none":
            self._fail("deal.discard", "no deal has a discard: it must be \"none\"")

    def _check_bank(self) -> None:
        banked = self._entries["seats.player_dealer"].value
        has_table = "bank" in self._file.data
        if banked and not has_table:
            self._fail("seats.player_dealer", "a player-dealer needs the table [bank]")
        if has_table and not banked:
            self._file.fail("[bank] needs [seats] player_dealer = true", "bank")
        if self._entries["deal.starts"].value == "left of the player-dealer" and not banked:
            self._fail("deal.starts", "it needs [seats] player_dealer = true")

    def _check_bonus(self) -> None:
        if "bonus" not in self._file.data:
            return
        if "progressive" in self._file.data:
            self._file.fail("a seat has one side wager: [bonus] or [progressive], not both", "bonus")
        least, most = (cast(int, self._entries[f"bonus.{key}"].value) for key in ("least", "most"))
        if most < least:
            self._fail("bonus.most", f"it must be at least 'least', {least}")

    def _words(self, key: str) -> tuple[str, ...]:
        return cast(tuple[str, ...], self._entries[key].value)

    def _fail(self, key: str, message: str) -> None:
        table, name = key.split(".")
        self._file.fail(f"'{name}': {message}", table, name)
