"""`pitctl odds`: the exact house edge of a rule pack's wagers."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Annotated, Any, Protocol

import typer

from pitctl.cli.session import JsonOption, Session, session_of
from pitctl.exceptions import ConfigError, WrongUsage
from pitctl.firmware import areas
from pitctl.odds.counting import Counts, count_hands
from pitctl.odds.derby import MOST_DECKS, DerbyOdds, derby_odds, groups
from pitctl.odds.figures import decimal, percent
from pitctl.odds.let_it_ride import MainGame, main_game
from pitctl.odds.side_bets import Progressive, bonus_edge, envy, progressive
from pitctl.packs import full_name, load_pack, pack_names
from pitctl.plain_text import is_path

DERBY = "nz-derby"
_TITLE = "Racing Game Derby"
_STAKES = {"returned": True, "kept": False}  # with a share of the jackpot (L14)


class ProgressiveTable(Protocol):
    """The progressive wager of a pack (003 4.2)."""

    @property
    def odds(self) -> Mapping[str, int]: ...
    @property
    def shares(self) -> Mapping[str, Fraction]: ...
    @property
    def envy(self) -> Mapping[str, int]: ...


class Pack(Protocol):
    """What is asked of a rule pack here."""

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def pay_tables(self) -> Mapping[str, Mapping[str, int]]: ...
    @property
    def bonus(self) -> Mapping[str, int] | None: ...
    @property
    def progressive(self) -> ProgressiveTable | None: ...
    def rule_of(self, key: str) -> str: ...


def odds(
    context: typer.Context,
    pack: Annotated[
        str, typer.Argument(metavar="PACK", help=f"{DERBY}, a name in packs/ or a .toml file.")
    ],
    paytable: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="One pay table of several; without it, all."),
    ] = None,
    decks: Annotated[
        int | None,
        typer.Option(min=1, max=MOST_DECKS, help="Decks in a Derby shoe; without it, 1 to 8."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """The exact house edge of every wager of a rule pack, by the firmware's own evaluator and settlement."""
    session = session_of(context)
    session.use(as_json=as_json)
    if pack == DERBY:  # its odds are in the rules of the game itself (001 5.8)
        if paytable is not None:
            raise WrongUsage(
                f"{DERBY} has no pay tables to choose from", try_this="leave --paytable out"
            )
        _tell_derby(session, [decks] if decks else list(range(1, MOST_DECKS + 1)))
        return
    if decks is not None:
        raise WrongUsage(f"--decks is for {DERBY}", try_this="leave --decks out")
    _tell_let_it_ride(session, _load(pack), paytable)


def _load(name: str) -> Pack:
    """As every command loads a pack, but Derby is among those that are known here."""
    known = [*pack_names(), DERBY]
    if not is_path(name) and name not in known and full_name(name) not in known:
        raise ConfigError(
            f"no rule pack '{name}'; known packs: {', '.join(known)}",
            try_this=f"{{pitctl}} odds {known[0]}",
        )
    return load_pack(name)


# -- Let It Ride --------------------------------------------------------------------------------


def _tell_let_it_ride(session: Session, pack: Pack, paytable: str | None) -> None:
    """Everything is checked and worked out before the first word."""
    tables = _chosen(pack, paytable)
    counts = count_hands()
    games = {name: main_game(table, counts) for name, table in tables.items()}
    bonus = None if pack.bonus is None else bonus_edge(pack.bonus, counts)
    jackpot = None if pack.progressive is None else _jackpot(pack.progressive, counts)
    _tell_main(session, pack, games)
    if pack.bonus is not None and bonus is not None:
        _tell_bonus(session, pack, _rules(pack, "bonus.odds", pack.bonus), bonus)
    if pack.progressive is not None and jackpot is not None:
        shares = _rules(pack, "progressive.shares", pack.progressive.shares)
        _tell_jackpot(session, pack, shares, *jackpot)


def _rules(pack: Pack, table: str, hands: Iterable[str]) -> str:
    """The rules that the lines of a table come from, each once."""
    rules = (rule for hand in hands for rule in pack.rule_of(f"{table}.{hand}").split(", "))
    return ", ".join(dict.fromkeys(rules))


def _chosen(pack: Pack, paytable: str | None) -> Mapping[str, Mapping[str, int]]:
    if paytable is None:
        return pack.pay_tables
    if paytable not in pack.pay_tables:
        known = ", ".join(pack.pay_tables)
        raise WrongUsage(
            f"{pack.name} has no pay table '{paytable}'; it has: {known}",
            try_this=f"--paytable {next(iter(pack.pay_tables))}",
        )
    return {paytable: pack.pay_tables[paytable]}


