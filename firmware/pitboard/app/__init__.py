"""Tasks that join drivers, table and protocol."""
