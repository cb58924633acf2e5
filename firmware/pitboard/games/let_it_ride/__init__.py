"""Let It Ride: one engine, four rule packs (documents 000, 002, 003, 004)."""
