"""Racing Game Derby (document 001)."""
