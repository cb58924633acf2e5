"""What the app of a Derby table has of its own."""
