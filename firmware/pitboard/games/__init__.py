"""The rules of the games: integers in, effects out, nothing of the machine around them."""