def _tell_main(session: Session, pack: Pack, games: Mapping[str, MainGame]) -> None:
    if session.json:
        for name, game in games.items():
            wagers = game.wagers.items()
            data = {
                **_head(pack.name, "main", game.edge),
                "paytable": name,
                "rule": _rules(pack, f"pay.{name}", pack.pay_tables[name]),
                "riding": str(game.riding),
                "edge_of_riding": str(game.edge_of_riding),
                "values": {area: str(wager.value) for area, wager in wagers},
                "rides": {area: str(wager.rides) for area, wager in wagers},
            }
            session.emit(data)
        return
    session.say(f"{pack.title} ({pack.name})")
    session.say("Exact, over all deals, for a player who decides each time as well as can be.")
    session.say("")
    edges = [
        ("pay table", "rule", "edge, of one wager", "exact", "wagers that ride", "edge of these")
    ]
    for name, game in games.items():
        rule = _rules(pack, f"pay.{name}", pack.pay_tables[name])
        edge, of_riding = f"{percent(game.edge)} %", f"{percent(game.edge_of_riding)} %"
        edges.append((name, rule, edge, str(game.edge), decimal(game.riding), of_riding))
    session.say_columns(edges)
    session.say("")
    values = [("pay table", "wager", "rides", "brings the player", "exact")]
    for name, game in games.items():
        for area, wager in game.wagers.items():
            rides, brings = f"{percent(wager.rides)} %", f"{percent(wager.value)} %"
            values.append((name, area, rides, brings, str(wager.value)))
    session.say_columns(values)


def _tell_bonus(session: Session, pack: Pack, rule: str, edge: Fraction) -> None:
    if session.json:
        session.emit({**_head(pack.name, "bonus", edge), "rule": rule})
        return
    session.say("")
    session.say(f"Bonus on three cards ({rule}): edge {percent(edge)} %, {edge}")


def _jackpot(table: ProgressiveTable, counts: Counts) -> tuple[dict[str, Progressive], Fraction]:
    """The wager by what becomes of the stake, and the envy of one other hand."""
    found = {
        stake: progressive(table.odds, table.shares, counts, stake_returned=returned)
        for stake, returned in _STAKES.items()
    }
    return found, envy(table.envy, counts)


def _tell_jackpot(
    session: Session, pack: Pack, rule: str, found: Mapping[str, Progressive], envied: Fraction
) -> None:
    if session.json:
        for stake, one in found.items():
            data = {
                "pack": pack.name,
                "wager": "progressive",
                "rule": rule,
                "stake_with_share": stake,
                "edge_without_jackpot": str(one.without_jackpot),
                "less_per_jackpot": str(one.per_jackpot),
                "break_even_jackpot": str(one.break_even),
            }
            session.emit(data)
        session.emit({"pack": pack.name, "wager": "envy", "each_other_player": str(envied)})
        return
    session.say("")
    session.say(f"Progressive ({rule}): its edge falls as the jackpot J grows, counted in stakes.")
    rows = [("stake, with a share of J", "edge", "J at which nobody gains")]
    for stake, one in found.items():
        law = f"{one.without_jackpot} - {one.per_jackpot} J"
        rows.append((stake, law, decimal(one.break_even, 2)))
    session.say_columns(rows)
    session.say(
        f"Envy: {decimal(envied)} a round, {envied}, for each other player; not in that edge."
    )


# -- Derby --------------------------------------------------------------------------------------


def _tell_derby(session: Session, decks: list[int]) -> None:
    shoes = [derby_odds(number) for number in decks]
    if session.json:
        _emit_derby(session, shoes)
        return
    session.say(f"{_TITLE} ({DERBY})")
    session.say("Exact, for the first round from a full shoe.")
    session.say("")
    found = groups(shoes)
    if len(shoes) == 1:
        session.say(f"{_decks(decks[0])}, protested: {percent(shoes[0].protested)} % of all races")
        rows = [("wager", "edge", "exact")]
        rows += [(one.name, f"{percent(one.edges[0])} %", str(one.edges[0])) for one in found]
        session.say_columns(rows)
        return
    heads = ["decks", "protested", *(one.name for one in found)]
    table = [
        [str(shoe.decks), *(f"{percent(value)} %" for value in (shoe.protested, *of_groups))]
        for shoe, of_groups in zip(
            shoes, zip(*(one.edges for one in found), strict=True), strict=True
        )
    ]
    session.say_columns([heads, *table])
    session.say("Exact fractions: --decks N, or --json.")


def _emit_derby(session: Session, shoes: list[DerbyOdds]) -> None:
    for shoe in shoes:
        for one in groups([shoe]):
            data = {
                **_head(DERBY, one.kind, one.edges[0]),
                "decks": shoe.decks,
                "areas": [areas.code(area) for area in one.areas],
                "protested": str(shoe.protested),
            }
            session.emit(data)


def _decks(number: int) -> str:
    return "1 deck" if number == 1 else f"{number} decks"


def _head(pack: str, wager: str, edge: Fraction) -> dict[str, Any]:
    return {
        "pack": pack,
        "wager": wager,
        "edge": str(edge),
        "edge_percent": float(percent(edge)),
    }
