"""What this firmware calls itself."""

PRODUCT = "pitboard"
VERSION = "0.1.0"
RULES = "001_569f9dd48792a3e4"  # of Derby; a rule pack names its own document
