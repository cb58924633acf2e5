"""What this firmware calls itself."""

PRODUCT = "pitboard"
VERSION = "0.1.0"
RULES = {"nz-derby": "001_569f9dd48792a3e4"}
