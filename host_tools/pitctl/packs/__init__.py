"""Rule packs of Let It Ride: packs/<name>.toml, checked here and compiled into what a board plays by."""

from pitctl.packs.compile import compile_pack
from pitctl.packs.load import PACKS_DIR, full_name, load_pack, pack_names
from pitctl.packs.model import Entry, Irregularity, Pack, Progressive
from pitctl.packs.pay_tables import with_pay_table

__all__ = [
    "PACKS_DIR",
    "Entry",
    "Irregularity",
    "Pack",
    "Progressive",
    "compile_pack",
    "full_name",
    "load_pack",
    "pack_names",
    "with_pay_table",
]
