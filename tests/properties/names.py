"""The firmware's numbers for cards and areas in the words of the references, by the order that the documents give."""

RANKS, SUITS = "23456789TJQKA", "SHDC"
WORDS = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}


def face_number(face: str) -> int:
    return SUITS.index(face[1]) * 13 + RANKS.index(face[0])


def face_text(face: int) -> str:
    """The text of a face; '' for a card that is of no set of ours."""
    return RANKS[face % 13] + SUITS[face // 13] if face < 52 else ""


def area_number(area: str) -> int:
    return _AREA_CODES.index(_code_of(area))


def area_words(number: int) -> str | None:
    """The marking of an area in the words of the reference."""
    if not 0 <= number < len(_AREA_CODES):
        return None
    code = _AREA_CODES[number]
    if code in ("RED", "BLACK"):
        return code.lower()
    return " ".join(WORDS[letter] for letter in code)


def _code_of(area: str) -> str:
    if area in ("red", "black"):
        return area.upper()
    return "".join(word[0].upper() for word in area.split())


def _all_codes() -> list[str]:
    """The order of areas as the protocol documents it: colours, suits, pairs and triples by suit order."""
    pairs = [a + b for a in SUITS for b in SUITS if a != b]
    triples = [pair + c for pair in pairs for c in SUITS if c not in pair]
    return ["RED", "BLACK", *SUITS, *pairs, *triples]


_AREA_CODES = _all_codes()
